/*
 * Held out of every fit: invoices: dates read from text, amounts written as text, taxes that rise
 * with the income, prices of articles, totals of lines. The words of a case's name behind the dot
 * say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { WIDTH = 12, POINT = 8, BRACKETS = 6, ARTICLES = 16384, SLOTS = 2 * ARTICLES, FREE = -1 };
enum { TILE = 256, TEAM = 8 };

typedef unsigned char byte;
typedef unsigned int word;
typedef long long cents;

__constant__ cents limits[BRACKETS], bases[BRACKETS];
__constant__ int rates[BRACKETS]; // in thousandths

__host__ __device__ static inline word mixed(word a)
{
    a = (a ^ a >> 16) * 0x45d9f3bu;
    a = (a ^ a >> 13) * 0x2c1b3c6du;
    return a ^ a >> 16;
}

/* Days from the beginning of 1970 to a date such as 2024-02-29, which has 12 bytes: digit by digit,
 * then month by month ... */
__global__ void datesChars(int *to, const char *text, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int numbers[3] = {0, 0, 0}, part = 0;
    for (const char *at = text + (size_t)i * WIDTH; *at != 0; at++) {
        if (*at == '-')
            part++;
        else
            numbers[part] = numbers[part] * 10 + *at - '0';
    }
    int year = numbers[0], month = numbers[1], days = numbers[2] - 1;
    for (int k = 0; k < month - 1; k++)
        days += lengths[k];
    if (month > 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
        days++;
    for (int k = 1970; k < year; k++)
        days += k % 4 == 0 && (k % 100 != 0 || k % 400 == 0) ? 366 : 365;
    to[i] = days;
}

/* ... or by three words, pairs of digits at once, and years that begin in March. */
__global__ void datesWords(int *to, const word *text, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const word *own = text + 3 * (size_t)i;
    word first = own[0] & 0x0F0F0F0F, second = own[1], third = own[2];
    word pairs = (first * 10 + (first >> 8)) & 0x00FF00FF;
    int year = (int)((pairs & 0xFF) * 100 + (pairs >> 16));
    int month = (int)((second >> 8 & 15) * 10 + (second >> 16 & 15));
    int day = (int)((third & 15) * 10 + (third >> 8 & 15));
    int is_before = month < 3, since = is_before ? month + 9 : month - 3;
    year -= is_before;
    int leaps = year / 4 - year / 100 + year / 400;
    to[i] = 365 * year + leaps + (153 * since + 2) / 5 + day - 719469;
}

/* Writes an amount as "      12.34" and an end of line. */
__device__ static inline void write_amount(char *to, word amount)
{
    for (int k = WIDTH - 2; k >= 0; k--) {
        if (k == POINT) {
            to[k] = '.';
            continue;
        }
        to[k] = amount > 0 || k >= POINT - 1 ? (char)('0' + amount % 10) : ' ';
        amount /= 10;
    }
    to[WIDTH - 1] = '\n';
}

/* Amounts as text: char by char to global memory ... */
__global__ void amountsChars(char *to, const int *amounts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        write_amount(to + (size_t)i * WIDTH, amounts[i]);
}

/* ... or to a block's tile, which is then stored by words. */
__global__ void amountsTile(word *to, const int *amounts, int count)
{
    __shared__ word tile[TILE * WIDTH / 4];
    int first = blockIdx.x * TILE, here = min(TILE, count - first);
    if ((int)threadIdx.x < here)
        write_amount((char *)tile + threadIdx.x * WIDTH, amounts[first + threadIdx.x]);
    __syncthreads();
    for (int k = threadIdx.x; k < here * WIDTH / 4; k += TILE)
        to[(size_t)first * (WIDTH / 4) + k] = tile[k];
}

/* The tax on an income, in cents: what is in a bracket is taxed at its rate. In 64-bit integers,
 * bracket by bracket ... */
__global__ void taxesLong(cents *to, const cents *incomes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    cents income = incomes[i], tax = 0;
    for (int k = 0; k < BRACKETS && income > limits[k]; k++) {
        cents upper = k < BRACKETS - 1 ? min(income, limits[k + 1]) : income;
        tax += (upper - limits[k]) * rates[k] / 1000;
    }
    to[i] = tax;
}

/* ... or in doubles, from what the brackets below come to. */
__global__ void taxesDouble(cents *to, const cents *incomes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    cents income = incomes[i];
    int bracket = 0;
#pragma unroll
    for (int k = 1; k < BRACKETS; k++)
        bracket += income > limits[k];
    double inside = (double)(income - limits[bracket]);
    to[i] = bases[bracket] + (cents)floor(inside * rates[bracket] / 1000.0);
}

/* What a line comes to, pieces times the price of the article: its number is searched by halving
 * in a list that is in order, numbers and prices apart ... */
__global__ void pricesSearch(int *to, const word *wanted, const byte *pieces, const word *articles,
                             const int *prices, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int low = 0, high = ARTICLES;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        (articles[middle] <= wanted[i] ? low : high) = middle;
    }
    to[i] = pieces[i] * prices[low];
}

