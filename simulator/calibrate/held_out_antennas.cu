/*
 * Held out of every fit: antennas: samples as a converter packs them, beams of several antennas,
 * echoes that stand out, speeds from a row of pulses, angles of signals. The words of a case's name
 * behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { ANTENNAS = 8, BEAMS = 8, BEAM_TILE = 32, GUARDS = 2, SIDE = 16, REACH = GUARDS + SIDE };
enum { LINE = 1024, LOUDER = 2, PULSES = 16, CELLS = 16, TURNS = 16, UNITS = 1 << 29 };

typedef unsigned char byte;
typedef unsigned int word;

__constant__ float2 weights[BEAMS][ANTENNAS];
__constant__ float2 roots[PULSES / 2];
__constant__ int arcs[TURNS]; // the angle of a slope of 1 / 2^k; a right angle is UNITS

/* Samples of 12 bits, two in three bytes, as numbers of half precision around 0: a thread for two
 * ... */
__global__ void samplesBytes(half2 *to, const byte *packed, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    const byte *own = packed + 3 * (size_t)i;
    int first = own[0] | (own[1] & 15) << 8, second = own[1] >> 4 | own[2] << 4;
    to[i] = __floats2half2_rn(first - 2048, second - 2048);
}

/* ... or for eight, from three words; some blocks do all. */
__global__ void samplesWords(uint4 *to, const uint3 *packed, int eights)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < eights; i += gridDim.x * blockDim.x) {
        uint3 own = packed[i];
        word samples[8] = {own.x,      own.x >> 12, own.x >> 24 | own.y << 8,
                           own.y >> 4, own.y >> 16, own.y >> 28 | own.z << 4,
                           own.z >> 8, own.z >> 20};
        __align__(16) half2 pairs[4];
#pragma unroll
        for (int k = 0; k < 4; k++)
            pairs[k] = __halves2half2(__int2half_rn((int)(samples[2 * k] & 4095) - 2048),
                                      __int2half_rn((int)(samples[2 * k + 1] & 4095) - 2048));
        to[i] = *(uint4 *)pairs;
    }
}

__host__ __device__ static inline float2 times_plus(float2 a, float2 b, float2 sum)
{
    return make_float2(sum.x + a.x * b.x - a.y * b.y, sum.y + a.x * b.y + a.y * b.x);
}

/* What eight antennas hear from each of eight directions: the sum of their signals, each turned by
 * the direction's weight. A thread for a moment and a beam ... */
__global__ void beamsEach(float2 *to, const float2 *signals, const float2 *turns, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, beam = blockIdx.y;
    if (i >= count)
        return;
    float2 sum = make_float2(0, 0);
    for (int k = 0; k < ANTENNAS; k++)
        sum = times_plus(turns[beam * ANTENNAS + k], signals[(size_t)k * count + i], sum);
    to[(size_t)beam * count + i] = sum;
}

/* ... the same, but a block's beams share its signals ... */
__global__ void beamsShared(float2 *to, const float2 *signals, const float2 *turns, int count)
{
    __shared__ float2 heard[ANTENNAS][BEAM_TILE];
    int i = blockIdx.x * BEAM_TILE + threadIdx.x, row = threadIdx.y;
    if (i < count)
        heard[row][threadIdx.x] = signals[(size_t)row * count + i];
    __syncthreads();
    if (i >= count)
        return;
    float2 sum = make_float2(0, 0);
    for (int k = 0; k < ANTENNAS; k++)
        sum = times_plus(turns[row * ANTENNAS + k], heard[k][threadIdx.x], sum);
    to[(size_t)row * count + i] = sum;
}

/* ... or a thread for a moment, which keeps its signals and makes all beams. */
__global__ void beamsTogether(float2 *to, const float2 *signals, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float2 heard[ANTENNAS];
#pragma unroll
    for (int k = 0; k < ANTENNAS; k++)
        heard[k] = signals[(size_t)k * count + i];
    for (int beam = 0; beam < BEAMS; beam++) {
        float2 sum = make_float2(0, 0);
#pragma unroll
        for (int k = 0; k < ANTENNAS; k++)
            sum = times_plus(weights[beam][k], heard[k], sum);
        to[(size_t)beam * count + i] = sum;
    }
}

/* Which echoes are twice as loud as the mean of the 16 before and the 16 behind, two guards
 * apart: each looks at its 32 ... */
