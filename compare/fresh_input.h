/*
 * The common part of experiments in which a copy of fresh input stands before each run, and the
 * kernels leave a sum for each block to the host. To be included after arena.h: the kernels find
 * their numbers in its pool.
 */
#ifndef FRESH_INPUT_H
#define FRESH_INPUT_H

enum { FIRST_EXPONENT = 24, LAST_EXPONENT = 28 }; // n = 2^24, 2^26, 2^28

struct fresh_input {
    int *d_input;           // the numbers as they were
    int *d_odata, *h_odata; // the blocks' sums
};

/* The largest n, from 2^24 to 2^28, that -n allows and that there is room for twice. */
static size_t largest_with_copy(const struct options *options)
{
    size_t room = room_for_numbers() / 2;
    size_t n = (size_t)1 << FIRST_EXPONENT;

    while (n < (size_t)1 << LAST_EXPONENT && 2 * n <= options->n && 2 * n <= room)
        n *= 2;
    return n;
}

/* For as many numbers as the arena's pool has, and `blocks` blocks at most. */
static struct fresh_input make_fresh_input(const struct arena *arena, size_t n, unsigned int blocks)
{
    struct fresh_input fresh;

    CHECK(cudaMalloc((void **)&fresh.d_input, n * sizeof(int)));
    CHECK(cudaMemcpy(fresh.d_input, arena->d_pool, n * sizeof(int), cudaMemcpyDeviceToDevice));
    CHECK(cudaMalloc((void **)&fresh.d_odata, blocks * sizeof(int)));
    fresh.h_odata = (int *)allocate(blocks * sizeof(int));
    return fresh;
}

static void free_fresh_input(struct fresh_input *fresh)
{
    CHECK(cudaFree(fresh->d_input));
    CHECK(cudaFree(fresh->d_odata));
    free(fresh->h_odata);
}

/* Before a run: n fresh numbers in the pool, and the sums of the blocks poisoned. */
static void copy_input(const struct arena *arena, const struct fresh_input *fresh, size_t n,
                       unsigned int blocks)
{
    CHECK(cudaMemset(fresh->d_odata, 0xFF, blocks * sizeof(int)));
    CHECK(cudaMemcpy(arena->d_pool, fresh->d_input, n * sizeof(int), cudaMemcpyDeviceToDevice));
}

/* After a run: the end of the sum, which is the host's. */
static long long sum_of_blocks(const struct fresh_input *fresh, unsigned int blocks)
{
    long long sum = 0;

    CHECK(cudaMemcpy(fresh->h_odata, fresh->d_odata, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    for (unsigned int i = 0; i < blocks; i++)
        sum += fresh->h_odata[i];
    return sum;
}

#endif
