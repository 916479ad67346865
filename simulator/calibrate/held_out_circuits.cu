/*
 * Held out of every fit: circuits: adders, nets of gates, registers with feedback, ladders of
 * resistors, the heat of a chip. The words of a case's name behind the dot say which of several
 * versions of the same work it is.
 */
#include "held_out.h"

enum { WIDTH = 16, KINDS = 8, JUMPS = 7, RUNGS = 8, ROW = 1024, TILE_X = 32, TILE_Y = 8 };

typedef unsigned char byte;
typedef unsigned int word;

static const word TAPS = 0xA3000000u;

__constant__ word truths[KINDS];    // of each kind of gate: its output for inputs 00, 01, 10, 11
__constant__ word jumps[JUMPS][32]; // what each bit of a register becomes after 2^jump steps

/* Adds two numbers of 16 bits, of which bit k of 32 pairs stands in one word: the carry goes from
 * bit to bit ... */
__global__ void addRipple(word *to, const word *a, const word *b, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word carry = 0;
    for (int bit = 0; bit < WIDTH; bit++) {
        size_t place = (size_t)bit * count + i;
        word x = a[place], y = b[place];
        to[place] = x ^ y ^ carry;
        carry = (x & y) | (carry & (x | y));
    }
}

/* ... or through a tree of gates, as fast adders do it (Kogge and Stone). */
__global__ void addPrefix(word *to, const word *a, const word *b, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word sum[WIDTH], makes[WIDTH], passes[WIDTH];
    for (int bit = 0; bit < WIDTH; bit++) {
        word x = a[(size_t)bit * count + i], y = b[(size_t)bit * count + i];
        makes[bit] = x & y;
        sum[bit] = passes[bit] = x ^ y;
    }
    for (int step = 1; step < WIDTH; step *= 2)
        for (int bit = WIDTH - 1; bit >= step; bit--) {
            makes[bit] |= passes[bit] & makes[bit - step];
            passes[bit] &= passes[bit - step];
        }
    for (int bit = 0; bit < WIDTH; bit++)
        to[(size_t)bit * count + i] = bit == 0 ? sum[0] : sum[bit] ^ makes[bit - 1];
}

__device__ static inline word output_of(int kind, word a, word b)
{
    switch (kind) {
    case 0: return a & b;
    case 1: return a | b;
    case 2: return a ^ b;
    case 3: return ~(a & b);
    case 4: return ~(a | b);
    case 5: return ~(a ^ b);
    case 6: return ~a;
    default: return a & ~b;
    }
}

/* The outputs of gates for 32 tests at once; a gate's inputs are the outputs of two others: by a
 * switch ... */
__global__ void gatesSwitch(word *to, const int2 *wires, const byte *kinds, const word *signals,
                            int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    to[i] = output_of(kinds[i], signals[wires[i].x], signals[wires[i].y]);
}

/* ... by a gate's truth table, as in a chip that can be wired anew ... */
__global__ void gatesTruths(word *to, const int2 *wires, const byte *kinds, const word *signals,
                            int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int2 own = wires[i];
    word a = signals[own.x], b = signals[own.y], truth = truths[kinds[i]];
    word when00 = 0 - (truth & 1), when01 = 0 - (truth >> 1 & 1);
    word when10 = 0 - (truth >> 2 & 1), when11 = 0 - (truth >> 3 & 1);
    to[i] = (when00 & ~a & ~b) | (when01 & ~a & b) | (when10 & a & ~b) | (when11 & a & b);
}

/* ... or by a switch, gates of one kind side by side. */
__global__ void gatesLists(word *to, const int *list, const int2 *wires, const byte *kinds,
                           const word *signals, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int gate = list[i];
    int2 own = wires[gate];
    to[gate] = output_of(kinds[gate], signals[own.x], signals[own.y]);
}

/* A register with feedback after up to 127 steps, each as many as its upper bits say: step by
 * step ... */
__global__ void registersSteps(word *to, const word *starts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word state = starts[i];
    for (int left = state >> (32 - JUMPS); left > 0; left--)
        state = state & 1 ? state >> 1 ^ TAPS : state >> 1;
    to[i] = state;
}

