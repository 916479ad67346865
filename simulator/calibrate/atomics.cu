/*
 * Atomics: how many threads meet at an address, what they do there, and whether they use what
 * was there before.
 */
#include "cases.h"

/* All blocks add to the same word. nvcc makes one addition of a warp's where it sees that the
 * address is the same for all. */
__global__ void oneAddressConstant(int *word)
{
    atomicAdd(word, 1);
}

__global__ void oneAddressVarying(int *word, const int *numbers)
{
    atomicAdd(word, numbers[blockIdx.x * blockDim.x + threadIdx.x]);
}

/* The address is the same, because the mask is 0, but nvcc cannot know. */
__global__ void oneAddressHidden(int *words, const int *numbers, int mask)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&words[idx & mask], numbers[idx]);
}

__global__ void oneAddressResult(int *word, int *before, const int *numbers)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    before[idx] = atomicAdd(word, numbers[idx]);
}

__global__ void addressPerWarp(int *words, const int *numbers)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&words[idx / 32], numbers[idx]);
}

__global__ void addressPerBlock(int *words, const int *numbers)
{
    atomicAdd(&words[blockIdx.x], numbers[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void addressPerThread(int *words, const int *numbers)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&words[idx], numbers[idx]);
}

/* Each thread its own address, 128 bytes from the next lane's. */
__global__ void addressPerLine(int *words, const int *numbers)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&words[32 * idx], numbers[idx]);
}

/* One thread of each block, as at the end of a reduction. */
__global__ void oneThreadPerBlock(int *word, const int *numbers)
{
    if (threadIdx.x == 0)
        atomicAdd(word, numbers[blockIdx.x]);
}

__global__ void oneThreadPerBlockResult(int *word, int *before, const int *numbers)
{
    if (threadIdx.x == 0)
        before[blockIdx.x] = atomicAdd(word, numbers[blockIdx.x]);
}

