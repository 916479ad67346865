/*
 * The grader's host program for kernels whose sum is the device's, in 64 bits: see judging.h. For
 * each case the kernel is launched several times with the same storage for its sums, total and
 * ticket, each time on fresh numbers, at an offset from 16 bytes that is one int larger.
 * The ticket is 0 before the first launch. Of a case of CHOICE BESIDE_ANOTHER the two launches have
 * storages of their own, and run at the same time, as in two streams.
 */
#include "judging.h"

#include <string.h>

typedef void sum_two_kernels(int *input, long long *sums, size_t n);
typedef void sum_sums(long long *sums, long long *total, unsigned count);
typedef void sum_ticket(int *input, long long *sums, long long *total, unsigned *ticket, size_t n);

/* The kernel of either kind, and the second of two (course/symbols.c). */
extern sum_two_kernels course_kernel_two;
extern sum_sums course_kernel_sums;
extern sum_ticket course_kernel_ticket;
#pragma weak course_kernel_two
#pragma weak course_kernel_sums
#pragma weak course_kernel_ticket

struct arguments {
    int *input;
    long long *sums, *total;
    unsigned *ticket, grid;
    size_t n;
};

/* From here on the sums of a grid's blocks take too many pages to be touched. */
enum { GRID_SET = 1 << 20 };

/* Inputs by their offset: a launch takes that of an earlier one, since new memory takes longer. */
enum { OFFSETS = 4 };
struct inputs {
    int *allocated[OFFSETS];
};

static void body_two(void *kept)
{
    struct arguments *it = kept;

    name_shared_memory();
    course_kernel_two(it->input, it->sums, it->n);
}

static void body_sums(void *kept)
{
    struct arguments *it = kept;

    name_shared_memory();
    course_kernel_sums(it->sums, it->total, it->grid);
}

static void body_ticket(void *kept)
{
    struct arguments *it = kept;

    name_shared_memory();
    course_kernel_ticket(it->input, it->sums, it->total, it->ticket, it->n);
}

static cudaError_t launch_body(const struct judged *it, struct arguments *arguments, unsigned grid,
                               void (*body)(void *), const void *function, const char *name)
{
    return launch(&(struct launching){.name = name,
                                      .grid = grid,
                                      .order = it->order,
                                      .chosen = grid > 1 ? it->chosen : 0,
                                      .blocks = it->blocks,
                                      .block = it->block,
                                      .shared = it->block * it->shared,
                                      .body = body,
                                      .function = function,
                                      .arguments = arguments,
                                      .bytes = sizeof *arguments});
}

/* Who adds up the blocks' sums finds those of blocks that have not run, too. */
static cudaError_t add_others(const struct judged *it, const struct arguments *arguments)
{
    size_t bytes = it->grid * sizeof(long long);
    long long *sums = allocate(bytes);
    cudaError_t error = cudaMemcpy(sums, arguments->sums, bytes, cudaMemcpyDeviceToHost);

    for (unsigned block = 0, i = 0; block < it->grid; block++)
        if (i < it->chosen && it->blocks[i] == block)
            i++;
        else
            sums[block] = sum_of_other(it->seed, it->n, block, it->choice);
    if (error == cudaSuccess)
        error = cudaMemcpy(arguments->sums, sums, bytes, cudaMemcpyHostToDevice);
    free(sums);
    return error;
}

/*
 * How many blocks have drawn tickets before the chosen ones: all others, or all but one, or so many
 * that the first chosen one's ticket is the last one's without its highest bit.
 */
static unsigned drawn_before(const struct judged *it)
{
    unsigned highest = 1;

    if (has_total(it->choice) || it->choice == NEARLY_LAST)
        return it->grid - it->chosen - (it->choice == NEARLY_LAST);
    while (highest <= (it->grid - 1) / 2)
        highest *= 2;
    return it->choice == NONE_LAST ? it->grid - 1 - highest : 0;
}

/* Of chosen blocks one may be the last: all others have left their sums. */
static cudaError_t launch_ticket(const struct judged *it, struct arguments *arguments)
{
    unsigned drawn = drawn_before(it);
    cudaError_t error = cudaSuccess;

    if (it->chosen > 0 && has_total(it->choice))
        error = add_others(it, arguments);
    if (error == cudaSuccess && it->chosen > 0 && drawn > 0)
        error = cudaMemcpy(arguments->ticket, &drawn, sizeof drawn, cudaMemcpyHostToDevice);
    if (error != cudaSuccess)
        return error;
    return launch_body(it, arguments, it->grid, body_ticket, (const void *)course_kernel_ticket,
                       it->name);
}

