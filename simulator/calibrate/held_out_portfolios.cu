/*
 * Held out of every fit: portfolios: how strongly the price of an option says that a share will
 * move, losses of scenarios, bonds, the worst falls of prices, accounts that trades change. The
 * words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, SHARES = 64, LANES = 32, DAYS = 128, STEPS = 48, ACCOUNTS = 1 << 14 };
enum { TILE = 128, PART = 16, START = 1000, BARRIER = 940, STRIKE = 990 };
enum : unsigned int { ALL = 0xFFFFFFFF };

typedef unsigned int word;
typedef unsigned long long cents;

__constant__ float holdings[SHARES];

/* What an option to buy costs whose share costs 1, a year before its end, without interest. */
__device__ static inline float price_of(float strike, float volatility)
{
    float d = -logf(strike) / volatility + volatility / 2;
    return normcdff(d) - strike * normcdff(d - volatility);
}

/* The volatility at which an option, a strike and a price, costs what it does: by halves ... */
__global__ void impliedHalves(float *to, const float2 *options, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float2 option = options[i];
    float low = 0.01f, high = 2;
    while (high - low > 1e-5f) {
        float middle = (low + high) / 2;
        if (price_of(option.x, middle) < option.y)
            low = middle;
        else
            high = middle;
    }
    to[i] = (low + high) / 2;
}

/* ... or by slopes (Newton). */
__global__ void impliedSlopes(float *to, const float2 *options, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float2 option = options[i];
    float volatility = 0.5f, off = 1;
    for (int k = 0; k < 16 && fabsf(off) > 1e-6f; k++) {
        float d = -logf(option.x) / volatility + volatility / 2;
        off = normcdff(d) - option.x * normcdff(d - volatility) - option.y;
        volatility -= off / (0.39894228f * expf(-d * d / 2));
    }
    to[i] = volatility;
}

/* What a portfolio of 64 shares gains or loses in each scenario, a row of changes: a thread for a
 * scenario ... */
__global__ void lossesRows(float *to, const float *changes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float sum = 0;
    for (int k = 0; k < SHARES; k++)
        sum += holdings[k] * changes[(size_t)i * SHARES + k];
    to[i] = sum;
}

/* ... or a warp ... */
__global__ void lossesWarps(float *to, const float *changes, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (i >= count)
        return;
    const float *row = changes + (size_t)i * SHARES;
    float sum = holdings[lane] * row[lane] + holdings[lane + LANES] * row[lane + LANES];
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(ALL, sum, distance);
    if (lane == 0)
        to[i] = sum;
}

/* ... or a thread again, for which its block has fetched sixteen columns at a time. */
__global__ void lossesTiles(float *to, const float *changes, int count)
{
    __shared__ float tile[TILE][PART + 1];
    int first = blockIdx.x * TILE, i = first + threadIdx.x;
    float sum = 0;
    for (int part = 0; part < SHARES; part += PART) {
        for (int k = threadIdx.x; k < TILE * PART; k += TILE) {
            int row = k / PART, column = k % PART;
            size_t from = (size_t)(first + row) * SHARES + part + column;
            tile[row][column] = first + row < count ? changes[from] : 0;
        }
        __syncthreads();
        for (int k = 0; k < PART; k++)
            sum += holdings[part + k] * tile[threadIdx.x][k];
        __syncthreads();
    }
    if (i < count)
        to[i] = sum;
}

