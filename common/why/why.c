/*
 * The two tables of an experiment, and its rows of comma-separated values.
 */
#include "why.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../exit_status.h"
#include "../result.h"
#include "contest.h"

static size_t index_of(const struct variant *variants, char letter)
{
    for (size_t who = 0; variants[who].launch != NULL; who++)
        if (variants[who].letter == letter)
            return who;
    fprintf(stderr, "a comparison names variant %c, which there is not\n", letter);
    exit(EXIT_CUDA_FAILURE);
}

static const char *status_of(const struct variant *variant, const struct contestant *contestant)
{
    if (variant->sum == SUM_WRONG)
        return contestant->sum_is_right ? "right by luck" : "wrong on purpose";
    return contestant->sum_is_right ? "right" : "WRONG";
}

/* A number with a given number of decimals, or a dash where there is none; text has room for it. */
static const char *dash_or(char text[32], int decimals, double number)
{
    if (isnan(number))
        return "-";
    snprintf(text, 32, "%.*f", decimals, number);
    return text;
}

static void print_variants(const struct variant *variants, const struct contestant *contestants)
{
    printf("\n%-48s %15s %9s %19s  sum\n", "kernel", "blocks x threads", "ms", "min - max");
    for (size_t who = 0; variants[who].launch != NULL; who++) {
        const struct contestant *is = &contestants[who];
        char median[32], min[32], max[32];

        printf("%c %-46s %9u x %-4u %9s %9s -%8s  %s\n", variants[who].letter, variants[who].name,
               is->launched.grid, is->launched.block, dash_or(median, 4, is->time.median),
               dash_or(min, 4, is->time.min), dash_or(max, 4, is->time.max),
               status_of(&variants[who], is));
        if (isnan(is->time.median))
            printf("  (not modelled: which block is ready first)\n");
    }
}

/* What of the time before is saved, in percent; below 0 if it takes longer. */
static double gain_percent(const struct contestant *before, const struct contestant *after)
{
    return 100 * (before->time.median - after->time.median) / before->time.median;
}

static void print_comparisons(const struct variant *variants, const struct contestant *contestants,
                              const struct comparison *comparison)
{
    printf("\n%-62s %9s    %6s %8s\n", "what is taken away", "ms before", "after", "gain");
    for (; comparison->taken_away != NULL; comparison++) {
        const struct contestant *before = &contestants[index_of(variants, comparison->before)];
        const struct contestant *after = &contestants[index_of(variants, comparison->after)];

        char was[32], is[32], gain[32];

        printf("%c > %c  %-55s %9s -> %7s %6s %%\n", comparison->before, comparison->after,
               comparison->taken_away, dash_or(was, 4, before->time.median),
               dash_or(is, 4, after->time.median), dash_or(gain, 1, gain_percent(before, after)));
    }
}

static void write_side(FILE *csv, const struct variant *variant, const struct contestant *is)
{
    fprintf(csv, ",%c,\"%s\",\"%s\",%u,%u,%.6f,%.6f,%.6f,%s", variant->letter, variant->name,
            is->launched.kernel ? is->launched.kernel : variant->kernel, is->launched.grid,
            is->launched.block, is->time.median, is->time.min, is->time.max,
            status_of(variant, is));
}

/* A row for each comparison, which has both of its sides. */
static void write_csv(const struct options *options, const struct device *device,
                      const struct variant *variants, const struct contestant *contestants,
                      const struct comparison *comparison)
{
    FILE *csv = fopen(options->csv, "a");

    if (csv == NULL) {
        fprintf(stderr, "%s: cannot write the csv file %s\n", options->program, options->csv);
        exit(EXIT_CUDA_FAILURE);
    }
    if (fseek(csv, 0, SEEK_END) == 0 && ftell(csv) == 0)
        fprintf(csv, "step,device,times,n,taken_away,before_letter,before,before_kernel,"
                     "before_grid,before_block,before_ms,before_min_ms,before_max_ms,before_sum,"
                     "after_letter,after,after_kernel,after_grid,after_block,after_ms,"
                     "after_min_ms,after_max_ms,after_sum\n");
    for (; comparison->taken_away != NULL; comparison++) {
        size_t before = index_of(variants, comparison->before);
        size_t after = index_of(variants, comparison->after);

        fprintf(csv, "%s,\"%s\",%s,%llu,\"%s\"", options->program, device->name,
                device->is_simulated ? "modelled" : "measured", options->n, comparison->taken_away);
        write_side(csv, &variants[before], &contestants[before]);
        write_side(csv, &variants[after], &contestants[after]);
        fprintf(csv, "\n");
    }
    if (fclose(csv) != 0) {
        fprintf(stderr, "%s: cannot write the csv file %s\n", options->program, options->csv);
        exit(EXIT_CUDA_FAILURE);
    }
}

static void print_conditions(const struct options *options, const struct device *device,
                             const char *elements)
{
    print_setting(options, device, elements);
    printf("Times are %s, on a %s cache", device->is_simulated ? "modelled" : "measured in turns",
           options->warm ? "warm" : "cold, clean");
    if (!device->is_simulated)
        printf(", medians of %d", options->repeat);
    printf("; an empty launch: %s%.4f ms\n", time_mark(device),
           empty_launch(&device->cache, options->repeat));
}

int take_away(int argc, char **argv, struct block_range blocks, const struct variant *variants,
              const struct comparison *comparisons)
{
    return take_away_of(&sum_of_ints, argc, argv, blocks, variants, comparisons);
}

int take_away_of(const struct work *work, int argc, char **argv, struct block_range blocks,
                 const struct variant *variants, const struct comparison *comparisons)
{
    struct command_line allowed = {
        .n = 1ULL << 24,
        .n_on_simulator = 1ULL << 22, /* fills every device that it knows */
        .n_max = N_MAX_32_BIT,
        .block = blocks.most < 512 ? blocks.most : 512,
        .block_min = BLOCK_MIN,
    };
    struct options options = parse_command_line(argc, argv, &allowed);

    options.n_of_text = options.n; /* what is shown does not depend on the larger one */
    if (options.block < blocks.least || options.block > blocks.most) {
        fprintf(stderr, "%s: -b %u: these kernels take blocks of %u%s%.0u threads\n",
                options.program, options.block, blocks.least,
                blocks.most > blocks.least ? " to " : "",
                blocks.most > blocks.least ? blocks.most : 0);
        return EXIT_BAD_USAGE;
    }
    if (options.csv != NULL && strcmp(options.csv, "-") == 0) {
        fprintf(stderr, "%s: --csv needs a file: the tables go to stdout\n", options.program);
        return EXIT_BAD_USAGE;
    }
    struct device device = select_device(&options);
    struct contestant *contestants = hold_contest(&options, &device, work, variants);
    int status = EXIT_RIGHT_SUM;

    for (size_t who = 0; variants[who].launch != NULL; who++)
        if (variants[who].sum == SUM_RIGHT && !contestants[who].sum_is_right)
            status = EXIT_WRONG_SUM;
    print_conditions(&options, &device, work->elements);
    print_variants(variants, contestants);
    print_comparisons(variants, contestants, comparisons);
    if (options.csv != NULL)
        write_csv(&options, &device, variants, contestants, comparisons);
    free(contestants);
    return status;
}
