#include "numbers.h"

#include <limits.h>
#include <stdint.h>

enum {
    EIGHTHS = 8,
    ONE_OF_SUMS = 40,
    APART = 8, /* a kernel that looks for multiples of 16 bytes may shift its share */
    SUMMED_AT_ONCE = 1024,
    PAIRED = 64 /* numbers in which a pair stands, where all are added up together */
};

static const int always[NAMED_ALWAYS] = {0, 1, -1, INT_MIN, INT_MAX};
static const int *names;
static unsigned name_count;

void name_numbers(const int *numbers, unsigned count)
{
    names = numbers;
    name_count = count;
}

/* Scatters the bits of two numbers: near ones have nothing in common afterwards. */
static uint32_t scatter(uint32_t seed, uint64_t place)
{
    uint64_t x = ((uint64_t)seed << 32 | (seed ^ 0x9E3779B9u)) + (place + 1) * 0xD1342543DE82EF95u;

    x ^= x >> 32;
    x *= 0xDA942042E4DD58B5u;
    x ^= x >> 29;
    x *= 0x9FB21C651E98DF25u;
    return (uint32_t)(x >> 32);
}

/* What the numbers from one index up to another have in common: it is found once for all of them.
 */
struct part {
    size_t first, end;
    size_t peak;      /* the index of the one that is unlike the others */
    size_t distance;  /* of partners, as a difference of bits */
    size_t alone;     /* the first of the pair that is left out, counted from the first number */
    uint32_t drawn;   /* scattered for the part */
    unsigned most;    /* of the numbers' sizes, or how many sizes there are */
    int sign, number; /* the number at the peak */
};

/* The part that holds the index, of parts with so many numbers each. */
static struct part part_of(const struct numbers *numbers, size_t place, size_t length)
{
    struct part part = {.first = place / length * length};

    part.end = part.first + length;
    part.drawn = scatter(numbers->seed, UINT32_MAX - place / length);
    part.peak = part.first + part.drawn % length;
    return part;
}

/* Neighbours that are added up together have one sign; the next ones have the other. */
static int sign_of(const struct numbers *numbers, size_t place)
{
    return (place / numbers->together + numbers->seed) % 2 == 0 ? 1 : -1;
}

static struct part level_part(const struct numbers *numbers, size_t place)
{
    struct part part = part_of(numbers, place, numbers->together);

    part.most = INT_MAX / (numbers->together + APART);
    part.sign = sign_of(numbers, place);
    return part;
}

static struct part peak_part(const struct numbers *numbers)
{
    int rest = 16 * (int)(numbers->together + APART);
    struct part part = {.end = numbers->count};

    part.peak = scatter(numbers->seed, UINT32_MAX) % numbers->count;
    part.sign = numbers->seed % 2 == 0 ? 1 : -1;
    part.number = part.sign > 0 ? INT_MAX - rest : INT_MIN + rest;
    return part;
}

static int peak(const struct numbers *numbers, const struct part *part, uint32_t drawn,
                size_t place)
{
    int small = (int)(drawn % 16);

    if (numbers->count == 1)
        return INT_MIN;
    return place != part->peak ? small : part->number - part->sign * small;
}

/*
 * Of eight equal parts of those that are added up together, each has one peak: all of them are less
 * than three quarters of an int's limit.
 */
static struct part peaks_part(const struct numbers *numbers, size_t place)
{
    struct part part = part_of(numbers, place, numbers->together >= 64 ? numbers->together / 8 : 8);
    size_t sign_ends = (place / numbers->together + 1) * numbers->together;

    part.end = sign_ends < part.end ? sign_ends : part.end;
    part.most = INT_MAX / 8 / (numbers->together + APART);
    part.sign = sign_of(numbers, place);
    return part;
}

static int peaks(const struct part *part, uint32_t drawn, size_t place)
{
    return part->sign *
           (int)(place == part->peak ? (1u << 27) - drawn % (1u << 20) : drawn % part->most);
}

static int named_number(uint32_t drawn)
{
    uint32_t which = drawn % (NAMED_ALWAYS + name_count);

    return which < NAMED_ALWAYS ? always[which] : names[which - NAMED_ALWAYS];
}

/*
 * Parts have the named numbers in turn. Each is in another eighth of its part when it comes again,
 * since a thread may treat its numbers of each data block in another way.
 */
static struct part named_part(const struct numbers *numbers, size_t place)
{
    size_t length = numbers->together > 1 ? numbers->together : numbers->count;
    size_t number = place / length, eighth = length / EIGHTHS;
    struct part part = part_of(numbers, place, length);

