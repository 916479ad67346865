/*
 * Held out of every fit: sounds: samples that are made smaller, channels that pass an equaliser,
 * tones and pitches that are looked for, tracks that are mixed. The words of a case's name behind
 * the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, LANES = 32, FRAMES = 512, STAGES = 2, TONE = 128, TONES = 8, TRACKS = 6 };
enum { FRAME = 384, WINDOW = 256, LAGS = 128, BIAS = 132, LOUDEST = 32635 };
enum : unsigned int { ALL = 0xFFFFFFFF };

typedef unsigned char byte;

__constant__ byte segments[256];
__constant__ float tones[TONES], equaliser[STAGES][5], gains[TRACKS];

/* A sample's eight bits by the law of G.711, once its segment is known. */
__host__ __device__ static inline byte law(int sample, int magnitude, int segment)
{
    int mantissa = magnitude >> (segment + 3) & 15;
    return ~((sample < 0 ? 128 : 0) | segment << 4 | mantissa);
}

__host__ __device__ static inline int magnitude_of(int sample)
{
    int loud = sample < 0 ? -sample : sample;
    return (loud < LOUDEST ? loud : LOUDEST) + BIAS;
}

/* Samples of sixteen bits in eight: the segment from a table ... */
__global__ void lawTable(byte *to, const short *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int magnitude = magnitude_of(from[i]);
    to[i] = law(from[i], magnitude, segments[magnitude >> 7]);
}

/* ... or the number of zeros in front. */
__global__ void lawZeros(byte *to, const short *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int magnitude = magnitude_of(from[i]);
    to[i] = law(from[i], magnitude, 24 - __clz(magnitude));
}

/* What two filters of second order, one behind the other, make of a channel, whose samples lie
 * `step` apart. */
__host__ __device__ static inline void equalise(float *to, const float *from, size_t step,
                                                const float (*weights)[5])
{
    float older[STAGES] = {0}, oldest[STAGES] = {0};
    for (int k = 0; k < FRAMES; k++) {
        float sample = from[k * step];
        for (int stage = 0; stage < STAGES; stage++) {
            const float *w = weights[stage];
            float next = w[0] * sample + older[stage];
            older[stage] = w[1] * sample - w[3] * next + oldest[stage];
            oldest[stage] = w[2] * sample - w[4] * next;
            sample = next;
        }
        to[k * step] = sample;
    }
}

/* A thread for a channel: its samples one behind the other, or beside those of other channels. */
__global__ void equaliserRows(float *to, const float *from, int channels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < channels)
        equalise(to + (size_t)i * FRAMES, from + (size_t)i * FRAMES, 1, equaliser);
}

__global__ void equaliserColumns(float *to, const float *from, int channels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < channels)
        equalise(to + i, from + i, channels, equaliser);
}

/* How strong each of eight tones is in each frame (Goertzel): a thread for a tone ... */
__global__ void tonesEach(float *to, const short *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count * TONES)
        return;
    const short *frame = from + i / TONES * TONE;
    float turn = tones[i % TONES], older = 0, oldest = 0;
    for (int k = 0; k < TONE; k++) {
        float next = frame[k] / 2048.0f + turn * older - oldest;
        oldest = older;
        older = next;
    }
    to[i] = older * older + oldest * oldest - turn * older * oldest;
}

/* ... or for all tones of a frame. */
__global__ void tonesAll(float *to, const short *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float older[TONES] = {0}, oldest[TONES] = {0};
    for (int k = 0; k < TONE; k++) {
        float sample = from[i * TONE + k] / 2048.0f;
#pragma unroll
        for (int tone = 0; tone < TONES; tone++) {
            float next = sample + tones[tone] * older[tone] - oldest[tone];
            oldest[tone] = older[tone];
            older[tone] = next;
        }
    }
#pragma unroll
    for (int tone = 0; tone < TONES; tone++)
        to[i * TONES + tone] = older[tone] * older[tone] + oldest[tone] * oldest[tone] -
                               tones[tone] * older[tone] * oldest[tone];
}

/* How alike a frame is to itself some samples later. */
__host__ __device__ static inline int likeness(const short *frame, int lag)
{
    int sum = 0;
    for (int k = 0; k < WINDOW; k++)
        sum += frame[k] * frame[k + lag];
    return sum;
}

/* The lag of the largest of a block's numbers: a lane for a lag in each warp, then the first
 * thread. */
