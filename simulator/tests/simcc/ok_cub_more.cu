// More of CUB: sorting by some bits and through double buffers, partitions, runs, histograms,
// and a sort within a block.
// out: by bits 4 to 8: 12 21 35 34 44 53
// out: downwards: -1 -2.5 of 3 1, then 2 at 0
// out: buffers: 1 2 3 4 5, a b c d e
// out: partition: 2 4 6 then 5 3 1, 3 chosen
// out: flagged: 1 6 then 5 4 3 2, 2 chosen
// out: runs: 7x2 8x1 9x3, 3 of them; longer ones at 0 3
// out: bins: 2 1 0 3, by bounds 1 2 2
// out: block: 0 4 9 18 27 32 41 55, striped the same
// out: 16 threads: 120 32 8 15
#include <cstdio>
#include <cub/cub.cuh>

cub::CachingDeviceAllocator allocator(true);

template <class T> T *to_device(const T *items, int n)
{
    T *there = NULL;

    CubDebugExit(allocator.DeviceAllocate((void **)&there, n * sizeof(T)));
    CubDebugExit(cudaMemcpy(there, items, n * sizeof(T), cudaMemcpyHostToDevice));
    return there;
}

template <class T> void to_host(T *items, const T *there, int n)
{
    CubDebugExit(cudaMemcpy(items, there, n * sizeof(T), cudaMemcpyDeviceToHost));
}

/* Calls an algorithm twice, as CUB wants it: for the size of its storage, and with that. */
template <class function> void twice(function call)
{
    void *storage = NULL;
    size_t bytes = 0;

    CubDebugExit(call(storage, bytes));
    CubDebugExit(allocator.DeviceAllocate(&storage, bytes));
    CubDebugExit(call(storage, bytes));
    CubDebugExit(allocator.DeviceFree(storage));
}

void sort()
{
    const int keys[6] = {0x35, 0x21, 0x44, 0x34, 0x12, 0x53};
    const int wanted_order[6] = {0x12, 0x21, 0x35, 0x34, 0x44, 0x53};
    int *in = to_device(keys, 6), *out = to_device(keys, 6), got[6];

    twice([&](void *storage, size_t &bytes) {
        return cub::DeviceRadixSort::SortKeys(storage, bytes, in, out, 6, 4, 8);
    });
    to_host(got, out, 6);
    printf("by bits 4 to 8:");
    for (int i = 0; i < 6; i++)
        printf(" %x", got[i] == wanted_order[i] ? got[i] : -1);
    printf("\n");

    const float numbers[4] = {2, -1, -2.5f, 1};
    const int places[4] = {0, 3, 1, 2};
    float *from = to_device(numbers, 4), *sorted = to_device(numbers, 4), largest[4];
    int *which = to_device(places, 4), *moved = to_device(places, 4), at[4];
    twice([&](void *storage, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairsDescending(storage, bytes, from, sorted, which, moved,
                                                         4, 1, 32);
    });
    to_host(largest, sorted, 4);
    to_host(at, moved, 4);
    printf("downwards: %g %g of %d %d, then %g at %d\n", largest[2], largest[3], at[2], at[3],
           largest[0], at[0]);

    const unsigned numbers_now[5] = {3, 1, 5, 2, 4};
    const char letters[5] = {'c', 'a', 'e', 'b', 'd'};
    cub::DoubleBuffer<unsigned> both(to_device(numbers_now, 5), to_device(numbers_now, 5));
    cub::DoubleBuffer<char> names(to_device(letters, 5), to_device(letters, 5));
    unsigned ordered[5];
    char named[5];
    twice([&](void *storage, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(storage, bytes, both, names, 5);
    });
    to_host(ordered, both.Current(), 5);
    to_host(named, names.Current(), 5);
    printf("buffers: %u %u %u %u %u, %c %c %c %c %c\n", ordered[0], ordered[1], ordered[2],
           ordered[3], ordered[4], named[0], named[1], named[2], named[3], named[4]);
}

struct is_even {
    __device__ bool operator()(int x) const
    {
        return x % 2 == 0;
    }
};

void partition()
{
    const int items[6] = {1, 2, 3, 4, 5, 6};
    const char flags[6] = {1, 0, 0, 0, 0, 1};
    int *in = to_device(items, 6), *out = to_device(items, 6), *chosen = to_device(items, 1);
    char *flag = to_device(flags, 6);
    int got[6], count;

    twice([&](void *storage, size_t &bytes) {
        return cub::DevicePartition::If(storage, bytes, in, out, chosen, 6, is_even());
    });
    to_host(got, out, 6);
    to_host(&count, chosen, 1);
    printf("partition: %d %d %d then %d %d %d, %d chosen\n", got[0], got[1], got[2], got[3], got[4],
           got[5], count);
    twice([&](void *storage, size_t &bytes) {
        return cub::DevicePartition::Flagged(storage, bytes, in, flag, out, chosen, 6);
    });
    to_host(got, out, 6);
    to_host(&count, chosen, 1);
    printf("flagged: %d %d then %d %d %d %d, %d chosen\n", got[0], got[1], got[2], got[3], got[4],
           got[5], count);
}

