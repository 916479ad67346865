/*
 * The task of step 17, from the command line: rows of numbers; and whether their results are right.
 */
#ifndef TASK_H
#define TASK_H

#include <stdio.h>
#include <string.h>

#include "../common/lab.h"
#include "../common/result.h"
#include "../common/rows/row_check.h"
#include "operators.h"

static bool is_given(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return false;
}

/* The shape that the command line asks for; ends the program if there is none such. */
static void choose_rows(const struct options *options, int argc, char **argv,
                        unsigned long long *rows, unsigned long long *columns)
{
    bool has_n = is_given("-n", argc, argv);
    bool has_rows = is_given("--rows", argc, argv), has_columns = is_given("--columns", argc, argv);
    unsigned long long n = options->n;

    if (!has_columns)
        *columns = has_rows ? n / *rows : n < *columns ? n : *columns;
    if (!has_rows)
        *rows = *columns > 0 ? n / *columns : 0;
    bool fits = *columns == 0 || *rows <= N_MAX_64_BIT / *columns;
    if (*rows > 0 && (*columns > 0 || has_columns) && fits &&
        !(has_n && has_rows && has_columns && n != *rows * *columns))
        return;
    fprintf(stderr, "%s: %llu rows of %llu numbers cannot be made of -n %llu, or are over 2^60\n",
            options->program, *rows, *columns, n);
    exit(EXIT_BAD_USAGE);
}

static void check_row(struct row_check *check, const float *row, size_t n, float sum,
                      double additions)
{
    check_row_sum(check, row, n, sum, additions);
}

static void check_row(struct row_check *check, const float *row, size_t n, struct softmax_pair pair,
                      double additions)
{
    check_row_softmax(check, row, n, pair.maximum, pair.sum, additions);
}

/* The task that the command line sets. */
struct task {
    const struct options *options;
    const struct device *device;
    size_t rows, columns;
    const float *h_idata;
    const size_t *h_offsets; // rows + 1 of them; NULL: all rows have `columns` numbers
};

/* Holds the results against the CPU's. */
template <class op>
static struct row_check check_rows(const struct task *task, const typename op::result *h_odata,
                                   double additions)
{
    struct row_check check = {};

    for (size_t row = 0; row < task->rows; row++) {
        size_t begin = task->h_offsets ? task->h_offsets[row] : row * task->columns;
        size_t end = task->h_offsets ? task->h_offsets[row + 1] : begin + task->columns;
        check_row(&check, task->h_idata + begin, end - begin, h_odata[row], additions);
    }
    return check;
}

static void print_task(const struct task *task, const char *what)
{
    size_t longest = 0, empty = 0;

    if (!talks_to_people(task->options))
        return;
    print_device(task->options, task->device);
    if (task->h_offsets == NULL) {
        printf("%zu rows of %zu floats: %s\n", task->rows, task->columns, what);
        return;
    }
    for (size_t row = 0; row < task->rows; row++) {
        size_t length = task->h_offsets[row + 1] - task->h_offsets[row];
        longest = length > longest ? length : longest;
        empty += length == 0;
    }
    printf("%llu floats in %zu rows, %zu of them empty, the longest of %zu: %s\n", task->options->n,
           task->rows, empty, longest, what);
}

#endif