/* ... or by jumps: a product of a matrix of bits for each bit of the number of steps. */
__global__ void registersJumps(word *to, const word *starts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word state = starts[i], steps = state >> (32 - JUMPS);
    for (int jump = 0; jump < JUMPS; jump++) {
        if (!(steps >> jump & 1))
            continue;
        word next = 0;
        for (int bit = 0; bit < 32; bit++)
            next ^= jumps[jump][bit] & (0 - (state >> bit & 1));
        state = next;
    }
    to[i] = state;
}

/* Where rung k of ladder i is: behind the ladder's others, or beside those of other ladders. */
template <int TOGETHER> __host__ __device__ static inline size_t rung(int i, int k, int count)
{
    return TOGETHER ? (size_t)k * count + i : (size_t)i * RUNGS + k;
}

/* The voltages in a ladder of 8 rungs, of which the first is wired to 1 volt: the equations of its
 * nodes (Thomas). A thread for a ladder. */
template <int TOGETHER>
__global__ void ladders(float *to, const float *along, const float *down, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float upper[RUNGS], volts[RUNGS], g = along[rung<TOGETHER>(i, 0, count)];
    for (int k = 0; k < RUNGS; k++) {
        float next = k < RUNGS - 1 ? along[rung<TOGETHER>(i, k + 1, count)] : 0;
        float diagonal = g + next + down[rung<TOGETHER>(i, k, count)];
        float pivot = 1 / (k == 0 ? diagonal : diagonal - g * upper[k - 1]);
        upper[k] = next * pivot;
        volts[k] = (k == 0 ? g : g * volts[k - 1]) * pivot;
        g = next;
    }
    for (int k = RUNGS - 2; k >= 0; k--)
        volts[k] += upper[k] * volts[k + 1];
    for (int k = 0; k < RUNGS; k++)
        to[rung<TOGETHER>(i, k, count)] = volts[k];
}

/* A chip a moment later: heat flows to the four neighbours, and the circuits make new. From global
 * memory ... */
__global__ void heatGlobal(float *to, const float *from, const float *power, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ROW || y >= rows)
        return;
    float own = from[y * ROW + x];
    float left = x > 0 ? from[y * ROW + x - 1] : own;
    float right = x < ROW - 1 ? from[y * ROW + x + 1] : own;
    float above = y > 0 ? from[(y - 1) * ROW + x] : own;
    float below = y < rows - 1 ? from[(y + 1) * ROW + x] : own;
    to[y * ROW + x] = own + 0.2f * (left + right + above + below - 4 * own) + power[y * ROW + x];
}

/* ... or from a tile with its edges. */
__global__ void heatShared(float *to, const float *from, const float *power, int rows)
{
    __shared__ float tile[TILE_Y + 2][TILE_X + 2];
    int firstX = blockIdx.x * TILE_X - 1, firstY = blockIdx.y * TILE_Y - 1;
    int own = threadIdx.y * TILE_X + threadIdx.x;
    for (int k = own; k < (TILE_X + 2) * (TILE_Y + 2); k += TILE_X * TILE_Y) {
        int row = k / (TILE_X + 2), column = k % (TILE_X + 2);
        int y = min(max(firstY + row, 0), rows - 1), x = min(max(firstX + column, 0), ROW - 1);
        tile[row][column] = from[y * ROW + x];
    }
    __syncthreads();
    int column = threadIdx.x + 1, row = threadIdx.y + 1, x = firstX + column, y = firstY + row;
    if (y >= rows)
        return;
    float middle = tile[row][column];
    float around = tile[row][column - 1] + tile[row][column + 1] + tile[row - 1][column] +
                   tile[row + 1][column];
    to[y * ROW + x] = middle + 0.2f * (around - 4 * middle) + power[y * ROW + x];
}

static word *h_words, *d_words, h_truths[KINDS] = {8, 14, 6, 7, 1, 9, 3, 4};
static int2 *h_wires, *d_wires;
static int *h_list, *d_list;
static byte *h_kinds, *d_kinds;
static float *h_floats, *d_floats, *h_swapped, *d_swapped;
static void *d_to;
static int at_hand; // how many adders, ladders or rows the case at hand has