void runs()
{
    const int items[6] = {7, 7, 8, 9, 9, 9};
    int *in = to_device(items, 6), *out = to_device(items, 6), *lengths = to_device(items, 6);
    int *total = to_device(items, 1), got[6], long_are[6], count;

    twice([&](void *storage, size_t &bytes) {
        return cub::DeviceRunLengthEncode::Encode(storage, bytes, in, out, lengths, total, 6);
    });
    to_host(got, out, 6);
    to_host(long_are, lengths, 6);
    to_host(&count, total, 1);
    printf("runs: %dx%d %dx%d %dx%d, %d of them;", got[0], long_are[0], got[1], long_are[1], got[2],
           long_are[2], count);
    twice([&](void *storage, size_t &bytes) {
        return cub::DeviceRunLengthEncode::NonTrivialRuns(storage, bytes, in, out, lengths, total,
                                                          6);
    });
    to_host(got, out, 6);
    printf(" longer ones at %d %d\n", got[0], got[1]);
}

void histograms()
{
    const float samples[8] = {0, 1.9f, 2.5f, 7.9f, 6, 6.5f, 8, -0.1f};
    const int numbers[6] = {0, 4, 5, 9, 10, 20}, bounds[4] = {0, 2, 6, 11};
    float *in = to_device(samples, 8);
    int *more = to_device(numbers, 6), *levels = to_device(bounds, 4), *bins = to_device(bounds, 4);
    int got[4], by_bounds[3];

    twice([&](void *storage, size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(storage, bytes, in, bins, 5, 0.0f, 8.0f, 8);
    });
    to_host(got, bins, 4);
    twice([&](void *storage, size_t &bytes) {
        return cub::DeviceHistogram::HistogramRange(storage, bytes, more, bins, 4, levels, 6);
    });
    to_host(by_bounds, bins, 3);
    printf("bins: %d %d %d %d, by bounds %d %d %d\n", got[0], got[1], got[2], got[3], by_bounds[0],
           by_bounds[1], by_bounds[2]);
}

__global__ void sort_block(int *items, int *striped)
{
    typedef cub::BlockRadixSort<int, 4, 2> block_sort;
    __shared__ typename block_sort::TempStorage storage;
    int mine[2] = {items[2 * threadIdx.x], items[2 * threadIdx.x + 1]};
    int again[2] = {mine[0], mine[1]};

    block_sort(storage).Sort(mine);
    __syncthreads();
    block_sort(storage).SortBlockedToStriped(again);
    items[2 * threadIdx.x] = mine[0];
    items[2 * threadIdx.x + 1] = mine[1];
    striped[threadIdx.x] = again[0];
    striped[threadIdx.x + 4] = again[1];
}

/* Warps that are not full: lanes that are not there are not read. */
__global__ void small(int *results)
{
    typedef cub::WarpReduce<int, 16> warp_reduce;
    typedef cub::WarpScan<int, 8> warp_scan;
    typedef cub::BlockReduce<int, 16> block_reduce;
    typedef cub::BlockScan<int, 16> block_scan;
    __shared__ typename warp_reduce::TempStorage a;
    __shared__ typename warp_scan::TempStorage b;
    __shared__ typename block_reduce::TempStorage c;
    __shared__ typename block_scan::TempStorage d;
    int numbers = warp_reduce(a).Sum(threadIdx.x), twos = block_reduce(c).Sum(2), ones, before;

    warp_scan(b).InclusiveSum(1, ones);
    block_scan(d).ExclusiveSum(1, before);
    if (threadIdx.x == 0) {
        results[0] = numbers;
        results[1] = twos;
    } else if (threadIdx.x == 15) {
        results[2] = ones;
        results[3] = before;
    }
}

int main()
{
    const int items[8] = {55, 0, 41, 4, 32, 9, 27, 18};
    int *in = to_device(items, 8), *striped = to_device(items, 8), got[8], other[8], same = 1;

    sort();
    partition();
    runs();
    histograms();
    sort_block<<<1, 4>>>(in, striped);
    to_host(got, in, 8);
    to_host(other, striped, 8);
    printf("block:");
    for (int i = 0; i < 8; i++) {
        printf(" %d", got[i]);
        same &= got[i] == other[i];
    }
    printf(", striped %s\n", same ? "the same" : "is not");
    small<<<1, 16>>>(in);
    to_host(got, in, 4);
    printf("16 threads: %d %d %d %d\n", got[0], got[1], got[2], got[3]);
    return 0;
}