/* ... or in a table of slots, at its place or behind it. */
__global__ void pricesHash(int *to, const word *wanted, const byte *pieces, const int2 *slots,
                           int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word own = wanted[i], place = mixed(own) % SLOTS;
    while ((word)slots[place].x != own)
        place = (place + 1) % SLOTS;
    to[i] = pieces[i] * slots[place].y;
}

/* Totals of invoices with up to 15 lines each: a thread for an invoice ... */
__global__ void totalsThreads(int *to, const int *lines, const int *starts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    to[i] = 0;
    for (int k = starts[i]; k < starts[i + 1]; k++)
        to[i] += lines[k];
}

/* ... or eight lanes ... */
__global__ void totalsLanes(int *to, const int *lines, const int *starts, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / TEAM, lane = threadIdx.x % TEAM, sum = 0;
    if (i < count)
        for (int k = starts[i] + lane; k < starts[i + 1]; k += TEAM)
            sum += lines[k];
    for (int step = TEAM / 2; step > 0; step /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, step, TEAM);
    if (i < count && lane == 0)
        to[i] = sum;
}

/* ... or a thread for a line, which knows its invoice. */
__global__ void totalsAtomics(int *to, const int *lines, const int *owners, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&to[owners[i]], lines[i]);
}

static const cents h_limits[BRACKETS] = {0, 1000000, 2500000, 6000000, 20000000, 45000000};
static const int h_rates[BRACKETS] = {0, 142, 231, 317, 420, 455};
static char *h_dates, *d_dates;
static int *h_amounts, *d_amounts, *h_starts, *d_starts, *h_owners, *d_owners, *d_prices;
static cents *h_incomes, *d_incomes;
static word *h_wanted, *d_wanted, *h_articles, *d_articles;
static byte *h_pieces, *d_pieces;
static int2 *d_slots;
static void *d_to;

/* From the days of the year 2000 onward or back. */
static double date(size_t i)
{
    int year, month, day, days = 10957, way;
    sscanf(h_dates + i * WIDTH, "%d-%d-%d", &year, &month, &day);
    for (int k = 2000; k != year; k += way) {
        way = k < year ? 1 : -1;
        days += way * ((way > 0 ? k : k - 1) % 4 == 0 ? 366 : 365);
    }
    for (int k = 1; k < month; k++)
        days += k == 2 ? 28 + (year % 4 == 0) : k == 4 || k == 6 || k == 9 || k == 11 ? 30 : 31;
    return days + day - 1;
}

static double letter(size_t i)
{
    char text[16];
    int amount = h_amounts[i / WIDTH];
    snprintf(text, sizeof text, "%8u.%02u\n", (word)amount / 100 % 100000000, (word)amount % 100);
    return text[i % WIDTH];
}

static double letters(size_t i)
{
    word four = 0;
    for (size_t k = 0; k < 4; k++)
        four |= (word)letter(4 * i + k) << 8 * k;
    return four;
}

