/*
 * Held out of every fit: what language models do beside products of matrices: rows as bytes and
 * numbers of four bits, roots of mean squares, activations in half, losses, gradients of a table.
 * The words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { ROW = 512, WIDE = 1024, GROUP = 32, CLASSES = 32, WORDS = 4096, FEATURES = 32, BLOCK = 256 };

/* The largest of a warp, in all lanes. */
__device__ static float largest_of_warp(float own)
{
    for (int distance = 16; distance > 0; distance /= 2)
        own = fmaxf(own, __shfl_xor_sync(0xFFFFFFFF, own, distance));
    return own;
}

__device__ static float sum_of_warp(float own)
{
    for (int distance = 16; distance > 0; distance /= 2)
        own += __shfl_xor_sync(0xFFFFFFFF, own, distance);
    return own;
}

__device__ static float sum_of_block(float own)
{
    __shared__ float ofWarps[BLOCK / 32];
    own = sum_of_warp(own);
    if (threadIdx.x % 32 == 0)
        ofWarps[threadIdx.x / 32] = own;
    __syncthreads();
    own = 0;
    for (int warp = 0; warp < BLOCK / 32; warp++)
        own += ofWarps[warp];
    return own;
}

__host__ __device__ static inline signed char as_byte(float number, float largest)
{
    return (signed char)rintf((number - 0.5f) * (127 / largest));
}

/* Rows as bytes, of which the largest is 127: a block for each row ... */
__global__ void bytesBlocks(signed char *to, float *scales, const float *from)
{
    __shared__ float ofWarps[BLOCK / 32];
    int t = threadIdx.x;
    size_t first = (size_t)blockIdx.x * ROW;
    float largest = 1e-6f;
    for (int k = t; k < ROW; k += BLOCK)
        largest = fmaxf(largest, fabsf(from[first + k] - 0.5f));
    largest = largest_of_warp(largest);
    if (t % 32 == 0)
        ofWarps[t / 32] = largest;
    __syncthreads();
    for (int warp = 0; warp < BLOCK / 32; warp++)
        largest = fmaxf(largest, ofWarps[warp]);
    for (int k = t; k < ROW; k += BLOCK)
        to[first + k] = as_byte(from[first + k], largest);
    if (t == 0)
        scales[blockIdx.x] = largest / 127;
}

/* ... or a warp, which keeps the row in registers. */
__global__ void bytesWarps(char4 *to, float *scales, const float4 *from, int rows)
{
    int lane = threadIdx.x % 32, row = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    if (row >= rows)
        return;
    float4 own[ROW / 128];
    float largest = 1e-6f;
#pragma unroll
    for (int k = 0; k < ROW / 128; k++) {
        own[k] = from[(size_t)row * (ROW / 4) + k * 32 + lane];
        largest = fmaxf(largest, fmaxf(fmaxf(fabsf(own[k].x - 0.5f), fabsf(own[k].y - 0.5f)),
                                       fmaxf(fabsf(own[k].z - 0.5f), fabsf(own[k].w - 0.5f))));
    }
    largest = largest_of_warp(largest);
#pragma unroll
    for (int k = 0; k < ROW / 128; k++)
        to[(size_t)row * (ROW / 4) + k * 32 + lane] =
            make_char4(as_byte(own[k].x, largest), as_byte(own[k].y, largest),
                       as_byte(own[k].z, largest), as_byte(own[k].w, largest));
    if (lane == 0)
        scales[row] = largest / 127;
}

/* Numbers of four bits, a scale for each GROUP, as floats: a thread for a byte ... */
__global__ void foursBytes(float2 *to, const unsigned char *from, const float *scales, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n / 2)
        return;
    int both = from[i];
    float scale = scales[i / (GROUP / 2)];
    to[i] = make_float2((float)(both % 16 - 8) * scale, (float)(both / 16 - 8) * scale);
}

/* ... or for a word. */
__global__ void foursWords(float4 *to, const unsigned int *from, const float *scales, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n / 8)
        return;
    unsigned int word = from[i];
    float scale = scales[i / (GROUP / 8)], own[8];