/* In numbers, pair by pair. */
static double sum_bits(size_t i)
{
    int bit = (int)(i / at_hand);
    word bits = 0;
    for (int pair = 0; pair < 32; pair++) {
        word a = 0, b = 0;
        for (int k = 0; k <= bit; k++) {
            const word *plane = h_words + (size_t)k * at_hand + i % at_hand;
            a |= (*plane >> pair & 1) << k;
            b |= (plane[(size_t)WIDTH * at_hand] >> pair & 1) << k;
        }
        bits |= ((a + b) >> bit & 1) << pair;
    }
    return bits;
}

static double gate_output(size_t i)
{
    word output = 0, a = h_words[h_wires[i].x], b = h_words[h_wires[i].y];
    for (int test = 0; test < 32; test++)
        output |= (h_truths[h_kinds[i]] >> ((a >> test & 1) * 2 + (b >> test & 1)) & 1) << test;
    return output;
}

static double register_after(size_t i)
{
    word state = h_words[i];
    for (word step = h_words[i] >> (32 - JUMPS); step > 0; step--)
        state = (state >> 1) ^ (state % 2 * TAPS);
    return state;
}

/* From the far end: what the rest of a ladder draws; then from the near one. */
template <int TOGETHER> static double ladder_voltage(size_t i)
{
    int ladder = (int)(TOGETHER ? i % at_hand : i / RUNGS);
    int wanted = (int)(TOGETHER ? i / at_hand : i % RUNGS);
    const float *along = h_floats + (size_t)ladder * RUNGS;
    const float *down = along + (size_t)at_hand * RUNGS;
    double drawn[RUNGS], volts = 1;
    for (int k = RUNGS - 1; k >= 0; k--)
        drawn[k] =
            down[k] + (k < RUNGS - 1 ? 1 / (1 / (double)along[k + 1] + 1 / drawn[k + 1]) : 0);
    for (int k = 0; k <= wanted; k++)
        volts *= along[k] / (along[k] + drawn[k]);
    return volts;
}

static double heat(size_t i)
{
    size_t x = i % ROW, y = i / ROW, last = at_hand - 1;
    double around = 0;
    for (size_t next :
         {x > 0 ? i - 1 : i, x < ROW - 1 ? i + 1 : i, y > 0 ? i - ROW : i, y < last ? i + ROW : i})
        around += h_floats[next];
    return 0.2 * h_floats[i] + 0.2 * around + h_floats[i + (size_t)at_hand * ROW];
}

static void time_logic(size_t n)
{
    word *to = (word *)d_to;
    int count = at_hand = (int)(n / 32);
    size_t bytes = (size_t)count * WIDTH * 12;
    const word *second = d_words + (size_t)WIDTH * count;
    if (run_case("adders.ripple", n, blocks_for(count, 128), 128, bytes, addRipple, to, d_words,
                 second, count))
        check_numbers(to, (size_t)WIDTH * count, sum_bits, 0);
    if (run_case("adders.prefix", n, blocks_for(count, 128), 128, bytes, addPrefix, to, d_words,
                 second, count))
        check_numbers(to, (size_t)WIDTH * count, sum_bits, 0);
    count = (int)(n / 64);
    if (run_case("registers.steps", n, blocks_for(count, 64), 64, 8 * (size_t)count, registersSteps,
                 to, d_words, count))
        check_numbers(to, count, register_after, 0);
    if (run_case("registers.jumps", n, blocks_for(count, 64), 64, 8 * (size_t)count, registersJumps,
                 to, d_words, count))
        check_numbers(to, count, register_after, 0);
}

static void time_gates(size_t n)
{
    word *to = (word *)d_to;
    int count = (int)(n / 4), next = 0;
    for (int i = 0; i < count; i++) { // one input from near, the other from anywhere
        int near = i - input_number(9 * (size_t)i + 1) % 256;
        h_wires[i] = make_int2(near < 0 ? 0 : near, (int)(h_words[i] % count));
    }
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < count; i++)
            if (h_kinds[i] == kind)
                h_list[next++] = i;
    CHECK(cudaMemcpy(d_wires, h_wires, count * sizeof(int2), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_list, h_list, count * sizeof(int), cudaMemcpyHostToDevice));
    size_t bytes = 21 * (size_t)count;
    if (run_case("gates.switch", n, blocks_for(count, 256), 256, bytes, gatesSwitch, to, d_wires,
                 d_kinds, d_words, count))
        check_numbers(to, count, gate_output, 0);
    if (run_case("gates.truths", n, blocks_for(count, 256), 256, bytes, gatesTruths, to, d_wires,
                 d_kinds, d_words, count))
        check_numbers(to, count, gate_output, 0);
    if (run_case("gates.lists", n, blocks_for(count, 256), 256, bytes + 4 * (size_t)count,
                 gatesLists, to, d_list, d_wires, d_kinds, d_words, count))
        check_numbers(to, count, gate_output, 0);
}

