/*
 * The grader's host program for a kernel that leaves a sum of floats for each row of a matrix: see
 * judging.h. A case's CHOICE is the number of columns. The numbers are quarters, few enough that
 * all sums are exact. Handed back is the sum of all rows' sums, in quarters, each times its row,
 * counted from 1: rows cannot be exchanged. A sum that is no whole number of quarters counts as a
 * huge one.
 */
#include <math.h>

#include "judging.h"

enum { QUARTERS = 4, NO_NUMBER = 1 << 30 };

/* As in step17_rows/reduce.cu: passed by value. */
struct sharing {
    size_t rows, columns;
    unsigned tile_rows, lanes, parts;
    size_t part_columns;
};
struct meeting {
    float *parts;
    unsigned *tickets;
};

extern void course_kernel_rows(const float *input, float *sums, struct sharing sharing,
                               struct meeting meeting);

struct arguments {
    const float *input;
    float *sums;
    struct sharing sharing;
};

static void body(void *kept)
{
    struct arguments *it = kept;

    name_shared_memory();
    course_kernel_rows(it->input, it->sums, it->sharing, (struct meeting){0});
}

/* The case's numbers as floats, in device memory. */
static float *make_floats(const struct judged *it, float **allocated)
{
    struct numbers numbers = {it->seed, it->kind, 1, it->n};
    float *host = allocate(it->n * sizeof(float));

    for (size_t place = 0; place < it->n; place++)
        host[place] = (float)number_at(&numbers, place) / QUARTERS;
    CHECK(cudaMalloc((void **)allocated, (it->n + it->offset) * sizeof(float)));
    CHECK(cudaMemcpy(*allocated + it->offset, host, it->n * sizeof(float), cudaMemcpyHostToDevice));
    free(host);
    return *allocated + it->offset;
}

static long long weighted_sum(const float *sums, size_t rows)
{
    long long weighted = 0;

    for (size_t row = 0; row < rows; row++) {
        float quarters = sums[row] * QUARTERS;
        int is_whole = fabsf(quarters) < NO_NUMBER && quarters == truncf(quarters);

        weighted += (long long)(row + 1) * (is_whole ? (long long)quarters : NO_NUMBER);
    }
    return weighted;
}

static void judge(const struct judged *it)
{
    size_t rows = it->n / it->choice, bytes = rows * sizeof(float);
    struct arguments arguments = {.sharing = {.rows = rows, .columns = it->choice}};
    float *sums = allocate(bytes), *allocated;
    struct handed_back answer = {0};

    arguments.input = make_floats(it, &allocated);
    CHECK(cudaMalloc((void **)&arguments.sums, bytes));
    CHECK(cudaMemset(arguments.sums, POISON, bytes));
    answer.error = launch(&(struct launching){.name = it->name,
                                              .grid = it->grid,
                                              .from_last = it->from_last,
                                              .block = it->block,
                                              .body = body,
                                              .function = (const void *)course_kernel_rows,
                                              .arguments = &arguments,
                                              .bytes = sizeof arguments});

    if (answer.error == cudaSuccess)
        answer.error = cudaMemcpy(sums, arguments.sums, bytes, cudaMemcpyDeviceToHost);
    if (answer.error == cudaSuccess)
        answer.sum = weighted_sum(sums, rows);
    hand_back(it, 0, &answer);
    CHECK(cudaFree(allocated));
    CHECK(cudaFree(arguments.sums));
    free(sums);
}

int main(int argc, char **argv)
{
    return judge_cases(argc, argv, judge);
}
