/*
 * Held out of every fit: running totals, groups that flags begin, parts that a bit decides, small
 * sorts, differences. The words of a case's name behind the dot say which of several versions of
 * the same work it is.
 */
#include "cases.h"

enum { BLOCK = 256, EACH = 8, SMALL = 8 };

/* The running totals of a block of numbers in shared memory; all threads call it. */
__device__ static int total_in_shared(int *totals, int own)
{
    int t = threadIdx.x;
    totals[t] = own;
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        __syncthreads();
        int before = t >= distance ? totals[t - distance] : 0;
        __syncthreads();
        totals[t] += before;
    }
    __syncthreads();
    return totals[t];
}

/* The same by exchanges among lanes. */
__device__ static int total_of_lanes(int own)
{
    __shared__ int ofWarps[BLOCK / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        int before = __shfl_up_sync(0xFFFFFFFF, own, distance);
        own += lane >= distance ? before : 0;
    }
    if (lane == 31)
        ofWarps[warp] = own;
    __syncthreads();
    for (int k = 0; k < warp; k++)
        own += ofWarps[k];
    return own;
}

/* Totals of BLOCK * EACH numbers: each thread reads its EACH one by one ... */
__global__ void totalsChunks(int *to, const int *from, int n)
{
    __shared__ int totals[BLOCK];
    int first = (blockIdx.x * BLOCK + threadIdx.x) * EACH, own[EACH], sum = 0;
    for (int k = 0; k < EACH; k++) {
        sum += first + k < n ? from[first + k] : 0;
        own[k] = sum;
    }
    int before = total_in_shared(totals, sum) - sum;
    for (int k = 0; k < EACH; k++)
        if (first + k < n)
            to[first + k] = before + own[k];
}

/* ... or the block goes through them, BLOCK at a time. */
__global__ void totalsRounds(int *to, const int *from, int n)
{
    __shared__ int carried;
    int before = 0;
    for (int k = 0; k < EACH; k++) {
        int i = (blockIdx.x * EACH + k) * BLOCK + threadIdx.x;
        int total = before + total_of_lanes(i < n ? from[i] : 0);
        if (i < n)
            to[i] = total;
        if (threadIdx.x == BLOCK - 1)
            carried = total;
        __syncthreads();
        before = carried;
    }
}