/* From the highest bracket down. */
static double tax(size_t i)
{
    cents left = h_incomes[i], thousandths = 0;
    for (int k = BRACKETS - 1; k >= 0; k--)
        if (left > h_limits[k]) {
            thousandths += (left - h_limits[k]) * h_rates[k];
            left = h_limits[k];
        }
    return (double)(thousandths / 1000);
}

static int price_of(word article)
{
    return (int)(article % 9973) + 5;
}

static double price(size_t i)
{
    return (double)h_pieces[i] * price_of(h_wanted[i]);
}

static double total(size_t i)
{
    double sum = 0;
    for (int k = h_starts[i + 1] - 1; k >= h_starts[i]; k--)
        sum += h_amounts[k];
    return sum;
}

/* Every launch adds once more. */
static double added_total(size_t i)
{
    return total(i) * launches();
}

static void time_texts(size_t n)
{
    int *days = (int *)d_to, count = (int)(n / 16);
    word *words = (word *)d_to;
    size_t bytes = (size_t)count * (WIDTH + 4), letter_count = (size_t)count * WIDTH;
    dim3 grid = blocks_for(count, 128), tiles = blocks_for(count, TILE);
    if (run_case("dates.chars", n, grid, 128, bytes, datesChars, days, d_dates, count))
        check_numbers(days, count, date, 0);
    if (run_case("dates.words", n, grid, 128, bytes, datesWords, days, (const word *)d_dates,
                 count))
        check_numbers(days, count, date, 0);
    if (run_case("amounts.chars", n, tiles, TILE, bytes, amountsChars, (char *)d_to, d_amounts,
                 count))
        check_numbers((char *)d_to, letter_count, letter, 0);
    if (run_case("amounts.tile", n, tiles, TILE, bytes, amountsTile, words, d_amounts, count))
        check_numbers(words, letter_count / 4, letters, 0);
}

static void time_sums(size_t n)
{
    cents *taxes = (cents *)d_to;
    int *to = (int *)d_to, count = (int)(n / 16), lines = (int)(n / 8), invoices = 0;
    dim3 grid = blocks_for(count, 512), small = blocks_for(count, 64);
    if (run_case("taxes.long", n, grid, 512, 16 * (size_t)count, taxesLong, taxes, d_incomes,
                 count))
        check_numbers(taxes, count, tax, 0);
    if (run_case("taxes.double", n, grid, 512, 16 * (size_t)count, taxesDouble, taxes, d_incomes,
                 count))
        check_numbers(taxes, count, tax, 0);
    if (run_case("prices.search", n, small, 64, 9 * (size_t)count, pricesSearch, to, d_wanted,
                 d_pieces, d_articles, d_prices, count))
        check_numbers(to, count, price, 0);
    if (run_case("prices.hash", n, small, 64, 9 * (size_t)count, pricesHash, to, d_wanted, d_pieces,
                 d_slots, count))
        check_numbers(to, count, price, 0);
    while (h_starts[invoices + 1] <= lines)
        invoices++;
    lines = h_starts[invoices];
    size_t bytes = 4 * (size_t)lines + 12 * (size_t)invoices;
    if (run_case("totals.threads", n, blocks_for(invoices, 32), 32, bytes, totalsThreads, to,
                 d_amounts, d_starts, invoices))
        check_numbers(to, invoices, total, 0);
    if (run_case("totals.lanes", n, blocks_for((size_t)invoices * TEAM, 256), 256, bytes,
                 totalsLanes, to, d_amounts, d_starts, invoices))
        check_numbers(to, invoices, total, 0);
    CHECK(cudaMemset(to, 0, invoices * sizeof(int)));
    if (run_case("totals.atomics", n, blocks_for(lines, 1024), 1024, 12 * (size_t)lines,
                 totalsAtomics, to, d_amounts, d_owners, lines))
        check_numbers(to, invoices, added_total, 0);
}