    if (eighth > 0)
        part.peak = part.first + part.drawn % eighth +
                    eighth * ((number / (NAMED_ALWAYS + name_count) + numbers->seed) % EIGHTHS);
    part.number = named_number((uint32_t)((number + numbers->seed) % (NAMED_ALWAYS + name_count)));
    return part;
}

static int named(const struct numbers *numbers, const struct part *part, uint32_t drawn,
                 size_t place)
{
    if (place == part->peak)
        return part->number;
    if (numbers->kind == NAMED_ALONE || part->drawn >> 31 == 0 || drawn % 2 != 0)
        return 0;
    return part->number > 0 ? -1 : 1; /* no sum comes beyond an int's limits */
}

/* Any of the named numbers whose sum stays within an int's limits, if all elements are that. */
static int any_named(const struct numbers *numbers, uint32_t drawn)
{
    int number = named_number(drawn);
    int most = numbers->together > 1 ? INT_MAX / (int)(numbers->together + APART) : INT_MAX;

    return number >= -most && number <= most ? number : 0;
}

/* What the first of a pair is: large, or named; INT_MIN has no partner. */
static int of_pair(uint32_t drawn)
{
    int number = named_number(drawn >> 8);

    if (drawn % 4 != 0)
        return drawn % 2 != 0 ? (int)(drawn >> 1) : -(int)(drawn >> 1);
    return number == INT_MIN ? INT_MAX : number;
}

/* How far partners are apart: half of the time a power of two below length, which is one itself. */
static size_t apart(uint32_t drawn, size_t length)
{
    size_t distance = 1;

    if (drawn % 2 != 0)
        return 1 + drawn / 2 % (length - 1);
    for (unsigned doubled = drawn / 2 % 16; doubled > 0; doubled--)
        distance = 2 * distance < length ? 2 * distance : 1;
    return distance;
}

/*
 * Partners are as far apart as some bits say, and neighbours at a distance of a power of two are
 * alike: both are others in each part that is added up together. One pair, of the part's own
 * choice, is left out, so that the sum is not always 0 and the first number not always small.
 */
static struct part pairs_part(const struct numbers *numbers, size_t place)
{
    size_t length = numbers->together > 1 ? numbers->together : PAIRED;
    struct part part = part_of(numbers, place, length);
    size_t end = part.end < numbers->count ? part.end : numbers->count;

    part.distance = apart(part.drawn, length);
    part.alone = (part.drawn >> 20) % (end - part.first);
    if ((part.alone ^ part.distance) < part.alone)
        part.alone ^= part.distance;
    return part;
}

static int pairs(const struct numbers *numbers, const struct part *part, size_t place)
{
    size_t at = place - part->first, partner = at ^ part->distance;
    size_t earlier = at < partner ? at : partner;
    uint32_t alike = 1u << (part->drawn >> 16) % 16;

    if (earlier == part->alone || part->first + partner >= numbers->count)
        return 1 + (int)(at % 16);
    int number = of_pair(scatter(numbers->seed, part->first + (earlier & ~alike)));

    return earlier == at ? number : -number;
}

static inline int any(uint32_t drawn, size_t place)
{
    int positive = (int)(drawn >> 1);

    return place % 4 == 3 ? -positive - 1 : positive;
}

/* Near one end of an int's range: the same one for all of a launch's numbers. */
static inline int extreme(int is_most, uint32_t drawn)
{
    int from_end = (int)(drawn % 1024);

    return is_most ? INT_MAX - from_end : INT_MIN + from_end;
}

static inline int is_extreme_most(const struct numbers *numbers)
{
    return (numbers->seed + numbers->count / 4) % 2 == 0;
}

/* Whether some numbers of a kind have anything in common: most kinds' numbers have not. */
static inline int has_parts(enum kind kind)
{
    return kind == LEVEL || kind == PEAK || kind == PEAKS || kind == NAMED || kind == NAMED_ALONE ||
           kind == PAIRS;
}

/* The numbers from index place on that have as much in common as their kind has. */
static struct part part_at(const struct numbers *numbers, size_t place)
{
    struct part all = {.end = SIZE_MAX};

    switch (numbers->kind) {
    case LEVEL: return level_part(numbers, place);
    case PEAK: return peak_part(numbers);
    case PEAKS: return peaks_part(numbers, place);
    case NAMED:
    case NAMED_ALONE: return named_part(numbers, place);
    case PAIRS: return pairs_part(numbers, place);
    default: return all;
    }
}