/* The second kernel, where there is one. */
static cudaError_t launch_second(const struct judged *it, struct arguments *arguments)
{
    if (course_kernel_ticket != NULL)
        return cudaSuccess;
    return launch_body(it, arguments, 1, body_sums, (const void *)course_kernel_sums,
                       "second kernel");
}

static cudaError_t launch_first(const struct judged *it, struct arguments *arguments)
{
    if (course_kernel_ticket != NULL)
        return launch_ticket(it, arguments);
    return launch_body(it, arguments, it->grid, body_two, (const void *)course_kernel_two,
                       it->name);
}

static cudaError_t launch_kernels(const struct judged *it, struct arguments *arguments)
{
    cudaError_t error = launch_first(it, arguments);

    if (course_kernel_ticket != NULL || error != cudaSuccess)
        return error;
    if (it->chosen > 0 && has_total(it->choice))
        error = add_others(it, arguments);
    if (error != cudaSuccess || (it->chosen > 0 && !has_total(it->choice)))
        return error;
    return launch_second(it, arguments);
}

/* How many of the blocks' sums are 0, into *idle. */
static cudaError_t count_idle(const struct judged *it, const struct arguments *arguments,
                              unsigned *idle)
{
    size_t bytes = it->grid * sizeof(long long);
    long long *sums = allocate(bytes);
    cudaError_t error = cudaMemcpy(sums, arguments->sums, bytes, cudaMemcpyDeviceToHost);

    for (unsigned i = 0; i < it->grid && error == cudaSuccess; i++)
        *idle += sums[i] == 0;
    free(sums);
    return error;
}

static cudaError_t take_total(const struct judged *it, const struct arguments *arguments,
                              struct handed_back *answer)
{
    cudaError_t error =
        cudaMemcpy(&answer->sum, arguments->total, sizeof answer->sum, cudaMemcpyDeviceToHost);

    if (error == cudaSuccess)
        error = cudaMemcpy(&answer->ticket, arguments->ticket, sizeof answer->ticket,
                           cudaMemcpyDeviceToHost);
    return error == cudaSuccess ? count_idle(it, arguments, &answer->idle) : error;
}

/* Whether none of the chosen blocks is the last. */
static int is_none_last(const struct judged *it)
{
    return it->choice == NONE_LAST || it->choice == NEARLY_LAST;
}

/* Where none of the chosen blocks is the last: the total, if there is any, and tickets too many. */
static cudaError_t add_early_total(const struct judged *it, const struct arguments *arguments,
                                   struct handed_back *answer)
{
    long long total, before = 0;
    cudaError_t error = cudaMemcpy(&total, arguments->total, sizeof total, cudaMemcpyDeviceToHost);

    memset(&before, POISON, sizeof before);
    answer->sum += total == before ? 0 : total;
    if (error == cudaSuccess)
        error = cudaMemcpy(&answer->ticket, arguments->ticket, sizeof answer->ticket,
                           cudaMemcpyDeviceToHost);
    answer->ticket -= drawn_before(it) + it->chosen;
    return error;
}

/*
 * What chosen blocks have left, and who adds up all sums. Each has its weight, so that no two can
 * be exchanged.
 */
static cudaError_t add_chosen(const struct judged *it, const struct arguments *arguments,
                              struct handed_back *answer)
{
    cudaError_t error = cudaSuccess;

    for (unsigned i = 0; i < it->chosen && error == cudaSuccess; i++) {
        long long sum;

        error =
            cudaMemcpy(&sum, arguments->sums + it->blocks[i], sizeof sum, cudaMemcpyDeviceToHost);
        answer->sum = (long long)((uint64_t)answer->sum + (2ull * i + 1) * (uint64_t)sum);
    }
    if (error == cudaSuccess && is_none_last(it) && course_kernel_ticket != NULL)
        error = add_early_total(it, arguments, answer);
    if (error == cudaSuccess && has_total(it->choice)) {
        long long total;

        error = cudaMemcpy(&total, arguments->total, sizeof total, cudaMemcpyDeviceToHost);
        answer->sum =
            (long long)((uint64_t)answer->sum + (2ull * it->chosen + 1) * (uint64_t)total);
        if (error == cudaSuccess)
            error = cudaMemcpy(&answer->ticket, arguments->ticket, sizeof answer->ticket,
                               cudaMemcpyDeviceToHost);
    }
    return error;
}

/* The numbers of a launch, at an offset of their own. */
static int *take_input(const struct judged *it, const struct numbers *numbers,
                       struct inputs *inputs)
{
    int **allocated = &inputs->allocated[it->offset];

    if (*allocated == NULL)
        return make_walked_numbers(it, numbers, allocated);
    copy_all(numbers, *allocated + it->offset);
    return *allocated + it->offset;
}

/* Sets what the blocks' sums hold before a launch; of vast grids that of the chosen blocks alone.
 */
