/*
 * Step 14 against CUB, Thrust, a device-to-device copy and the memory's peak, for
 * n = 2^10, 2^11, ... up to -n, as far as the device's memory allows.
 *
 * What is compared: the time per sum, from graphs of many launches in a row, so that
 * no gap between launches hides a difference. The contestants take turns, in an order
 * that is reversed every round; the median of -r rounds counts. Inputs that fit into
 * the L2 cache stay there and are marked; larger ones rotate through several times
 * the cache's size, so that it serves none of them. About a minute up to 2^32 on an H100.
 *
 * CUB runs twice: summing into an int, its fastest case (the sum wraps around), and
 * into 64 bits, as step 14 does. Thrust hands every sum to the host, which no graph
 * can hold: its time is that of calls in a row, the waiting included. The copy moves
 * n / 2 numbers, so that as many bytes cross the memory's bus as in a sum of n.
 *
 * Run it:  make compare
 */
#include <cub/device/device_reduce.cuh>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

// the kernels of step 14 and its choice among them, as they are
#define main step14_main
#include "../step14_speed_of_light/reduce.cu"
#undef main

#include "../common/statistics.h"

#include <string.h>
#include <time.h>

enum { STEP14, CUB_INT, CUB_64, THRUST, COPY, CONTESTANTS };
static const char *const names[CONTESTANTS] = {"step14", "cub_int", "cub_64", "thrust", "copy"};

// the lengths of older releases of CUB (before CUDA 12.3) are ints
#if CUB_VERSION >= 200200
#define CUB_N_MAX ((size_t)1 << 40)
#else
#define CUB_N_MAX ((size_t)1 << 30)
#endif

enum { SMALLEST = 10, PATTERN = 24, LAUNCHES_MAX = 1000 };

/* Gives Thrust its temporary storage: the same memory every time. */
struct one_allocation {
    typedef char value_type;

    char *memory;
    size_t bytes;

    char *allocate(std::ptrdiff_t bytes_needed)
    {
        if ((size_t)bytes_needed <= bytes)
            return memory;
        fprintf(stderr, "thrust asks for %td bytes, more than the %zu that it was promised\n",
                bytes_needed, bytes);
        exit(EXIT_CUDA_FAILURE);
    }
    void deallocate(char *, size_t) {}
};

/* All that the contestants work with. */
struct arena {
    int multiprocessors;
    size_t l2_bytes;
    int *h_pattern;        // 2^PATTERN numbers
    long long pattern_sum; // theirs
    int *d_pool;           // the pattern, again and again
    size_t pool;           // how many numbers
    int *d_copy;           // room for half of the largest n
    long long *d_totals;   // one per launch of a graph
    struct meeting *d_meeting;
    char *d_storage; // for CUB and Thrust
    size_t storage_bytes;
    cudaStream_t stream;
    cudaEvent_t start, stop;
};

/* One size: its launches, and the part of the pool that each of them sums. */
struct contest {
    size_t n;
    bool in_l2;
    int launches, parts;
    cudaGraphExec_t graphs[CONTESTANTS];
};

static const int *part(const struct arena *arena, const struct contest *contest, int launch)
{
    return arena->d_pool + contest->n * (launch % contest->parts);
}

/* The sum of that part. */
static long long expected(const struct arena *arena, const struct contest *contest, int launch)
{
    size_t period = (size_t)1 << PATTERN;

    if (contest->n >= period)
        return arena->pattern_sum * (long long)(contest->n / period);
    size_t first = contest->n * (launch % contest->parts) % period;
    return serialSum(arena->h_pattern + first, contest->n);
}

/* Queues one sum (or copy) of the launch's part into d_totals[launch]. */
static void enqueue(const struct arena *arena, const struct contest *contest, int who, int launch)
{
    const int *d_idata = part(arena, contest, launch);
    long long *d_total = arena->d_totals + launch;
    size_t n = contest->n;
    size_t storage_bytes = arena->storage_bytes;
    struct shape shape = choose_shape(n, arena->multiprocessors);

    switch (who) {
    case STEP14:
        shape.kernel<<<shape.grid, shape.block, 0, arena->stream>>>(
            d_idata, d_total, arena->d_meeting, n);
        CHECK(cudaGetLastError());
        break;
    case CUB_INT:
        CHECK(cub::DeviceReduce::Sum(arena->d_storage, storage_bytes, d_idata, (int *)d_total, n,
                                     arena->stream));
        break;
    case CUB_64:
        CHECK(cub::DeviceReduce::Sum(arena->d_storage, storage_bytes, d_idata, d_total, n,
                                     arena->stream));
        break;
    case COPY:
        CHECK(cudaMemcpyAsync(arena->d_copy, d_idata, n / 2 * sizeof(int),
                              cudaMemcpyDeviceToDevice, arena->stream));
        break;
    }
}

