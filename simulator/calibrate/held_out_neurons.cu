/*
 * Held out of every fit: neurons: cells that leak and fire, the channels of their membranes, spikes
 * on their way to other cells, the raster of who fires, sums over synapses. The words of a case's
 * name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { STEPS = 24, FIRES_AT = 1500, RESTS = 3, GATES = 3, ENTRIES = 1024, TARGETS = 16 };
enum { SYNAPSES = 64 };

typedef unsigned char byte;
typedef unsigned int word;

static const float LOWEST = -79.7f, RANGE = 120, LONG = 0.05f, LOUD = 0.875f;

/* A cell that leaks and fires, in whole numbers as chips for such nets have it, for 24 steps: what
 * it then holds, and behind it how often it fired. With branches ... */
__global__ void leakyBranches(int *to, const int *drives, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int held = 0, rest = 0, fired = 0;
    for (int step = 0; step < STEPS; step++) {
        if (rest > 0) {
            rest--;
        } else {
            held += (drives[i] - held) >> 3;
            if (held > FIRES_AT) {
                held = 0;
                rest = RESTS;
                fired++;
            }
        }
    }
    to[i] = held << 8 | fired;
}

/* ... or without. */
__global__ void leakySelects(int *to, const int *drives, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int drive = drives[i], held = 0, rest = 0, fired = 0;
#pragma unroll
    for (int step = 0; step < STEPS; step++) {
        int is_awake = rest == 0;
        held += is_awake * ((drive - held) >> 3);
        int fires = is_awake & (held > FIRES_AT);
        held = fires ? 0 : held;
        rest = fires ? RESTS : max(rest - 1, 0);
        fired += fires;
    }
    to[i] = held << 8 | fired;
}

/* How fast the channels of one of three kinds open and close at a voltage (Hodgkin and Huxley). */
template <typename Real>
__host__ __device__ static inline void rates_of(int kind, Real volts, Real *opens, Real *closes)
{
    if (kind == 0) {
        *opens = Real(0.01) * (volts + 55) / (1 - exp(-(volts + 55) / 10));
        *closes = Real(0.125) * exp(-(volts + 65) / 80);
    } else if (kind == 1) {
        *opens = Real(0.1) * (volts + 40) / (1 - exp(-(volts + 40) / 10));
        *closes = 4 * exp(-(volts + 65) / 18);
    } else {
        *opens = Real(0.07) * exp(-(volts + 65) / 20);
        *closes = 1 / (1 + exp(-(volts + 35) / 10));
    }
}

/* Which part of the channels of each kind is open a moment later: with exponentials ... */
__global__ void channelsFunctions(float *to, const float *levels, const float *open, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float volts = LOWEST + RANGE * levels[i];
    for (int kind = 0; kind < GATES; kind++) {
        float opens, closes, before = open[(size_t)kind * count + i];
        rates_of(kind, volts, &opens, &closes);
        to[(size_t)kind * count + i] = before + LONG * (opens * (1 - before) - closes * before);
    }
}

/* ... or between two entries of a table. */
__global__ void channelsTable(float *to, const float *levels, const float *open,
                              const float2 *table, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float place = levels[i] * (ENTRIES - 1);
    int entry = (int)place;
    float part = place - entry;
    for (int kind = 0; kind < GATES; kind++) {
        float2 low = table[kind * ENTRIES + entry], high = table[kind * ENTRIES + entry + 1];
        float before = open[(size_t)kind * count + i];
        float opens = low.x + part * (high.x - low.x), closes = low.y + part * (high.y - low.y);
        to[(size_t)kind * count + i] = before + LONG * (opens * (1 - before) - closes * before);
    }
}

/* What cells get from those that fired: each that fired gives to its 16 targets ... */
__global__ void spikesScatter(int *to, const byte *fired, const int *targets, const byte *weights,
                              int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || !fired[i])
        return;
    for (int k = 0; k < TARGETS; k++)
        atomicAdd(&to[targets[(size_t)i * TARGETS + k]], weights[(size_t)i * TARGETS + k]);
}

