/*
 * Does it pay to let GPUs do several things at once? Sums on all GPUs of this machine, in two
 * settings, each in several ways with nothing else changed.
 *
 * The numbers begin in the host's memory (page-locked, so that copies need no help of the host):
 * one GPU copies and sums, then the next; or all do so at once; or each cuts its share into pieces
 * and copies one while it sums the one before.
 *
 * The numbers are on the GPUs: each sums its share and then all join their sums; or each cuts its
 * share into pieces, and all join the sums of one while they sum the next.
 *
 * For n = 2^20, 2^24 and 2^28, as far as -n and the device's memory allow. Timed as step 18.
 *
 * Run it:  make overlap
 */
#include "../common/gpus/gpus.h"
#include "../common/gpus/check_nccl.h"
#include "../step18_many_gpus/share.h"
#include "../step18_many_gpus/sum_on_device.h"
#include "arena.h"

enum { FIRST_EXPONENT = 20, LAST_EXPONENT = 28, PIECES_MAX = 64 };

/* A way to sum. */
struct way {
    const char *numbers; // where they begin
    const char *name;
    int pieces;
    bool is_copied, is_in_turn, is_joined_by_piece;
};

static const struct way ways[] = {
    {"host", "one GPU after the other", 1, true, true, false},
    {"host", "all GPUs at once", 1, true, false, false},
    {"host", "in 4 pieces", 4, true, false, false},
    {"host", "in 16 pieces", 16, true, false, false},
    {"host", "in 64 pieces", 64, true, false, false},
    {"GPUs", "joined at the end", 1, false, false, false},
    {"GPUs", "in 2 pieces, each joined", 2, false, false, true},
    {"GPUs", "in 4 pieces, each joined", 4, false, false, true},
    {"GPUs", "in 8 pieces, each joined", 8, false, false, true},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

/* The belongings of one GPU. Two streams do one thing each at the same time. */
struct worker {
    int number;
    struct device device;
    int *d_idata;
    long long *d_totals;        // of the pieces
    struct meeting *d_meetings; // one for each stream
    ncclComm_t communicator;
    cudaStream_t streams[2];
    cudaEvent_t start, stop, piece;
};

static struct worker *workers;
static int gpus;
static int *h_input;
static long long *h_totals;

static void use(const struct worker *worker)
{
    CHECK(cudaSetDevice(worker->number));
}

/* All GPUs' totals, count of them from that of piece i on, in one of the streams. */
static void join_totals(int i, int count, int stream)
{
    CHECK_NCCL(ncclGroupStart());
    for (int g = 0; g < gpus; g++)
        CHECK_NCCL(ncclAllReduce(workers[g].d_totals + i, workers[g].d_totals + i, count, ncclInt64,
                                 ncclSum, workers[g].communicator, workers[g].streams[stream]));
    CHECK_NCCL(ncclGroupEnd());
}

/* Queues the sum of one piece of a GPU's share, with the copy of it, in one of its streams. */
static void sum_piece(const struct way *way, const struct worker *worker, struct share share, int i,
                      int stream)
{
    struct share piece = share_of(share.n, i, way->pieces);
    int *d_piece = worker->d_idata + piece.first;
    struct shape shape = choose_shape(piece.n, &worker->device);

    if (way->is_copied)
        CHECK(cudaMemcpyAsync(d_piece, h_input + share.first + piece.first, piece.n * sizeof(int),
                              cudaMemcpyHostToDevice, worker->streams[stream]));
    shape.kernel<<<shape.grid, shape.block, 0, worker->streams[stream]>>>(
        d_piece, worker->d_totals + i, worker->d_meetings + stream, piece.n);
    CHECK(cudaGetLastError());
}

/* Queues all of it, from when all GPUs are there. */
static void enqueue(const struct way *way, size_t n)
{
    join_totals(0, 1, 0);
    for (int g = 0; g < gpus; g++) {
        struct worker *worker = &workers[g];
        use(worker);
        CHECK(cudaEventRecord(worker->start, worker->streams[0]));
        CHECK(cudaStreamWaitEvent(worker->streams[1], worker->start, 0));
        if (way->is_in_turn && g > 0)
            CHECK(cudaStreamWaitEvent(worker->streams[0], workers[g - 1].piece, 0));
        for (int i = 0; !way->is_joined_by_piece && i < way->pieces; i++)
            sum_piece(way, worker, share_of(n, g, gpus), i, i % 2);
        // the first stream goes on when the second is done
        CHECK(cudaEventRecord(worker->piece, worker->streams[way->is_in_turn ? 0 : 1]));
        CHECK(cudaStreamWaitEvent(worker->streams[0], worker->piece, 0));
    }
    if (!way->is_joined_by_piece) {
        join_totals(0, way->pieces, 0);
        return;
    }
    for (int i = 0; i < way->pieces; i++) {
        for (int g = 0; g < gpus; g++) {
            use(&workers[g]);
            sum_piece(way, &workers[g], share_of(n, g, gpus), i, 0);
            CHECK(cudaEventRecord(workers[g].piece, workers[g].streams[0]));
            CHECK(cudaStreamWaitEvent(workers[g].streams[1], workers[g].piece, 0));
        }
        join_totals(i, 1, 1);
    }
}

/* The milliseconds of one sum in that way; ends the program if it is wrong. */
static double time_way(const struct way *way, size_t n, long long right)
{
    float longest = 0;

    for (int g = 0; g < gpus; g++) {
        use(&workers[g]);
        CHECK(cudaMemset(workers[g].d_totals, 0xFF, PIECES_MAX * sizeof(long long)));
        CHECK(cudaDeviceSynchronize());
    }
    for (int g = 0; g < gpus; g++) {
        use(&workers[g]);
        cool_cache(&workers[g].device.cache); // both streams wait for the default one
    }
    enqueue(way, n);
    for (int g = 0; g < gpus; g++) {
        use(&workers[g]);
        CHECK(
            cudaEventRecord(workers[g].stop, workers[g].streams[way->is_joined_by_piece ? 1 : 0]));
    }
    for (int g = 0; g < gpus; g++) {
        float milliseconds;
        long long sum = 0;
        use(&workers[g]);
        CHECK(cudaEventSynchronize(workers[g].stop));
        CHECK(cudaEventElapsedTime(&milliseconds, workers[g].start, workers[g].stop));
        longest = milliseconds > longest ? milliseconds : longest;
        CHECK(cudaMemcpy(h_totals, workers[g].d_totals, PIECES_MAX * sizeof(long long),
                         cudaMemcpyDeviceToHost));
        for (int i = 0; i < way->pieces; i++)
            sum += h_totals[i];
        check_sum(n, sum, right, way->name);
    }
    return longest;
}

static void open_workers(const struct options *options, size_t largest)
{
    int *numbers = (int *)allocate(gpus * sizeof(int));
    ncclComm_t *communicators = (ncclComm_t *)allocate(gpus * sizeof(ncclComm_t));

    for (int g = 0; g < gpus; g++)
        numbers[g] = options->device + g;
    CHECK_NCCL(ncclCommInitAll(communicators, gpus, numbers));
    for (int g = 0; g < gpus; g++) {
        struct worker *worker = &workers[g];
        size_t bytes = share_of(largest, g, gpus).n * sizeof(int);
        worker->number = numbers[g];
        worker->communicator = communicators[g];
        use(worker);
        CHECK(cudaMalloc((void **)&worker->d_idata, bytes));
        CHECK(cudaMalloc((void **)&worker->d_totals, PIECES_MAX * sizeof(long long)));
        CHECK(cudaMalloc((void **)&worker->d_meetings, 2 * sizeof(struct meeting)));
        CHECK(cudaMemset(worker->d_meetings, 0, 2 * sizeof(struct meeting)));
        for (int stream = 0; stream < 2; stream++)
            CHECK(cudaStreamCreate(&worker->streams[stream]));
        CHECK(cudaEventCreate(&worker->start));
        CHECK(cudaEventCreate(&worker->stop));
        CHECK(cudaEventCreate(&worker->piece));
    }
    free(numbers);
    free(communicators);
}

static void close_workers(void)
{
    for (int g = 0; g < gpus; g++) {
        struct worker *worker = &workers[g];
        use(worker);
        CHECK_NCCL(ncclCommDestroy(worker->communicator));
        CHECK(cudaFree(worker->d_idata));
        CHECK(cudaFree(worker->d_totals));
        CHECK(cudaFree(worker->d_meetings));
        for (int stream = 0; stream < 2; stream++)
            CHECK(cudaStreamDestroy(worker->streams[stream]));
        CHECK(cudaEventDestroy(worker->start));
        CHECK(cudaEventDestroy(worker->stop));
        CHECK(cudaEventDestroy(worker->piece));
    }
}

/* All ways at one n, in turns; a row for each. The numbers that a way finds on a GPU, one before it
 * has copied there. */
static void hold_contest(int exponent, int rounds, FILE *csv)
{
    size_t n = (size_t)1 << exponent;
    long long right = serialSum(h_input, n);
    double *times[WAYS];

    for (int way = 0; way < WAYS; way++)
        times[way] = (double *)allocate(rounds * sizeof(double));
    for (int round = -1; round < rounds; round++) // round -1 warms up
        for (int way = 0; way < WAYS; way++) {
            double milliseconds = time_way(&ways[way], n, right);

            if (round >= 0)
                times[way][round] = milliseconds;
        }
    for (int way = 0; way < WAYS; way++) {
        struct statistics time = statistics_of(times[way], rounds);

        printf("2^%d | %-4s | %-24s | %9.4f | %9.4f | %9.4f | %7.1f |\n", exponent,
               ways[way].numbers, ways[way].name, time.median, time.min, time.max,
               n * sizeof(int) / time.median / 1e6);
        if (csv != NULL)
            fprintf(csv, "%s,\"%s\",%d,%d,%zu,%d,%.6f,%.6f,%.6f\n", ways[way].numbers,
                    ways[way].name, ways[way].pieces, gpus, n, exponent, time.median, time.min,
                    time.max);
        free(times[way]);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct options options = parse_comparison(argc, argv);
    gpus = count_gpus(&options, 0);
    FILE *csv = open_csv(&options);

    workers = (struct worker *)allocate(gpus * sizeof(struct worker));
    struct device *devices = (struct device *)allocate(gpus * sizeof(struct device));
    size_t largest = (size_t)1 << LAST_EXPONENT;
    for (int g = 0; g < gpus; g++) {
        devices[g] = workers[g].device = select_gpu(&options, g, gpus);
        while (largest > options.n || largest / gpus > room_for_numbers())
            largest /= 2;
    }
    int *numbers = make_input(largest, options.seed);
    CHECK(cudaMallocHost((void **)&h_input, largest * sizeof(int)));
    memcpy(h_input, numbers, largest * sizeof(int));
    free(numbers);
    h_totals = (long long *)allocate(PIECES_MAX * sizeof(long long));
    open_workers(&options, largest);

    struct device all = joined_gpus(devices, gpus);
    print_conditions(&all, &options, csv);
    printf(
        "Milliseconds of one sum.\n\n"
        "n    | from | way                      |    median |       min |       max |    GB/s |\n");
    if (csv != NULL)
        fprintf(csv, "numbers,way,pieces,gpus,n,exponent,median_ms,min_ms,max_ms\n");
    for (int exponent = FIRST_EXPONENT; (size_t)1 << exponent <= largest; exponent += 4)
        hold_contest(exponent, options.repeat, csv);

    close_workers();
    CHECK(cudaFreeHost(h_input));
    free(h_totals);
    free(devices);
    free(workers);
    close_csv(&options, csv);
    return EXIT_RIGHT_SUM;
}
