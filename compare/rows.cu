/*
 * Step 17 against cub::DeviceSegmentedReduce: one sum of floats for each row, over shapes of about
 * 2^26 numbers, from one row to as many rows as numbers.
 *
 * The time of all rows' sums is compared, timed as in compare.cu: on a cold, clean cache,
 * between two events that are queued before the device comes to them. The contestants take turns,
 * in an order that is reversed every round; the median of -r rounds counts.
 *
 * CUB runs twice: its rows begin where an array of offsets says, or where an iterator works it out,
 * which spares it the reading of the array. Its form for rows of one length is younger than
 * CUDA 13.0. compare/rows_torch.py times PyTorch in the same way, over the same shapes.
 *
 * Run it:  make compare
 */
#include <cub/device/device_segmented_reduce.cuh>
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "step17.h" // its kernels and its choice among them, as they are
#include "../common/types/exact_sum.h"
#include "../common/statistics.h"
#include "method.h"

enum { STEP17, CUB_OFFSETS, CUB_COMPUTED, CONTESTANTS };
static const char *const names[CONTESTANTS] = {"step17", "cub_offsets", "cub_computed"};

/* Where row `row` begins. */
struct begin_of_row {
    int columns;

    __host__ __device__ int operator()(int row) const
    {
        return row * columns;
    }
};

struct contest {
    struct device device;
    size_t rows, columns;
    float *d_idata, *d_odata;
    struct shape<RowSum> shape;
    struct meeting<RowSum> meeting;
    int *d_offsets;
    void *d_storage;
    size_t storage_bytes;
    cudaEvent_t start, stop;
};

static void enqueue(const struct contest *contest, int who)
{
    size_t storage_bytes = contest->storage_bytes;
    auto begins = thrust::make_transform_iterator(thrust::make_counting_iterator(0),
                                                  begin_of_row{(int)contest->columns});

    switch (who) {
    case STEP17:
        contest->shape.kernel<<<contest->shape.grid, contest->shape.block>>>(
            contest->d_idata, contest->d_odata, contest->shape.sharing, contest->meeting);
        CHECK(cudaGetLastError());
        break;
    case CUB_OFFSETS:
        CHECK(cub::DeviceSegmentedReduce::Sum(contest->d_storage, storage_bytes, contest->d_idata,
                                              contest->d_odata, contest->rows, contest->d_offsets,
                                              contest->d_offsets + 1));
        break;
    case CUB_COMPUTED:
        CHECK(cub::DeviceSegmentedReduce::Sum(contest->d_storage, storage_bytes, contest->d_idata,
                                              contest->d_odata, contest->rows, begins, begins + 1));
        break;
    }
}

static double time_rows(const struct contest *contest, int who)
{
    float milliseconds;

    CHECK(cudaMemset(contest->d_odata, 0xFF, contest->rows * sizeof(float)));
    cool_cache(&contest->device.cache);
    CHECK(cudaEventRecord(contest->start));
    enqueue(contest, who);
    CHECK(cudaEventRecord(contest->stop));
    CHECK(cudaEventSynchronize(contest->stop));
    CHECK(cudaEventElapsedTime(&milliseconds, contest->start, contest->stop));
    return milliseconds;
}

/* Ends the program unless each row's sum is that of the CPU, or as near as rounding allows. */
static void check_sums(const struct contest *contest, const float *h_sums, int who)
{
    size_t bytes = contest->rows * sizeof(float);
    float *h_odata = (float *)allocate(bytes);

    // no contestant adds up a long row in fewer than 256 partial sums
    double additions = contest->columns > 1 << 18 ? contest->columns / 256.0 + 64 : 0;
    double bound =
        additions > 0 ? error_bound(additions, UNIT_ROUNDOFF_FLOAT, 2.0 * contest->columns) : 0;
    CHECK(cudaMemcpy(h_odata, contest->d_odata, bytes, cudaMemcpyDeviceToHost));
    for (size_t row = 0; row < contest->rows; row++)
        if (!(fabs((double)h_odata[row] - h_sums[row]) <= bound)) {
            fprintf(stderr, "%s: %zu rows of %zu columns: sum %.9g of row %zu, expected %.9g\n",
                    names[who], contest->rows, contest->columns, h_odata[row], row, h_sums[row]);
            exit(EXIT_WRONG_SUM);
        }
    free(h_odata);
}

/* Fills times[who], in milliseconds; their first results are looked at, and the last one. */
static void hold_contest(const struct contest *contest, const float *h_sums, int rounds,
                         struct statistics *times)
{
    take_turns(
        CONTESTANTS, rounds,
        [&](int who, int round) {
            double milliseconds = time_rows(contest, who);

            if (round < 0)
                check_sums(contest, h_sums, who);
            return milliseconds;
        },
        times);
    time_rows(contest, STEP17);
    check_sums(contest, h_sums, STEP17);
}