/* ... or half a warp does it for one, from a list of those that fired ... */
__global__ void spikesList(int *to, const int *list, const int *targets, const byte *weights,
                           int listed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= listed * TARGETS)
        return;
    size_t synapse = (size_t)list[i / TARGETS] * TARGETS + i % TARGETS;
    atomicAdd(&to[targets[synapse]], weights[synapse]);
}

/* ... or each cell looks at its 16 sources, the first ones of all cells side by side. */
__global__ void spikesGather(int *to, const byte *fired, const int *sources, const byte *weights,
                             int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int sum = 0;
    for (int k = 0; k < TARGETS; k++) {
        size_t synapse = (size_t)k * count + i;
        if (fired[sources[synapse]])
            sum += weights[synapse];
    }
    to[i] = sum;
}

/* A bit for each cell that is loud enough: a vote of a warp's threads ... */
__global__ void rasterBallot(word *to, const float *levels, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    word votes = __ballot_sync(0xFFFFFFFF, i < count && levels[i] >= LOUD);
    if (i < count && threadIdx.x % 32 == 0)
        to[i / 32] = votes;
}

/* ... or a thread for 32 cells. */
__global__ void rasterLoop(word *to, const float *levels, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (count + 31) / 32)
        return;
    word bits = 0;
    for (int k = 0; k < 32 && i * 32 + k < count; k++)
        if (levels[i * 32 + k] >= LOUD)
            bits |= 1u << k;
    to[i] = bits;
}

/* What 64 cells give to each other one, by weights of half precision: a thread for a row of
 * weights ... */
__global__ void sumsThreads(float *to, const half *weights, const half *given, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < SYNAPSES; k++)
        sum += __half2float(weights[(size_t)i * SYNAPSES + k]) * __half2float(given[k]);
    to[i] = sum;
}

/* ... or a warp, with two weights a thread; some blocks do all. */
__global__ void sumsWarps(float *to, const half2 *weights, const half2 *given, int rows)
{
    int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    half2 own = given[lane];
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < rows; i += warps) {
        float2 products = __half22float2(__hmul2(weights[(size_t)i * 32 + lane], own));
        float sum = products.x + products.y;
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_xor_sync(0xFFFFFFFF, sum, step);
        if (lane == 0)
            to[i] = sum;
    }
}

static float *h_levels, *d_levels;
static int *h_drives, *d_drives, *h_targets, *d_targets, *h_sources, *d_sources, *h_sums;
static int *h_list, *d_list, *h_mixed, at_hand;
static byte *h_fired, *d_fired, *h_weights, *d_weights, *h_arrives, *d_arrives;
static float2 *d_table;
static half h_given[SYNAPSES], *d_given, *h_halves, *d_halves;
static void *d_to;

static double leaky_cell(size_t i)
{
    int held = 0, fired = 0;
    for (int step = 0; step < STEPS; step++) {
        held = (int)floor(held + (h_drives[i] - held) / 8.0);
        if (held > FIRES_AT) {
            held = 0;
            fired++;
            step += RESTS;
        }
    }
    return held * 256 + fired;
}

static double open_channels(size_t i)
{
    double opens, closes, before = h_levels[i + at_hand];
    rates_of(i / at_hand, LOWEST + (double)RANGE * h_levels[i % at_hand], &opens, &closes);
    return before + LONG * (opens * (1 - before) - closes * before);
}

static double given_sum(size_t i)
{
    return h_sums[i];
}

static double given_sums(size_t i)
{
    return (double)h_sums[i] * launches();
}

static double raster_bits(size_t i)
{
    word bits = 0;
    for (size_t k = 0; k < 32 && i * 32 + k < (size_t)at_hand; k++)
        bits += (word)(h_levels[i * 32 + k] >= LOUD) << k;
    return bits;
}

static double synapse_sum(size_t i)
{
    double sum = 0;
    for (int k = 0; k < SYNAPSES; k++)
        sum += as_double(h_halves[i * SYNAPSES + k]) * as_double(h_given[k]);
    return sum;
}

