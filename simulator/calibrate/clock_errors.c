/*
 * Prints how far the simulator's clock is off, as Markdown for docs/clock_model.md.
 *
 *     clock_errors steps|cases|held_out|first_look|left_out FOLDER...
 *
 * steps: how the errors of the steps are spread, and by step, n and block; cases: of the other
 * kernels, by family; held_out: of those that no constant was fitted to; first_look: of
 * those on which it was scored once, before anybody had seen their times; left_out: of each step
 * where the constants were fitted without it. The folders are such as
 * calibrate/calibrate.sh wrote.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock_times.h"

/* What the names of families begin with that no constant was fitted to. */
#define HELD_OUT "held_out_"

static void print_head(const char *what)
{
    printf("| %s | times | mean | on average | median | ≤ 5 %% | ≤ 10 %% | ≤ 20 %% | ≤ 35 %% | "
           "worst |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|\n",
           what);
}

/* The rest of a row, behind its first cell. */
static void print_errors(const struct clock_errors *errors)
{
    static const double limits[] = {5, 10, 20, 35};
    const struct clock_time *worst = errors->worst;

    printf(" %zu |", errors->count);
    print_cell(errors->sum / (double)errors->count, 3, "");
    printf(" %+.0f %% |", 100 * expm1(errors->logarithms / (double)errors->count));
    print_cell(clock_errors_median(errors), 3, "");
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        print_cell(100 * clock_errors_within(errors, limits[i]), 0, " %");
    printf(" %.2f, ", worst->modelled / worst->measured);
    print_clock_name(worst);
    printf(", n = ");
    print_clock_n(worst->n);
    printf(", blocks of %.0f |\n", worst->block);
}

static double step_of(const struct clock_time *time)
{
    return time->step;
}

static double n_of(const struct clock_time *time)
{
    return time->n;
}

static double block_of(const struct clock_time *time)
{
    return time->block;
}

static void print_step(double step)
{
    printf("| step %02.0f |", step);
}

static void print_n(double n)
{
    printf("| n = ");
    print_clock_n(n);
    printf(" |");
}

static void print_block(double block)
{
    printf("| blocks of %.0f |", block);
}

/* The steps in groups, a row for each value, the least first. */
static void print_groups(const struct clock_times *times,
                         double (*value_of)(const struct clock_time *time),
                         void (*print_value)(double value))
{
    for (double value = 0;;) {
        double next = INFINITY;
        struct clock_errors errors = {0};

        for (size_t i = 0; i < times->count; i++)
            if (times->time[i].step > 0 && value_of(&times->time[i]) > value)
                next = fmin(next, value_of(&times->time[i]));
        if (isinf(next))
            return;
        value = next;
        for (size_t i = 0; i < times->count; i++)
            if (times->time[i].step > 0 && value_of(&times->time[i]) == value)
                clock_errors_add(&errors, &times->time[i]);
        print_value(value);
        print_errors(&errors);
    }
}

static void print_steps(const struct clock_times *times)
{
    struct clock_errors all = {0};

    for (size_t i = 0; i < times->count; i++)
        if (times->time[i].step > 0)
            clock_errors_add(&all, &times->time[i]);
    print_head("steps");
    printf("| all |");
    print_errors(&all);
    print_groups(times, step_of, print_step);
    print_groups(times, n_of, print_n);
    print_groups(times, block_of, print_block);
}

/* Whether both are cases of one family. */
static int are_related(const struct clock_time *a, const struct clock_time *b)
{
    size_t length = strcspn(a->name, "/");

    return a->step == 0 && b->step == 0 && length == strcspn(b->name, "/") &&
           strncmp(a->name, b->name, length) == 0;
}

static int is_case(const struct clock_time *time, int held_out)
{
    return time->step == 0 && held_out == !strncmp(time->name, HELD_OUT, strlen(HELD_OUT));
}

/* A copy of the times in which each program's empty launch takes what is modelled of one, as far as
 * it is known what it took. Never freed: the program ends soon after. */
static struct clock_times with_launches_alike(const struct clock_times *times)
{
    struct clock_times alike = *times;

