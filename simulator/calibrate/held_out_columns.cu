/*
 * Held out of every fit: columns of a database: filters with sums, runs that are written out,
 * values that may be missing, dates, keys, lists of rows. The words of a case's name
 * behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum {
    LANES = 32,
    BLOCK = 256,
    WARPS = BLOCK / LANES,
    FIRST_DAY = 8766,
    LAST_DAY = 9130,
    RUN = 48,
    KINDS = 2000,
    PARTS = 10007,
    TEXT = 10,
    SELECTED = 5
};
enum : unsigned int { ALL = 0xFFFFFFFF };

/* Lines of orders, a column for each property. */
struct lines {
    int *days;
    unsigned char *discounts; /* in percent */
    short *quantities;
    float *prices;
};

/* Adds the number of each thread of a block of BLOCK threads to *sum. */
__device__ static void add_block(double *sum, double number)
{
    __shared__ double sums[WARPS];
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        number += __shfl_down_sync(ALL, number, distance);
    if (threadIdx.x % LANES == 0)
        sums[threadIdx.x / LANES] = number;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int warp = 1; warp < WARPS; warp++)
        number += sums[warp];
    atomicAdd(sum, number);
}

/* What a line's discount comes to, if its day, discount and quantity are those asked for. */
__device__ __host__ static double line_amount(struct lines lines, int i)
{
    if (lines.days[i] >= FIRST_DAY && lines.days[i] <= LAST_DAY && lines.discounts[i] >= 5 &&
        lines.discounts[i] <= 7 && lines.quantities[i] < 24)
        return lines.prices[i] * lines.discounts[i] / 100.0;
    return 0;
}

/* Sums of such amounts: a thread, of a large grid or a small one, looks as far at a line as it must
 * ... */
__global__ void revenueLines(double *sum, struct lines lines, int n)
{
    double amount = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        amount += line_amount(lines, i);
    add_block(sum, amount);
}

/* ... or at all of it. */
__global__ void revenueAll(double *sum, struct lines lines, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double amount = 0;
    if (i < n) {
        int day = lines.days[i], discount = lines.discounts[i], quantity = lines.quantities[i];
        float price = lines.prices[i];
        int is_asked_for = (day >= FIRST_DAY) & (day <= LAST_DAY) & (discount >= 5) &
                           (discount <= 7) & (quantity < 24);
        amount = is_asked_for * price * discount / 100.0;
    }
    add_block(sum, amount);
}

/* Writes out runs of equal values: each place looks for its run ... */
__global__ void runsSearch(int *to, const int *starts, const int *values, int runs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int low = 0, high = runs;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (starts[middle] <= i)
            low = middle;
        else
            high = middle;
    }
    to[i] = values[low];
}

/* ... or a warp writes a run. */
__global__ void runsWarps(int *to, const int *starts, const int *values, int runs)
{
    int run = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    if (run >= runs)
        return;
    int value = values[run], end = starts[run + 1];
    for (int i = starts[run] + threadIdx.x % LANES; i < end; i += LANES)
        to[i] = value;
}

/* Days since 1970 as a number of eight digits: year, month, day. */
__device__ __host__ static int date_of(int days)
{
    days += 719468; // since the first of March of the year 0
    int era = days / 146097, day = days % 146097;
    int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    day -= 365 * year + year / 4 - year / 100;
    int month = (5 * day + 2) / 153;
    day -= (153 * month + 2) / 5;
    year += 400 * era + (month >= 10);
    return year * 10000 + (month < 10 ? month + 3 : month - 9) * 100 + day + 1;
}

__global__ void dates(int *to, const int *days, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = date_of(days[i]);
}

/* Days as texts: 1998-12-01. */
__global__ void dateTexts(char *to, const int *days, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int date = date_of(days[i]);
    for (int k = TEXT - 1; k >= 0; k--) {
        int is_line = k == 4 || k == 7;
        to[i * TEXT + k] = is_line ? '-' : '0' + date % 10;
        date = is_line ? date : date / 10;
    }
}

/* In which of `parts` parts the key of two columns is. */
__device__ __host__ static unsigned int part_of(int day, int kind, unsigned long long parts)
{
    return ((unsigned long long)day << 32 | kind) * 0x9E3779B97F4A7C15ull % parts;
}

__global__ void partition(unsigned int *to, const int *days, const short *kinds,
                          unsigned long long parts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = part_of(days[i], kinds[i], parts);
}

/* Prices times quantities of the lines that a list names. */
__global__ void selected(double *to, struct lines lines, const int *list, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = (double)lines.prices[list[i]] * lines.quantities[list[i]];
}

/* Sums of two columns, either of which may be missing, as a bit says ... */
__global__ void missingBits(double *to, unsigned int *to_bits, const float *a, const float *b,
                            const unsigned int *a_bits, const unsigned int *b_bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % LANES;
    if (i >= n)
        return;
    int is_there = (a_bits[i / LANES] & b_bits[i / LANES]) >> lane & 1;
    unsigned int bits = __ballot_sync(ALL, is_there);
    to[i] = is_there ? (double)a[i] + b[i] : 0;
    if (lane == 0)
        to_bits[i / LANES] = bits;
}