#pragma unroll
    for (int k = 0; k < 8; k++)
        own[k] = (float)((int)(word >> 4 * k & 15) - 8) * scale;
    to[2 * i] = make_float4(own[0], own[1], own[2], own[3]);
    to[2 * i + 1] = make_float4(own[4], own[5], own[6], own[7]);
}

/* Rows of two arrays added and divided by the root of the mean square: number by number, read
 * twice ... */
__global__ void rootsEach(float *to, const float *a, const float *b, const float *gains)
{
    size_t first = (size_t)blockIdx.x * WIDE;
    float squares = 0;
    for (int k = threadIdx.x; k < WIDE; k += BLOCK) {
        float own = a[first + k] + b[first + k];
        squares += own * own;
    }
    float scale = rsqrtf(sum_of_block(squares) / WIDE + 1e-5f);
    for (int k = threadIdx.x; k < WIDE; k += BLOCK)
        to[first + k] = (a[first + k] + b[first + k]) * scale * gains[k];
}

/* ... or four at a time, kept in registers. */
__global__ void rootsFours(float4 *to, const float4 *a, const float4 *b, const float4 *gains)
{
    size_t i = (size_t)blockIdx.x * (WIDE / 4) + threadIdx.x;
    float4 own = a[i], other = b[i], gain = gains[threadIdx.x];
    own = make_float4(own.x + other.x, own.y + other.y, own.z + other.z, own.w + other.w);
    float squares = own.x * own.x + own.y * own.y + own.z * own.z + own.w * own.w;
    float scale = rsqrtf(sum_of_block(squares) / WIDE + 1e-5f);
    to[i] = make_float4(own.x * scale * gain.x, own.y * scale * gain.y, own.z * scale * gain.z,
                        own.w * scale * gain.w);
}

/* A soft step: x times a part between 0 and 1. */
__host__ __device__ static inline float softly(float x)
{
    return 0.5f * x * (1 + tanhf(0.7978846f * (x + 0.044715f * x * x * x)));
}

/* Of halves: one at a time, or eight. */
__global__ void softlyOnes(half *to, const half *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        to[i] = __float2half(softly(__half2float(from[i])));
}

__device__ static half2 softly_both(half2 both)
{
    float2 own = __half22float2(both);
    return __floats2half2_rn(softly(own.x), softly(own.y));
}

struct __align__(16) eight
{
    half2 pairs[4];
};

__global__ void softlyEights(eight *to, const eight *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n / 8)
        return;
    eight own = from[i];
#pragma unroll
    for (int k = 0; k < 4; k++)
        own.pairs[k] = softly_both(own.pairs[k]);
    to[i] = own;
}

/* The logarithm of the share that the wanted class has: a thread for each row ... */
__global__ void lossThreads(float *to, const float *from, const int *wanted, int rows)
{
    int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= rows)
        return;
    const float *own = from + (size_t)row * CLASSES;
    float largest = own[0], sum = 0;
    for (int k = 1; k < CLASSES; k++)
        largest = fmaxf(largest, own[k]);
    for (int k = 0; k < CLASSES; k++)
        sum += expf(own[k] - largest);
    to[row] = logf(sum) + largest - own[wanted[row] % CLASSES];
}

/* ... or a lane for each class. */
__global__ void lossLanes(float *to, const float *from, const int *wanted, int rows)
{
    int lane = threadIdx.x % CLASSES, row = (blockIdx.x * BLOCK + threadIdx.x) / CLASSES;
    if (row >= rows)
        return;
    float own = from[(size_t)row * CLASSES + lane], largest = largest_of_warp(own);
    float sum = sum_of_warp(expf(own - largest));
    if (lane == wanted[row] % CLASSES)
        to[row] = logf(sum) + largest - own;
}

/* Gradients of FEATURES numbers each, added to the rows of a table: by an atomic each ... */
__global__ void gradientAtomics(float *table, const float *from, const int *words, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        atomicAdd(&table[words[i / FEATURES] * FEATURES + i % FEATURES], from[i]);
}

