/*
 * Prints measured and modelled times side by side, as Markdown for docs/clock_model.md.
 *
 *     clock_section table|worst|order|versions FOLDER...
 *
 * table: the steps over n; worst: the ten times that the clock is off by most; order: how often
 * it says rightly which of two steps is faster, and the clearest where it does not; versions: the
 * same of held-out kernels whose names are alike up to a dot, at the first look. The folders are
 * such as calibrate/calibrate.sh wrote.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock_times.h"

#define TABLE_BLOCK 512
#define WORST       10
#define WRONG_SHOWN 20
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

/* Two steps at the same n and block, or two versions of a kernel at the same n, the first the
 * faster one as measured. */
struct pair {
    const struct clock_time *fast, *slow;
};

/* How often the clock has them in the right order. */
struct orders {
    unsigned pairs, right;
};

/* Whether both are the same work, done in two ways. */
static int are_versions(const struct clock_time *a, const struct clock_time *b)
{
    size_t work = strcspn(a->name, ".");

    if (a->step > 0 || b->step > 0)
        return a->step > 0 && b->step > 0 && a->block == b->block;
    return a->name[work] == '.' && work == strcspn(b->name, ".") &&
           strncmp(a->name, b->name, work) == 0;
}

static int is_pair(const struct clock_time *fast, const struct clock_time *slow)
{
    return fast->n == slow->n && are_versions(fast, slow) &&
           slow->measured > DIFFERENT * fast->measured;
}

static double clearness(const struct pair *pair)
{
    return pair->slow->measured / pair->fast->measured;
}

static int compare_clearness(const void *a, const void *b)
{
    double difference = clearness(b) - clearness(a);

    return (difference > 0) - (difference < 0);
}

/* Counts the pairs at n, or at any n if it is 0, and of a look, or of any; and appends those in the
 * wrong order if they are wanted. */
static struct orders count_orders(const struct clock_times *times, double n, int look,
                                  struct pair *wrong)
{
    struct orders orders = {0, 0};

    for (size_t i = 0; i < times->count; i++)
        for (size_t j = 0; j < times->count; j++) {
            const struct clock_time *fast = &times->time[i], *slow = &times->time[j];

            if ((n > 0 && fast->n != n) || (look > 0 && fast->look != look) || !is_pair(fast, slow))
                continue;
            orders.pairs++;
            if (slow->modelled > fast->modelled)
                orders.right++;
            else if (wrong != NULL)
                wrong[orders.pairs - orders.right - 1] = (struct pair){fast, slow};
        }
    return orders;
}

static void print_orders(const struct orders *orders)
{
    printf(" %u | %u | %.1f %% |\n", orders->pairs, orders->right,
           100.0 * orders->right / orders->pairs);
}

static void print_wrong(struct pair *wrong, size_t count)
{
    qsort(wrong, count, sizeof *wrong, compare_clearness);
    printf("\n| faster | slower | n | block | measured (µs) | modelled (µs) |\n"
           "|---|---|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < count && i < WRONG_SHOWN; i++) {
        const struct clock_time *fast = wrong[i].fast, *slow = wrong[i].slow;

        printf("| ");
        print_clock_name(fast);
        printf(" | ");
        print_clock_name(slow);
        printf(" | ");
        print_clock_n(fast->n);
        printf(" | %.0f | %.1f, %.1f | %.1f, %.1f |\n", fast->block, 1000 * fast->measured,
               1000 * slow->measured, 1000 * fast->modelled, 1000 * slow->modelled);
    }
}

/* 0 if nothing says of which look it is. */
static int latest_look(const struct clock_times *times)
{
    int latest = 0;

    for (size_t i = 0; i < times->count; i++)
        latest = times->time[i].look > latest ? times->time[i].look : latest;
    return latest;
}

static void print_order(const struct clock_times *times)
{
    struct orders all = count_orders(times, 0, 0, NULL);
    struct pair *wrong = malloc((all.pairs + 1) * sizeof *wrong);

    if (wrong == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(3);
    }
    count_orders(times, 0, 0, wrong);
    printf("| n | pairs | in the right order | |\n|--:|--:|--:|--:|\n");
    for (int power = 0; power < 64; power++) {
        struct orders orders = count_orders(times, ldexp(1, power), 0, NULL);

        if (orders.pairs == 0)
            continue;
        printf("| 2^%d |", power);
        print_orders(&orders);
    }
    for (int look = 1; look <= latest_look(times); look++) {
        struct orders orders = count_orders(times, 0, look, NULL);

        if (orders.pairs == 0)
            continue; /* it was measured on another GPU */
        printf("| **all of look %d** |", look);
        print_orders(&orders);
    }
    if (all.pairs > 0) {
        printf("| all |");
        print_orders(&all);
    }
    if (all.right < all.pairs)
        print_wrong(wrong, all.pairs - all.right);
    free(wrong);
}

/* Leaves the steps alone. */
static void keep_steps(struct clock_times *times)
{
    size_t kept = 0;

    for (size_t i = 0; i < times->count; i++)
        if (times->time[i].step > 0)
            times->time[kept++] = times->time[i];
    times->count = kept;
}

int main(int argc, char **argv)
{
    static const char *const parts[] = {"table", "worst", "order", "versions"};
    enum { TABLE, WORST_ONES, ORDER, VERSIONS, PARTS };
    int part = 0, printed = 0;

    while (argc > 2 && part < PARTS && strcmp(argv[1], parts[part]) != 0)
        part++;
    if (argc < 3 || part == PARTS) {
        fprintf(stderr, "usage: clock_section table|worst|order|versions FOLDER...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        struct clock_times times;
        int of_steps = part == TABLE || part == ORDER;

        if (!clock_times_read(argv[i], part == VERSIONS ? CLOCK_FIRST_LOOK : CLOCK_NOW, &times) ||
            (!times.has_steps && of_steps))
            continue;
        printf("%s%s:\n\n", printed++ ? "\n" : "", times.device);
        if (part == TABLE)
            print_table(&times);
        else if (part == WORST_ONES)
            print_worst(&times);
        else {
            if (part == ORDER)
                keep_steps(&times);
            print_order(&times);
        }
    }
    if (!printed)
        printf("Not compared yet.\n");
    return 0;
}
