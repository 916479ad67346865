/*
 * Held out of every fit: threads that work together in groups, and rooms that are full. The words
 * of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"
#include <cooperative_groups.h>
#include <limits.h>

namespace groups = cooperative_groups;

enum { BINS = 1024, BLOCK = 256, HOPS = 12, SMALL_ROOM = 2048, LARGE_ROOM = 98304 };

/* Adds weights in double, each to the bin of its key: by comparing and exchanging until nobody came
 * between, or by the hardware's own addition. */
__global__ void addByExchange(double *bins, const int *keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long *bin = (unsigned long long *)&bins[keys[i] % BINS], expected, old = 0;
    do {
        expected = old;
        double sum = __longlong_as_double((long long)expected) + keys[i];
        old = atomicCAS(bin, expected, (unsigned long long)__double_as_longlong(sum));
    } while (old != expected);
}

__global__ void addByHardware(double *bins, const int *keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[keys[i] % BINS], (double)keys[i]);
}

/* Keeps the numbers below a bound, in any order: those threads of a warp that have one ask together
 * for places ... */
__global__ void keepByGroups(int *to, int *count, const int *from, int bound, int before, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || from[i] >= bound)
        return;
    groups::coalesced_group group = groups::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0)
        first = atomicAdd(count, (int)group.size());
    to[group.shfl(first, 0) + group.thread_rank() - before] = from[i];
}

/* ... or those of a block. `before` is what earlier launches have counted. */
__global__ void keepByBlocks(int *to, int *count, const int *from, int bound, int before, int n)
{
    __shared__ int places[BLOCK / 32 + 1];
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int isKept = i < n && from[i] < bound;
    unsigned int kept = __ballot_sync(0xFFFFFFFF, isKept);
    if (lane == 0)
        places[warp] = __popc(kept);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < BLOCK / 32; k++) {
            int own = places[k];
            places[k] = sum;
            sum += own;
        }
        places[BLOCK / 32] = atomicAdd(count, sum);
    }
    __syncthreads();
    if (isKept)
        to[places[BLOCK / 32] + places[warp] + __popc(kept & ((1u << lane) - 1)) - before] =
            from[i];
}

/* Follows HOPS links from each number on. The block asks for more or less shared memory, of which
 * each thread needs a word for its path's least number. */
