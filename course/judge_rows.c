/*
 * The grader's host program for a kernel that leaves a result for each row of a matrix: see
 * judging.h. A case's CHOICE is the number of columns, its INSTANCE one of course/row_kinds.h,
 * which also has the numbers. Handed back is the sum of all rows' results, as integers, each times
 * its row, counted from 1: rows cannot be exchanged.
 */
#include "judging.h"
#include "row_kinds.h"

/* As in step17_rows/reduce.cu: passed by value. */
struct sharing {
    size_t rows, columns;
    unsigned tile_rows, lanes, parts;
    size_t part_columns;
};
struct meeting {
    void *parts;
    unsigned *tickets;
};

typedef void reduce_rows(const float *input, void *results, struct sharing sharing,
                         struct meeting meeting);

/* The instances (course/symbols.c). */
extern reduce_rows course_kernel_0, course_kernel_1, course_kernel_2, course_kernel_3;
static reduce_rows *const kernels[ROW_KINDS] = {course_kernel_0, course_kernel_1, course_kernel_2,
                                                course_kernel_3};

struct arguments {
    reduce_rows *kernel;
    const float *input;
    void *results;
    struct sharing sharing;
};

static void body(void *kept)
{
    struct arguments *it = kept;

    name_shared_memory();
    it->kernel(it->input, it->results, it->sharing, (struct meeting){0});
}

/* The case's numbers as floats, in device memory. */
static float *make_floats(const struct judged *it, float **allocated)
{
    struct numbers numbers = {it->seed, it->kind, it->choice, it->n};
    float *host = allocate(it->n * sizeof(float));

    for (size_t place = 0; place < it->n; place++)
        host[place] = row_number(it->instance, &numbers, place);
    CHECK(cudaMalloc((void **)allocated, (it->n + it->offset) * sizeof(float)));
    CHECK(cudaMemcpy(*allocated + it->offset, host, it->n * sizeof(float), cudaMemcpyHostToDevice));
    free(host);
    return *allocated + it->offset;
}

static long long weighted_sum(enum row_kind kind, const float *results, size_t rows)
{
    long long weighted = 0;

    for (size_t row = 0; row < rows; row++)
        weighted +=
            (long long)(row + 1) * (row_instances[kind].is_softmax
                                        ? coded_softmax(results[2 * row], results[2 * row + 1])
                                        : coded_sum(results[row]));
    return weighted;
}

static void judge(const struct judged *it)
{
    if (it->instance >= ROW_KINDS)
        exit(EXIT_BAD_USAGE);
    draw_row_instances(it->seed);
    size_t rows = it->n / it->choice;
    size_t bytes = rows * sizeof(float) * (row_instances[it->instance].is_softmax ? 2 : 1);
    struct arguments arguments = {.kernel = kernels[it->instance],
                                  .sharing = {.rows = rows, .columns = it->choice}};
    float *results = allocate(bytes), *allocated;
    struct handed_back answer = {0};

    arguments.input = make_floats(it, &allocated);
    CHECK(cudaMalloc(&arguments.results, bytes));
    CHECK(cudaMemset(arguments.results, POISON, bytes));
    answer.error = launch(&(struct launching){.name = it->name,
                                              .grid = it->grid,
                                              .from_last = it->from_last,
                                              .block = it->block,
                                              .body = body,
                                              .function = (const void *)arguments.kernel,
                                              .arguments = &arguments,
                                              .bytes = sizeof arguments});

    if (answer.error == cudaSuccess)
        answer.error = cudaMemcpy(results, arguments.results, bytes, cudaMemcpyDeviceToHost);
    if (answer.error == cudaSuccess)
        answer.sum = weighted_sum(it->instance, results, rows);
    hand_back(it, 0, &answer);
    CHECK(cudaFree(allocated));
    CHECK(cudaFree(arguments.results));
    free(results);
}

int main(int argc, char **argv)
{
    return judge_cases(argc, argv, judge);
}
