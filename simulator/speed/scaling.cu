/*
 * One measurement of the simulator's own speed: launches a kernel several times, and prints how
 * long that took on the host, how many accesses to memory it was, and the memory that the process
 * took. scaling.sh beside it calls it for many sizes; docs/speed.md shows what came of it.
 *
 *     scaling KERNEL N THREADS
 *
 * KERNEL: sum, in shared memory with a barrier in each round, or saxpy, without any. N: numbers.
 * THREADS: of a block. Prints, with commas between them: the bytes of device memory; the accesses
 * of a launch; how many launches were timed; seconds of the first launch, which also starts host
 * threads and meets untouched memory; median seconds of the others, by the clock and of all
 * processors together; and the most memory that the process has had, in bytes.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LAUNCHES_MOST  9
#define SECONDS_ENOUGH 0.5 /* of launches: then no more of them */

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "scaling: %s: %s\n", #call, cudaGetErrorString(error));                \
            exit(3);                                                                               \
        }                                                                                          \
    } while (0)

/* Adds up each block's numbers into out[blockIdx.x]. */
__global__ void sum(const int *in, int *out, unsigned int n)
{
    extern __shared__ int smem[];
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? in[idx] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = smem[0];
}

__global__ void saxpy(float a, const float *x, float *y, unsigned int n)
{
    unsigned int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        y[idx] = a * x[idx] + y[idx];
}

struct measurement {
    int is_sum;
    unsigned int n, threads, blocks;
    size_t bytes;    /* of device memory */
    double accesses; /* of a launch: each thread's loads and stores */
    void *first, *second;
};

/*
 * Seconds by the host's own clock, or of all its processors together: clock_gettime would tell a
 * counted program the modelled time.
 */
static double seconds_now(clockid_t clock)
{
    struct timespec now;

    syscall(SYS_clock_gettime, clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The device's memory, all of it written: numbers that are all the same cost as much as others. */
static void make_memory(struct measurement *it)
{
    size_t first = (size_t)it->n * 4, second = it->is_sum ? (size_t)it->blocks * 4 : first;

    CHECK(cudaMalloc(&it->first, first));
    CHECK(cudaMalloc(&it->second, second));
    CHECK(cudaMemset(it->first, 1, first));
    CHECK(cudaMemset(it->second, 1, second));
    it->bytes = first + second;
}

/*
 * Each thread of saxpy loads twice and stores once. A thread of sum loads and stores once; in each
 * round half as many of them as in the round before, at first half of the block, load twice and
 * store once; and one loads and stores in the end.
 */
static double accesses_of(const struct measurement *it)
{
    double of_block = (double)it->threads + 3.0 * (it->threads - 1) + 2;

    return it->is_sum ? it->n + it->blocks * of_block : 3.0 * it->n;
}

static void launch(const struct measurement *it)
{
    if (it->is_sum)
        sum<<<it->blocks, it->threads, it->threads * sizeof(int)>>>((const int *)it->first,
                                                                    (int *)it->second, it->n);
    else
        saxpy<<<it->blocks, it->threads>>>(2.0f, (const float *)it->first, (float *)it->second,
                                           it->n);
    CHECK(cudaDeviceSynchronize());
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static void measure(const struct measurement *it)
{
    double wall[LAUNCHES_MOST], processors[LAUNCHES_MOST], first, spent = 0;
    struct rusage usage;
    int count = 0;

    first = seconds_now(CLOCK_MONOTONIC);
    launch(it);
    first = seconds_now(CLOCK_MONOTONIC) - first;
    do {
        double begun = seconds_now(CLOCK_MONOTONIC), used = seconds_now(CLOCK_PROCESS_CPUTIME_ID);

        launch(it);
        wall[count] = seconds_now(CLOCK_MONOTONIC) - begun;
        processors[count] = seconds_now(CLOCK_PROCESS_CPUTIME_ID) - used;
        spent += wall[count++];
    } while (count < LAUNCHES_MOST && spent < SECONDS_ENOUGH);
    getrusage(RUSAGE_SELF, &usage);
    printf("%zu,%.0f,%d,%.9f,%.9f,%.9f,%ld\n", it->bytes, it->accesses, count, first,
           median(wall, count), median(processors, count), usage.ru_maxrss * 1024);
}

int main(int argc, char **argv)
{
    struct measurement it = {0};
    unsigned long n = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
    unsigned long threads = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;

    if (argc == 4)
        it.is_sum = !strcmp(argv[1], "sum");
    if ((!it.is_sum && (argc != 4 || strcmp(argv[1], "saxpy"))) || n < 1 || n > 1ul << 30 ||
        threads < 32 || threads > 1024 || (threads & (threads - 1))) {
        fprintf(stderr,
                "usage: scaling sum|saxpy N THREADS\n"
                "At most 2^30 numbers; a block has 32, 64, 128, 256, 512 or 1024 threads.\n");
        return 2;
    }
    it.n = (unsigned int)n;
    it.threads = (unsigned int)threads;
    it.blocks = (it.n + it.threads - 1) / it.threads;
    make_memory(&it);
    it.accesses = accesses_of(&it);
    measure(&it);
    CHECK(cudaFree(it.first));
    CHECK(cudaFree(it.second));
    return 0;
}