static cudaGraphExec_t make_graph(const struct arena *arena, const struct contest *contest, int who)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;

    CHECK(cudaStreamBeginCapture(arena->stream, cudaStreamCaptureModeGlobal));
    for (int launch = 0; launch < contest->launches; launch++)
        enqueue(arena, contest, who, launch);
    CHECK(cudaStreamEndCapture(arena->stream, &graph));
    CHECK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphUpload(executable, arena->stream));
    return executable;
}

/* Ends the program if any of the sums in d_totals is wrong. */
static void check_sums(const struct arena *arena, const struct contest *contest, int who)
{
    static long long totals[LAUNCHES_MAX];
    int different = contest->parts < contest->launches ? contest->parts : contest->launches;

    CHECK(cudaMemcpy(totals, arena->d_totals, contest->launches * sizeof *totals,
                     cudaMemcpyDeviceToHost));
    for (int i = 0; i < different; i++) {
        long long right = expected(arena, contest, i);

        for (int launch = i; launch < contest->launches; launch += contest->parts) {
            long long sum = who == CUB_INT ? (int)totals[launch] : totals[launch];

            if (sum == (who == CUB_INT ? (int)right : right))
                continue;
            fprintf(stderr, "%s: wrong sum for n = %zu: %lld, expected %lld\n", names[who],
                    contest->n, sum, right);
            exit(EXIT_WRONG_SUM);
        }
    }
}

/* The milliseconds that one sum (or copy) takes, from one round. */
static double time_round(const struct arena *arena, const struct contest *contest, int who)
{
    struct one_allocation storage = {arena->d_storage, arena->storage_bytes};
    long long right = expected(arena, contest, 0);
    int launches = contest->launches;
    float milliseconds;

    CHECK(cudaMemsetAsync(arena->d_totals, 0xFF, LAUNCHES_MAX * sizeof(long long), arena->stream));
    CHECK(cudaStreamSynchronize(arena->stream));
    CHECK(cudaEventRecord(arena->start, arena->stream));
    if (who == THRUST) {
        launches = launches < 20 ? launches : 20; // waits for the host cannot be told apart anyway
        for (int launch = 0; launch < launches; launch++) {
            const int *d_idata = part(arena, contest, launch);
            long long sum = thrust::reduce(thrust::cuda::par(storage).on(arena->stream), d_idata,
                                           d_idata + contest->n, 0LL);

            if (launch == 0 && sum != right) {
                fprintf(stderr, "thrust: wrong sum for n = %zu: %lld\n", contest->n, sum);
                exit(EXIT_WRONG_SUM);
            }
        }
    } else {
        CHECK(cudaGraphLaunch(contest->graphs[who], arena->stream));
    }
    CHECK(cudaEventRecord(arena->stop, arena->stream));
    CHECK(cudaEventSynchronize(arena->stop));
    CHECK(cudaEventElapsedTime(&milliseconds, arena->start, arena->stop));
    if (who != THRUST && who != COPY)
        check_sums(arena, contest, who);
    return milliseconds / launches;
}