__global__ void echoesWindow(byte *to, const int *powers, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int noise = 0;
    for (int k = GUARDS + 1; k <= REACH; k++) {
        noise += i - k >= 0 ? powers[i - k] : 0;
        noise += i + k < count ? powers[i + k] : 0;
    }
    to[i] = powers[i] * 2 * SIDE > LOUDER * noise;
}

/* ... or they are differences of a line's running sums. The outer threads of a block have no echo
 * of their own. */
__global__ void echoesSums(byte *to, const int *powers, int count)
{
    __shared__ int sums[LINE], totals[32];
    int place = threadIdx.x, lane = place % 32;
    int i = (int)blockIdx.x * (LINE - 2 * REACH - 1) + place - REACH - 1;
    int own = i >= 0 && i < count ? powers[i] : 0, sum = own;
    for (int step = 1; step < 32; step *= 2) {
        int before = __shfl_up_sync(0xFFFFFFFF, sum, step);
        sum += lane >= step ? before : 0;
    }
    if (lane == 31)
        totals[place / 32] = sum;
    __syncthreads();
    int total = totals[lane];
    for (int step = 1; step < 32; step *= 2) {
        int before = __shfl_up_sync(0xFFFFFFFF, total, step);
        total += lane >= step ? before : 0;
    }
    int others = __shfl_sync(0xFFFFFFFF, total, (place / 32 + 31) % 32);
    sums[place] = sum + (place >= 32 ? others : 0);
    __syncthreads();
    if (place <= REACH || place >= LINE - REACH || i >= count)
        return;
    int noise = sums[place + REACH] - sums[place + GUARDS];
    noise += sums[place - GUARDS - 1] - sums[place - REACH - 1];
    to[i] = own * 2 * SIDE > LOUDER * noise;
}

/* Both outputs of a butterfly. */
__device__ static inline void cross(float2 *a, float2 *b, float2 root)
{
    float2 turned = times_plus(root, *b, make_float2(0, 0));
    *b = make_float2(a->x - turned.x, a->y - turned.y);
    *a = make_float2(a->x + turned.x, a->y + turned.y);
}

/* How fast things move in each cell: the Fourier transform of its 16 pulses. A thread for a cell
 * ... */
__global__ void speedsThread(float2 *to, const half2 *pulses, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float2 own[PULSES];
#pragma unroll
    for (int k = 0; k < PULSES; k++)
        own[(k & 1) << 3 | (k & 2) << 1 | (k & 4) >> 1 | k >> 3] =
            __half22float2(pulses[(size_t)k * count + i]);
#pragma unroll
    for (int half = 1; half < PULSES; half *= 2)
#pragma unroll
        for (int k = 0; k < PULSES / 2; k++) {
            int low = k / half * 2 * half + k % half;
            cross(&own[low], &own[low + half], roots[k % half * (PULSES / 2 / half)]);
        }
#pragma unroll
    for (int k = 0; k < PULSES; k++)
        to[(size_t)k * count + i] = own[k];
}

/* ... or eight threads, and a block for 16 cells. */
__global__ void speedsShared(float2 *to, const half2 *pulses, int count)
{
    __shared__ float2 tile[PULSES][CELLS];
    int column = threadIdx.x, i = blockIdx.x * CELLS + column, k = threadIdx.y;
    for (int pulse = k; pulse < PULSES; pulse += PULSES / 2)
        tile[__brev(pulse) >> 28][column] =
            i < count ? __half22float2(pulses[(size_t)pulse * count + i]) : make_float2(0, 0);
    for (int half = 1; half < PULSES; half *= 2) {
        __syncthreads();
        int low = k / half * 2 * half + k % half;
        cross(&tile[low][column], &tile[low + half][column], roots[k % half * (PULSES / 2 / half)]);
    }
    __syncthreads();
    for (int pulse = k; pulse < PULSES && i < count; pulse += PULSES / 2)
        to[(size_t)pulse * count + i] = tile[pulse][column];
}

/* The angle of a signal: by a function ... */
__global__ void anglesFunction(float *to, const short2 *signals, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = atan2f(signals[i].y, signals[i].x);
}