static void time_analog(size_t n)
{
    float *to = (float *)d_to;
    int count = at_hand = (int)(n / 32);
    size_t rungs = (size_t)count * RUNGS, bytes = 12 * rungs;
    for (size_t part = 0; part < 2 * rungs; part += rungs)
        for (size_t i = 0; i < rungs; i++)
            h_swapped[part + i % RUNGS * count + i / RUNGS] = h_floats[part + i];
    CHECK(cudaMemcpy(d_swapped, h_swapped, 2 * rungs * sizeof(float), cudaMemcpyHostToDevice));
    if (run_case("ladders.apart", n, blocks_for(count, 32), 32, bytes, ladders<0>, to, d_floats,
                 d_floats + rungs, count))
        check_numbers(to, rungs, ladder_voltage<0>, 1e-4);
    if (run_case("ladders.together", n, blocks_for(count, 32), 32, bytes, ladders<1>, to, d_swapped,
                 d_swapped + rungs, count))
        check_numbers(to, rungs, ladder_voltage<1>, 1e-4);
    int rows = at_hand = (int)(n / 4 / ROW);
    size_t cells = (size_t)rows * ROW;
    dim3 block(TILE_X, TILE_Y), grid(ROW / TILE_X, blocks_for(rows, TILE_Y));
    if (run_case("heat.global", n, grid, block, 28 * cells, heatGlobal, to, d_floats,
                 d_floats + cells, rows))
        check_numbers(to, cells, heat, 1e-4);
    if (run_case("heat.shared", n, grid, block, 14 * cells, heatShared, to, d_floats,
                 d_floats + cells, rows))
        check_numbers(to, cells, heat, 1e-4);
}

static void make_input(size_t largest)
{
    for (size_t i = 0; i < largest; i++) {
        word mixed = (word)i * 2654435769u;
        h_words[i] = (mixed ^ mixed >> 15) * 2246822519u;
    }
    for (size_t i = 0; i < largest / 2; i++)
        h_floats[i] = 0.1f + input_number(i) / 4096.0f;
    for (size_t i = 0; i < largest / 4; i++)
        h_kinds[i] = input_number(5 * i + 2) % KINDS;
    word matrices[JUMPS][32];
    for (int bit = 0; bit < 32; bit++)
        for (int step = 1, jump = 0, state = 1 << bit; jump < JUMPS; step++) {
            state = (int)((word)state >> 1 ^ (word)(state & 1) * TAPS);
            if (step == 1 << jump)
                matrices[jump++][bit] = (word)state;
        }
    CHECK(cudaMemcpyToSymbol(jumps, matrices, sizeof matrices));
    CHECK(cudaMemcpyToSymbol(truths, h_truths, sizeof h_truths));
}

int main(int argc, char **argv)
{
    start_family("held_out_circuits", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_words = (word *)host_memory(largest * sizeof(word));
    h_floats = (float *)host_memory(largest / 2 * sizeof(float));
    h_swapped = (float *)host_memory(largest / 2 * sizeof(float));
    h_wires = (int2 *)host_memory(largest / 4 * sizeof(int2));
    h_list = (int *)host_memory(largest / 4 * sizeof(int));
    h_kinds = (byte *)host_memory(largest / 4);
    make_input(largest);
    d_words = copy_to_device(h_words, largest);
    d_floats = copy_to_device(h_floats, largest / 2);
    d_swapped = copy_to_device(h_floats, largest / 2);
    d_wires = (int2 *)zeros_on_device(largest / 2);
    d_list = zeros_on_device(largest / 4);
    d_kinds = copy_to_device(h_kinds, largest / 4);
    d_to = zeros_on_device(largest / 2);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_logic(scaled(size));
        time_gates(scaled(size));
        time_analog(scaled(size));
    }
    for (void *memory : {(void *)d_words, (void *)d_floats, (void *)d_swapped, (void *)d_wires,
                         (void *)d_list, (void *)d_kinds, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