/* ... or by a warp for each row, which has a list of where it is wanted. */
__global__ void gradientLists(float *table, const float *from, const int *first, const int *list)
{
    int lane = threadIdx.x % 32, row = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    float sum = 0;
    for (int k = first[row]; k < first[row + 1]; k++)
        sum += from[(size_t)list[k] * FEATURES + lane];
    table[row * FEATURES + lane] += sum;
}

static float *d_to, *d_from, *d_scales, *h_from, h_table[WORDS * FEATURES];
static int *d_words, *d_first, *d_list, *h_words;
static half *d_halves, *h_halves;
static size_t apart; /* from one array to the other in the same memory */

static double byte_of_row(size_t i)
{
    float largest = 1e-6f;
    for (size_t k = 0; k < ROW; k++)
        largest = fmaxf(largest, fabsf(h_from[i / ROW * ROW + k] - 0.5f));
    return as_byte(h_from[i], largest);
}

static double four_bits(size_t i)
{
    int both = ((const unsigned char *)h_words)[i / 2];
    return ((i % 2 == 0 ? both % 16 : both / 16) - 8) * h_from[i / GROUP];
}

static double over_root(size_t i)
{
    double squares = 0;
    for (size_t k = i / WIDE * WIDE; k < (i / WIDE + 1) * WIDE; k++) {
        double own = h_from[k] + h_from[apart + k];
        squares += own * own;
    }
    return (h_from[i] + h_from[apart + i]) / sqrt(squares / WIDE + 1e-5) * h_from[i % WIDE];
}

static double soft(size_t i)
{
    return softly(__half2float(h_halves[i]));
}

static double loss(size_t row)
{
    const float *own = h_from + row * CLASSES;
    double sum = 0;
    for (int k = 0; k < CLASSES; k++)
        sum += exp(own[k]);
    return log(sum) - own[h_words[row] % CLASSES];
}

static double gradient(size_t i)
{
    return (double)h_table[i] * launches();
}

static void time_rows(size_t n)
{
    unsigned int rows = (unsigned int)(n / ROW), fewer = (unsigned int)(n / WIDE);
    signed char *to = (signed char *)d_to;
    if (run_case("bytes.blocks", n, rows, BLOCK, 9 * n, bytesBlocks, to, d_scales, d_from))
        check_numbers(to, (size_t)rows * ROW, byte_of_row, 0);
    if (run_case("bytes.warps", n, blocks_for(rows, BLOCK / 32), BLOCK, 5 * n, bytesWarps,
                 (char4 *)to, d_scales, (const float4 *)d_from, (int)rows))
        check_numbers(to, (size_t)rows * ROW, byte_of_row, 0);
    if (run_case("roots.each", n, fewer, BLOCK, 24 * n, rootsEach, d_to, d_from, d_from + apart,
                 d_from))
        check_numbers(d_to, (size_t)fewer * WIDE, over_root, 1e-4);
    const float4 *from = (const float4 *)d_from;
    if (run_case("roots.fours", n, fewer, BLOCK, 16 * n, rootsFours, (float4 *)d_to, from,
                 from + apart / 4, from))
        check_numbers(d_to, (size_t)fewer * WIDE, over_root, 1e-4);
    rows = (unsigned int)(n / CLASSES);
    if (run_case("loss.threads", n, blocks_for(rows, BLOCK), BLOCK, 12 * n, lossThreads, d_to,
                 d_from, d_words, (int)rows))
        check_numbers(d_to, rows, loss, 1e-4);
    if (run_case("loss.lanes", n, blocks_for(rows, BLOCK / CLASSES), BLOCK, 8 * n, lossLanes, d_to,
                 d_from, d_words, (int)rows))
        check_numbers(d_to, rows, loss, 1e-4);
}