/* ... or in whole numbers, turned to and fro by less and less until it lies flat (Volder). */
__global__ void anglesTurns(float *to, const short2 *signals, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int x = signals[i].x * 32768, y = signals[i].y * 32768, angle = 0;
    if (x < 0) {
        angle = y < 0 ? -2 * UNITS : 2 * UNITS;
        x = -x;
        y = -y;
    }
    for (int k = 0; k < TURNS; k++) {
        int across = x >> k, sign = y < 0 ? -1 : 1;
        x += sign * (y >> k);
        y -= sign * across;
        angle += sign * arcs[k];
    }
    to[i] = angle * (1.5707963f / UNITS);
}

static const size_t LARGEST = 1 << 24;

static byte h_packed[3 * LARGEST], *d_packed;
static float2 h_signals[LARGEST / 2], *d_signals, h_weights[BEAMS * ANTENNAS], *d_weights;
static int h_powers[LARGEST / 4], *d_powers, at_hand;
static half2 h_pulses[LARGEST / 4], *d_pulses;
static short2 h_shorts[LARGEST / 4], *d_shorts;
static float *d_to;

static double sample_at(size_t i)
{
    const byte *first = h_packed + i * 3 / 2;
    return (double)((first[0] | first[1] << 8) >> i % 2 * 4 & 4095) - 2048;
}

static double beam_at(size_t i)
{
    size_t beam = i / 2 / at_hand, moment = i / 2 % at_hand;
    double sum = 0;
    for (int k = 0; k < ANTENNAS; k++) {
        float2 signal = h_signals[(size_t)k * at_hand + moment];
        float2 weight = h_weights[beam * ANTENNAS + k];
        sum += i % 2 == 0 ? (double)signal.x * weight.x - (double)signal.y * weight.y
                          : (double)signal.x * weight.y + (double)signal.y * weight.x;
    }
    return sum;
}

static double is_echo(size_t i)
{
    double noise = 0;
    for (int k = -REACH; k <= REACH; k++)
        if (abs(k) > GUARDS && (long long)i + k >= 0 && (long long)i + k < at_hand)
            noise += h_powers[i + k];
    return h_powers[i] > LOUDER * noise / (2 * SIDE);
}

static double speed_at(size_t i)
{
    size_t speed = i / 2 / at_hand, cell = i / 2 % at_hand;
    double sum = 0;
    for (int k = 0; k < PULSES; k++) {
        double angle = -2 * M_PI * (k * speed % PULSES) / PULSES;
        half2 pulse = h_pulses[(size_t)k * at_hand + cell];
        sum += i % 2 == 0 ? cos(angle) * as_double(pulse.x) - sin(angle) * as_double(pulse.y)
                          : sin(angle) * as_double(pulse.x) + cos(angle) * as_double(pulse.y);
    }
    return sum;
}

static double angle_at(size_t i)
{
    return atan2(h_shorts[i].y, h_shorts[i].x);
}

static void time_samples(size_t n)
{
    int eights = (int)(n / 4), pairs = 4 * eights;
    half *to = (half *)d_to;
    if (run_case("samples.bytes", n, blocks_for(pairs, 256), 256, 7 * (size_t)pairs, samplesBytes,
                 (half2 *)to, d_packed, pairs))
        check_numbers(to, 2 * (size_t)pairs, sample_at, 0);
    if (run_case("samples.words", n, 528, 256, 28 * (size_t)eights, samplesWords, (uint4 *)to,
                 (const uint3 *)d_packed, eights))
        check_numbers(to, 2 * (size_t)pairs, sample_at, 0);
}

static void time_beams(size_t n)
{
    int count = at_hand = (int)(n / 16);
    float2 *to = (float2 *)d_to;
    size_t sums = 2 * (size_t)count * BEAMS, bytes = 8 * (size_t)count * (ANTENNAS + BEAMS);
    if (run_case("beams.each", n, dim3(blocks_for(count, 256), BEAMS), 256,
                 8 * (size_t)count * (2 * ANTENNAS + 1) * BEAMS, beamsEach, to, d_signals,
                 d_weights, count))
        check_numbers(d_to, sums, beam_at, 1e-4);
    if (run_case("beams.shared", n, blocks_for(count, BEAM_TILE), dim3(BEAM_TILE, BEAMS),
                 bytes + 8 * (size_t)count * ANTENNAS * BEAMS, beamsShared, to, d_signals,
                 d_weights, count))
        check_numbers(d_to, sums, beam_at, 1e-4);
    if (run_case("beams.together", n, blocks_for(count, 128), 128, bytes, beamsTogether, to,
                 d_signals, count))
        check_numbers(d_to, sums, beam_at, 1e-4);
}