__global__ void follow(int *to, const int *links, int n)
{
    extern __shared__ int least[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, place = i;
    least[threadIdx.x] = n;
    for (int hop = 0; hop < HOPS; hop++) {
        place = links[place];
        least[threadIdx.x] = min(least[threadIdx.x], place);
    }
    to[i] = least[threadIdx.x];
}

/* The sum of the numbers of each warp: by exchanges among its lanes, or by its first lane, which
 * takes them from shared memory one after the other. */
__global__ void sumByLanes(int *to, const int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = from[i];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    if (threadIdx.x % 32 == 0)
        to[i / 32] = sum;
}

__global__ void sumByFirst(int *to, const int *from)
{
    __shared__ int numbers[BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    numbers[threadIdx.x] = from[i];
    __syncwarp();
    if (threadIdx.x % 32 != 0)
        return;
    for (int lane = 0; lane < 32; lane++)
        sum += numbers[threadIdx.x + lane];
    to[i / 32] = sum;
}

static int *d_to, *d_from, *h_from, *h_links;

/* Whether the bins have the sums of all launches; they are set to 0 again. */
static int are_bins_right(double *d_bins, size_t n)
{
    double *bins = (double *)copy_to_host(d_bins, BINS * sizeof(double)), wanted[BINS] = {0};
    int is_right = 1;
    for (size_t i = 0; i < n; i++)
        wanted[h_from[i] % BINS] += h_from[i];
    for (int k = 0; k < BINS; k++)
        is_right &= bins[k] == launches() * wanted[k];
    free(bins);
    CHECK(cudaMemset(d_bins, 0, BINS * sizeof(double)));
    return is_right;
}

static void time_weights(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    double *d_bins = (double *)zeros_on_device(BINS * 2);
    for (start_case("weights.exchange", n, grid, BLOCK, 12 * n); next_launch();)
        addByExchange<<<grid, BLOCK>>>(d_bins, d_from, (int)n);
    if (launches() > 0)
        check_case(are_bins_right(d_bins, n));
    for (start_case("weights.hardware", n, grid, BLOCK, 12 * n); next_launch();)
        addByHardware<<<grid, BLOCK>>>(d_bins, d_from, (int)n);
    if (launches() > 0)
        check_case(are_bins_right(d_bins, n));
    CHECK(cudaFree(d_bins));
}

/* Whether each number below the bound was kept as often as it is there; overwritten. */
static int are_kept(size_t n, int bound, int count)
{
    int *kept = (int *)copy_to_host(d_to, count * sizeof(int)), often[4096] = {0}, is_right = 1;
    for (size_t i = 0; i < n; i++)
        often[h_from[i]] += h_from[i] < bound;
    for (int i = 0; i < count; i++)
        if (kept[i] >= 0 && kept[i] < bound)
            often[kept[i]]--;
    for (int k = 0; k < 4096; k++)
        is_right &= often[k] == 0;
    free(kept);
    CHECK(cudaMemset(d_to, 0xFF, count * sizeof(int)));
    return is_right;
}

static void time_keeping(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    int *d_count = zeros_on_device(1), bound = 1400, count = 0;
    for (size_t i = 0; i < n; i++)
        count += h_from[i] < bound;
    size_t bytes = 8 * (n + count);
    for (start_case("keep.groups", n, grid, BLOCK, bytes); next_launch();)
        keepByGroups<<<grid, BLOCK>>>(d_to, d_count, d_from, bound, (launches() - 1) * count,
                                      (int)n);
    if (launches() > 0)
        check_case(are_kept(n, bound, count));
    CHECK(cudaMemset(d_count, 0, sizeof(int)));
    for (start_case("keep.blocks", n, grid, BLOCK, bytes); next_launch();)
        keepByBlocks<<<grid, BLOCK>>>(d_to, d_count, d_from, bound, (launches() - 1) * count,
                                      (int)n);
    if (launches() > 0)
        check_case(are_kept(n, bound, count));
    CHECK(cudaFree(d_count));
}

static int least_on_path(size_t i)
{
    int place = (int)i, least = INT_MAX;
    for (int hop = 0; hop < HOPS; hop++) {
        place = h_links[place];
        least = place < least ? place : least;
    }
    return least;
}

static void time_rooms(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    int *d_links;
    h_links = (int *)host_memory(n * sizeof(int));
    for (size_t i = 0; i < n; i++)
        h_links[i] = (int)((i * 1640531527ull + 12345) % n);
    CHECK(cudaMalloc((void **)&d_links, n * sizeof(int)));
    CHECK(cudaMemcpy(d_links, h_links, n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaFuncSetAttribute(follow, cudaFuncAttributeMaxDynamicSharedMemorySize, LARGE_ROOM));
    for (start_case("rooms.small", n, grid, BLOCK, 4 * (HOPS + 1) * n); next_launch();)
        follow<<<grid, BLOCK, SMALL_ROOM>>>(d_to, d_links, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, least_on_path));
    for (start_case("rooms.large", n, grid, BLOCK, 4 * (HOPS + 1) * n); next_launch();)
        follow<<<grid, BLOCK, LARGE_ROOM>>>(d_to, d_links, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, least_on_path));
    CHECK(cudaFree(d_links));
    free(h_links);
}

static int warp_sum(size_t warp)
{
    int sum = 0;
    for (int lane = 0; lane < 32; lane++)
        sum += h_from[warp * 32 + lane];
    return sum;
}

static void time_sums(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    for (start_case("warps.lanes", n, grid, BLOCK, 4 * n + n / 8); next_launch();)
        sumByLanes<<<grid, BLOCK>>>(d_to, d_from);
    if (launches() > 0)
        check_case(ints_are(d_to, n / 32, warp_sum));
    for (start_case("warps.first", n, grid, BLOCK, 4 * n + n / 8); next_launch();)
        sumByFirst<<<grid, BLOCK>>>(d_to, d_from);
    if (launches() > 0)
        check_case(ints_are(d_to, n / 32, warp_sum));
}

int main(int argc, char **argv)
{
    start_family("held_out_groups", argc, argv);
    size_t largest = scaled((size_t)1 << 24);
    d_from = ints_on_device(largest);
    h_from = (int *)copy_to_host(d_from, largest * sizeof(int));
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(int)));
    CHECK(cudaMemset(d_to, 0xFF, largest * sizeof(int)));
    time_weights(largest / 16);
    time_keeping(largest / 4);
    time_rooms(largest / 16);
    time_sums(largest);
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
    free(h_from);
    return end_family();
}
