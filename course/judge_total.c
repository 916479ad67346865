/*
 * The grader's own host program for steps 12 and 13, whose sum is the device's, in 64
 * bits: as course/judge.c, but the grid does not grow with n, and one number comes back.
 *
 *     PROGRAM GRID N:BLOCK:LAUNCHES...
 *
 * For each case the kernel is launched so many times with the same storage for its sums,
 * total and ticket, each time on fresh numbers that begin one int further past a multiple
 * of 16 bytes. The ticket is 0 before the first launch and must be 0 after each. For
 * each case (course/judging.h) it writes
 *
 *     KEY N BLOCK LAUNCH GRID SUM EXPECTED CUDA_ERROR TICKET
 *
 * LAUNCH is the first that was wrong, from 1 on, or else the last.
 */
#include "../common/check.h"
#include "../common/memory.h"
#include "../common/random.h"
#include "judging.h"

/* In the file with the kernel: course/kernel_part.c writes it. */
void course_launch(unsigned grid, unsigned block, int *input, long long *sums, long long *total,
                   unsigned *ticket, size_t n);

/* What the launches of a case have in common, on the device. */
struct storage {
    long long *sums, *total;
    unsigned *ticket;
};

struct launch {
    unsigned grid, block, n, offset; /* the numbers begin at so many ints past 16 bytes */
    long long sum, expected;
    unsigned ticket;
    cudaError_t error;
};

/* Any int; three of four are not negative, so that 32 bits do not hold the sum of a few. */
static int draw(struct random_state *random, unsigned i)
{
    int number = random_next(random);

    return i % 4 == 3 ? -number - 1 : number;
}

/* The input ends where the device's memory does, and before it stands nothing. */
static void launch_once(struct launch *it, const struct storage *storage,
                        struct random_state *random)
{
    size_t bytes = it->n * sizeof(int);
    int *input = allocate(bytes), *d_input;

    it->expected = 0;
    for (unsigned i = 0; i < it->n; i++) {
        input[i] = draw(random, i);
        it->expected += input[i];
    }
    CHECK(cudaMalloc((void **)&d_input, bytes + it->offset * sizeof(int)));
    CHECK(cudaMemcpy(d_input + it->offset, input, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(storage->sums, POISON, it->grid * sizeof(long long)));
    CHECK(cudaMemset(storage->total, POISON, sizeof(long long)));

    course_launch(it->grid, it->block, d_input + it->offset, storage->sums, storage->total,
                  storage->ticket, it->n);
    it->error = cudaDeviceSynchronize();

    if (it->error == cudaSuccess)
        it->error = cudaMemcpy(&it->sum, storage->total, sizeof it->sum, cudaMemcpyDeviceToHost);
    if (it->error == cudaSuccess)
        it->error =
            cudaMemcpy(&it->ticket, storage->ticket, sizeof it->ticket, cudaMemcpyDeviceToHost);
    if (it->error == cudaSuccess)
        CHECK(cudaFree(d_input));
    free(input);
}

static void judge(FILE *verdicts, unsigned long long key, unsigned seed, unsigned grid,
                  const char *text)
{
    struct launch it = {.grid = grid};
    struct storage storage;
    struct random_state random;
    unsigned launches, made = 0;

    if (sscanf(text, "%u:%u:%u", &it.n, &it.block, &launches) != 3 || launches == 0)
        exit(EXIT_BAD_USAGE);
    random_start(&random, seed);
    CHECK(cudaMalloc((void **)&storage.sums, grid * sizeof(long long)));
    CHECK(cudaMalloc((void **)&storage.total, sizeof(long long)));
    CHECK(cudaMalloc((void **)&storage.ticket, sizeof(unsigned)));
    CHECK(cudaMemset(storage.ticket, 0, sizeof(unsigned))); /* once, for all launches */
    do {
        it.offset = made++ % 4;
        launch_once(&it, &storage, &random);
    } while (made < launches && it.error == cudaSuccess && it.sum == it.expected && it.ticket == 0);
    fprintf(verdicts, "%llu %u %u %u %u %lld %lld %d %u\n", key, it.n, it.block, made, grid, it.sum,
            it.expected, (int)it.error, it.ticket);
    fflush(verdicts);
    if (it.error != cudaSuccess) /* the device takes no further launch */
        exit(EXIT_CUDA_FAILURE);
    CHECK(cudaFree(storage.sums));
    CHECK(cudaFree(storage.total));
    CHECK(cudaFree(storage.ticket));
}

int main(int argc, char **argv)
{
    return judge_cases(argc, argv, judge);
}