static struct arena make_arena(const struct options *options, const struct device *device,
                               size_t largest, size_t pool)
{
    struct arena arena = {};
    size_t period = (size_t)1 << PATTERN;
    size_t meeting_bytes = 0;
    int l2_bytes;

    CHECK(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, options->device));
    arena.l2_bytes = l2_bytes;
    arena.multiprocessors = device->multiprocessors;
    arena.h_pattern = make_input(period, options->seed);
    arena.pattern_sum = serialSum(arena.h_pattern, period);
    arena.pool = pool;
    CHECK(cudaMalloc((void **)&arena.d_pool, pool * sizeof(int)));
    size_t filled = pool < period ? pool : period;
    CHECK(cudaMemcpy(arena.d_pool, arena.h_pattern, filled * sizeof(int), cudaMemcpyHostToDevice));
    for (; filled < pool; filled *= 2) // both are powers of two
        CHECK(cudaMemcpy(arena.d_pool + filled, arena.d_pool, filled * sizeof(int),
                         cudaMemcpyDeviceToDevice));
    for (size_t n = (size_t)1 << SMALLEST; n <= largest; n *= 2) {
        struct shape shape = choose_shape(n, arena.multiprocessors);
        size_t bytes = meetings(&shape) * sizeof(struct meeting);

        meeting_bytes = bytes > meeting_bytes ? bytes : meeting_bytes;
    }
    CHECK(cudaMalloc((void **)&arena.d_copy, largest / 2 * sizeof(int)));
    CHECK(cudaMalloc((void **)&arena.d_totals, LAUNCHES_MAX * sizeof(long long)));
    CHECK(cudaMalloc((void **)&arena.d_meeting, meeting_bytes));
    CHECK(cudaMemset(arena.d_meeting, 0, meeting_bytes));
    CHECK(cub::DeviceReduce::Sum(NULL, arena.storage_bytes, arena.d_pool, arena.d_totals, largest));
    arena.storage_bytes += 1 << 20; // for CUB; what Thrust wants above that is little
    CHECK(cudaMalloc((void **)&arena.d_storage, arena.storage_bytes));
    CHECK(cudaStreamCreate(&arena.stream));
    CHECK(cudaEventCreate(&arena.start));
    CHECK(cudaEventCreate(&arena.stop));
    return arena;
}

static void free_arena(struct arena *arena)
{
    CHECK(cudaEventDestroy(arena->start));
    CHECK(cudaEventDestroy(arena->stop));
    CHECK(cudaStreamDestroy(arena->stream));
    CHECK(cudaFree(arena->d_pool));
    CHECK(cudaFree(arena->d_copy));
    CHECK(cudaFree(arena->d_totals));
    CHECK(cudaFree(arena->d_meeting));
    CHECK(cudaFree(arena->d_storage));
    free(arena->h_pattern);
}

/* Fills median[who], in milliseconds, for n numbers; returns whether they stay in the L2 cache. */
static bool hold_contest(const struct arena *arena, size_t n, int rounds, double *median)
{
    struct contest contest = {};
    size_t bytes = n * sizeof(int);
    double *times[CONTESTANTS];

    contest.n = n;
    contest.in_l2 = bytes <= arena->l2_bytes;
    contest.parts = contest.in_l2 ? 1 : (int)(4 * arena->l2_bytes / bytes + 1);
    if ((size_t)contest.parts > arena->pool / n)
        contest.parts = (int)(arena->pool / n);
    // some milliseconds a round, so that its start and end do not count
    size_t launches = ((size_t)1 << 33) / n;
    launches = launches > 2 ? launches : 2;
    contest.launches = launches < LAUNCHES_MAX ? (int)launches : (int)LAUNCHES_MAX;

    for (int who = 0; who < CONTESTANTS; who++) {
        times[who] = (double *)allocate(rounds * sizeof(double));
        if (who != THRUST)
            contest.graphs[who] = make_graph(arena, &contest, who);
        time_round(arena, &contest, who); // warms up
    }
    for (int round = 0; round < rounds; round++)
        for (int turn = 0; turn < CONTESTANTS; turn++) {
            int who = round % 2 == 0 ? turn : CONTESTANTS - 1 - turn;

            times[who][round] = time_round(arena, &contest, who);
        }
    for (int who = 0; who < CONTESTANTS; who++) {
        median[who] = statistics_of(times[who], rounds).median;
        free(times[who]);
        if (who != THRUST)
            CHECK(cudaGraphExecDestroy(contest.graphs[who]));
    }
    return contest.in_l2;
}

static void print_row(size_t n, bool in_l2, const double *median, double peak, FILE *csv)
{
    int exponent = 0;

    while ((size_t)1 << exponent < n)
        exponent++;
    printf("2^%-2d %s |", exponent, in_l2 ? "L2" : "  ");
    if (csv != NULL)
        fprintf(csv, "%zu,%d,%d,%.1f", n, exponent, in_l2, peak);
    for (int who = 0; who < CONTESTANTS; who++) {
        double rate = n * sizeof(int) / median[who] / 1e6;

        if (who == STEP14)
            printf(" %9.5f", median[who]);
        printf(" %7.1f", rate);
        if (peak > 0)
            printf(" %5.1f%%", 100 * rate / peak);
        if (who == CUB_INT || who == CUB_64 || who == THRUST)
            printf(" %6.3f", median[who] / median[STEP14]);
        printf(" |");
        if (csv != NULL)
            fprintf(csv, ",%.6f,%.3f", median[who], rate);
    }
    printf("\n");
    if (csv != NULL)
        fprintf(csv, ",%.4f,%.4f,%.4f\n", median[CUB_INT] / median[STEP14],
                median[CUB_64] / median[STEP14], median[THRUST] / median[STEP14]);
    fflush(stdout);
}

