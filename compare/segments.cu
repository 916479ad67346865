/*
 * Step 17 against cub::DeviceSegmentedReduce where rows are of unequal lengths: sums of floats and
 * softmax's pairs, over kinds of lengths from 2^26 empty or short ones to one row of everything.
 *
 * The time of all rows' results is compared, timed as in compare.cu: on a cold, clean cache,
 * between two events that are queued before the device comes to them. The contestants take turns,
 * in an order that is reversed every round; the median of -r rounds counts. CUB's offsets have 32
 * bits, which is less to read; those of the step have 64.
 *
 * Run it:  make rows
 */
#include <cub/device/device_segmented_reduce.cuh>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include "step17.h" // its kernels, as they are
#include "../common/random.h"
#include "../common/statistics.h"
#include "method.h"

enum { STEP17, CUB, CONTESTANTS };
static const char *const names[CONTESTANTS] = {"step17", "cub"};

/* The lengths of rows. */
enum lengths { SHORT, ABOUT_32, ABOUT_1000, ABOUT_16000, TURNS, LOG_UNIFORM, ONE_LONG, EMPTY, ONE };
static const char *const length_names[] = {"1 to 8",
                                           "16 to 48",
                                           "500 to 1500",
                                           "8000 to 24000",
                                           "1 and 1000 in turns",
                                           "1 to 2^20 of all magnitudes",
                                           "one of half of all and 1 to 8",
                                           "7 of 8 empty and 1 to 64",
                                           "one of everything",
                                           NULL};

/* Where rows of these lengths begin. */
struct segments {
    size_t rows, longest;
    size_t *h_offsets; // rows + 1 of them
};

/* How long a row is, if the numbers last: row 0 and so on, of n numbers in all. */
static size_t row_length(enum lengths lengths, size_t row, size_t begin, size_t n, int *has_long,
                         struct random_state *random)
{
    size_t any = (size_t)random_next(random);

    switch (lengths) {
    case SHORT: return 1 + any % 8;
    case ABOUT_32: return 16 + any % 33;
    case ABOUT_1000: return 500 + any % 1001;
    case ABOUT_16000: return 8000 + any % 16001;
    case TURNS: return row % 2 == 0 ? 1 : 1000;
    case LOG_UNIFORM: return (size_t)exp2((double)(any % 4096) / 4096 * 20);
    case ONE_LONG:
        if (begin < n / 4 || *has_long)
            return 1 + any % 8;
        *has_long = 1;
        return n / 2;
    case EMPTY: return any % 8 != 0 ? 0 : 1 + any / 8 % 64;
    case ONE: return n;
    }
    return n;
}

static struct segments cut(enum lengths lengths, size_t n)
{
    struct segments segments = {};
    struct random_state random;
    size_t room = 1024;
    int has_long = 0;

    random_start(&random, 1 + lengths);
    segments.h_offsets = (size_t *)allocate((room + 1) * sizeof(size_t));
    segments.h_offsets[0] = 0;
    for (size_t begin = 0; begin < n;) {
        size_t length = row_length(lengths, segments.rows, begin, n, &has_long, &random);

        length = length < n - begin ? length : n - begin;
        if (segments.rows == room) {
            room *= 2;
            size_t *more = (size_t *)allocate((room + 1) * sizeof(size_t));
            memcpy(more, segments.h_offsets, (segments.rows + 1) * sizeof(size_t));
            free(segments.h_offsets);
            segments.h_offsets = more;
        }
        begin += length;
        segments.h_offsets[++segments.rows] = begin;
        segments.longest = length > segments.longest ? length : segments.longest;
    }
    return segments;
}

/* The operators for CUB: a number as an accumulator, two of them combined, the last as a result. */
template <class op> struct of_number {
    __device__ typename op::accumulator operator()(float x) const
    {
        return op::take(op::identity(), x);
    }
};
template <class op> struct of_two {
    __device__ typename op::accumulator operator()(typename op::accumulator a,
                                                   typename op::accumulator b) const
    {
        return op::combine(a, b);
    }
};
template <class op> struct of_row {
    __device__ typename op::result operator()(typename op::accumulator a) const
    {
        return op::finish(a);
    }
};

template <class op> struct contest {
    const struct device *device;
    const float *h_idata, *d_idata;
    size_t n;
    struct segments segments;
    size_t *d_offsets;
    int *d_offsets_32; // CUB's
    typename op::result *d_odata;
    struct meeting<op> meeting;
    void *d_storage;
    size_t storage_bytes;
    cudaEvent_t start, stop;
};