static void set_sums(const struct judged *it, long long *sums, int before)
{
    if (it->grid <= GRID_SET) {
        CHECK(cudaMemset(sums, before, it->grid * sizeof *sums));
        return;
    }
    for (unsigned i = 0; i < it->chosen; i++)
        CHECK(cudaMemset(sums + it->blocks[i], before, sizeof *sums));
}

/* What is set for a launch of that number: its input, and what its outputs hold before. */
static void prepare(const struct judged *it, struct arguments *arguments, struct inputs *inputs,
                    unsigned number)
{
    struct judged shifted = *it;
    struct numbers numbers = {it->seed + number, it->kind, 1, it->n};
    int before = number % 3 == 1 ? 0 : POISON; /* not always the same: a kernel might ask for it */

    shifted.offset = (it->offset + number) % OFFSETS;
    arguments->input = take_input(&shifted, &numbers, inputs);
    set_sums(it, arguments->sums, before);
    CHECK(cudaMemset(arguments->total, before, sizeof(long long)));
}

static void judge_launch(const struct judged *it, struct arguments *arguments,
                         struct inputs *inputs, unsigned number)
{
    struct handed_back answer = {0};

    prepare(it, arguments, inputs, number);
    answer.error = launch_kernels(it, arguments);
    /* one of a test again: it finds its own results in the outputs */
    if (answer.error == cudaSuccess && it->number == 0 && it->launches > 1 && number == 1)
        answer.error = launch_kernels(it, arguments);
    if (answer.error == cudaSuccess)
        answer.error = it->chosen > 0 ? add_chosen(it, arguments, &answer)
                                      : take_total(it, arguments, &answer);
    hand_back(it, number, &answer);
}

static struct arguments new_storage(const struct judged *it)
{
    struct arguments arguments = {.n = it->n, .grid = it->grid};

    arguments.sums = new_array(it, "sums", it->grid * sizeof(long long));
    arguments.total = new_array(it, "total", sizeof(long long));
    arguments.ticket = new_array(it, "ticket", sizeof(unsigned));
    CHECK(cudaMemset(arguments.ticket, 0, sizeof(unsigned))); /* once, for all launches */
    return arguments;
}

static void free_storage(const struct arguments *arguments)
{
    CHECK(cudaFree(arguments->sums));
    CHECK(cudaFree(arguments->total));
    CHECK(cudaFree(arguments->ticket));
}

/* A part of the first kernel's blocks: the middle third of them, or both others. */
static cudaError_t launch_part(const struct judged *it, struct arguments *arguments, int is_middle)
{
    struct judged part = *it;

    part.chosen = 0;
    part.blocks = allocate(it->grid * sizeof *part.blocks);
    for (unsigned block = 0; block < it->grid; block++)
        if ((3 * block / it->grid == 1) == is_middle)
            part.blocks[part.chosen++] = block;
    cudaError_t error = launch_first(&part, arguments);

    free(part.blocks);
    return error;
}

/*
 * Two launches at the same time: one has some of its blocks behind it, the first and the last among
 * them, when the other has the device to itself, and then it goes on. What a launch knows of its
 * blocks may stand in its own storage alone; and no block may wait for one that has not begun.
 */
static void judge_two(const struct judged *it, struct arguments *arguments, struct inputs *inputs)
{
    struct arguments other = new_storage(it);
    struct handed_back answers[2] = {{0}, {0}};

    prepare(it, arguments, inputs, 0);
    prepare(it, &other, inputs, 1);
    cudaError_t error = launch_part(it, arguments, 0);

    if (error == cudaSuccess)
        error = launch_kernels(it, &other);
    if (error == cudaSuccess)
        error = launch_part(it, arguments, 1);
    if (error == cudaSuccess)
        error = launch_second(it, arguments);
    if (error == cudaSuccess)
        error = take_total(it, arguments, &answers[0]);
    if (error == cudaSuccess)
        error = take_total(it, &other, &answers[1]);
    answers[0].error = error;
    hand_back(it, 0, &answers[0]);
    hand_back(it, 1, &answers[1]);
    free_storage(&other);
}

static void judge(const struct judged *it)
{
    struct arguments arguments = new_storage(it);
    struct inputs inputs = {{NULL}};

    if (it->choice == BESIDE_ANOTHER)
        judge_two(it, &arguments, &inputs);
    else
        for (unsigned number = 0; number < it->launches; number++)
            judge_launch(it, &arguments, &inputs, number);
    for (unsigned offset = 0; offset < OFFSETS; offset++)
        CHECK(cudaFree(inputs.allocated[offset]));
    free_storage(&arguments);
}

int main(int argc, char **argv)
{
    return judge_cases(argc, argv, judge);
}