/* ... or a byte. */
__global__ void missingBytes(double *to, unsigned char *to_bytes, const float *a, const float *b,
                             const unsigned char *a_bytes, const unsigned char *b_bytes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int is_there = a_bytes[i] & b_bytes[i];
    to[i] = is_there ? (double)a[i] + b[i] : 0;
    to_bytes[i] = is_there;
}

static void *d_to, *d_other;
static struct lines h_lines, d_lines;
static size_t rows;
static float *h_floats;
static int *h_starts, *d_starts, *d_values;
static int *h_list, *d_list;
static short *h_kinds, *d_kinds;
static unsigned char *d_bytes[2];
static unsigned int *h_bits[2], *d_bits[2];

static double all_amounts(size_t)
{
    double sum = 0;
    for (size_t i = 0; i < rows; i++)
        sum += line_amount(h_lines, (int)i);
    return sum * launches();
}

static double value_of_run(size_t i)
{
    static size_t run; // places are asked for in rising order
    if (i == 0)
        run = 0;
    while ((size_t)h_starts[run + 1] <= i)
        run++;
    return input_number(run);
}

static double date_at(size_t i)
{
    return date_of(h_lines.days[i]);
}

static double letter_of_date(size_t i)
{
    int date = date_of(h_lines.days[i / TEXT]);
    char text[40];
    snprintf(text, sizeof text, "%04d-%02d-%02d", date / 10000, date / 100 % 100, date % 100);
    return text[i % TEXT];
}

static double part_at(size_t i)
{
    return part_of(h_lines.days[i], h_kinds[i], PARTS);
}

static double amount_of_selected(size_t i)
{
    return (double)h_lines.prices[h_list[i]] * h_lines.quantities[h_list[i]];
}

static double both_there(size_t i)
{
    return (h_bits[0][i / LANES] & h_bits[1][i / LANES]) >> i % LANES & 1;
}

static double word_of_both(size_t i)
{
    return h_bits[0][i] & h_bits[1][i];
}

static double sum_of_both(size_t i)
{
    return both_there(i) ? (double)h_floats[i] + h_floats[i + 3] : 0;
}

static void check_amount(double *sum)
{
    check_numbers(sum, 1, all_amounts, 1e-9);
    CHECK(cudaMemset(sum, 0, sizeof *sum));
}

static void time_lines(size_t n)
{
    double *sum = (double *)d_to;
    rows = n;
    CHECK(cudaMemset(sum, 0, sizeof *sum));
    if (run_case("revenue.branches", n, blocks_for(n, BLOCK), BLOCK, 11 * n, revenueLines, sum,
                 d_lines, (int)n))
        check_amount(sum);
    if (run_case("revenue.all", n, blocks_for(n, BLOCK), BLOCK, 11 * n, revenueAll, sum, d_lines,
                 (int)n))
        check_amount(sum);
    if (run_case("revenue.strides", n, 264, BLOCK, 11 * n, revenueLines, sum, d_lines, (int)n))
        check_amount(sum);
    if (run_case("dates", n, blocks_for(n, 128), 128, 8 * n, dates, (int *)d_to, d_lines.days,
                 (int)n))
        check_numbers((int *)d_to, n, date_at, 0);
    if (run_case("date_texts", n, blocks_for(n / 2, 128), 128, 7 * n, dateTexts, (char *)d_to,
                 d_lines.days, (int)(n / 2)))
        check_numbers((char *)d_to, n / 2 * TEXT, letter_of_date, 0);
    if (run_case("partition", n, blocks_for(n, BLOCK), BLOCK, 10 * n, partition,
                 (unsigned int *)d_to, d_lines.days, d_kinds, (unsigned long long)PARTS, (int)n))
        check_numbers((unsigned int *)d_to, n, part_at, 0);
    if (run_case("selected", n, blocks_for(n / SELECTED, 512), 512, n / SELECTED * 22, selected,
                 (double *)d_to, d_lines, d_list, (int)(n / SELECTED)))
        check_numbers((double *)d_to, n / SELECTED, amount_of_selected, 1e-9);
}

static void time_runs(size_t n)
{
    int runs = 0, *to = (int *)d_to;
    for (size_t end = 0; end < n; runs++) {
        h_starts[runs] = (int)end;
        end += 1 + input_number(runs) % RUN;
    }
    h_starts[runs] = (int)n;
    CHECK(cudaMemcpy(d_starts, h_starts, (runs + 1) * sizeof(int), cudaMemcpyHostToDevice));
    if (run_case("runs.search", n, blocks_for(n, BLOCK), BLOCK, 4 * n, runsSearch, to, d_starts,
                 d_values, runs, (int)n))
        check_numbers(to, n, value_of_run, 0);
    if (run_case("runs.warps", n, blocks_for((size_t)runs * LANES, 512), 512, 4 * n, runsWarps, to,
                 d_starts, d_values, runs))
        check_numbers(to, n, value_of_run, 0);
}