__host__ __device__ static inline word next_random(word *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* What an option pays at the end of one way by chance, in ticks: nothing, if the price has been
 * below a barrier. */
__host__ __device__ static inline int payoff(word seed)
{
    word state = seed * 2654435761u | 1;
    int price = START;
    for (int k = 0; k < STEPS; k++) {
        word random = next_random(&state);
#ifdef __CUDA_ARCH__
        int ups = __popc(random);
#else
        int ups = __builtin_popcount(random);
#endif
        price += 4 * (ups - 16);
        if (price < BARRIER)
            return 0;
    }
    return price > STRIKE ? price - STRIKE : 0;
}

__global__ void barriers(int *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = payoff(i);
}

/* What bonds are worth today, x their coupon, y their yield, in `years` years from 2 to 31: a power
 * for each coupon ... */
__global__ void bondsPowers(double *to, const double2 *bonds, const int *years, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double2 bond = bonds[i];
    double sum = 100 * pow(1 + bond.y, -years[i]);
    for (int k = 1; k <= years[i]; k++)
        sum += bond.x * pow(1 + bond.y, -k);
    to[i] = sum;
}

/* ... or from the last coupon to the first. */
__global__ void bondsProducts(double *to, const double2 *bonds, const int *years, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double2 bond = bonds[i];
    double factor = 1 / (1 + bond.y), sum = 100;
    for (int k = years[i]; k > 0; k--)
        sum = (sum + bond.x) * factor;
    to[i] = sum;
}

/* The part of the highest price until then by which a share once stood below it. */
__global__ void falls(float *to, const float *prices, int shares)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= shares)
        return;
    float highest = 0, worst = 0;
    for (int day = 0; day < DAYS; day++) {
        float price = prices[(size_t)day * shares + i];
        highest = fmaxf(highest, price);
        worst = fmaxf(worst, 1 - price / highest);
    }
    to[i] = worst;
}

/* Adds trades, an account and cents each, to the accounts: in any order, or by their accounts. */
__global__ void trades(cents *accounts, const int2 *all, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&accounts[all[i].x], (cents)all[i].y);
}

static float2 *h_options, *d_options;
static float *h_changes, *d_changes, *h_volatilities, h_holdings[SHARES];
static double2 *h_bonds, *d_bonds;
static int *h_years, *d_years, shares_at_hand;
static int2 *h_trades, *h_ordered, *d_trades;
static double h_accounts[ACCOUNTS];
static void *d_to;

static double implied(size_t i)
{
    return h_volatilities[i];
}

static double loss(size_t i)
{
    double sum = 0;
    for (int k = 0; k < SHARES; k++)
        sum += (double)h_holdings[k] * h_changes[i * SHARES + k];
    return sum;
}

static double paid(size_t i)
{
    return payoff((word)i);
}

static double worth_of_bond(size_t i)
{
    double rest = pow(1 + h_bonds[i].y, -h_years[i]);
    return 100 * rest + h_bonds[i].x * (1 - rest) / h_bonds[i].y;
}

static double worst_fall(size_t i)
{
    double highest = 0, worst = 0;
    for (int day = 0; day < DAYS; day++) {
        double price = h_changes[(size_t)day * shares_at_hand + i];
        highest = fmax(highest, price);
        worst = fmax(worst, (highest - price) / highest);
    }
    return worst;
}

static double account(size_t i)
{
    return h_accounts[i] * launches();
}

static void time_prices(size_t n)
{
    int count = (int)(n / 16);
    size_t bytes = 12 * (size_t)count;
    float *to = (float *)d_to;
    if (run_case("implied.halves", n, blocks_for(count, 128), 128, bytes, impliedHalves, to,
                 d_options, count))
        check_numbers(to, count, implied, 1e-2);
    if (run_case("implied.slopes", n, blocks_for(count, 128), 128, bytes, impliedSlopes, to,
                 d_options, count))
        check_numbers(to, count, implied, 1e-2);
    if (run_case("barriers", n, blocks_for(n / 4, BLOCK), BLOCK, n, barriers, (int *)d_to,
                 (int)(n / 4)))
        check_numbers((int *)d_to, n / 4, paid, 0);
    bytes = 28 * (size_t)count;
    if (run_case("bonds.powers", n, blocks_for(count, 64), 64, bytes, bondsPowers, (double *)d_to,
                 d_bonds, d_years, count))
        check_numbers((double *)d_to, count, worth_of_bond, 1e-9);
    if (run_case("bonds.products", n, blocks_for(count, 64), 64, bytes, bondsProducts,
                 (double *)d_to, d_bonds, d_years, count))
        check_numbers((double *)d_to, count, worth_of_bond, 1e-9);
}

static int compare_accounts(const void *a, const void *b)
{
    return ((const int2 *)a)->x - ((const int2 *)b)->x;
}