static cudaError_t call_cub(const struct contest<RowSum> *contest, void *d_storage, size_t *bytes)
{
    return cub::DeviceSegmentedReduce::Sum(d_storage, *bytes, contest->d_idata, contest->d_odata,
                                           contest->segments.rows, contest->d_offsets_32,
                                           contest->d_offsets_32 + 1);
}

static cudaError_t call_cub(const struct contest<Softmax> *contest, void *d_storage, size_t *bytes)
{
    const struct softmax_pair of_none = {-FLT_MAX, 0.0f}; // Softmax::identity()

    return cub::DeviceSegmentedReduce::Reduce(
        d_storage, *bytes, thrust::make_transform_iterator(contest->d_idata, of_number<Softmax>()),
        thrust::make_transform_output_iterator(contest->d_odata, of_row<Softmax>()),
        contest->segments.rows, contest->d_offsets_32, contest->d_offsets_32 + 1, of_two<Softmax>(),
        of_none);
}

template <class op> static double time_rows(const struct contest<op> *contest, int who)
{
    size_t rows = contest->segments.rows;
    float milliseconds;

    CHECK(cudaMemset(contest->d_odata, 0xFF, rows * sizeof(typename op::result)));
    cool_cache(&contest->device->cache);
    CHECK(cudaEventRecord(contest->start));
    if (who == CUB) {
        size_t bytes = contest->storage_bytes;
        CHECK(call_cub(contest, contest->d_storage, &bytes));
    } else {
        struct shape<op> shape = segments_shape<op>(rows, contest->n, contest->device);
        shape.segments<<<shape.grid, shape.block>>>(contest->d_idata, contest->d_offsets,
                                                    contest->d_odata, rows, contest->n, shape.share,
                                                    contest->meeting);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaEventRecord(contest->stop));
    CHECK(cudaEventSynchronize(contest->stop));
    CHECK(cudaEventElapsedTime(&milliseconds, contest->start, contest->stop));
    return milliseconds;
}

/* Ends the program unless each row's result is that of the CPU, or as near as rounding allows. */
template <class op>
static void check_results(const struct contest<op> *contest, enum lengths lengths, int who)
{
    const struct segments *segments = &contest->segments;
    struct task task = {NULL, NULL, segments->rows, 0, contest->h_idata, segments->h_offsets};
    size_t bytes = segments->rows * sizeof(typename op::result);
    typename op::result *h_odata = (typename op::result *)allocate(bytes);
    // CUB adds up a row in no fewer than 256 parts, if it is a long one
    double additions =
        who == STEP17 ? segments_shape<op>(segments->rows, contest->n, contest->device).additions
                      : segments->longest / 256.0 + 64;

    CHECK(cudaMemcpy(h_odata, contest->d_odata, bytes, cudaMemcpyDeviceToHost));
    struct row_check check = check_rows<op>(&task, h_odata, additions);
    free(h_odata);
    if (check.right == segments->rows)
        return;
    fprintf(stderr, "%s: rows of %s: %s\n", names[who], length_names[lengths], check.first_wrong);
    exit(EXIT_WRONG_SUM);
}

static void print_times(const struct segments *segments, enum lengths lengths, const char *op,
                        size_t n, const struct statistics *times, FILE *csv)
{
    printf("%-30s %9zu %9zu  %-7s|", length_names[lengths], segments->rows, segments->longest, op);
    for (int who = 0; who < CONTESTANTS; who++) {
        printf(" %9.5f %7.1f |", times[who].median, 4.0 * n / times[who].median / 1e6);
        if (csv != NULL)
            fprintf(csv, "%s,%zu,%zu,%zu,%s,%s,%.6f,%.6f,%.6f\n", length_names[lengths],
                    segments->rows, segments->longest, n, op, names[who], times[who].median,
                    times[who].min, times[who].max);
    }
    printf(" %7.2f\n", times[CUB].median / times[STEP17].median);
    fflush(stdout);
}