__global__ void oneAddressLong(unsigned long long *word, const int *numbers)
{
    atomicAdd(word, (unsigned long long)numbers[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void oneAddressFloat(float *word, const int *numbers)
{
    atomicAdd(word, (float)(numbers[blockIdx.x * blockDim.x + threadIdx.x] % 2));
}

__global__ void oneAddressMaximum(int *word, const int *numbers)
{
    atomicMax(word, numbers[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void maximumPerThread(int *words, const int *numbers)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(&words[idx], numbers[idx]);
}

/* Addition by compare and swap, until nobody came between. The words are `count` in number; the
 * fewer, the more often a swap fails. */
__global__ void swapLoop(int *words, const int *numbers, int count)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int *word = &words[idx % count];
    int seen = atomicAdd(word, 0), assumed;
    do {
        assumed = seen;
        seen = atomicCAS(word, assumed, assumed + numbers[idx]);
    } while (seen != assumed);
}

/* Each thread adds `count` times to a word of shared memory: to the block's one, or to its own. */
__global__ void sharedOneAddress(int *sums, const int *numbers, int count)
{
    __shared__ int sum;
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int k = 0; k < count; k++)
        atomicAdd(&sum, numbers[idx]);
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

__global__ void sharedOwnAddress(int *sums, const int *numbers, int count)
{
    __shared__ int own[1024];
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < count; k++)
        atomicAdd(&own[threadIdx.x], numbers[idx]);
    sums[idx] = own[threadIdx.x];
}

__global__ void sharedMaximum(int *sums, const int *numbers, int count)
{
    __shared__ int maximum;
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        maximum = 0;
    __syncthreads();
    for (int k = 0; k < count; k++)
        atomicMax(&maximum, numbers[idx] + k);
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = maximum;
}

enum { BLOCK = 256 };

static int *d_numbers, *d_words, *d_before;
static size_t n_max;

/* Zeroes what the case at hand will add to. */
static void clear_words(void)
{
    CHECK(cudaMemset(d_words, 0, 32 * n_max * sizeof(int)));
}

/* Whether the first `words` words add up to the sum of n numbers for each launch, modulo 2^32. */
static void check_sum(size_t words, long long sum_of_launch)
{
    if (launches() == 0)
        return;
    unsigned int *results = (unsigned int *)copy_to_host(d_words, words * sizeof(int));
    unsigned int sum = 0;
    for (size_t i = 0; i < words; i++)
        sum += results[i];
    check_case(sum == (unsigned int)(launches() * sum_of_launch));
    free(results);
    clear_words();
}

static int maximum_of_inputs(size_t n)
{
    int maximum = 0;
    for (size_t i = 0; i < n; i++)
        if (input_number(i) > maximum)
            maximum = input_number(i);
    return maximum;
}

static long long odd_inputs(size_t n)
{
    long long count = 0;
    for (size_t i = 0; i < n; i++)
        count += input_number(i) % 2;
    return count;
}

static void time_one_address(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    size_t bytes = 2 * n * sizeof(int);

    for (start_case("one_constant", n, grid, BLOCK, n * sizeof(int)); next_launch();)
        oneAddressConstant<<<grid, BLOCK>>>(d_words);
    check_sum(1, n);
    for (start_case("one_varying", n, grid, BLOCK, bytes); next_launch();)
        oneAddressVarying<<<grid, BLOCK>>>(d_words, d_numbers);
    check_sum(1, sum_of_inputs(n));
    for (start_case("one_hidden", n, grid, BLOCK, bytes); next_launch();)
        oneAddressHidden<<<grid, BLOCK>>>(d_words, d_numbers, 0);
    check_sum(1, sum_of_inputs(n));
    for (start_case("one_result", n, grid, BLOCK, bytes + n * sizeof(int)); next_launch();)
        oneAddressResult<<<grid, BLOCK>>>(d_words, d_before, d_numbers);
    check_sum(1, sum_of_inputs(n));
}

static void time_many_addresses(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    size_t bytes = 2 * n * sizeof(int);

    for (start_case("per_block", n, grid, BLOCK, bytes); next_launch();)
        addressPerBlock<<<grid, BLOCK>>>(d_words, d_numbers);
    check_sum(grid, sum_of_inputs(n));
    for (start_case("per_warp", n, grid, BLOCK, bytes); next_launch();)
        addressPerWarp<<<grid, BLOCK>>>(d_words, d_numbers);
    check_sum(n / 32, sum_of_inputs(n));
    for (start_case("per_thread", n, grid, BLOCK, bytes); next_launch();)
        addressPerThread<<<grid, BLOCK>>>(d_words, d_numbers);
    check_sum(n, sum_of_inputs(n));
    for (start_case("per_line", n, grid, BLOCK, bytes); next_launch();)
        addressPerLine<<<grid, BLOCK>>>(d_words, d_numbers);
    check_sum(32 * n, sum_of_inputs(n));
}

static void time_one_thread(unsigned int grid)
{
    for (start_case("one_of_block", grid, grid, BLOCK, 2 * grid * sizeof(int)); next_launch();)
        oneThreadPerBlock<<<grid, BLOCK>>>(d_words, d_numbers);
    check_sum(1, sum_of_inputs(grid));
    for (start_case("one_of_block_result", grid, grid, BLOCK, 3 * grid * sizeof(int));
         next_launch();)
        oneThreadPerBlockResult<<<grid, BLOCK>>>(d_words, d_before, d_numbers);
    check_sum(1, sum_of_inputs(grid));
}

static void time_other_operations(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    size_t bytes = 2 * n * sizeof(int);

    for (start_case("one_long", n, grid, BLOCK, 3 * n * sizeof(int)); next_launch();)
        oneAddressLong<<<grid, BLOCK>>>((unsigned long long *)d_words, d_numbers);
    check_sum(1, sum_of_inputs(n)); // the lower half of the word

    for (start_case("one_float", n, grid, BLOCK, bytes); next_launch();)
        oneAddressFloat<<<grid, BLOCK>>>((float *)d_words, d_numbers);
    if (launches() > 0) {
        float *sum = (float *)copy_to_host(d_words, sizeof(float));
        // up to 2^24 the sum of ones is exact in any order
        check_case(*sum == (float)(launches() * odd_inputs(n)));
        free(sum);
        clear_words();
    }
    for (start_case("one_maximum", n, grid, BLOCK, bytes); next_launch();)
        oneAddressMaximum<<<grid, BLOCK>>>(d_words, d_numbers);
    if (launches() > 0) {
        int *maximum = (int *)copy_to_host(d_words, sizeof(int));
        check_case(*maximum == maximum_of_inputs(n));
        free(maximum);
        clear_words();
    }
    for (start_case("maximum_per_thread", n, grid, BLOCK, bytes); next_launch();)
        maximumPerThread<<<grid, BLOCK>>>(d_words, d_numbers);
    if (launches() > 0)
        check_case(ints_are(d_words, n, [](size_t place) { return input_number(place); }));
    clear_words();
}

static void time_swap_loop(const char *name, size_t n, int words)
{
    unsigned int grid = blocks_for(n, BLOCK);
    for (start_case(name, n, grid, BLOCK, 2 * n * sizeof(int)); next_launch();)
        swapLoop<<<grid, BLOCK>>>(d_words, d_numbers, words);
    check_sum(words, sum_of_inputs(n));
}

/* n counts the atomics. */
static void time_shared(unsigned int grid, int count)
{
    size_t threads = (size_t)grid * BLOCK, n = threads * count;

    for (start_case("shared_one", n, grid, BLOCK, threads * sizeof(int)); next_launch();)
        sharedOneAddress<<<grid, BLOCK>>>(d_words, d_numbers, count);
    if (launches() > 0) {
        int *sums = (int *)copy_to_host(d_words, grid * sizeof(int));
        long long sum = 0;
        for (unsigned int i = 0; i < grid; i++)
            sum += sums[i];
        check_case(sum == count * sum_of_inputs(threads));
        free(sums);
        clear_words();
    }
    for (start_case("shared_own", n, grid, BLOCK, 2 * threads * sizeof(int)); next_launch();)
        sharedOwnAddress<<<grid, BLOCK>>>(d_words, d_numbers, count);
    if (launches() > 0) {
        int *sums = (int *)copy_to_host(d_words, threads * sizeof(int));
        int is_right = 1;
        for (size_t i = 0; i < threads; i++)
            is_right &= sums[i] == count * input_number(i);
        check_case(is_right);
        free(sums);
        clear_words();
    }
    for (start_case("shared_maximum", n, grid, BLOCK, threads * sizeof(int)); next_launch();)
        sharedMaximum<<<grid, BLOCK>>>(d_words, d_numbers, count);
    if (launches() > 0) {
        int *maxima = (int *)copy_to_host(d_words, grid * sizeof(int));
        int maximum = 0;
        for (unsigned int i = 0; i < grid; i++)
            maximum = maxima[i] > maximum ? maxima[i] : maximum;
        check_case(maximum == maximum_of_inputs(threads) + count - 1);
        free(maxima);
        clear_words();
    }
}

int main(int argc, char **argv)
{
    start_family("atomics", argc, argv);
    n_max = scaled(1 << 20);
    d_numbers = ints_on_device(n_max);
    d_before = zeros_on_device(n_max);
    d_words = zeros_on_device(32 * n_max);

    for (int power = 14; power <= 20; power += 3)
        time_one_address(scaled((size_t)1 << power));
    for (int power = 16; power <= 20; power += 4)
        time_many_addresses(scaled((size_t)1 << power));
    time_one_thread((unsigned int)scaled(1 << 10));
    time_one_thread((unsigned int)scaled(1 << 13));
    time_other_operations(scaled(1 << 18));
    time_swap_loop("swap_one_word", scaled(1 << 13), 1);
    time_swap_loop("swap_1024_words", scaled(1 << 16), 1024);
    time_shared((unsigned int)scaled(132), 16);
    time_shared((unsigned int)scaled(1056), 16);

    CHECK(cudaFree(d_numbers));
    CHECK(cudaFree(d_before));
    CHECK(cudaFree(d_words));
    return end_family();
}