static void time_echoes(size_t n)
{
    int count = at_hand = (int)(n / 4);
    byte *to = (byte *)d_to;
    if (run_case("echoes.window", n, blocks_for(count, 192), 192, (size_t)count * (5 + 8 * SIDE),
                 echoesWindow, to, d_powers, count))
        check_numbers(to, count, is_echo, 0);
    if (run_case("echoes.sums", n, blocks_for(count, LINE - 2 * REACH - 1), LINE, 5 * (size_t)count,
                 echoesSums, to, d_powers, count))
        check_numbers(to, count, is_echo, 0);
}

static void time_speeds(size_t n)
{
    int count = at_hand = (int)(n / 64);
    size_t sums = 2 * (size_t)count * PULSES, bytes = 12 * (size_t)count * PULSES;
    float2 *to = (float2 *)d_to;
    if (run_case("speeds.thread", n, blocks_for(count, 64), 64, bytes, speedsThread, to, d_pulses,
                 count))
        check_numbers(d_to, sums, speed_at, 1e-4);
    if (run_case("speeds.shared", n, blocks_for(count, CELLS), dim3(CELLS, PULSES / 2), bytes,
                 speedsShared, to, d_pulses, count))
        check_numbers(d_to, sums, speed_at, 1e-4);
    count = (int)(n / 4);
    if (run_case("angles.function", n, blocks_for(count, 1024), 1024, 8 * (size_t)count,
                 anglesFunction, d_to, d_shorts, count))
        check_numbers(d_to, count, angle_at, 1e-3);
    if (run_case("angles.turns", n, blocks_for(count, 256), 256, 8 * (size_t)count, anglesTurns,
                 d_to, d_shorts, count))
        check_numbers(d_to, count, angle_at, 1e-3);
}

static void make_input(size_t largest)
{
    for (size_t i = 0; i < 3 * largest; i++)
        h_packed[i] = (byte)(input_number(i) >> 3);
    for (size_t i = 0; i < largest / 2; i++)
        h_signals[i] = make_float2(input_number(i) / 2048.0f - 1, input_number(5 * i) / 4096.0f);
    for (size_t i = 0; i < largest / 4; i++) {
        int number = input_number(3 * i + 1), other = input_number(7 * i + 5);
        h_powers[i] = number % 256 << other % 4;
        h_pulses[i] = __floats2half2_rn(number / 512.0f - 4, other / 512.0f - 4);
        h_shorts[i] = make_short2((short)(number - 2048), (short)((other | 1) - 2048));
    }
    float2 h_roots[PULSES / 2];
    int h_arcs[TURNS];
    for (int k = 0; k < PULSES / 2; k++)
        h_roots[k] =
            make_float2((float)cos(2 * M_PI * k / PULSES), (float)-sin(2 * M_PI * k / PULSES));
    for (int k = 0; k < TURNS; k++)
        h_arcs[k] = (int)(atan(ldexp(1, -k)) / M_PI_2 * UNITS);
    for (int k = 0; k < BEAMS * ANTENNAS; k++)
        h_weights[k] = make_float2(cosf(0.3f * k), sinf(0.3f * k));
    CHECK(cudaMemcpyToSymbol(roots, h_roots, sizeof h_roots));
    CHECK(cudaMemcpyToSymbol(arcs, h_arcs, sizeof h_arcs));
    CHECK(cudaMemcpyToSymbol(weights, h_weights, sizeof h_weights));
}

int main(int argc, char **argv)
{
    start_family("held_out_antennas", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, LARGEST}, largest = scaled(LARGEST);
    make_input(largest);
    d_packed = copy_to_device(h_packed, 3 * largest);
    d_signals = copy_to_device(h_signals, largest / 2);
    d_weights = copy_to_device(h_weights, BEAMS * ANTENNAS);
    d_powers = copy_to_device(h_powers, largest / 4);
    d_pulses = copy_to_device(h_pulses, largest / 4);
    d_shorts = copy_to_device(h_shorts, largest / 4);
    d_to = (float *)zeros_on_device(largest);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_samples(scaled(size));
        time_beams(scaled(size));
        time_echoes(scaled(size));
        time_speeds(scaled(size));
    }
    for (void *memory : {(void *)d_packed, (void *)d_signals, (void *)d_weights, (void *)d_powers,
                         (void *)d_pulses, (void *)d_shorts, (void *)d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
