/*
 * Two accesses to 32 words of global memory, each in one of several shapes, by two blocks or two
 * warps. All shapes touch word 7: without a barrier between them they race if one of them writes.
 * With an argument: what memory the checks take. -DSHARE=6 -DPART=2 takes one of every six pairs.
 */
#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SHARE
#define SHARE 1
#define PART  0
#endif

enum shape { READ, WRITE, READ_ONE, WRITE_ONE, WRITE_FOUR, READ_HALVES, SHAPES };
enum relation { BLOCKS, WARPS, BARRIER, ALL_THEN_ONE, RELATIONS };

template <int shape> __device__ void touch(int *row, volatile int *sink)
{
    int lane = threadIdx.x % 32, value = 64 * blockIdx.x + threadIdx.x; /* others do not store it */
    if (shape == READ)
        *sink = row[lane];
    if (shape == WRITE)
        row[lane] = value;
    if (shape == READ_ONE && lane == 7)
        *sink = row[lane];
    if (shape == WRITE_ONE && lane == 7)
        row[lane] = value;
    if (shape == WRITE_FOUR && lane < 8)
        ((int4 *)row)[lane] = make_int4(value, value, value, value);
    if (shape == READ_HALVES)
        *sink = row[lane % 16];
}

template <int first, int second, int relation> __global__ void both(int *row)
{
    volatile int sink;
    int warp = threadIdx.x / 32;
    if (relation == ALL_THEN_ONE || (!blockIdx.x && !warp))
        touch<first>(row, &sink);
    if (relation == BARRIER)
        __syncthreads();
    if (relation == BLOCKS ? blockIdx.x && !warp : warp)
        touch<second>(row, &sink);
}

/* In a process of its own: a pair of lines that has raced is not named again. */
template <int relation, int first, int second> void launch_pair(int offset)
{
    pid_t child = fork();
    if (!child) {
        int *row;
        cudaMalloc(&row, 256);
        cudaMemset(row, 0, 256);
        fprintf(stderr, "case %d %d %d, offset %d\n", first, second, relation, offset);
        both<first, second, relation><<<relation == BLOCKS ? 2 : 1, 64>>>(row + offset);
        _exit(cudaDeviceSynchronize());
    }
    waitpid(child, NULL, 0);
}

/* In each round of SHARE pairs the one behind that of the round before: others come by turns. */
template <int relation, int first, int second> void launch(int offset)
{
    constexpr int turn = (relation * SHAPES + first) * SHAPES + second;
    if constexpr ((turn + turn / SHARE) % SHARE == PART)
        launch_pair<relation, first, second>(offset);
    if constexpr (second + 1 < SHAPES)
        launch<relation, first, second + 1>(offset);
    else if constexpr (first + 1 < SHAPES)
        launch<relation, first + 1, 0>(offset);
    else if constexpr (relation + 1 < RELATIONS)
        launch<relation + 1, 0, 0>(offset);
}

__global__ void copy(const int *from, int *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

/* Of views of one file each counts as if it took memory. */
static long bytes_of_views()
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    long kilobytes = 0;
    while (status && fgets(line, sizeof line, status) && sscanf(line, "RssShmem: %ld", &kilobytes) != 1)
        ;
    if (status)
        fclose(status);
    return kilobytes * 1024;
}

static long peak_bytes()
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024 - bytes_of_views();
}

/* How much memory the simulator takes for each byte that a launch touches. */
static void measure()
{
    const int n = 1 << 21;
    int *from, *to;
    cudaMalloc(&from, n * sizeof(int));
    cudaMalloc(&to, n * sizeof(int));
    cudaMemset(from, 0, n * sizeof(int));
    cudaMemset(to, 0, n * sizeof(int));
    long before = peak_bytes();
    copy<<<n / 256, 256>>>(from, to);
    cudaDeviceSynchronize();
    printf("%.2f\n", (double)(peak_bytes() - before) / (2 * n * sizeof(int)));
}

int main(int argc, char **)
{
    if (argc > 1) {
        measure();
        return 0;
    }
    launch<0, 0, 0>(0);
    launch<0, 0, 0>(8); /* a part of 32 bytes before the first whole 64 */
    return 0;
}