static void print_heading(const struct device *device, const struct options *options, FILE *csv)
{
    int driver, runtime;
    time_t now = time(NULL);
    char date[16];

    CHECK(cudaDriverGetVersion(&driver));
    CHECK(cudaRuntimeGetVersion(&runtime));
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    printf("%s, %d multiprocessors, peak %.0f GB/s\n", device->name, device->multiprocessors,
           device->peak);
    printf("CUDA %d.%d, driver for CUDA %d.%d, CUB %d.%d.%d, %s; median of %d rounds\n",
           runtime / 1000, runtime % 1000 / 10, driver / 1000, driver % 1000 / 10,
           CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION, date, options->repeat);
    printf("L2: the input stays in the cache, and the memory's peak is no limit.\n");
    printf("Each has GB/s and percent of peak. faster: its time over that of step 14.\n");
    printf("Step 14 sums into 64 bits, as CUB in its second column; in its first it does less.\n\n");
    printf("n       |%-26s|%-23s|%-23s|%-23s|%-16s|\n", "  step 14: ms,   GB/s,  % ",
           " CUB into int:   faster", " CUB, 64 bits:   faster", " Thrust:         faster",
           " copy");
    if (csv == NULL)
        return;
    fprintf(csv, "# %s\n# %s, CUDA %d.%d\n", device->name, date, runtime / 1000,
            runtime % 1000 / 10);
    fprintf(csv, "n,exponent,in_l2,peak_gb_per_second");
    for (int who = 0; who < CONTESTANTS; who++)
        fprintf(csv, ",%s_ms,%s_gb_per_second", names[who], names[who]);
    fprintf(csv, ",times_cub_int,times_cub_64,times_thrust\n");
}

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, 1ULL << 40);
    struct device device = select_device(&options);
    size_t free_bytes, total_bytes;
    FILE *csv = NULL;

    if (options.n < 1 << SMALLEST || options.repeat < 1) {
        fprintf(stderr, "%s: needs -n of 2^%d or more, and -r of 1 or more\n", options.program,
                SMALLEST);
        return EXIT_BAD_USAGE;
    }
    if (options.csv != NULL && strcmp(options.csv, "-") == 0) {
        fprintf(stderr, "%s: --csv needs a file: the table goes to stdout\n", options.program);
        return EXIT_BAD_USAGE;
    }
    if (options.csv != NULL && (csv = fopen(options.csv, "w")) == NULL) {
        fprintf(stderr, "%s: cannot write the csv file %s\n", options.program, options.csv);
        return EXIT_CUDA_FAILURE;
    }

    // the largest n: its input and half of it for the copy, with some memory to spare; and a pool
    // in which what is larger than the cache can rotate
    CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
    size_t room = (free_bytes - free_bytes / 10) / sizeof(int);
    size_t largest = (size_t)1 << SMALLEST;
    size_t n_max = options.n < CUB_N_MAX ? options.n : CUB_N_MAX;
    while (2 * largest <= n_max && 2 * largest + largest <= room)
        largest *= 2;
    if (2 * largest <= options.n)
        fprintf(stderr, "%s: up to n = %zu: more does not fit the device or CUB\n",
                options.program, largest);
    size_t pool = largest;
    while (pool < (size_t)1 << 27 && 2 * pool + largest / 2 <= room)
        pool *= 2;

    struct arena arena = make_arena(&options, &device, largest, pool);
    print_heading(&device, &options, csv);
    for (size_t n = (size_t)1 << SMALLEST; n <= largest; n *= 2) {
        double median[CONTESTANTS];
        bool in_l2 = hold_contest(&arena, n, options.repeat, median);

        print_row(n, in_l2, median, device.peak, csv);
    }
    free_arena(&arena);
    if (csv != NULL && fclose(csv) != 0) {
        fprintf(stderr, "%s: cannot write the csv file %s\n", options.program, options.csv);
        return EXIT_CUDA_FAILURE;
    }
    return EXIT_RIGHT_SUM;
}