/* The largest so far, within a block: in shared memory, or by exchanges. */
__global__ void recordsShared(int *to, const int *from, int n)
{
    __shared__ int largest[2][BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, now = 0;
    largest[0][t] = i < n ? from[i] : 0;
    for (int distance = 1; distance < BLOCK; distance *= 2, now = 1 - now) {
        __syncthreads();
        int own = largest[now][t];
        largest[1 - now][t] = t >= distance ? max(own, largest[now][t - distance]) : own;
    }
    if (i < n)
        to[i] = largest[now][t];
}

__global__ void recordsLanes(int *to, const int *from, int n)
{
    __shared__ int ofWarps[BLOCK / 32];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, own = i < n ? from[i] : 0;
    for (int distance = 1; distance < 32; distance *= 2)
        own = max(own, __shfl_up_sync(0xFFFFFFFF, own, distance));
    if (t % 32 == 31)
        ofWarps[t / 32] = own;
    __syncthreads();
    for (int k = 0; k < t / 32; k++)
        own = max(own, ofWarps[k]);
    if (i < n)
        to[i] = own;
}

/* Totals that begin anew at each flag, and at each warp: flags and totals are exchanged ... */
__global__ void groupsExchanged(int *to, const int *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32;
    int own = i < n ? from[i] : 0, isFirst = own % 8 == 0 || lane == 0;
    for (int distance = 1; distance < 32; distance *= 2) {
        int before = __shfl_up_sync(0xFFFFFFFF, own, distance),
            wasFirst = __shfl_up_sync(0xFFFFFFFF, isFirst, distance);
        if (lane >= distance && !isFirst) {
            own += before;
            isFirst = wasFirst;
        }
    }
    if (i < n)
        to[i] = own;
}

/* ... or a vote says where each group begins ... */
__global__ void groupsVotes(int *to, const int *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32;
    int own = i < n ? from[i] : 0;
    unsigned int firsts = __ballot_sync(0xFFFFFFFF, own % 8 == 0 || lane == 0);
    int first = 31 - __clz((int)(firsts & (0xFFFFFFFFu >> (31 - lane))));
    for (int distance = 1; distance < 32; distance *= 2) {
        int before = __shfl_up_sync(0xFFFFFFFF, own, distance);
        own += lane - distance >= first ? before : 0;
    }
    if (i < n)
        to[i] = own;
}

/* ... or each thread goes back to the beginning of its group. */
__global__ void groupsBack(int *to, const int *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    int sum = from[i];
    for (int k = i; k % 32 != 0 && from[k] % 8 != 0; k--)
        sum += from[k - 1];
    to[i] = sum;
}

/* A block's numbers, the even ones before the odd ones, otherwise in order: places are totals in
 * shared memory, or are counted in votes. */
__global__ void partsTotals(int *to, const int *from, int n)
{
    __shared__ int totals[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, own = i < n ? from[i] : 1;
    int isEven = own % 2 == 0, even = total_in_shared(totals, isEven), all = totals[BLOCK - 1];
    int place = isEven ? even - 1 : all + t - even;
    if (i < n)
        to[blockIdx.x * BLOCK + place] = own;
}

__global__ void partsVotes(int *to, const int *from, int n)
{
    __shared__ int ofWarps[BLOCK / 32];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, own = i < n ? from[i] : 1, before = 0, all = 0;
    unsigned int even = __ballot_sync(0xFFFFFFFF, own % 2 == 0);
    if (t % 32 == 0)
        ofWarps[t / 32] = __popc(even);
    __syncthreads();
    for (int k = 0; k < BLOCK / 32; k++) {
        before += k < t / 32 ? ofWarps[k] : 0;
        all += ofWarps[k];
    }
    before += __popc(even & ((1u << t % 32) - 1));
    int place = own % 2 == 0 ? before : all + t - before;
    if (i < n)
        to[blockIdx.x * BLOCK + place] = own;
}

/* Sorts SMALL numbers of a thread, which are `apart`: by insertion, or by a network in registers.
 */
__global__ void smallInsertion(int *to, const int *from, int apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, own[SMALL];
    if (i >= apart)
        return;
    for (int k = 0; k < SMALL; k++) {
        int number = from[k * apart + i], place = k;
        for (; place > 0 && own[place - 1] > number; place--)
            own[place] = own[place - 1];
        own[place] = number;
    }
    for (int k = 0; k < SMALL; k++)
        to[k * apart + i] = own[k];
}

__global__ void smallNetwork(int *to, const int *from, int apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, own[SMALL];
    if (i >= apart)
        return;
#pragma unroll
    for (int k = 0; k < SMALL; k++)
        own[k] = from[k * apart + i];
#pragma unroll
    for (int round = 0; round < SMALL; round++)
#pragma unroll
        for (int k = round % 2; k + 1 < SMALL; k += 2) {
            int smaller = min(own[k], own[k + 1]);
            own[k + 1] = max(own[k], own[k + 1]);
            own[k] = smaller;
        }
#pragma unroll
    for (int k = 0; k < SMALL; k++)
        to[k * apart + i] = own[k];
}

/* Differences between neighbours: both read from memory, or one from the lane before. */
__global__ void deltaMemory(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i] - (i > 0 ? from[i - 1] : 0);
}

__global__ void deltaLanes(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, own = i < n ? from[i] : 0;
    int before = __shfl_up_sync(0xFFFFFFFF, own, 1);
    if (threadIdx.x % 32 == 0 && i > 0 && i < n)
        before = from[i - 1];
    if (i < n)
        to[i] = own - (i > 0 ? before : 0);
}

static int *d_to, *d_from, *h_from, *h_wanted;
static size_t count; /* numbers of the case at hand */

static int wanted(size_t i)
{
    return h_wanted[i];
}

/* Times a kernel of n numbers, `each` of them for a thread, and compares all of them. */
static void time_kernel(const char *name, void (*kernel)(int *, const int *, int), int each)
{
    unsigned int grid = blocks_for(count, BLOCK * each);
    for (start_case(name, count, grid, BLOCK, 8 * count); next_launch();)
        kernel<<<grid, BLOCK>>>(d_to, d_from, (int)count);
    if (launches() > 0)
        check_case(ints_are(d_to, count, wanted));
}

static void time_totals(size_t n)
{
    for (size_t i = 0; i < n; i++)
        h_wanted[i] = h_from[i] + (i % (BLOCK * EACH) > 0 ? h_wanted[i - 1] : 0);
    time_kernel("totals.chunks", totalsChunks, EACH);
    time_kernel("totals.rounds", totalsRounds, EACH);
    for (size_t i = 0; i < n; i++)
        h_wanted[i] = max(h_from[i], i % BLOCK > 0 ? h_wanted[i - 1] : 0);
    time_kernel("largest.shared", recordsShared, 1);
    time_kernel("largest.lanes", recordsLanes, 1);
}

static void time_groups(size_t n)
{
    for (size_t i = 0; i < n; i++)
        h_wanted[i] = h_from[i] + (i % 32 > 0 && h_from[i] % 8 > 0 ? h_wanted[i - 1] : 0);
    time_kernel("groups.exchanged", groupsExchanged, 1);
    time_kernel("groups.votes", groupsVotes, 1);
    time_kernel("groups.back", groupsBack, 1);
    for (size_t first = 0; first < n; first += BLOCK) {
        size_t end = first + BLOCK < n ? first + BLOCK : n, place = first;
        for (int odd = 0; odd < 2; odd++)
            for (size_t i = first; i < end; i++)
                if (h_from[i] % 2 == odd)
                    h_wanted[place++] = h_from[i];
    }
    time_kernel("parts.totals", partsTotals, 1);
    time_kernel("parts.votes", partsVotes, 1);
    for (size_t i = 0; i < n; i++)
        h_wanted[i] = h_from[i] - (i > 0 ? h_from[i - 1] : 0);
    time_kernel("delta.memory", deltaMemory, 1);
    time_kernel("delta.lanes", deltaLanes, 1);
}

static void time_small(size_t n)
{
    int apart = (int)(n / SMALL);
    unsigned int grid = blocks_for(apart, 128);
    for (int i = 0; i < apart; i++)
        for (int k = 0; k < SMALL; k++) {
            int number = h_from[k * apart + i], place = k;
            for (; place > 0 && h_wanted[(place - 1) * apart + i] > number; place--)
                h_wanted[place * apart + i] = h_wanted[(place - 1) * apart + i];
            h_wanted[place * apart + i] = number;
        }
    for (start_case("small.insertion", n, grid, 128, 8 * n); next_launch();)
        smallInsertion<<<grid, 128>>>(d_to, d_from, apart);
    if (launches() > 0)
        check_case(ints_are(d_to, SMALL * apart, wanted));
    for (start_case("small.network", n, grid, 128, 8 * n); next_launch();)
        smallNetwork<<<grid, 128>>>(d_to, d_from, apart);
    if (launches() > 0)
        check_case(ints_are(d_to, SMALL * apart, wanted));
}

int main(int argc, char **argv)
{
    start_family("held_out_flags", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 20) + 1313, 1 << 24}, largest = scaled(1 << 24);
    d_from = ints_on_device(largest);
    h_from = (int *)copy_to_host(d_from, largest * sizeof(int));
    h_wanted = (int *)host_memory(largest * sizeof(int));
    d_to = zeros_on_device(largest);
    for (size_t size : sizes) {
        count = scaled(size);
        time_totals(count);
        time_groups(count);
        time_small(count);
    }
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_from));
    free(h_from);
    free(h_wanted);
    return end_family();
}