static void time_cells(size_t n)
{
    int count = at_hand = (int)(n / 16);
    if (run_case("leaky.branches", n, blocks_for(count, 192), 192, (STEPS + 4) * (size_t)count,
                 leakyBranches, (int *)d_to, d_drives, count))
        check_numbers((int *)d_to, count, leaky_cell, 0);
    if (run_case("leaky.selects", n, blocks_for(count, 192), 192, 8 * (size_t)count, leakySelects,
                 (int *)d_to, d_drives, count))
        check_numbers((int *)d_to, count, leaky_cell, 0);
    size_t bytes = 4 * (size_t)count * (2 * GATES + 1);
    if (run_case("channels.functions", n, blocks_for(count, 256), 256, bytes, channelsFunctions,
                 (float *)d_to, d_levels, d_levels + count, count))
        check_numbers((float *)d_to, (size_t)GATES * count, open_channels, 1e-3);
    bytes += 16 * (size_t)count * GATES;
    if (run_case("channels.table", n, blocks_for(count, 256), 256, bytes, channelsTable,
                 (float *)d_to, d_levels, d_levels + count, d_table, count))
        check_numbers((float *)d_to, (size_t)GATES * count, open_channels, 1e-3);
}

/* Wires cells at random: target k of the cell at place p of a shuffled row is at place p plus a
 * distance of k's. Returns how many cells fired. */
static int wire_cells(int count)
{
    int listed = 0;
    for (int i = 0; i < count; i++) {
        int k =
            (int)((input_number(2 * (size_t)i) * 4096ull + input_number(3 * (size_t)i)) % (i + 1));
        h_mixed[i] = h_mixed[k];
        h_mixed[k] = i;
        h_sums[i] = 0;
        if (h_fired[i])
            h_list[listed++] = i;
    }
    for (int place = 0; place < count; place++)
        for (int k = 0; k < TARGETS; k++) {
            int cell = h_mixed[place], target = h_mixed[(place + 1 + k * (count / 17)) % count];
            size_t synapse = (size_t)cell * TARGETS + k, arrives = (size_t)k * count + target;
            h_targets[synapse] = target;
            h_sources[arrives] = cell;
            h_arrives[arrives] = h_weights[synapse];
            h_sums[target] += h_fired[cell] * h_weights[synapse];
        }
    size_t synapses = (size_t)count * TARGETS;
    CHECK(cudaMemcpy(d_targets, h_targets, synapses * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_sources, h_sources, synapses * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_arrives, h_arrives, synapses, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_list, h_list, count * sizeof(int), cudaMemcpyHostToDevice));
    return listed;
}

static void time_spikes(size_t n)
{
    int *to = (int *)d_to, count = (int)(n / 32), listed = wire_cells(count);
    size_t bytes = (size_t)listed * TARGETS * 13;
    CHECK(cudaMemset(d_to, 0, count * sizeof(int)));
    if (run_case("spikes.scatter", n, blocks_for(count, 128), 128, bytes + count, spikesScatter, to,
                 d_fired, d_targets, d_weights, count))
        check_numbers(to, count, given_sums, 0);
    CHECK(cudaMemset(d_to, 0, count * sizeof(int)));
    if (run_case("spikes.list", n, blocks_for((size_t)listed * TARGETS, 128), 128,
                 bytes + 4 * (size_t)listed * TARGETS, spikesList, to, d_list, d_targets, d_weights,
                 listed))
        check_numbers(to, count, given_sums, 0);
    if (run_case("spikes.gather", n, blocks_for(count, 128), 128,
                 (size_t)count * (5 * TARGETS + 4) + (size_t)listed * TARGETS, spikesGather, to,
                 d_fired, d_sources, d_arrives, count))
        check_numbers(to, count, given_sum, 0);
}