static void print_times(const struct contest *contest, const struct statistics *times, FILE *csv)
{
    double bytes = 4.0 * contest->rows * contest->columns;

    printf("%10zu x %-10zu|", contest->rows, contest->columns);
    for (int who = 0; who < CONTESTANTS; who++) {
        printf(" %9.5f %7.1f |", times[who].median, bytes / times[who].median / 1e6);
        if (csv != NULL)
            fprintf(csv, "%zu,%zu,%s,%.6f,%.6f,%.6f,%.*s\n", contest->rows, contest->columns,
                    names[who], times[who].median, times[who].min, times[who].max,
                    who == STEP17 ? (int)strcspn(contest->shape.name, ",") : 0,
                    contest->shape.name);
    }
    printf("\n");
    fflush(stdout);
}

/* Gives the contest this shape, and its sums on the CPU. */
static void set_shape(struct contest *contest, size_t rows, size_t columns, const float *h_idata,
                      float *h_sums)
{
    int *h_offsets = (int *)allocate((rows + 1) * sizeof(int));

    contest->rows = rows;
    contest->columns = columns;
    contest->shape = choose_shape<RowSum>(rows, columns, &contest->device);
    for (size_t row = 0; row < rows; row++) {
        double sum = 0;

        for (size_t i = row * columns; i < (row + 1) * columns; i++)
            sum += h_idata[i];
        h_sums[row] = (float)sum;
    }
    for (size_t row = 0; row <= rows; row++)
        h_offsets[row] = (int)(row * columns);
    CHECK(cudaMemcpy(contest->d_offsets, h_offsets, (rows + 1) * sizeof(int),
                     cudaMemcpyHostToDevice));
    free(h_offsets);
}

/* The device's memory for all shapes of n numbers. */
static struct contest make_contest(const struct device *device, const float *h_idata, size_t n)
{
    struct contest contest = {*device};

    CHECK(cudaMalloc((void **)&contest.d_idata, n * sizeof(float)));
    CHECK(cudaMemcpy(contest.d_idata, h_idata, n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMalloc((void **)&contest.d_odata, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&contest.d_offsets, (n + 1) * sizeof(int)));
    CHECK(cub::DeviceSegmentedReduce::Sum(NULL, contest.storage_bytes, contest.d_idata,
                                          contest.d_odata, n, contest.d_offsets,
                                          contest.d_offsets + 1));
    contest.storage_bytes += 1 << 20;
    CHECK(cudaMalloc(&contest.d_storage, contest.storage_bytes));
    // more than any shape needs: a block has no fewer than 1024 numbers of a row that it shares
    CHECK(cudaMalloc((void **)&contest.meeting.g_parts, (n / 1024 + 1) * sizeof(float)));
    CHECK(cudaMalloc((void **)&contest.meeting.g_tickets, (n / 1024 + 1) * sizeof(unsigned int)));
    CHECK(cudaMemset(contest.meeting.g_tickets, 0, (n / 1024 + 1) * sizeof(unsigned int)));
    CHECK(cudaEventCreate(&contest.start));
    CHECK(cudaEventCreate(&contest.stop));
    return contest;
}

static void free_contest(const struct contest *contest)
{
    CHECK(cudaEventDestroy(contest->start));
    CHECK(cudaEventDestroy(contest->stop));
    CHECK(cudaFree(contest->d_idata));
    CHECK(cudaFree(contest->d_odata));
    CHECK(cudaFree(contest->d_offsets));
    CHECK(cudaFree(contest->d_storage));
    CHECK(cudaFree(contest->meeting.g_parts));
    CHECK(cudaFree(contest->meeting.g_tickets));
}

int main(int argc, char **argv)
{
    static const size_t odd_columns[] = {3,   5,   7,    12,   31,   33,    67,     100,    129,
                                         250, 513, 1000, 1001, 3001, 10007, 100003, 1000003};
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
    float *h_sums = (float *)allocate(n * sizeof(float));

    struct contest contest = make_contest(&device, h_idata, n);
    print_conditions(&device, &options, csv);
    print_method(&device, &options);
    printf("CUB %d.%d.%d. Each has its milliseconds, and GB/s of input.\n\n", CUB_VERSION / 100000,
           CUB_VERSION / 100 % 1000, CUB_VERSION % 100);
    printf(
        "      rows x columns   |      step 17      |   CUB, offsets    | CUB, computed ones|\n");
    if (csv != NULL)
        fprintf(csv, "rows,columns,who,median_ms,min_ms,max_ms,shape\n");

    size_t odd_shapes = sizeof odd_columns / sizeof odd_columns[0];
    for (size_t rows = 1, odd = 0; rows <= n || odd < odd_shapes; rows *= 2) {
        size_t columns = rows <= n ? n / rows : odd_columns[odd++];
        size_t rows_of_shape = rows <= n ? rows : n / columns;
        struct statistics times[CONTESTANTS];

        if (rows_of_shape == 0)
            continue;
        set_shape(&contest, rows_of_shape, columns, h_idata, h_sums);
        hold_contest(&contest, h_sums, options.repeat, times);
        print_times(&contest, times, csv);
    }
    close_csv(&options, csv);

    free_contest(&contest);
    free(h_idata);
    free(h_sums);
    return EXIT_RIGHT_SUM;
}