__device__ static inline void store_largest(byte *to, int sum, int lag)
{
    __shared__ int sums[LAGS / LANES], lags[LAGS / LANES];
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
        int other = __shfl_down_sync(ALL, sum, distance);
        int otherLag = __shfl_down_sync(ALL, lag, distance);
        if (other > sum) {
            sum = other;
            lag = otherLag;
        }
    }
    if (threadIdx.x % LANES == 0) {
        sums[threadIdx.x / LANES] = sum;
        lags[threadIdx.x / LANES] = lag;
    }
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    int best = 0;
    for (int k = 1; k < LAGS / LANES; k++)
        if (sums[k] > sums[best])
            best = k;
    to[blockIdx.x] = lags[best];
}

/* The pitch of a frame, the lag at which it is most alike, of a block: from global memory ... */
__global__ void pitchGlobal(byte *to, const short *from)
{
    int lag = threadIdx.x, sum = likeness(from + blockIdx.x * FRAME, lag);
    store_largest(to, lag < 16 ? 0 : sum, lag);
}

/* ... or shared memory. */
__global__ void pitchShared(byte *to, const short *from)
{
    __shared__ short frame[FRAME];
    for (int k = threadIdx.x; k < FRAME; k += LAGS)
        frame[k] = from[blockIdx.x * FRAME + k];
    __syncthreads();
    int lag = threadIdx.x, sum = likeness(frame, lag);
    store_largest(to, lag < 16 ? 0 : sum, lag);
}

/* Six tracks of two channels in one, in numbers of half the length. */
__global__ void mix(half2 *to, const half2 *tracks, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    half2 sum = __float2half2_rn(0);
#pragma unroll
    for (int track = 0; track < TRACKS; track++)
        sum = __hfma2(tracks[track * count + i], __float2half2_rn(gains[track]), sum);
    to[i] = sum;
}

static short *h_samples, *d_samples;
static float *h_floats, *d_floats, h_tones[TONES], h_equaliser[STAGES][5], h_gains[TRACKS];
static half *h_tracks, *d_tracks;
static void *d_to;
static size_t of_track;
static int channels, is_columns;

/* By its loop: the segment is how often the magnitude can be halved. */
static double in_eight_bits(size_t i)
{
    int magnitude = magnitude_of(h_samples[i]), segment = 0;
    for (int rest = magnitude >> 8; rest > 0; rest >>= 1)
        segment++;
    return law(h_samples[i], magnitude, segment);
}

static double equalised(size_t i)
{
    size_t channel = is_columns ? i % channels : i / FRAMES;
    size_t place = is_columns ? i / channels : i % FRAMES;
    size_t first = is_columns ? channel : channel * FRAMES, step = is_columns ? channels : 1;
    double older[STAGES] = {0}, oldest[STAGES] = {0}, sample = 0;
    size_t begin = place < 96 ? 0 : place - 96; // what was before is forgotten
    for (size_t k = begin; k <= place; k++) {
        sample = h_floats[first + k * step];
        for (int stage = 0; stage < STAGES; stage++) {
            const float *w = h_equaliser[stage];
            double next = w[0] * sample + older[stage];
            older[stage] = w[1] * sample - w[3] * next + oldest[stage];
            oldest[stage] = w[2] * sample - w[4] * next;
            sample = next;
        }
    }
    return sample;
}

static double strength_of_tone(size_t i)
{
    double older = 0, oldest = 0, turn = h_tones[i % TONES];
    for (int k = 0; k < TONE; k++) {
        double next = h_samples[i / TONES * TONE + k] / 2048.0 + turn * older - oldest;
        oldest = older;
        older = next;
    }
    return older * older + oldest * oldest - turn * older * oldest;
}

static double pitch(size_t i)
{
    int best = 0, most = 0;
    for (int lag = 16; lag < LAGS; lag++) {
        int sum = likeness(h_samples + i * FRAME, lag);
        if (sum > most) {
            most = sum;
            best = lag;
        }
    }
    return best;
}

static double mixed_tracks(size_t i)
{
    double sum = 0;
    for (int track = 0; track < TRACKS; track++)
        sum += __half2float(h_tracks[track * 2 * of_track + i]) * h_gains[track];
    return sum;
}

