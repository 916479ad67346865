/*
 * Held out of every fit: what is drawn by chance. The words of a case's name behind the dot say
 * which of several versions of the same work it is.
 */
#include "cases.h"

enum { EDGE = 12, MOST_STEPS = 2000, THROWS = 64, COLUMNS = 4096 };

__host__ __device__ static inline unsigned int scrambled(unsigned int number)
{
    number = (number ^ number >> 16) * 0x7FEB352Du;
    number = (number ^ number >> 15) * 0x846CA68Bu;
    return number ^ number >> 16;
}

__host__ __device__ static inline unsigned int after(unsigned int random)
{
    random ^= random << 13;
    random ^= random >> 17;
    return random ^ random << 5;
}

/* How many steps a random walk needs from 0 to EDGE away. */
__host__ __device__ static inline int steps_of(unsigned int walker)
{
    unsigned int random = scrambled(walker + 1);
    int place = 0, steps = 0;
    while (place > -EDGE && place < EDGE && steps < MOST_STEPS) {
        random = after(random);
        place += random & 1024 ? 1 : -1;
        steps++;
    }
    return steps;
}

/* A thread for each walk ... */
__global__ void walkEach(int *to, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = steps_of(i);
}

/* ... or as many threads as there is room for, each of which takes the next walk when it is done
 * with one. Each asks once too often; `next` is then 0 again. */
__global__ void walkNext(int *to, unsigned int *next, unsigned int n)
{
    unsigned int last = n + gridDim.x * blockDim.x - 1, i;
    while ((i = atomicInc(next, last)) < n)
        to[i] = steps_of(i);
}

/* Which column a random number falls into: by a search among the sums of their weights, or with a
 * table that says for each column from where on it stands for another. */
__global__ void drawBySearch(int *to, const unsigned int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int random = scrambled(i), low = 0, high = COLUMNS - 1;
    while (low < high) {
        unsigned int middle = (low + high) / 2;
        if (sums[middle] <= random)
            low = middle + 1;
        else
            high = middle;
    }
    to[i] = (int)low;
}

__host__ __device__ static inline int drawn(uint2 column, unsigned int random)
{
    return (int)(random / COLUMNS < column.x ? random % COLUMNS : column.y);
}

__global__ void drawByAlias(int *to, const uint2 *columns, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = drawn(columns[scrambled(i) % COLUMNS], scrambled(i));
}

__host__ __device__ static inline int is_in_circle(unsigned int x, unsigned int y)
{
    x >>= 17;
    y >>= 17;
    return x * x + y * y < 1u << 30;
}

/* THROWS random points for each thread, of which it counts those in a circle: the numbers made from
 * a counter by six rounds of multiplications ... */
__host__ __device__ static inline int circle_by_counter(unsigned int thread)
{
    int inside = 0;
    for (unsigned int k = 0; k < THROWS; k++) {
        unsigned int a = thread, b = k, key = 0x9E3779B9u;
        for (int round = 0; round < 6; round++, key += 0xBB67AE85u) {
            unsigned long long product = a * 0xD256D193ull;
            a = (unsigned int)(product >> 32) ^ key ^ b;
            b = (unsigned int)product;
        }
        inside += is_in_circle(a, b);
    }
    return inside;
}

__global__ void throwByCounter(int *to, unsigned int threads)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads)
        to[i] = circle_by_counter(i);
}

/* ... or one from the other; where a thread was is kept from launch to launch. */
__host__ __device__ static inline int circle_by_state(unsigned int *state)
{
    unsigned int x = *state, y;
    int inside = 0;
    for (int k = 0; k < THROWS; k++) {
        y = after(x);
        x = after(y);
        inside += is_in_circle(x, y);
    }
    *state = x;
    return inside;
}

__global__ void throwByState(int *to, unsigned int *states, unsigned int threads)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads)
        return;
    unsigned int state = states[i];
    to[i] = circle_by_state(&state);
    states[i] = state;
}

static int *d_to, *h_inside;
static unsigned int h_sums[COLUMNS];
static uint2 h_columns[COLUMNS];

static void time_walks(size_t n)
{
    unsigned int grid = blocks_for(n, 128), fewer = 132 * 4, *d_next;
    d_next = (unsigned int *)zeros_on_device(1);
    for (start_case("walks.each", n, grid, 128, 4 * n); next_launch();)
        walkEach<<<grid, 128>>>(d_to, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, [](size_t i) { return steps_of((unsigned int)i); }));
    for (start_case("walks.next", n, fewer, 128, 8 * n); next_launch();)
        walkNext<<<fewer, 128>>>(d_to, d_next, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, [](size_t i) { return steps_of((unsigned int)i); }));
    CHECK(cudaFree(d_next));
}