static void time_rows(size_t n)
{
    int count = at_hand = (int)(n / 4), words = (count + 31) / 32, rows = (int)(n / 256);
    size_t bytes = 4 * ((size_t)count + words);
    word *to = (word *)d_to;
    if (run_case("raster.ballot", n, blocks_for(count, 1024), 1024, bytes, rasterBallot, to,
                 d_levels, count))
        check_numbers(to, words, raster_bits, 0);
    if (run_case("raster.loop", n, blocks_for(words, 256), 256, bytes, rasterLoop, to, d_levels,
                 count))
        check_numbers(to, words, raster_bits, 0);
    bytes = (size_t)rows * (2 * SYNAPSES + 4);
    if (run_case("sums.threads", n, blocks_for(rows, 64), 64, bytes + (size_t)rows * 2 * SYNAPSES,
                 sumsThreads, (float *)d_to, d_halves, d_given, rows))
        check_numbers((float *)d_to, rows, synapse_sum, 2e-3);
    if (run_case("sums.warps", n, 264, 512, bytes, sumsWarps, (float *)d_to,
                 (const half2 *)d_halves, (const half2 *)d_given, rows))
        check_numbers((float *)d_to, rows, synapse_sum, 2e-3);
}

static void make_input(size_t largest)
{
    for (size_t i = 0; i < largest / 4; i++) {
        h_levels[i] = input_number(i) / 4096.0f;
        h_halves[i] = __float2half(input_number(3 * i + 1) / 4096.0f);
    }
    for (size_t i = 0; i < largest / 16; i++)
        h_drives[i] = input_number(11 * i + 6);
    for (size_t i = 0; i < largest / 32; i++)
        h_fired[i] = input_number(7 * i + 5) % 8 == 0;
    for (size_t i = 0; i < largest / 2; i++)
        h_weights[i] = 1 + input_number(i) % 200;
    for (int k = 0; k < SYNAPSES; k++)
        h_given[k] = __float2half(k % 9 / 8.0f);
    float2 table[GATES * ENTRIES];
    for (int i = 0; i < GATES * ENTRIES; i++) {
        double opens, closes;
        rates_of(i / ENTRIES, LOWEST + (double)RANGE * (i % ENTRIES) / (ENTRIES - 1), &opens,
                 &closes);
        table[i] = make_float2((float)opens, (float)closes);
    }
    d_table = copy_to_device(table, GATES * ENTRIES);
}

int main(int argc, char **argv)
{
    start_family("held_out_neurons", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_levels = (float *)host_memory(largest / 4 * sizeof(float));
    h_halves = (half *)host_memory(largest / 4 * sizeof(half));
    h_fired = (byte *)host_memory(largest / 32);
    h_weights = (byte *)host_memory(largest / 2);
    h_arrives = (byte *)host_memory(largest / 2);
    h_targets = (int *)host_memory(largest / 2 * sizeof(int));
    h_sources = (int *)host_memory(largest / 2 * sizeof(int));
    h_drives = (int *)host_memory(largest / 16 * sizeof(int));
    for (int **cells : {&h_sums, &h_list, &h_mixed})
        *cells = (int *)calloc(largest / 32, sizeof(int));
    make_input(largest);
    d_levels = copy_to_device(h_levels, largest / 4);
    d_halves = copy_to_device(h_halves, largest / 4);
    d_given = copy_to_device(h_given, SYNAPSES);
    d_fired = copy_to_device(h_fired, largest / 32);
    d_weights = copy_to_device(h_weights, largest / 2);
    d_arrives = copy_to_device(h_weights, largest / 2);
    d_targets = zeros_on_device(largest / 2);
    d_sources = zeros_on_device(largest / 2);
    d_drives = copy_to_device(h_drives, largest / 16);
    d_list = zeros_on_device(largest / 32);
    d_to = zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_cells(scaled(size));
        time_spikes(scaled(size));
        time_rows(scaled(size));
    }
    for (void *memory : {(void *)d_levels, (void *)d_halves, (void *)d_given, (void *)d_fired,
                         (void *)d_weights, (void *)d_arrives, (void *)d_targets, (void *)d_sources,
                         (void *)d_drives, (void *)d_list, (void *)d_table, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