static void time_accounts(size_t n)
{
    int count = (int)(n / SHARES);
    size_t bytes = 4 * ((size_t)count * (SHARES + 1));
    float *to = (float *)d_to;
    if (run_case("losses.rows", n, blocks_for(count, 128), 128, bytes, lossesRows, to, d_changes,
                 count))
        check_numbers(to, count, loss, 1e-3);
    if (run_case("losses.warps", n, blocks_for((size_t)count * LANES, BLOCK), BLOCK, bytes,
                 lossesWarps, to, d_changes, count))
        check_numbers(to, count, loss, 1e-3);
    if (run_case("losses.tiles", n, blocks_for(count, TILE), TILE, bytes, lossesTiles, to,
                 d_changes, count))
        check_numbers(to, count, loss, 1e-3);
    shares_at_hand = (int)(n / DAYS);
    if (run_case("falls", n, blocks_for(shares_at_hand, 192), 192,
                 4 * (size_t)shares_at_hand * (DAYS + 1), falls, to, d_changes, shares_at_hand))
        check_numbers(to, shares_at_hand, worst_fall, 1e-4);

    count = (int)(n / 8);
    memset(h_accounts, 0, sizeof h_accounts);
    for (int i = 0; i < count; i++)
        h_accounts[h_trades[i].x] += h_trades[i].y;
    memcpy(h_ordered, h_trades, count * sizeof(int2));
    qsort(h_ordered, count, sizeof *h_ordered, compare_accounts);
    for (int2 *all : {h_trades, h_ordered}) {
        CHECK(cudaMemset(d_to, 0, ACCOUNTS * sizeof(cents)));
        CHECK(cudaMemcpy(d_trades, all, count * sizeof(int2), cudaMemcpyHostToDevice));
        if (run_case(all == h_trades ? "trades.mixed" : "trades.ordered", n, blocks_for(count, 512),
                     512, 16 * (size_t)count, trades, (cents *)d_to, d_trades, count))
            check_numbers((long long *)d_to, ACCOUNTS, account, 0);
    }
}

static double cdf(double x)
{
    return erfc(-x / sqrt(2)) / 2;
}

static void make_input(size_t largest)
{
    word state = 20240229;
    for (size_t i = 0; i < largest; i++)
        h_changes[i] = (float)(next_random(&state) >> 8) / 16777216 + 0.25f;
    for (size_t i = 0; i < largest / 16; i++) {
        double volatility = 0.15 + (next_random(&state) >> 8) / 16777216.0 * 0.6;
        double strike = 0.85 + (next_random(&state) >> 8) / 16777216.0 * 0.3;
        double d = -log((float)strike) / volatility + volatility / 2;
        h_volatilities[i] = (float)volatility;
        h_options[i] =
            make_float2((float)strike, (float)(cdf(d) - (float)strike * cdf(d - volatility)));
        h_bonds[i] = make_double2(next_random(&state) % 800 / 100.0,
                                  0.001 + next_random(&state) % 90 / 1000.0);
        h_years[i] = 2 + (int)(next_random(&state) % 30);
    }
    for (size_t i = 0; i < largest / 8; i++)
        h_trades[i] = make_int2((int)(next_random(&state) % ACCOUNTS),
                                (int)(next_random(&state) % 2000000) - 900000);
    for (int k = 0; k < SHARES; k++)
        h_holdings[k] = (float)(next_random(&state) % 100) / 10;
}

int main(int argc, char **argv)
{
    start_family("held_out_portfolios", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 5000, 1 << 24}, largest = scaled(1 << 24);
    const size_t options = largest / 16;
    h_changes = (float *)host_memory(largest * sizeof(float));
    h_options = (float2 *)host_memory(options * sizeof(float2));
    h_volatilities = (float *)host_memory(options * sizeof(float));
    h_bonds = (double2 *)host_memory(options * sizeof(double2));
    h_years = (int *)host_memory(options * sizeof(int));
    h_trades = (int2 *)host_memory(largest / 8 * sizeof(int2));
    h_ordered = (int2 *)host_memory(largest / 8 * sizeof(int2));
    make_input(largest);
    CHECK(cudaMemcpyToSymbol(holdings, h_holdings, sizeof h_holdings));
    d_changes = copy_to_device(h_changes, largest);
    d_options = copy_to_device(h_options, options);
    d_bonds = copy_to_device(h_bonds, options);
    d_years = copy_to_device(h_years, options);
    d_trades = (int2 *)zeros_on_device(largest / 4);
    d_to = zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_prices(scaled(size));
        time_accounts(scaled(size));
    }
    for (void *memory : {(void *)d_changes, (void *)d_options, (void *)d_bonds, (void *)d_years,
                         (void *)d_trades, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
