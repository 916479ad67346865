/*
 * The grader's host program for kernels that leave a sum for each block: see judging.h. Adds
 * up the sums of the blocks that have run. It is linked with the kernel, under the names below.
 */
#include <string.h>

#include "judging.h"

typedef void sum_blocks(int *input, int *output, unsigned n);

/* The kernel, or, where it is a template, its instances by block size (course/symbols.c). */
extern sum_blocks course_kernel_0, course_kernel_64, course_kernel_128, course_kernel_256,
    course_kernel_512, course_kernel_1024;
#pragma weak course_kernel_0
#pragma weak course_kernel_64
#pragma weak course_kernel_128
#pragma weak course_kernel_256
#pragma weak course_kernel_512
#pragma weak course_kernel_1024

struct arguments {
    int *input, *output;
    unsigned n;
    sum_blocks *kernel;
};

static void body(void *kept)
{
    struct arguments *it = kept;

    name_shared_memory();
    it->kernel(it->input, it->output, it->n);
}

static sum_blocks *kernel_of(unsigned template_block)
{
    if (course_kernel_0 != NULL)
        return course_kernel_0;
    switch (template_block) {
    case 64: return course_kernel_64;
    case 128: return course_kernel_128;
    case 256: return course_kernel_256;
    case 512: return course_kernel_512;
    case 1024: return course_kernel_1024;
    }
    exit(EXIT_BAD_USAGE);
}

/* Block i of those that run: its number. */
static unsigned block_of(const struct judged *it, unsigned i)
{
    return it->chosen > 0 ? (unsigned)it->blocks[i] : i;
}

/*
 * Device memory for the blocks' sums. Of chosen blocks theirs alone are poisoned, and nothing else
 * is touched.
 */
static int *make_sums(const struct judged *it, int **allocated)
{
    size_t before = it->number % PLACES * SECTOR;
    size_t bytes = (before + it->grid) * sizeof(int);
    int value = it->number % 4 == 1 ? 0 : POISON;

    *allocated = new_array(it, "output", bytes);
    for (unsigned i = 0; i < it->chosen; i++)
        memset(*allocated + before + block_of(it, i), value, sizeof(int));
    if (it->chosen == 0)
        CHECK(cudaMemset(*allocated, value, bytes));
    return *allocated + before;
}

static cudaError_t add_up(const struct judged *it, const int *sums, struct handed_back *answer)
{
    unsigned count = it->chosen > 0 ? it->chosen : it->grid;
    int *all = allocate(it->chosen > 0 ? sizeof(int) : count * sizeof(int));
    cudaError_t error = cudaSuccess;

    if (it->chosen == 0)
        error = cudaMemcpy(all, sums, count * sizeof(int), cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < count && error == cudaSuccess; i++) {
        int sum = it->chosen > 0 ? sums[block_of(it, i)] : all[i];

        add_block_sum(&answer->blocks, block_of(it, i), sum);
        answer->idle += sum == 0;
    }
    answer->sum = answer->blocks.total;
    free(all);
    return error;
}

static void judge(const struct judged *it)
{
    struct numbers numbers = {it->seed, it->kind, it->share * it->block, it->n};
    struct arguments arguments = {.n = it->n, .kernel = kernel_of(it->choice)};
    int *allocated, *sums;
    struct handed_back answer = {0};

    arguments.input = make_numbers(it, &numbers, &allocated);
    arguments.output = make_sums(it, &sums);
    answer.error = launch(&(struct launching){.name = it->name,
                                              .grid = it->grid,
                                              .block = it->block,
                                              .chosen = it->chosen,
                                              .blocks = it->blocks,
                                              .order = it->order,
                                              .shared = it->block * it->shared,
                                              .body = body,
                                              .function = (const void *)arguments.kernel,
                                              .arguments = &arguments,
                                              .bytes = sizeof arguments});

    if (answer.error == cudaSuccess)
        answer.error = add_up(it, arguments.output, &answer);
    hand_back(it, 0, &answer);
    CHECK(cudaFree(allocated));
    CHECK(cudaFree(sums));
}

int main(int argc, char **argv)
{
    return judge_cases(argc, argv, judge);
}