/* The number of the index, which is in the part. */
static inline int number_in(const struct numbers *numbers, const struct part *part, size_t place)
{
    uint32_t drawn = scatter(numbers->seed, place);

    switch (numbers->kind) {
    case LEVEL: return part->sign * (int)(part->most - drawn % (part->most / 8 + 1));
    case PEAK: return peak(numbers, part, drawn, place);
    case PEAKS: return peaks(part, drawn, place);
    case ANY: return any(drawn, place);
    case NAMED:
    case NAMED_ALONE: return named(numbers, part, drawn, place);
    case NAMED_ALL: return any_named(numbers, drawn);
    case PAIRS: return pairs(numbers, part, place);
    case BYTES: return (int)(drawn % 256);
    case SMALL: return drawn % 8 == 0 ? -(int)(drawn >> 16) : (int)(drawn >> 16);
    default: return extreme(is_extreme_most(numbers), drawn);
    }
}

int number_at(const struct numbers *numbers, size_t place)
{
    static const struct part none;

    if (numbers->kind == ANY) /* the elements of step 16 are drawn by it, one by one */
        return any(scatter(numbers->seed, place), place);
    if (!has_parts(numbers->kind))
        return number_in(numbers, &none, place);
    struct part part = part_at(numbers, place);

    return number_in(numbers, &part, place);
}

/* The kinds of the largest launches: nothing of them is asked again for each number. */
static void draw_any(uint32_t seed, size_t first, size_t end, int *to)
{
    for (size_t place = first; place < end; place++)
        *to++ = any(scatter(seed, place), place);
}

static void draw_extreme(const struct numbers *numbers, size_t first, size_t end, int *to)
{
    uint32_t seed = numbers->seed;
    int is_most = is_extreme_most(numbers);

    for (size_t place = first; place < end; place++)
        *to++ = extreme(is_most, scatter(seed, place));
}

void draw_numbers(const struct numbers *numbers, size_t first, size_t end, int *to)
{
    const struct numbers own = *numbers; /* no number that is written may be one of its */

    if (own.kind == ANY) {
        draw_any(own.seed, first, end, to);
        return;
    }
    if (own.kind == EXTREME) {
        draw_extreme(&own, first, end, to);
        return;
    }
    for (size_t place = first; place < end;) {
        const struct part part = part_at(&own, place);
        size_t part_end = part.end < end ? part.end : end;

        for (; place < part_end; place++)
            to[place - first] = number_in(&own, &part, place);
    }
}

int has_total(unsigned choice)
{
    return choice == WITH_TOTAL || choice == WITH_SMALL_TOTAL;
}

long long sum_of_other(unsigned case_seed, size_t n, unsigned block, unsigned choice)
{
    unsigned seed = case_seed + (unsigned)(n / 4);
    uint64_t high = scatter(~seed, block), low = scatter(~seed, UINT32_MAX - block);
    long long drawn = (long long)((high << 32 | low) >> 19);
    int is_negative = (high % 4 == 3) != seed % 2;

    /* one has the sign of most: all of them come to more than 63 bits hold, and no more than 64 do;
     * nor does a double hold it */
    if (choice == WITH_TOTAL && block == seed % ONE_OF_SUMS) {
        drawn += 9ll << 59 | (long long)(high & 0xFFFFFFF) << 31;
        is_negative = seed % 2;
    }
    return is_negative ? -drawn : drawn;
}

int has_large_sums(enum kind kind)
{
    return kind == LEVEL || kind == PEAKS || kind == ANY || kind == EXTREME;
}

size_t walked_part(unsigned block)
{
    return 4 * (size_t)block;
}

long long sum_between(const struct numbers *numbers, size_t first, size_t end)
{
    int drawn[SUMMED_AT_ONCE];
    long long sum = 0;

    for (size_t at_once; first < end; first += at_once) {
        at_once = end - first < SUMMED_AT_ONCE ? end - first : SUMMED_AT_ONCE;
        draw_numbers(numbers, first, first + at_once, drawn);
        for (size_t i = 0; i < at_once; i++)
            sum += drawn[i];
    }
    return sum;
}

void add_block_sum(struct block_sums *sums, unsigned block, long long sum)
{
    sums->total += sum;
    sums->in_places += (uint64_t)sum * (2ull * block + 1);
    sums->in_any_places += scatter((uint32_t)((uint64_t)sum >> 32), (uint32_t)sum);
}