/* Each column's weight, over 2^32 in all; and from them the other table: a column has the part
 * below `x` of its 2^20 numbers, and column `y` the rest. */
static void make_columns(void)
{
    static unsigned long long left[COLUMNS];
    const unsigned long long DONE = 1ull << 32; // more than any column has
    unsigned long long sum = 0, all = 0;
    for (int k = 0; k < COLUMNS; k++)
        all += left[k] = 1 + input_number(k) % 1000;
    for (int k = 0; k < COLUMNS; k++) {
        sum += left[k];
        h_sums[k] = (unsigned int)(k < COLUMNS - 1 ? (sum << 32) / all : 0xFFFFFFFFu);
        left[k] = (left[k] << 32) / all;
        h_columns[k] = make_uint2(1u << 20, k);
    }
    for (int given = 0; given < COLUMNS; given++) {
        int poor = 0, rich = 0;
        while (poor < COLUMNS && left[poor] >= 1u << 20)
            poor++;
        while (rich < COLUMNS && (left[rich] <= 1u << 20 || left[rich] == DONE))
            rich++;
        if (poor == COLUMNS || rich == COLUMNS)
            return;
        h_columns[poor] = make_uint2((unsigned int)left[poor], rich);
        left[rich] -= (1u << 20) - left[poor];
        left[poor] = DONE;
    }
}

static int searched(size_t i)
{
    int column = 0;
    for (int step = COLUMNS / 2; step > 0; step /= 2)
        if (h_sums[column + step - 1] <= scrambled((unsigned int)i))
            column += step;
    return column;
}

static int drawn_at(size_t i)
{
    unsigned int random = scrambled((unsigned int)i);
    return drawn(h_columns[random % COLUMNS], random);
}

static void time_draws(size_t n)
{
    unsigned int grid = blocks_for(n, 256), *d_sums;
    uint2 *d_columns;
    make_columns();
    CHECK(cudaMalloc((void **)&d_sums, sizeof h_sums));
    CHECK(cudaMemcpy(d_sums, h_sums, sizeof h_sums, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc((void **)&d_columns, sizeof h_columns));
    CHECK(cudaMemcpy(d_columns, h_columns, sizeof h_columns, cudaMemcpyHostToDevice));
    for (start_case("draws.search", n, grid, 256, 52 * n); next_launch();)
        drawBySearch<<<grid, 256>>>(d_to, d_sums, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, searched));
    for (start_case("draws.alias", n, grid, 256, 12 * n); next_launch();)
        drawByAlias<<<grid, 256>>>(d_to, d_columns, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, drawn_at));
    CHECK(cudaFree(d_sums));
    CHECK(cudaFree(d_columns));
}

static void time_throws(size_t n)
{
    unsigned int threads = (unsigned int)(n / THROWS), grid = blocks_for(threads, 128), *d_states;
    unsigned int *states = (unsigned int *)host_memory(threads * sizeof(int));
    h_inside = (int *)host_memory(threads * sizeof(int));
    for (unsigned int i = 0; i < threads; i++)
        states[i] = scrambled(i) | 1;
    CHECK(cudaMalloc((void **)&d_states, threads * sizeof(int)));
    CHECK(cudaMemcpy(d_states, states, threads * sizeof(int), cudaMemcpyHostToDevice));
    for (start_case("throws.counter", n, grid, 128, 4 * (size_t)threads); next_launch();)
        throwByCounter<<<grid, 128>>>(d_to, threads);
    if (launches() > 0)
        check_case(
            ints_are(d_to, threads, [](size_t i) { return circle_by_counter((unsigned int)i); }));
    for (start_case("throws.state", n, grid, 128, 12 * (size_t)threads); next_launch();)
        throwByState<<<grid, 128>>>(d_to, d_states, threads);
    for (int launch = 0; launch < launches(); launch++)
        for (unsigned int i = 0; i < threads; i++)
            h_inside[i] = circle_by_state(&states[i]);
    if (launches() > 0)
        check_case(ints_are(d_to, threads, [](size_t i) { return h_inside[i]; }));
    CHECK(cudaFree(d_states));
    free(states);
    free(h_inside);
}

int main(int argc, char **argv)
{
    start_family("held_out_chances", argc, argv);
    size_t largest = scaled((size_t)1 << 22);
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(int)));
    CHECK(cudaMemset(d_to, 0xFF, largest * sizeof(int)));
    time_walks(largest / 16);
    time_draws(largest);
    time_throws(largest);
    CHECK(cudaFree(d_to));
    return end_family();
}
