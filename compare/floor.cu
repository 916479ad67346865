/*
 * How fast can a sum of few numbers be? For n = 2^10, 2^11 and 2^12: step 14 and CUB beside
 * kernels that do less, and so are a floor: an empty one, one that loads a number and stores it,
 * and one that sums exactly n ints, without a question about n or the address, into 32 bits.
 *
 * So short a kernel is lost between two events. So here 200 of the same kind run in a row, from a
 * CUDA graph, which hides most of the cost of a launch; the time is that of all over 200. They read
 * the same numbers, so all but the first find them in the L2 cache.
 *
 * Run it:  make floor
 */
#include <cub/cub.cuh>
#include "step14.h" // its kernel, as it is
#include "arena.h"

enum { LARGEST = 12, LAUNCHES = 200, EXACT_BLOCK = 256 };

__global__ void doNothing(void)
{
}

__global__ void loadAndStore(const int *g_idata, long long *g_total)
{
    *g_total = *g_idata;
}

/* Sums exactly 4 * iLoads * EXACT_BLOCK ints, and right only if the sum is an int. */
template <unsigned int iLoads> __global__ void sumExactly(const int *g_idata, long long *g_total)
{
    __shared__ unsigned int smem[EXACT_BLOCK / 32];
    unsigned int tid = threadIdx.x;
    const int4 *fours = (const int4 *)g_idata;
    int4 a[iLoads];
    unsigned int sum = 0;

#pragma unroll
    for (unsigned int k = 0; k < iLoads; k++)
        a[k] = fours[tid + k * EXACT_BLOCK];
#pragma unroll
    for (unsigned int k = 0; k < iLoads; k++)
        sum += a[k].x + a[k].y + a[k].z + a[k].w;
    sum = warpSum(sum);
    if (tid % 32 == 0)
        smem[tid / 32] = sum;
    __syncthreads();
    if (tid < 32)
        sum = warpSum(tid < EXACT_BLOCK / 32 ? smem[tid] : 0u);
    if (tid == 0)
        *g_total = sum;
}

enum { NOTHING, LOAD_AND_STORE, EXACTLY, STEP14, CUB, CONTESTANTS };
static const char *const contestants[CONTESTANTS] = {"an empty kernel", "one load and one store",
                                                     "a sum of exactly n ints", "step 14", "CUB"};

static void *d_storage; // CUB's
static size_t storage_bytes;

static void enqueue(const struct arena *arena, size_t n, int who, cudaStream_t stream)
{
    struct shape shape = choose_shape(n, &arena->device);

    if (who == NOTHING)
        doNothing<<<1, 1, 0, stream>>>();
    else if (who == LOAD_AND_STORE)
        loadAndStore<<<1, 1, 0, stream>>>(arena->d_pool, arena->d_total);
    else if (who == EXACTLY && n == 1 << 10)
        sumExactly<1><<<1, EXACT_BLOCK, 0, stream>>>(arena->d_pool, arena->d_total);
    else if (who == EXACTLY && n == 1 << 11)
        sumExactly<2><<<1, EXACT_BLOCK, 0, stream>>>(arena->d_pool, arena->d_total);
    else if (who == EXACTLY)
        sumExactly<4><<<1, EXACT_BLOCK, 0, stream>>>(arena->d_pool, arena->d_total);
    else if (who == STEP14)
        shape.kernel<<<shape.grid, shape.block, 0, stream>>>(arena->d_pool, arena->d_total,
                                                             arena->d_meeting, n);
    else
        CHECK(cub::DeviceReduce::Sum(d_storage, storage_bytes, arena->d_pool, arena->d_total,
                                     (int)n, stream));
    CHECK(cudaGetLastError());
}

/* A graph of LAUNCHES of them in a row. */
static cudaGraphExec_t make_graph(const struct arena *arena, size_t n, int who)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;

    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < LAUNCHES; i++)
        enqueue(arena, n, who, stream);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    return ready;
}

/* Microseconds of one launch in the graph. */
static double time_graph(const struct arena *arena, cudaGraphExec_t graph)
{
    float milliseconds;

    CHECK(cudaMemset(arena->d_total, 0xFF, sizeof(long long)));
    CHECK(cudaEventRecord(arena->start));
    CHECK(cudaGraphLaunch(graph, 0));
    CHECK(cudaEventRecord(arena->stop));
    CHECK(cudaEventSynchronize(arena->stop));
    CHECK(cudaEventElapsedTime(&milliseconds, arena->start, arena->stop));
    return 1e3 * milliseconds / LAUNCHES;
}

/* Fills times[who], in microseconds. */
static void hold_contest(const struct arena *arena, size_t n, int rounds,
                         struct statistics times[CONTESTANTS])
{
    cudaGraphExec_t graphs[CONTESTANTS];
    double *microseconds[CONTESTANTS];
    long long right = expected(arena, n);

    for (int who = 0; who < CONTESTANTS; who++) {
        graphs[who] = make_graph(arena, n, who);
        microseconds[who] = (double *)allocate(rounds * sizeof(double));
    }
    for (int round = -1; round < rounds; round++) // round -1 warms up
        for (int turn = 0; turn < CONTESTANTS; turn++) {
            int who = (turn + round + 1) % CONTESTANTS;
            double time = time_graph(arena, graphs[who]);

            if (who >= EXACTLY)
                check_sum(n, total_of(arena), right, contestants[who]);
            if (round >= 0)
                microseconds[who][round] = time;
        }
    for (int who = 0; who < CONTESTANTS; who++) {
        times[who] = statistics_of(microseconds[who], rounds);
        CHECK(cudaGraphExecDestroy(graphs[who]));
        free(microseconds[who]);
    }
}

static void print_rows(int exponent, const struct statistics times[CONTESTANTS], FILE *csv)
{
    for (int who = 0; who < CONTESTANTS; who++) {
        const struct statistics *time = &times[who];

        printf("2^%d | %-23s | %7.3f | %7.3f | %7.3f |\n", exponent, contestants[who], time->median,
               time->min, time->max);
        if (csv != NULL)
            fprintf(csv, "%s,%d,%.4f,%.4f,%.4f\n", contestants[who], exponent, time->median,
                    time->min, time->max);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct options options = parse_comparison(argc, argv);
    struct device device = select_device(&options);
    FILE *csv = open_csv(&options);
    struct arena arena = make_arena(&options, &device, (size_t)1 << LARGEST);

    CHECK(cub::DeviceReduce::Sum(NULL, storage_bytes, arena.d_pool, arena.d_total, 1 << LARGEST));
    CHECK(cudaMalloc(&d_storage, storage_bytes));
    print_conditions(&device, &options, csv);
    printf("Microseconds of one of %d launches in a row, from a CUDA graph.\n\n"
           "n    | kernel                  |      us |     min |     max |\n",
           LAUNCHES);
    if (csv != NULL)
        fprintf(csv, "kernel,exponent,median_us,min_us,max_us\n");
    for (int exponent = SMALLEST; exponent <= LARGEST; exponent++) {
        struct statistics times[CONTESTANTS];

        hold_contest(&arena, (size_t)1 << exponent, options.repeat, times);
        print_rows(exponent, times, csv);
    }
    CHECK(cudaFree(d_storage));
    free_arena(&arena);
    close_csv(&options, csv);
    return EXIT_RIGHT_SUM;
}
