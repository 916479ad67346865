/*
 * The kernel of a step from 11 to 14, on inputs that its own program does not give it. Compiled
 * with -DSTEP=11 to 14. Prints what is wrong, then how many sums were checked; exits with 1 if one
 * was wrong.
 *
 *     sums odd             starts off the 16-byte boundary, and every kind of number
 *     sums launches COUNT  COUNT launches in a row, on the same storage
 *     sums large N         N a power of two from 2^24 on, on a GPU
 */
#define main step_main
#if STEP == 11
#include "../../step11_vectorized/reduce.cu"
#elif STEP == 12
#include "../../step12_gridstride/reduce.cu"
#elif STEP == 13
#include "../../step13_singlepass/reduce.cu"
#else
#include "../../step14_speed_of_light/reduce.cu"
#endif
#undef main

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { STORAGE_MAX = 1 << 16 };

static long long *d_odata, *d_total;
static unsigned int *d_ticket; // for step 14, storage for the meeting
static int checked, wrong;

static void allocate_storage(void)
{
    size_t storage_bytes = STORAGE_MAX * sizeof(long long);

    CHECK(cudaMalloc((void **)&d_odata, storage_bytes));
    CHECK(cudaMalloc((void **)&d_total, sizeof(long long)));
    CHECK(cudaMalloc((void **)&d_ticket, storage_bytes));
    CHECK(cudaMemset(d_ticket, 0, storage_bytes)); // once, for all launches
}

/*
 * Launches the step's kernel; grid and block are for the steps before 14, which chooses its own,
 * or the largest tile where grid is 0.
 */
static void launch(const int *d_idata, size_t n, unsigned int grid, unsigned int block)
{
#if STEP == 11
    grid = (unsigned int)((n - 1) / (8 * block) + 1);
    reduceVectorized_11<<<grid, block>>>(d_idata, (int *)d_odata, (unsigned int)n);
#elif STEP == 12
    reduceGridStride_12<<<grid, block>>>(d_idata, d_odata, n);
    CHECK(cudaGetLastError());
    reduceBlockSums_12<<<1, block>>>(d_odata, d_total, grid);
#elif STEP == 13
    reduceSinglePass_13<<<grid, block>>>(d_idata, d_odata, d_total, d_ticket, n);
#else
    const struct device any_device = {};
    struct shape shape = grid > 0 ? choose_shape(n, &any_device) : shape_of<512, 8>(n);
    (void)block;
    shape.kernel<<<shape.grid, shape.block>>>(d_idata, d_total, (struct meeting *)d_ticket, n);
#endif
    CHECK(cudaGetLastError());
}

/* The sum that the last launch left, for n numbers and that block size. */
static long long fetch(size_t n, unsigned int block)
{
    long long sum = 0;
#if STEP == 11
    static int h_odata[STORAGE_MAX];
    size_t grid = (n - 1) / (8 * block) + 1;
    CHECK(cudaMemcpy(h_odata, d_odata, grid * sizeof(int), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < grid; i++)
        sum += h_odata[i];
#else
    (void)n, (void)block;
    CHECK(cudaMemcpy(&sum, d_total, sizeof sum, cudaMemcpyDeviceToHost));
#endif
    return sum;
}

static void check(const char *what, size_t n, int offset, unsigned int grid, unsigned int block,
                  long long sum, long long expected)
{
    checked++;
    if (sum == expected)
        return;
    wrong++;
    printf("%s: n = %zu, %d ints off, <<<%u, %u>>>: sum %lld, not %lld\n", what, n, offset, grid,
           block, sum, expected);
}

/* Number i of a kind of input. */
static int number(int kind, size_t i)
{
    unsigned int random = (unsigned int)i * 2654435761u; // its high bits are well mixed

    switch (kind) {
    case 0: return random >> 24;
    case 1: return -(int)(random >> 24) - 1;
    case 2: return INT_MIN;
    case 3: return INT_MAX;
    default: return (int)(random ^ random >> 15);
    }
}

static const char *const kinds[] = {"0 to 255", "-1 to -256", "INT_MIN", "INT_MAX", "any int"};

/* Sums n numbers of a kind that start offset ints behind a 16-byte boundary. */
static void sum_odd(int kind, size_t n, int offset, unsigned int grid, unsigned int block)
{
    int *h_idata = (int *)allocate(n * sizeof(int));
    long long expected = 0;
    int *d_idata;

    for (size_t i = 0; i < n; i++)
        expected += h_idata[i] = number(kind, i);
    CHECK(cudaMalloc((void **)&d_idata, (n + offset) * sizeof(int)));
    CHECK(cudaMemcpy(d_idata + offset, h_idata, n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_total, 0xFF, sizeof(long long)));
    launch(d_idata + offset, n, grid, block);
    check(kinds[kind], n, offset, grid, block, fetch(n, block), expected);
    CHECK(cudaFree(d_idata));
    free(h_idata);
}

#if STEP == 14
/* Sums few numbers with many blocks, most of which have none; twice, on the same storage. */
static void crowd(unsigned int grid)
{
    const int n = 5003;
    int *d_idata, *h_idata = (int *)allocate(n * sizeof(int));
    long long expected = 0;

    for (int i = 0; i < n; i++)
        expected += h_idata[i] = number(4, i);
    CHECK(cudaMalloc((void **)&d_idata, n * sizeof(int)));
    CHECK(cudaMemcpy(d_idata, h_idata, n * sizeof(int), cudaMemcpyHostToDevice));
    for (int i = 0; i < 2; i++) {
        CHECK(cudaMemset(d_total, 0xFF, sizeof(long long)));
        reduceSpeedOfLight_14<32, 2, false>
            <<<grid, 32>>>(d_idata, d_total, (struct meeting *)d_ticket, n);
        CHECK(cudaGetLastError());
        check("a grid larger than the input", n, 0, grid, 32, fetch(n, 32), expected);
    }
    CHECK(cudaFree(d_idata));
    free(h_idata);
}
#endif

static void odd(void)
{
    static const size_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 1023, 4093, 4096, 4099, 8195, 100003};
    int any_kind = STEP > 11; // step 11 sums into ints, and only its own input is sure to fit

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int offset = 0; offset < 4; offset++)
            sum_odd(any_kind ? (int)(i + offset) % 5 : 0, sizes[i], offset, 1 + i % 3,
                    64u << (i + offset) % 5);
    for (int kind = 0; any_kind && kind < 5; kind++)
        sum_odd(kind, 70001, kind % 4, 7, 256);
