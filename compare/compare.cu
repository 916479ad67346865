/*
 * Step 14 against CUB, Thrust, a device-to-device copy and the memory's peak, for
 * n = 2^10, 2^11, ... up to -n, as far as the device's memory allows.
 *
 * The time of one sum is compared, each timed by itself in the same way as a step's: on a
 * cold, clean cache, between two events that are queued before the device comes to them. The
 * contestants take turns, in an order that is reversed every round; the median of -r rounds
 * counts. With --warm, inputs that fit into the L2 cache are found there, and are marked.
 *
 * CUB runs twice: summing into an int, its fastest case (the sum wraps around), and
 * into 64 bits, as step 14 does. Thrust hands every sum to the host: its time has the
 * waiting for it, too. The copy moves n / 2 numbers, so that as many bytes cross the
 * memory's bus as in a sum of n.
 *
 * Run it:  make compare
 */
#include <cub/device/device_reduce.cuh>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include "step14.h" // its kernels and its choice among them, as they are
#include "arena.h"

enum { STEP14, CUB_INT, CUB_64, THRUST, COPY, CONTESTANTS };
static const char *const names[CONTESTANTS] = {"step14", "cub_int", "cub_64", "thrust", "copy"};

// the lengths of older releases of CUB (before CUDA 12.3) are ints
#if CUB_VERSION >= 200200
#define CUB_N_MAX ((size_t)1 << 40)
#else
#define CUB_N_MAX ((size_t)1 << 30)
#endif

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
    void deallocate(char *, size_t)
    {
    }
};

/* The memory of the libraries and the copy, for the largest n. */
struct rivals {
    int *d_copy; // room for half of the largest n
    char *d_storage;
    size_t storage_bytes;
    long long thrust_sum;
};
static struct rivals rivals;

/* Queues one sum (or copy); that of Thrust is on the host when it returns. */
static void enqueue(const struct arena *arena, size_t n, int who)
{
    const int *d_idata = arena->d_pool;
    struct one_allocation storage = {rivals.d_storage, rivals.storage_bytes};
    size_t storage_bytes = rivals.storage_bytes;
    struct shape shape = choose_shape(n, &arena->device);

    switch (who) {
    case STEP14:
        shape.kernel<<<shape.grid, shape.block>>>(d_idata, arena->d_total, arena->d_meeting, n);
        CHECK(cudaGetLastError());
        break;
    case CUB_INT:
        CHECK(cub::DeviceReduce::Sum(rivals.d_storage, storage_bytes, d_idata,
                                     (int *)arena->d_total, n));
        break;
    case CUB_64:
        CHECK(cub::DeviceReduce::Sum(rivals.d_storage, storage_bytes, d_idata, arena->d_total, n));
        break;
    case THRUST:
        rivals.thrust_sum = thrust::reduce(thrust::cuda::par(storage), d_idata, d_idata + n, 0LL);
        break;
    case COPY:
        CHECK(
            cudaMemcpyAsync(rivals.d_copy, d_idata, n / 2 * sizeof(int), cudaMemcpyDeviceToDevice));
        break;
    }
}

/* The milliseconds that one sum (or copy) takes; ends the program if it is wrong. */
static double time_checked(const struct arena *arena, size_t n, int who, long long right)
{
    double milliseconds = time_sum(arena, n, who, enqueue, 0xFF);

    if (who == THRUST)
        check_sum(n, rivals.thrust_sum, right, names[who]);
    else if (who == CUB_INT) // may have wrapped around
        check_sum(n, (int)total_of(arena), (int)right, names[who]);
    else if (who != COPY)
        check_sum(n, total_of(arena), right, names[who]);
    return milliseconds;
}

/* Fills median[who], in milliseconds. */
static void hold_contest(const struct arena *arena, size_t n, int rounds, double *median)
{
    struct statistics time[CONTESTANTS];
    long long right = expected(arena, n);

    take_turns(
        CONTESTANTS, rounds, [&](int who, int) { return time_checked(arena, n, who, right); },
        time);
    for (int who = 0; who < CONTESTANTS; who++)
        median[who] = time[who].median;
}

static void print_row(const struct arena *arena, size_t n, const double *median, double peak,
                      FILE *csv)
{
    bool in_l2 = is_in_l2(arena, n);
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
        fprintf(csv, ",%.4f,%.4f,%.4f,%s\n", median[CUB_INT] / median[STEP14],
                median[CUB_64] / median[STEP14], median[THRUST] / median[STEP14],
                arena->cache.stays_warm ? "warm" : "cold");
    fflush(stdout);
}

static void print_heading(const struct device *device, const struct options *options, FILE *csv)
{
    print_conditions(device, options, csv);
    print_method(device, options);
    printf("CUB %d.%d.%d.%s\n", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION,
           options->warm ? " L2: the input is in the cache, and the memory's peak is no limit."
                         : "");
    printf("Each has GB/s and percent of peak. faster: its time over that of step 14.\n");
    printf(
        "Step 14 sums into 64 bits, as CUB in its second column; in its first it does less.\n\n");
    printf("n       |%-26s|%-23s|%-23s|%-23s|%-16s|\n", "  step 14: ms,   GB/s,  % ",
           " CUB into int:   faster", " CUB, 64 bits:   faster", " Thrust:         faster",
           " copy");
    if (csv == NULL)
        return;
    fprintf(csv, "n,exponent,in_l2,peak_gb_per_second");
    for (int who = 0; who < CONTESTANTS; who++)
        fprintf(csv, ",%s_ms,%s_gb_per_second", names[who], names[who]);
    fprintf(csv, ",times_cub_int,times_cub_64,times_thrust,cache\n");
}

int main(int argc, char **argv)
{
    struct options options = parse_comparison(argc, argv);
    struct device device = select_device(&options);

    FILE *csv = open_csv(&options);

    // the largest n: its input and half of it for the copy, with some memory to spare
    size_t room = room_for_numbers();
    size_t largest = (size_t)1 << SMALLEST;
    size_t n_max = options.n < CUB_N_MAX ? options.n : CUB_N_MAX;
    while (2 * largest <= n_max && 2 * largest + largest <= room)
        largest *= 2;
    if (2 * largest <= options.n)
        fprintf(stderr, "%s: up to n = %zu: more does not fit the device or CUB\n", options.program,
                largest);
    struct arena arena = make_arena(&options, &device, largest);
    CHECK(cudaMalloc((void **)&rivals.d_copy, largest / 2 * sizeof(int)));
    CHECK(cub::DeviceReduce::Sum(NULL, rivals.storage_bytes, arena.d_pool, arena.d_total, largest));
    rivals.storage_bytes += 1 << 20; // for CUB; Thrust wants little more
    CHECK(cudaMalloc((void **)&rivals.d_storage, rivals.storage_bytes));

    print_heading(&device, &options, csv);
    for (size_t n = (size_t)1 << SMALLEST; n <= largest; n *= 2) {
        double median[CONTESTANTS];

        hold_contest(&arena, n, options.repeat, median);
        print_row(&arena, n, median, device.peak, csv);
    }
    CHECK(cudaFree(rivals.d_copy));
    CHECK(cudaFree(rivals.d_storage));
    free_arena(&arena);
    close_csv(&options, csv);
    return EXIT_RIGHT_SUM;
}
