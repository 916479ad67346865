/*
 * Prints measured and modelled times side by side, as Markdown for docs/clock.md.
 *
 *     clock_section table|worst|order FOLDER...
 *
 * table: the steps over n; worst: the ten times that the clock is off by most; order: how often
 * it says rightly which of two steps is faster. The folders are such as
 * tools/calibrate/calibrate.sh wrote.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock_times.h"

#define TABLE_BLOCK 512
#define WORST       10
#define STEPS_MOST  100

/* Which of two measured times is the longer one counts from here on: below, chance decides. */
#define DIFFERENT 1.1

/* That step's time at n, in blocks of TABLE_BLOCK; or, of a step that chooses the block itself, the
 * one that there is; or NULL. */
static const struct clock_time *time_at(const struct clock_times *times, int step, double n)
{
    const struct clock_time *found = NULL;
    int others = 0;

    for (size_t i = 0; i < times->count; i++) {
        const struct clock_time *time = &times->time[i];

        if (time->step != step || time->n != n)
            continue;
        if (time->block == TABLE_BLOCK)
            return time;
        found = time;
        others++;
    }
    return others == 1 ? found : NULL;
}

static void print_table(const struct clock_times *times)
{
    printf("| step |");
    for (int power = 14; power <= 28; power += 2)
        printf(" 2^%d |", power);
    printf("\n|---|");
    for (int power = 14; power <= 28; power += 2)
        printf("--:|");
    for (int step = 1; step < STEPS_MOST; step++) {
        int is_known = 0;

        for (int power = 14; power <= 28; power += 2)
            is_known |= time_at(times, step, ldexp(1, power)) != NULL;
        if (!is_known)
            continue;
        printf("\n| %02d |", step);
        for (int power = 14; power <= 28; power += 2) {
            const struct clock_time *time = time_at(times, step, ldexp(1, power));

            if (time == NULL)
                printf(" – |");
            else
                printf(" %.1f / %.1f (%.2f) |", 1000 * time->measured, 1000 * time->modelled,
                       time->modelled / time->measured);
        }
    }
    printf("\n");
}

static int compare_errors(const void *a, const void *b)
{
    double difference = clock_time_error(b) - clock_time_error(a);

    return (difference > 0) - (difference < 0);
}

static void print_worst(struct clock_times *times)
{
    qsort(times->time, times->count, sizeof *times->time, compare_errors);
    printf("| what | n | block | grid | measured (µs) | modelled (µs) | ratio |\n"
           "|---|--:|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < times->count && i < WORST; i++) {
        const struct clock_time *time = &times->time[i];

        printf("| ");
        print_clock_name(time);
        printf(" | ");
        print_clock_n(time->n);
        printf(" | %.0f | %.0f | %.1f | %.1f | %.2f |\n", time->block, time->grid,
               1000 * time->measured, 1000 * time->modelled, time->modelled / time->measured);
    }
}

/* Of two steps, the first the faster one as measured. */
struct pair {
    unsigned count, wrong;
    const struct clock_time *fast, *slow; /* where the measured times differ most, of the wrong */
};

static void add_pair(struct pair *pair, const struct clock_time *fast,
                     const struct clock_time *slow)
{
    pair->count++;
    if (slow->modelled > fast->modelled)
        return;
    pair->wrong++;
    if (pair->slow == NULL ||
        slow->measured / fast->measured > pair->slow->measured / pair->fast->measured) {
        pair->fast = fast;
        pair->slow = slow;
    }
}

static void print_pair(int fast, int slow, const struct pair *pair)
{
    printf("| %02d | %02d | %u of %u | ", fast, slow, pair->wrong, pair->count);
    print_clock_n(pair->fast->n);
    printf(", %.0f | %.1f, %.1f | %.1f, %.1f |\n", pair->fast->block, 1000 * pair->fast->measured,
           1000 * pair->slow->measured, 1000 * pair->fast->modelled, 1000 * pair->slow->modelled);
}

static void print_order(const struct clock_times *times)
{
    static struct pair pairs[STEPS_MOST][STEPS_MOST];
    unsigned count = 0, wrong = 0;

    memset(pairs, 0, sizeof pairs);
    for (size_t i = 0; i < times->count; i++)
        for (size_t j = 0; j < times->count; j++) {
            const struct clock_time *fast = &times->time[i], *slow = &times->time[j];

            if (fast->step > 0 && slow->step > 0 && fast->n == slow->n &&
                fast->block == slow->block && slow->measured > DIFFERENT * fast->measured)
                add_pair(&pairs[fast->step % STEPS_MOST][slow->step % STEPS_MOST], fast, slow);
        }
    for (int fast = 0; fast < STEPS_MOST; fast++)
        for (int slow = 0; slow < STEPS_MOST; slow++) {
            count += pairs[fast][slow].count;
            wrong += pairs[fast][slow].wrong;
        }
    if (count == 0)
        return;
    printf("%u pairs, %u in the right order: %.1f %%.\n", count, count - wrong,
           100.0 * (count - wrong) / count);
    if (wrong == 0)
        return;
    printf(
        "\n| faster | slower | wrong | the clearest: n, block | measured (µs) | modelled (µs) |\n"
        "|--:|--:|--:|---|--:|--:|\n");
    for (int fast = 0; fast < STEPS_MOST; fast++)
        for (int slow = 0; slow < STEPS_MOST; slow++)
            if (pairs[fast][slow].wrong > 0)
                print_pair(fast, slow, &pairs[fast][slow]);
}

int main(int argc, char **argv)
{
    int printed = 0;

    if (argc < 3 || (strcmp(argv[1], "table") != 0 && strcmp(argv[1], "worst") != 0 &&
                     strcmp(argv[1], "order") != 0)) {
        fprintf(stderr, "usage: clock_section table|worst|order FOLDER...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        struct clock_times times;

        if (!clock_times_read(argv[i], &times))
            continue;
        printf("%s%s:\n\n", printed++ ? "\n" : "", times.device);
        if (strcmp(argv[1], "table") == 0)
            print_table(&times);
        else if (strcmp(argv[1], "worst") == 0)
            print_worst(&times);
        else
            print_order(&times);
    }
    if (!printed)
        printf("Not compared yet.\n");
    return 0;
}