#if STEP == 14
    // the extremes of what a word has room for: the largest tiles, whole ones and one number more
    for (int kind = 2; kind < 4; kind++)
        sum_odd(kind, (size_t)1 << 20, 0, 0, 0);
    sum_odd(2, ((size_t)1 << 20) + 1, 3, 0, 0);
    crowd(20);
    crowd(511);
    crowd(65537);
#endif
}

/* Launches again and again; in between only the output is poisoned. */
static void launches(int count)
{
    const int n = 100003;
    int *d_idata, *h_idata = make_input(n, 1);
    long long expected = serialSum(h_idata, n);

    CHECK(cudaMalloc((void **)&d_idata, n * sizeof(int)));
    CHECK(cudaMemcpy(d_idata, h_idata, n * sizeof(int), cudaMemcpyHostToDevice));
    for (int i = 0; i < count; i++) {
        int summed = n - i % 4; // a sum left over from the launch before is a wrong one
        CHECK(cudaMemset(d_total, 0xFF, sizeof(long long)));
        launch(d_idata, summed, 40, 128);
        check("again and again", summed, 0, 40, 128, fetch(summed, 128),
              expected - serialSum(h_idata + summed, n - summed));
    }
    CHECK(cudaFree(d_idata));
    free(h_idata);
}

/* n numbers, of which the first 2^24 come again and again. */
static void large(size_t n)
{
    size_t period = (size_t)1 << 24;
    int *d_idata, *h_idata = make_input(period, 1);
    long long expected = serialSum(h_idata, period) * (long long)(n / period);

    require_device_memory(n * sizeof(int));
    CHECK(cudaMalloc((void **)&d_idata, n * sizeof(int)));
    CHECK(cudaMemcpy(d_idata, h_idata, period * sizeof(int), cudaMemcpyHostToDevice));
    for (size_t filled = period; filled < n; filled *= 2)
        CHECK(
            cudaMemcpy(d_idata + filled, d_idata, filled * sizeof(int), cudaMemcpyDeviceToDevice));
    for (int i = 0; i < 3; i++) {
        CHECK(cudaMemset(d_total, 0xFF, sizeof(long long)));
        launch(d_idata, n, 1056, 512);
        check("large", n, 0, 1056, 512, fetch(n, 512), expected);
    }
#if STEP == 14
    crowd(BLOCKS_MAX);
#endif
    CHECK(cudaFree(d_idata));
    free(h_idata);
}

int main(int argc, char **argv)
{
    unsigned long long argument = 0;

    if (argc < 2 || (argc > 2 && !parse_number(argv[2], &argument))) {
        fprintf(stderr, "usage: sums odd|launches COUNT|large N\n");
        return EXIT_BAD_USAGE;
    }
    allocate_storage();
    if (strcmp(argv[1], "odd") == 0)
        odd();
    else if (strcmp(argv[1], "launches") == 0)
        launches((int)argument);
    else
        large(argument);
    printf("%d sums, %d wrong\n", checked, wrong);
    return wrong == 0 ? EXIT_RIGHT_SUM : EXIT_WRONG_SUM;
}
