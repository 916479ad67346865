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
extern reduce_rows course_kernel_0, course_kernel_1, course_kernel_2, course_kernel_3,
    course_kernel_4, course_kernel_5, course_kernel_6, course_kernel_7, course_kernel_8;
static reduce_rows *const kernels[ROW_KINDS] = {course_kernel_0, course_kernel_1, course_kernel_2,
                                                course_kernel_3, course_kernel_4, course_kernel_5,
                                                course_kernel_6, course_kernel_7, course_kernel_8};

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

/* The rows of all blocks, or of the chosen ones: those of the i-th of them, from first to end. */
static unsigned parts_of(const struct judged *it)
{
    return it->chosen > 0 ? it->chosen : 1;
}

static size_t rows_of(const struct judged *it)
{
    return it->n / it->choice;
}

static size_t first_row(const struct judged *it, unsigned part)
{
    return it->chosen > 0 ? it->blocks[part] * rows_of_block(it->instance) : 0;
}

static size_t end_row(const struct judged *it, unsigned part)
{
    size_t end = first_row(it, part) + rows_of_block(it->instance), rows = rows_of(it);

    return it->chosen > 0 && end < rows ? end : rows;
}

/* The rows from first up to end to their places, in pieces, as copy_all does. */
static void copy_rows(const struct judged *it, const struct numbers *numbers, size_t first,
                      size_t end, float *input)
{
    enum { PIECE = 1 << 14 };
    size_t columns = it->choice, at_once = columns < PIECE ? PIECE / columns : 1;
    size_t row_bytes = columns * sizeof(float);
    float *piece = allocate((end - first < at_once ? end - first : at_once) * row_bytes);

    for (size_t piece_end; first < end; first = piece_end) {
        piece_end = end - first < at_once ? end : first + at_once;
        for (size_t row = first; row < piece_end; row++)
            draw_row(it->instance, numbers, row, piece + (row - first) * columns);
        CHECK(cudaMemcpy(input + first * columns, piece, (piece_end - first) * row_bytes,
                         cudaMemcpyHostToDevice));
    }
    free(piece);
}

/* The case's numbers as floats, in device memory. */
static float *make_floats(const struct judged *it, void **allocated)
{
    struct numbers numbers = {it->seed, it->kind, it->choice, it->n};

    *allocated = new_array(it, "input", (it->n + it->offset) * sizeof(float));
    float *input = (float *)*allocated + it->offset;

    for (unsigned part = 0; part < parts_of(it); part++)
        copy_rows(it, &numbers, first_row(it, part), end_row(it, part), input);
    return input;
}

static unsigned floats_of_row(const struct judged *it)
{
    return row_instances[it->instance].is_softmax ? 2 : 1;
}

static void poison(const struct judged *it, float *results)
{
    unsigned floats = floats_of_row(it);

    for (unsigned part = 0; part < parts_of(it); part++) {
        size_t first = first_row(it, part), end = end_row(it, part);

        CHECK(cudaMemset(results + first * floats, POISON, (end - first) * floats * sizeof(float)));
    }
}

/* Each result times its place among those that are looked at, counted from 1, is added to *sum. */
static cudaError_t add_up(const struct judged *it, const float *results, long long *sum)
{
    struct numbers numbers = {it->seed, it->kind, it->choice, it->n};
    float unit = row_unit(&numbers);
    unsigned floats = floats_of_row(it);
    cudaError_t error = cudaSuccess;
    long long weight = 0;

    for (unsigned part = 0; part < parts_of(it) && error == cudaSuccess; part++) {
        size_t first = first_row(it, part), end = end_row(it, part);
        size_t bytes = (end - first) * floats * sizeof(float);
        float *host = allocate(bytes);

        error = cudaMemcpy(host, results + first * floats, bytes, cudaMemcpyDeviceToHost);
        for (size_t row = 0; row < end - first && error == cudaSuccess; row++)
            *sum += ++weight * (floats == 2 ? coded_softmax(host[2 * row], host[2 * row + 1])
                                            : coded_sum(host[row], unit));
        free(host);
    }
    return error;
}

static void judge(const struct judged *it)
{
    if (it->instance >= ROW_KINDS)
        exit(EXIT_BAD_USAGE);
    draw_row_instances(it->seed);
    size_t rows = rows_of(it);
    struct arguments arguments = {.kernel = kernels[it->instance],
                                  .sharing = {.rows = rows, .columns = it->choice}};
    struct handed_back answer = {0};
    void *allocated;

    arguments.input = make_floats(it, &allocated);
    arguments.results = new_array(it, "results", rows * floats_of_row(it) * sizeof(float));
    poison(it, arguments.results);
    answer.error = launch(&(struct launching){.name = it->name,
                                              .grid = it->grid,
                                              .order = it->order,
                                              .chosen = it->chosen,
                                              .blocks = it->blocks,
                                              .block = it->block,
                                              .body = body,
                                              .function = (const void *)arguments.kernel,
                                              .arguments = &arguments,
                                              .bytes = sizeof arguments});

    if (answer.error == cudaSuccess)
        answer.error = add_up(it, arguments.results, &answer.sum);
    hand_back(it, 0, &answer);
    CHECK(cudaFree(allocated));
    CHECK(cudaFree(arguments.results));
}

int main(int argc, char **argv)
{
    return judge_cases(argc, argv, judge);
}