/* The brackets, and the articles: in order, and in a table. */
static void make_tables()
{
    static int h_prices[ARTICLES];
    static int2 h_slots[SLOTS];
    cents h_bases[BRACKETS] = {};
    for (int k = 1; k < BRACKETS; k++)
        h_bases[k] = h_bases[k - 1] + (h_limits[k] - h_limits[k - 1]) * h_rates[k - 1] / 1000;
    CHECK(cudaMemcpyToSymbol(limits, h_limits, sizeof h_limits));
    CHECK(cudaMemcpyToSymbol(bases, h_bases, sizeof h_bases));
    CHECK(cudaMemcpyToSymbol(rates, h_rates, sizeof h_rates));
    memset(h_slots, 0xFF, sizeof h_slots);
    for (word k = 0; k < ARTICLES; k++) {
        h_articles[k] = 37 * k + mixed(k) % 37;
        h_prices[k] = price_of(h_articles[k]);
        word place = mixed(h_articles[k]) % SLOTS;
        while (h_slots[place].x != FREE)
            place = (place + 1) % SLOTS;
        h_slots[place] = make_int2((int)h_articles[k], h_prices[k]);
    }
    d_articles = copy_to_device(h_articles, ARTICLES);
    d_prices = copy_to_device(h_prices, ARTICLES);
    d_slots = copy_to_device(h_slots, SLOTS);
}

static void make_input(size_t count)
{
    h_starts[0] = 0;
    for (size_t i = 0; i < count; i++) {
        word chance = mixed((word)i + 1), size = 1 + chance % 15;
        char text[40];
        snprintf(text, sizeof text, "%u-%02u-%02u", 1974 + chance % 31, 1 + (chance >> 8) % 12,
                 1 + (chance >> 16) % 28);
        memcpy(h_dates + i * WIDTH, text, 11);
        h_dates[i * WIDTH + 11] = 0;
        h_incomes[i] = (cents)(chance % 70000) * (chance >> 18);
        h_wanted[i] = h_articles[mixed(chance) % ARTICLES];
        h_pieces[i] = (byte)(1 + chance % 99);
        h_starts[i + 1] = h_starts[i] + (int)size;
    }
    for (size_t i = 0, owner = 0; i < 2 * count; i++) {
        h_amounts[i] = (int)(mixed((word)i) >> 7 >> i % 20);
        owner += (int)i == h_starts[owner + 1];
        h_owners[i] = (int)owner;
    }
}

int main(int argc, char **argv)
{
    start_family("held_out_invoices", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, count = scaled(1 << 24) / 16;
    h_dates = (char *)host_memory(count * WIDTH);
    h_amounts = (int *)host_memory(2 * count * sizeof(int));
    h_owners = (int *)host_memory(2 * count * sizeof(int));
    h_starts = (int *)host_memory((count + 1) * sizeof(int));
    h_incomes = (cents *)host_memory(count * sizeof(cents));
    h_wanted = (word *)host_memory(count * sizeof(word));
    h_articles = (word *)host_memory(ARTICLES * sizeof(word));
    h_pieces = (byte *)host_memory(count);
    make_tables();
    make_input(count);
    d_dates = copy_to_device(h_dates, count * WIDTH);
    d_amounts = copy_to_device(h_amounts, 2 * count);
    d_owners = copy_to_device(h_owners, 2 * count);
    d_starts = copy_to_device(h_starts, count + 1);
    d_incomes = copy_to_device(h_incomes, count);
    d_wanted = copy_to_device(h_wanted, count);
    d_pieces = copy_to_device(h_pieces, count);
    d_to = zeros_on_device(count * WIDTH / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_texts(scaled(size));
        time_sums(scaled(size));
    }
    for (void *memory : {(void *)d_dates, (void *)d_amounts, (void *)d_owners, (void *)d_starts,
                         (void *)d_incomes, (void *)d_wanted, (void *)d_pieces, (void *)d_articles,
                         (void *)d_prices, (void *)d_slots, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