static void time_narrow(size_t n)
{
    size_t bits = 4 * n;
    if (run_case("fours.bytes", bits, blocks_for(bits / 2, BLOCK), BLOCK, 6 * bits, foursBytes,
                 (float2 *)d_to, (const unsigned char *)d_words, d_from, (int)bits))
        check_numbers(d_to, bits / 8 * 8, four_bits, 1e-4);
    if (run_case("fours.words", bits, blocks_for(bits / 8, BLOCK), BLOCK, 5 * bits, foursWords,
                 (float4 *)d_to, (const unsigned int *)d_words, d_from, (int)bits))
        check_numbers(d_to, bits / 8 * 8, four_bits, 1e-4);
    half *to = (half *)d_to;
    size_t eights = n / 8 * 8;
    if (run_case("softly.ones", n, blocks_for(n, BLOCK), BLOCK, 4 * n, softlyOnes, to, d_halves,
                 (int)n))
        check_numbers(to, eights, soft, 2e-3);
    if (run_case("softly.eights", n, blocks_for(n / 8, BLOCK), BLOCK, 4 * n, softlyEights,
                 (eight *)to, (const eight *)d_halves, (int)n))
        check_numbers(to, eights, soft, 2e-3);
}

/* The lists of where each row of the table is wanted, and what is added to it. */
static void make_lists(size_t n)
{
    int words = (int)(n / FEATURES), *h_list = (int *)host_memory(words * sizeof(int));
    static int h_first[WORDS + 1], next[WORDS];
    memset(h_first, 0, sizeof h_first);
    memset(h_table, 0, sizeof h_table);
    for (int i = 0; i < words; i++) {
        h_first[h_words[i] + 1]++;
        for (int k = 0; k < FEATURES; k++)
            h_table[h_words[i] * FEATURES + k] += h_from[(size_t)i * FEATURES + k];
    }
    for (int word = 0; word < WORDS; word++) {
        h_first[word + 1] += h_first[word];
        next[word] = h_first[word];
    }
    for (int i = 0; i < words; i++)
        h_list[next[h_words[i]]++] = i;
    CHECK(cudaMemcpy(d_first, h_first, sizeof h_first, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_list, h_list, words * sizeof(int), cudaMemcpyHostToDevice));
    free(h_list);
}

static void time_gradients(size_t n)
{
    size_t entries = WORDS * FEATURES;
    make_lists(n);
    CHECK(cudaMemset(d_to, 0, entries * sizeof(float)));
    if (run_case("gradient.atomics", n, blocks_for(n / FEATURES * FEATURES, BLOCK), BLOCK, 12 * n,
                 gradientAtomics, d_to, d_from, d_words, (int)(n / FEATURES * FEATURES)))
        check_numbers(d_to, entries, gradient, 1e-4);
    CHECK(cudaMemset(d_to, 0, entries * sizeof(float)));
    if (run_case("gradient.lists", n, WORDS / (BLOCK / 32), BLOCK, 8 * n, gradientLists, d_to,
                 d_from, d_first, d_list))
        check_numbers(d_to, entries, gradient, 1e-4);
}

int main(int argc, char **argv)
{
    start_family("held_out_models", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 21) + 3210, 1 << 24}, largest = scaled(1 << 24);
    apart = largest;
    d_from = floats_on_device(2 * largest);
    h_from = (float *)copy_to_host(d_from, 2 * largest * sizeof(float));
    d_words = ints_on_device(largest);
    h_words = (int *)copy_to_host(d_words, largest * sizeof(int));
    h_halves = (half *)host_memory(largest * sizeof(half));
    for (size_t i = 0; i < largest; i++)
        h_halves[i] = __float2half(8 * h_from[i] - 4);
    d_halves = copy_to_device(h_halves, largest);
    CHECK(cudaMalloc((void **)&d_to, 4 * largest * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_scales, largest / ROW * sizeof(float)));
    d_first = zeros_on_device(WORDS + 1);
    d_list = zeros_on_device(largest / FEATURES);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_rows(scaled(size));
        time_narrow(scaled(size));
        time_gradients(scaled(size));
    }
    for (void *memory : {(void *)d_to, (void *)d_from, (void *)d_scales, (void *)d_words,
                         (void *)d_first, (void *)d_list, (void *)d_halves})
        CHECK(cudaFree(memory));
    for (void *memory : {(void *)h_from, (void *)h_words, (void *)h_halves})
        free(memory);
    return end_family();
}
