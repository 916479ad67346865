#include "numbers.h"

#include <limits.h>
#include <stdint.h>

enum {
    APART = 8, /* a kernel that looks for multiples of 16 bytes may shift its share */
    PART = 64  /* numbers in which a pair stands, where all are added up together */
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

/* Neighbours that are added up together have one sign; the next ones have the other. */
static int level(const struct numbers *numbers, uint32_t drawn, size_t place)
{
    int most = INT_MAX / (int)(numbers->together + APART);
    int size = most - (int)(drawn % ((unsigned)most / 8 + 1));

    return (place / numbers->together + numbers->seed) % 2 == 0 ? size : -size;
}

static int peak(const struct numbers *numbers, uint32_t drawn, size_t place)
{
    int small = (int)(drawn % 16);
    int rest = 16 * (int)(numbers->together + APART);

    if (numbers->count == 1)
        return INT_MIN;
    if (place != scatter(numbers->seed, UINT32_MAX) % numbers->count)
        return small;
    return numbers->seed % 2 == 0 ? INT_MAX - rest - small : INT_MIN + rest + small;
}

/*
 * Of eight equal parts of those that are added up together, each has one peak: all of them are less
 * than three quarters of an int's limit.
 */
static int peaks(const struct numbers *numbers, uint32_t drawn, size_t place)
{
    unsigned part = numbers->together >= 64 ? numbers->together / 8 : 8;
    int sign = (place / numbers->together + numbers->seed) % 2 == 0 ? 1 : -1;
    unsigned small = INT_MAX / 8 / (numbers->together + APART);

    if (place % part == scatter(numbers->seed, UINT32_MAX - place / part) % part)
        return sign * (int)((1u << 27) - drawn % (1u << 20));
    return sign * (int)(drawn % small);
}

static int named(const struct numbers *numbers, size_t place)
{
    size_t part = numbers->together > 1 ? numbers->together : numbers->count;
    size_t which = (place / part + numbers->seed) % (NAMED_ALWAYS + name_count);
    int number = which < NAMED_ALWAYS ? always[which] : names[which - NAMED_ALWAYS];
    uint32_t drawn = scatter(numbers->seed, UINT32_MAX - place / part);

    if (place % part == drawn % part)
        return number;
    if (numbers->kind == NAMED_ALONE || drawn >> 31 == 0 || scatter(numbers->seed, place) % 2 != 0)
        return 0;
    return number > 0 ? -1 : 1; /* no sum comes beyond an int's limits */
}

/* Any of the named numbers whose sum stays within an int's limits, if all elements are that. */
static int any_named(const struct numbers *numbers, uint32_t drawn)
{
    uint32_t which = drawn % (NAMED_ALWAYS + name_count);
    int number = which < NAMED_ALWAYS ? always[which] : names[which - NAMED_ALWAYS];
    int most = numbers->together > 1 ? INT_MAX / (int)(numbers->together + APART) : INT_MAX;

    return number >= -most && number <= most ? number : 0;
}

/* What the first of a pair is: large, or named; INT_MIN has no partner. */
static int of_pair(uint32_t drawn)
{
    uint32_t which = (drawn >> 8) % (NAMED_ALWAYS + name_count);
    int number = which < NAMED_ALWAYS ? always[which] : names[which - NAMED_ALWAYS];

    if (drawn % 4 != 0)
        return drawn % 2 != 0 ? (int)(drawn >> 1) : -(int)(drawn >> 1);
    return number == INT_MIN ? INT_MAX : number;
}

/* How far partners are apart: half of the time a power of two below part, which is one itself. */
static size_t apart(uint32_t drawn, size_t part)
{
    size_t distance = 1;

    if (drawn % 2 != 0)
        return 1 + drawn / 2 % (part - 1);
    for (unsigned doubled = drawn / 2 % 16; doubled > 0; doubled--)
        distance = 2 * distance < part ? 2 * distance : 1;
    return distance;
}

/*
 * Partners are as far apart as some bits say, and neighbours at a distance of a power of two are
 * alike: both are others in each part that is added up together. One pair is left out, so that the
 * sum is not always 0.
 */
static int pairs(const struct numbers *numbers, size_t place)
{
    size_t part = numbers->together > 1 ? numbers->together : PART, first = place / part * part;
    uint32_t drawn = scatter(numbers->seed, UINT32_MAX - place / part);
    size_t at = place - first, partner = at ^ apart(drawn, part);
    size_t earlier = at < partner ? at : partner;
    uint32_t alike = 1u << (drawn >> 16) % 16;

    if (earlier == 0 || first + partner >= numbers->count)
        return 1 + (int)(at % 16);
    int number = of_pair(scatter(numbers->seed, first + (earlier & ~alike)));

    return earlier == at ? number : -number;
}

int number_at(const struct numbers *numbers, size_t place)
{
    uint32_t drawn = scatter(numbers->seed, place);
    int positive = (int)(drawn >> 1);

    switch (numbers->kind) {
    case LEVEL: return level(numbers, drawn, place);
    case PEAK: return peak(numbers, drawn, place);
    case PEAKS: return peaks(numbers, drawn, place);
    case ANY: return place % 4 == 3 ? -positive - 1 : positive;
    case NAMED:
    case NAMED_ALONE: return named(numbers, place);
    case NAMED_ALL: return any_named(numbers, drawn);
    case PAIRS: return pairs(numbers, place);
    case BYTES: return (int)(drawn % 256);
    case SMALL: return drawn % 8 == 0 ? -(int)(drawn >> 16) : (int)(drawn >> 16);
    default:
        return (numbers->seed + numbers->count / 4) % 2 == 0 ? INT_MAX - (int)(drawn % 1024)
                                                             : INT_MIN + (int)(drawn % 1024);
    }
}

long long sum_of_other(unsigned case_seed, size_t n, unsigned block)
{
    unsigned seed = case_seed + (unsigned)(n / 4);
    uint64_t high = scatter(~seed, block), low = scatter(~seed, UINT32_MAX - block);
    long long size = (long long)((high << 32 | low) >> 17);

    return (high % 4 == 3) != seed % 2 ? -size : size;
}

size_t walked_part(unsigned block)
{
    return 4 * (size_t)block;
}

long long sum_between(const struct numbers *numbers, size_t first, size_t end)
{
    long long sum = 0;

    for (size_t place = first; place < end; place++)
        sum += number_at(numbers, place);
    return sum;
}

void add_block_sum(struct block_sums *sums, unsigned block, long long sum)
{
    sums->total += sum;
    sums->in_places += (uint64_t)sum * (2ull * block + 1);
    sums->in_any_places += scatter((uint32_t)((uint64_t)sum >> 32), (uint32_t)sum);
}
