/*
 * The grader's own host program: launches a submission's kernel on numbers of its
 * own, reads the output buffer back, adds it up and compares. It is linked with the
 * kernel in place of the submission's main, which is never run.
 *
 *     PROGRAM DATA_BLOCKS N:BLOCK:TEMPLATE...
 *
 * For each case (course/judging.h) it writes
 *
 *     KEY N BLOCK TEMPLATE GRID SUM EXPECTED CUDA_ERROR 0
 *
 * TEMPLATE is the block size that the kernel is compiled for, if it is a template; the 0
 * stands where course/judge_total.c says what became of the ticket.
 */
#include "../common/check.h"
#include "../common/memory.h"
#include "../common/random.h"
#include "judging.h"

/* In the file with the kernel: course/kernel_part.c writes it. */
void course_launch(unsigned template_block, unsigned grid, unsigned block, int *input, int *output,
                   unsigned n);

enum { MAGNITUDE = 100000 }; /* the sum of 8 * 1024 numbers fits an int */

static void judge(FILE *verdicts, unsigned long long key, unsigned seed, unsigned data_blocks,
                  const char *text)
{
    unsigned n, block, template_block;

    if (sscanf(text, "%u:%u:%u", &n, &block, &template_block) != 3)
        exit(EXIT_BAD_USAGE);
    unsigned grid = (n + data_blocks * block - 1) / (data_blocks * block);
    size_t input_bytes = n * sizeof(int), output_bytes = grid * sizeof(int);
    int *input = allocate(input_bytes), *output = allocate(output_bytes);
    int *d_input, *d_output;
    struct random_state random;
    long long sum = 0, expected = 0;

    random_start(&random, seed);
    for (unsigned i = 0; i < n; i++) {
        input[i] = random_next(&random) % (2 * MAGNITUDE + 1) - MAGNITUDE;
        expected += input[i];
    }
    CHECK(cudaMalloc((void **)&d_input, input_bytes));
    CHECK(cudaMalloc((void **)&d_output, output_bytes));
    CHECK(cudaMemcpy(d_input, input, input_bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_output, POISON, output_bytes));

    course_launch(template_block, grid, block, d_input, d_output, n);
    cudaError_t error = cudaDeviceSynchronize();

    if (error == cudaSuccess)
        error = cudaMemcpy(output, d_output, output_bytes, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < grid && error == cudaSuccess; i++)
        sum += output[i];
    fprintf(verdicts, "%llu %u %u %u %u %lld %lld %d 0\n", key, n, block, template_block, grid, sum,
            expected, (int)error);
    fflush(verdicts);
    if (error != cudaSuccess) /* the device takes no further launch */
        exit(EXIT_CUDA_FAILURE);
    CHECK(cudaFree(d_input));
    CHECK(cudaFree(d_output));
    free(input);
    free(output);
}

int main(int argc, char **argv)
{
    return judge_cases(argc, argv, judge);
}