/* Sums of two columns; the second one begins behind the third row of the first. */
static void time_missing(size_t n)
{
    size_t all = n / LANES * LANES;
    double *to = (double *)d_to;
    float *a = d_lines.prices, *b = a + 3;
    unsigned int *to_bits = (unsigned int *)d_other;
    unsigned char *to_bytes = (unsigned char *)d_other;
    CHECK(cudaMemset(d_other, 0xFF, n));
    if (run_case("missing.bits", n, blocks_for(all, BLOCK), BLOCK, 16 * n, missingBits, to, to_bits,
                 a, b, d_bits[0], d_bits[1], (int)all)) {
        check_numbers(to, all, sum_of_both, 1e-9);
        check_numbers(to_bits, all / LANES, word_of_both, 0);
    }
    if (run_case("missing.bytes", n, blocks_for(all, BLOCK), BLOCK, 19 * n, missingBytes, to,
                 to_bytes, a, b, d_bytes[0], d_bytes[1], (int)all)) {
        check_numbers(to, all, sum_of_both, 1e-9);
        check_numbers(to_bytes, all, both_there, 0);
    }
}

/* A number in no order, another one for each key and column. */
static unsigned int hashed(unsigned int key, unsigned int which)
{
    key = (key + which * 0x9E3779B9u) * 0x85EBCA6Bu;
    key = (key ^ key >> 13) * 0xC2B2AE35u;
    return key ^ key >> 16;
}

/* Lines of n rows. */
static void make_rows(size_t n)
{
    h_lines.days = (int *)host_memory(n * sizeof(int));
    h_lines.discounts = (unsigned char *)host_memory(n);
    h_lines.quantities = (short *)host_memory(n * sizeof(short));
    h_kinds = (short *)host_memory(n * sizeof(short));
    for (size_t i = 0; i < n; i++) {
        h_lines.days[i] = 8036 + hashed(i, 1) % 2557;
        h_lines.discounts[i] = hashed(i, 2) % 11;
        h_lines.quantities[i] = 1 + hashed(i, 3) % 50;
        h_kinds[i] = hashed(i, 4) % KINDS;
    }
    h_list = (int *)host_memory(n / SELECTED * sizeof(int));
    for (size_t i = 0; i < n / SELECTED; i++)
        h_list[i] = (int)(i * SELECTED + hashed(i, 5) % SELECTED);
    d_list = copy_to_device(h_list, n / SELECTED);
    d_lines.prices = floats_on_device(n + 3);
    h_lines.prices = h_floats = (float *)copy_to_host(d_lines.prices, (n + 3) * sizeof(float));
    d_lines.days = copy_to_device(h_lines.days, n);
    d_lines.discounts = copy_to_device(h_lines.discounts, n);
    d_lines.quantities = copy_to_device(h_lines.quantities, n);
    d_kinds = copy_to_device(h_kinds, n);
}

/* Which of n values are there; names of 6 to 25 digits. */
static void make_tables(size_t n)
{
    unsigned char *bytes = (unsigned char *)host_memory(n);
    for (int which = 0; which < 2; which++) {
        h_bits[which] = (unsigned int *)host_memory(n / LANES * sizeof(int));
        for (size_t i = 0; i < n / LANES; i++)
            h_bits[which][i] = hashed(i, 7 + which) | hashed(i, 9 + which);
        for (size_t i = 0; i < n; i++)
            bytes[i] = h_bits[which][i / LANES] >> i % LANES & 1;
        d_bits[which] = copy_to_device(h_bits[which], n / LANES);
        d_bytes[which] = copy_to_device(bytes, n);
    }
    free(bytes);
}

int main(int argc, char **argv)
{
    start_family("held_out_columns", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 9105, 1 << 25}, largest = scaled(1 << 25);
    make_rows(largest);
    make_tables(largest);
    d_values = ints_on_device(largest / 16);
    h_starts = (int *)host_memory((largest / 16 + 2) * sizeof(int));
    d_starts = zeros_on_device(largest / 16 + 2);
    CHECK(cudaMalloc(&d_to, largest * sizeof(double)));
    CHECK(cudaMemset(d_to, 0xFF, largest * sizeof(double)));
    CHECK(cudaMalloc(&d_other, largest));
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_lines(scaled(size));
        time_runs(scaled(size));
        time_missing(scaled(size));
    }
    for (void *memory : {d_to, d_other, (void *)d_lines.days, (void *)d_lines.discounts,
                         (void *)d_lines.quantities, (void *)d_lines.prices, (void *)d_kinds,
                         (void *)d_list, (void *)d_bits[0], (void *)d_bits[1], (void *)d_bytes[0],
                         (void *)d_bytes[1], (void *)d_values, (void *)d_starts})
        CHECK(cudaFree(memory));
    return end_family();
}