static void time_samples(size_t n)
{
    if (run_case("law.table", n, blocks_for(n, BLOCK), BLOCK, 3 * n, lawTable, (byte *)d_to,
                 d_samples, (int)n))
        check_numbers((byte *)d_to, n, in_eight_bits, 0);
    if (run_case("law.zeros", n, blocks_for(n, BLOCK), BLOCK, 3 * n, lawZeros, (byte *)d_to,
                 d_samples, (int)n))
        check_numbers((byte *)d_to, n, in_eight_bits, 0);
    channels = (int)(n / 2 / FRAMES);
    size_t samples = (size_t)channels * FRAMES;
    is_columns = 0;
    if (run_case("equaliser.rows", n, blocks_for(channels, 64), 64, 8 * samples, equaliserRows,
                 (float *)d_to, d_floats, channels))
        check_numbers((float *)d_to, samples, equalised, 1e-3);
    is_columns = 1;
    if (run_case("equaliser.columns", n, blocks_for(channels, 64), 64, 8 * samples,
                 equaliserColumns, (float *)d_to, d_floats, channels))
        check_numbers((float *)d_to, samples, equalised, 1e-3);
    of_track = n / 2 / TRACKS;
    if (run_case("mix", n, blocks_for(of_track, 512), 512, 4 * of_track * (TRACKS + 1), mix,
                 (half2 *)d_to, (const half2 *)d_tracks, (int)of_track))
        check_numbers((half *)d_to, 2 * of_track, mixed_tracks, 2e-2);
}

static void time_frames_of_sound(size_t n)
{
    int count = (int)(n / TONE);
    size_t bytes = (size_t)count * (2 * TONE + 4 * TONES);
    if (run_case("tones.each", n, blocks_for(count * TONES, BLOCK), BLOCK, bytes, tonesEach,
                 (float *)d_to, d_samples, count))
        check_numbers((float *)d_to, count * TONES, strength_of_tone, 1e-2);
    if (run_case("tones.all", n, blocks_for(count, 128), 128, bytes, tonesAll, (float *)d_to,
                 d_samples, count))
        check_numbers((float *)d_to, count * TONES, strength_of_tone, 1e-2);
    count = (int)(n / 16 / FRAME);
    bytes = (size_t)count * LAGS * WINDOW * 4;
    if (run_case("pitch.global", n, count, LAGS, bytes, pitchGlobal, (byte *)d_to, d_samples))
        check_numbers((byte *)d_to, count, pitch, 0);
    bytes = (size_t)count * FRAME * 2;
    if (run_case("pitch.shared", n, count, LAGS, bytes, pitchShared, (byte *)d_to, d_samples))
        check_numbers((byte *)d_to, count, pitch, 0);
}

static void make_tables()
{
    byte table[256] = {0};
    for (int k = 2; k < 256; k++)
        table[k] = table[k / 2] + 1;
    for (int k = 0; k < TONES; k++)
        h_tones[k] =
            2 * cosf(2 * 3.14159265f * (k < 4 ? 697 + 77 * k : 1209 + 127 * (k - 4)) / 8000);
    const float weights[STAGES][5] = {{0.65f, -0.4f, 0.2f, -0.9f, 0.4f},
                                      {1.1f, 0.3f, 0.1f, 0.5f, 0.3f}};
    memcpy(h_equaliser, weights, sizeof weights);
    for (int k = 0; k < TRACKS; k++)
        h_gains[k] = 0.125f * (k + 1);
    CHECK(cudaMemcpyToSymbol(segments, table, sizeof table));
    CHECK(cudaMemcpyToSymbol(tones, h_tones, sizeof h_tones));
    CHECK(cudaMemcpyToSymbol(equaliser, h_equaliser, sizeof h_equaliser));
    CHECK(cudaMemcpyToSymbol(gains, h_gains, sizeof h_gains));
}

int main(int argc, char **argv)
{
    start_family("held_out_sounds", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 1000, 1 << 24}, largest = scaled(1 << 24);
    make_tables();
    h_samples = (short *)host_memory(largest * sizeof(short));
    h_floats = (float *)host_memory(largest / 2 * sizeof(float));
    h_tracks = (half *)host_memory(largest * sizeof(half));
    for (size_t i = 0; i < largest; i++) { // a tone whose height differs, and noise
        int period = 40 + (int)(i / FRAME * 7 % 50), wave = (int)(i % FRAME % period);
        int noise = input_number(i) / 4;
        h_samples[i] = (short)((wave < period / 2 ? 1000 : -1000) + noise - 512);
        h_tracks[i] = __float2half(h_samples[i] / 2048.0f);
        if (i < largest / 2)
            h_floats[i] = h_samples[i] / 2048.0f;
    }
    d_samples = copy_to_device(h_samples, largest);
    d_floats = copy_to_device(h_floats, largest / 2);
    d_tracks = copy_to_device(h_tracks, largest);
    d_to = zeros_on_device(largest / 2);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_samples(scaled(size));
        time_frames_of_sound(scaled(size));
    }
    for (void *memory : {d_to, (void *)d_samples, (void *)d_floats, (void *)d_tracks})
        CHECK(cudaFree(memory));
    return end_family();
}
