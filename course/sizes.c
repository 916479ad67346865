#include "sizes.h"

#include <stdlib.h>

enum {
    LEAST = 4,        /* a test of its own has the others */
    USUAL = 1 << 22,  /* most of all but powers and the like: large arrays take time */
    BASES = 40,       /* of powers */
    OF_FORMULA = 20,  /* members that are drawn of a sequence with a formula */
    PRIMES = 40,      /* that are drawn */
    BESIDE_NAMED = 40 /* numbers behind each that a kernel names */
};

struct sizes {
    unsigned *sizes, most;
    size_t count;
};

static void add(struct sizes *all, uint64_t size)
{
    if (size >= LEAST && size <= all->most && all->count < SIZES_MOST)
        all->sizes[all->count++] = (unsigned)size;
}

/* 2, 4, 8, ...; 3, 9, 27, ...; and so on, and one less and one more than the powers of two. */
static void add_powers(struct sizes *all)
{
    for (uint64_t base = 2; base <= BASES; base++)
        for (uint64_t power = base * base; power <= all->most; power *= base)
            add(all, power);
    for (uint64_t power = 8; power <= all->most; power *= 2) {
        add(all, power - 1);
        add(all, power + 1);
        add(all, power / 2 * 3);
    }
}

/* Each is a sum of the two before: of Fibonacci, Lucas, Pell, Jacobsthal; products up to n. */
static void add_recurrences(struct sizes *all)
{
    static const unsigned begins[][4] = {{1, 1, 1, 1}, {2, 1, 1, 1}, {1, 4, 1, 1},
                                         {0, 1, 2, 1}, {0, 1, 1, 2}, {1, 3, 2, 1}};

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        uint64_t last = begins[i][0], next = begins[i][1];

        while (next <= all->most) {
            uint64_t sum = begins[i][2] * next + begins[i][3] * last;

            add(all, next);
            last = next;
            next = sum;
        }
    }
    for (uint64_t product = 1, factor = 1; product <= all->most; product *= ++factor)
        add(all, product);
}

/* The largest of a growing sequence that is at most a limit: its index. */
static uint64_t last_index(uint64_t (*member)(uint64_t), uint64_t limit)
{
    uint64_t least = 0, above = 1;

    while (member(above) <= limit)
        above *= 2;
    while (least + 1 < above) {
        uint64_t middle = (least + above) / 2;

        if (member(middle) <= limit)
            least = middle;
        else
            above = middle;
    }
    return least;
}

static uint64_t square(uint64_t k)
{
    return k * k;
}
static uint64_t square_and_one(uint64_t k)
{
    return k * k + 1;
}
static uint64_t cube(uint64_t k)
{
    return k * k * k;
}
static uint64_t triangle(uint64_t k)
{
    return k * (k + 1) / 2;
}
static uint64_t pronic(uint64_t k)
{
    return k * (k + 1);
}
static uint64_t pentagon(uint64_t k)
{
    return k * (3 * k - 1) / 2;
}
static uint64_t fourth_power(uint64_t k)
{
    return k * k * k * k;
}

/* The same from left and from right in decimal: of the digits of k. */
static uint64_t palindrome(uint64_t k)
{
    uint64_t number = k;

    for (uint64_t rest = k / 10; rest > 0; rest /= 10)
        number = number * 10 + rest % 10;
    return number;
}

static void add_formulas(struct sizes *all, struct draw *draw)
{
    static uint64_t (*const members[])(uint64_t) = {
        square, square_and_one, cube, triangle, pronic, pentagon, fourth_power, palindrome};

    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        uint64_t last = last_index(members[i], all->most < USUAL ? all->most : USUAL);

        for (unsigned k = 0; k < OF_FORMULA && last > 1; k++)
            add(all, members[i](draw_size(draw, 2, (unsigned)last)));
    }
}

static int is_prime(uint64_t number)
{
    for (uint64_t divisor = 2; divisor * divisor <= number; divisor++)
        if (number % divisor == 0)
            return 0;
    return number > 1;
}

static void add_primes(struct sizes *all, struct draw *draw)
{
    for (unsigned i = 0; i < PRIMES; i++) {
        uint64_t number = draw_size(draw, LEAST, all->most < USUAL ? all->most : USUAL);

        while (!is_prime(number))
            number++;
        add(all, number);
    }
}

static int descending(const void *a, const void *b)
{
    unsigned left = *(const unsigned *)a, right = *(const unsigned *)b;

    return (left < right) - (left > right);
}

/* Leaves out those that are met a second time: many numbers are in several sequences. */
static size_t without_repeats(unsigned *sizes, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (kept == 0 || sizes[i] != sizes[kept - 1])
            sizes[kept++] = sizes[i];
    return kept;
}

size_t draw_any_sizes(const struct named *named, unsigned many, unsigned all, unsigned most,
                      struct draw *draw, unsigned sizes[SIZES_MOST])
{
    struct sizes drawn = {.sizes = sizes, .most = most};

    for (unsigned i = 0; i < many; i++)
        add(&drawn, draw_size(draw, LEAST, most < USUAL ? most : USUAL));
    for (unsigned size = LEAST; size <= all; size++)
        add(&drawn, size);
    add_formulas(&drawn, draw);
    add_primes(&drawn, draw);
    add_recurrences(&drawn);
    add_powers(&drawn);
    for (unsigned i = 0; i < named->unusual; i++)
        for (unsigned k = 1; k <= BESIDE_NAMED; k++)
            add(&drawn, (uint64_t)named_size(named->numbers[i]) + k);
    if (drawn.count <= many)
        return drawn.count;
    qsort(sizes + many, drawn.count - many, sizeof *sizes, descending);
    return many + without_repeats(sizes + many, drawn.count - many);
}