template <class op>
static void hold_contest(const struct options *options, const struct device *device,
                         const struct segments *segments, enum lengths lengths, const char *name,
                         const float *h_idata, const float *d_idata, FILE *csv)
{
    struct contest<op> contest = {
        device, h_idata, d_idata, options->n, *segments,
        {
        }
    };
    size_t rows = segments->rows, offset_bytes = (rows + 1) * sizeof(size_t);
    int *h_offsets_32 = (int *)allocate((rows + 1) * sizeof(int));
    struct shape<op> shape = segments_shape<op>(rows, options->n, device);
    struct statistics times[CONTESTANTS];

    for (size_t row = 0; row <= rows; row++)
        h_offsets_32[row] = (int)segments->h_offsets[row];
    CHECK(cudaMalloc((void **)&contest.d_offsets, offset_bytes));
    CHECK(cudaMalloc((void **)&contest.d_offsets_32, (rows + 1) * sizeof(int)));
    CHECK(cudaMemcpy(contest.d_offsets, segments->h_offsets, offset_bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(contest.d_offsets_32, h_offsets_32, (rows + 1) * sizeof(int),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMalloc((void **)&contest.d_odata, rows * sizeof(typename op::result)));
    CHECK(cudaMalloc((void **)&contest.meeting.g_parts,
                     shape.parts * sizeof(*contest.meeting.g_parts)));
    CHECK(cudaMalloc((void **)&contest.meeting.g_tickets, shape.tickets * sizeof(unsigned int)));
    CHECK(cudaMemset(contest.meeting.g_tickets, 0, shape.tickets * sizeof(unsigned int)));
    CHECK(call_cub(&contest, NULL, &contest.storage_bytes));
    CHECK(cudaMalloc(&contest.d_storage, contest.storage_bytes + 1));
    CHECK(cudaEventCreate(&contest.start));
    CHECK(cudaEventCreate(&contest.stop));

    take_turns(
        CONTESTANTS, options->repeat,
        [&](int who, int round) {
            double milliseconds = time_rows(&contest, who);

            if (round < 0)
                check_results(&contest, lengths, who);
            return milliseconds;
        },
        times);
    print_times(segments, lengths, name, options->n, times, csv);

    CHECK(cudaEventDestroy(contest.start));
    CHECK(cudaEventDestroy(contest.stop));
    CHECK(cudaFree(contest.d_offsets));
    CHECK(cudaFree(contest.d_offsets_32));
    CHECK(cudaFree(contest.d_odata));
    CHECK(cudaFree(contest.meeting.g_parts));
    CHECK(cudaFree(contest.meeting.g_tickets));
    CHECK(cudaFree(contest.d_storage));
    free(h_offsets_32);
}

int main(int argc, char **argv)
{
    struct options options = parse_comparison(argc, argv);
    if (options.n > N_MAX_32_BIT) {
        fprintf(stderr, "%s: -n %llu: at most %llu here: CUB gets offsets of 32 bits\n",
                options.program, options.n, N_MAX_32_BIT);
        return EXIT_BAD_USAGE;
    }
    struct device device = select_device(&options);
    FILE *csv = open_csv(&options);
    size_t n = options.n;
    float *h_idata = make_row_input(n, options.seed, PLAIN_VALUES);
    float *d_idata;
    CHECK(cudaMalloc((void **)&d_idata, n * sizeof(float)));
    CHECK(cudaMemcpy(d_idata, h_idata, n * sizeof(float), cudaMemcpyHostToDevice));

    print_conditions(&device, &options, csv);
    print_method(&device, &options);
    printf("CUB %d.%d.%d. Each has its milliseconds, and GB/s of input; then CUB's time over that "
           "of step 17.\n\n",
           CUB_VERSION / 100000, CUB_VERSION / 100 % 1000, CUB_VERSION % 100);
    printf("lengths of rows                     rows   longest         |      step 17      |"
           "        CUB        |   times\n");
    if (csv != NULL)
        fprintf(csv, "lengths,rows,longest,numbers,op,who,median_ms,min_ms,max_ms\n");

    for (int lengths = 0; length_names[lengths] != NULL; lengths++) {
        struct segments segments = cut((enum lengths)lengths, n);

        hold_contest<RowSum>(&options, &device, &segments, (enum lengths)lengths, "sum", h_idata,
                             d_idata, csv);
        hold_contest<Softmax>(&options, &device, &segments, (enum lengths)lengths, "softmax",
                              h_idata, d_idata, csv);
        free(segments.h_offsets);
    }
    close_csv(&options, csv);
    CHECK(cudaFree(d_idata));
    free(h_idata);
    return EXIT_RIGHT_SUM;
}
