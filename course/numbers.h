/*
 * The numbers that a graded kernel adds up. The grader draws them for the right sum, its host
 * programs for the kernel's input: both know no more than the seed.
 */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stddef.h>
#include <stdint.h>

enum kind {
    LEVEL,   /* a sum in an int comes near its limits, and never beyond */
    PEAK,    /* one is near the limits of an int, all others are small */
    PEAKS,   /* a few of those that are added up together are beyond 2^26, all others small: a float
                holds no sum of two of them */
    ANY,     /* three of four are not negative: 32 bits do not hold the sum of a few */
    EXTREME, /* all are near the largest int: a double does not hold the sum of many */
    BYTES,   /* from 0 to 255, as the steps' own programs have them */
    SMALL,   /* below 2^16, most of them positive: a float holds the sum of 256 of them */
    NAMED,   /* of those that are added up together one is a named number, all others are 0, or of
                another sign and small */
    NAMED_ALONE, /* the same, and all others are 0 */
    NAMED_ALL,   /* all are named, but for those whose sum might come beyond an int's limits */
    PAIRS        /* most have a partner among those that are added up together, which cancels them:
                    large or named numbers, alike at some distance; sums of a few are beyond an int */
};

/*
 * The numbers that NAMED has: to be called before anything else here, where there are such. They
 * are 0, 1, -1, and the ends of an int, until others follow.
 */
enum { NAMED_ALWAYS = 5 };
void name_numbers(const int *numbers, unsigned count);

struct numbers {
    unsigned seed;
    enum kind kind;
    unsigned together; /* all but ANY, EXTREME, BYTES, SMALL: how many are added up in an int, or 1
                          for all; PAIRS: a power of two */
    size_t count;
};

/* The number of that index, which is below count. */
int number_at(const struct numbers *numbers, size_t place);

/* Those from index first up to end, without end: one after the other, as number_at has them. */
void draw_numbers(const struct numbers *numbers, size_t first, size_t end, int *to);

/*
 * What CHOICE asks for. Of chosen blocks: that there is a total of theirs and of others' sums, by
 * the second kernel or by the last of the chosen, and whether it is so large that it takes all of
 * 64 bits; or that none of the chosen is the last, though some bits of its ticket are the last
 * one's, or it draws the ticket before. Of all blocks: two launches at the same time
 * (course/judge_total.c).
 */
enum { WITH_TOTAL = 2, WITH_SMALL_TOTAL, BESIDE_ANOTHER, NONE_LAST, NEARLY_LAST };

/*
 * In which order a case's blocks run. ALL_BEGIN: each gets as far as its first barrier before any
 * goes on, and then the last to begin is done first (sim_launch's all_begin).
 */
enum order { FROM_FIRST, FROM_LAST, ALL_BEGIN };

/* Whether chosen blocks have a total. */
int has_total(unsigned choice);

/*
 * The sum that a block may have left, of 2^14 large numbers; with a large total, that of one block
 * of 40 is of 2^31. So with up to 2^16 blocks it is within 64 bits. By seed and n most are above 0,
 * or most below.
 */
long long sum_of_other(unsigned seed, size_t n, unsigned block, unsigned choice);

/*
 * Whether sums of these numbers are so large, and so varied, that a block which adds up a few
 * others than its own has no other block's sum by chance.
 */
int has_large_sums(enum kind kind);

/* How many numbers a block of a walk takes at a time: four for each thread. */
size_t walked_part(unsigned block);

/* The sum of those from index first up to end, without end. */
long long sum_between(const struct numbers *numbers, size_t first, size_t end);

/*
 * What is known of the sums that the blocks leave: their total, whether each stands in its place,
 * and which they are, in any places.
 */
struct block_sums {
    long long total;
    uint64_t in_places, in_any_places;
};

void add_block_sum(struct block_sums *sums, unsigned block, long long sum);

#endif