    alike.time = malloc(times->count * sizeof *alike.time);
    if (alike.time == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(3);
    }
    for (size_t i = 0; i < times->count; i++) {
        alike.time[i] = times->time[i];
        alike.time[i].measured -= times->time[i].empty;
    }
    return alike;
}

/* The errors of a look's times, of which the name in front of the row is printed already. */
static void print_errors_of_look(const struct clock_times *times, int look)
{
    struct clock_errors errors = {0};

    for (size_t i = 0; i < times->count; i++)
        if (times->time[i].look == look)
            clock_errors_add(&errors, &times->time[i]);
    print_errors(&errors);
}

/* The row of all families of a look, where there were several; behind it, where it is known what an
 * empty launch of each program took, one without what that was more or less than modelled. */
static void print_look(const struct clock_times *times, int look)
{
    int is_known = 0;

    for (size_t i = 0; i < times->count; i++)
        is_known |= times->time[i].look == look && times->time[i].empty != 0;
    printf("| **all of look %d** |", look);
    print_errors_of_look(times, look);
    if (!is_known)
        return;

    struct clock_times alike = with_launches_alike(times);
    printf("| look %d, empty launches alike |", look);
    print_errors_of_look(&alike, look);
}

/* The cases, those that are held out of fits or the others, in families, in the order in which
 * they are found first; behind those of each look a row for all of them. */
static void print_cases(const struct clock_times *times, int held_out)
{
    struct clock_errors all = {0};
    int look = 0;

    print_head("family");
    for (size_t i = 0; i < times->count; i++) {
        const struct clock_time *first = &times->time[i];
        struct clock_errors errors = {0};
        size_t before = 0;

        while (before < i && !are_related(&times->time[before], first))
            before++;
        if (!is_case(first, held_out) || before < i)
            continue;
        if (look != 0 && first->look != look)
            print_look(times, look);
        look = first->look;
        for (size_t j = i; j < times->count; j++) {
            if (!are_related(first, &times->time[j]))
                continue;
            clock_errors_add(&errors, &times->time[j]);
            clock_errors_add(&all, &times->time[j]);
        }
        printf("| %.*s |", (int)strcspn(first->name, "/"), first->name);
        print_errors(&errors);
    }
    if (all.count == 0)
        return;
    if (look != 0)
        print_look(times, look);
    printf("| all |");
    print_errors(&all);
}

/* Returns 0 if it is not recorded. */
static int print_left_out(const char *folder)
{
    FILE *file = open_recorded(folder, "clock_leave_out.csv");
    char line[512], name[128];
    unsigned times;
    double left_out, as_is;

    if (file == NULL)
        return 0;
    printf("| left out | times | mean error, left out | mean error, fitted with the others |\n"
           "|---|--:|--:|--:|\n");
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%127[^,],%u,%lf,%lf", name, &times, &left_out, &as_is) != 4)
            continue; /* the columns' names, in the order of these */
        printf("| %s | %u |", name, times);
        print_cell(left_out, 3, "");
        print_cell(as_is, 3, "");
        printf("\n");
    }
    fclose(file);
    return 1;
}

int main(int argc, char **argv)
{
    static const char *const parts[] = {"steps", "cases", "held_out", "first_look", "left_out"};
    enum { STEPS, CASES, HELD_OUT_CASES, FIRST_LOOK, LEFT_OUT, PARTS };
    int part = 0, printed = 0;

    while (argc > 2 && part < PARTS && strcmp(argv[1], parts[part]) != 0)
        part++;
    if (argc < 3 || part == PARTS) {
        fprintf(stderr, "usage: clock_errors steps|cases|held_out|first_look|left_out FOLDER...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        struct clock_times times;
        int of_steps = part == STEPS || part == LEFT_OUT;

        if (!clock_times_read(argv[i], part == FIRST_LOOK ? CLOCK_FIRST_LOOK : CLOCK_NOW, &times) ||
            (!times.has_steps && of_steps))
            continue;
        printf("%s%s:\n\n", printed++ ? "\n" : "", times.device);
        if (part == STEPS)
            print_steps(&times);
        else if (part != LEFT_OUT)
            print_cases(&times, part != CASES);
        else if (!print_left_out(argv[i]))
            printf("Not fitted without its steps yet.\n");
    }
    if (!printed)
        printf("Not compared yet.\n");
    return 0;
}
