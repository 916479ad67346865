/*
 * Held out of every fit: bytes that are decoded, counted, found, changed, hashed and multiplied.
 * The words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { BLOCK = 256, PIECE = 64, KEY = 32 };

typedef unsigned char byte;
__constant__ signed char values[128];

/* What a letter of base 64 stands for. */
__host__ __device__ static inline int value_of(int letter)
{
    if (letter >= 'a')
        return letter - 'a' + 26;
    if (letter >= 'A')
        return letter - 'A';
    if (letter >= '0')
        return letter - '0' + 52;
    return letter == '+' ? 62 : 63;
}

/* Decodes four letters: by comparisons or from a table of constants ... */
template <bool IS_TABLE> __global__ void decodeEach(byte *to, const uchar4 *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, bits = 0;
    if (i >= n)
        return;
    uchar4 four = from[i];
    const byte letters[] = {four.x, four.y, four.z, four.w};
    for (byte letter : letters)
        bits = bits << 6 | (IS_TABLE ? values[letter] : value_of(letter));
    to[3 * i] = (byte)(bits >> 16);
    to[3 * i + 1] = (byte)(bits >> 8);
    to[3 * i + 2] = (byte)bits;
}

/* ... or from a table in shared memory, and the result by words through shared memory. */
__global__ void decodeShared(unsigned int *to, const uchar4 *from, int n)
{
    __shared__ int table[128];
    __shared__ unsigned int words[3 * BLOCK / 4];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, first = blockIdx.x * (3 * BLOCK / 4);
    if (t < 128)
        table[t] = values[t];
    __syncthreads();
    uchar4 four = from[min(i, n - 1)];
    int bits = table[four.x] << 18 | table[four.y] << 12 | table[four.z] << 6 | table[four.w];
    byte *bytes = (byte *)words;
    bytes[3 * t] = (byte)(bits >> 16);
    bytes[3 * t + 1] = (byte)(bits >> 8);
    bytes[3 * t + 2] = (byte)bits;
    __syncthreads();
    if (t < 3 * BLOCK / 4 && 4 * (first + t) < 3 * n)
        to[first + t] = words[t];
}

/* How many characters begin in a piece of UTF-8: byte by byte ... */
__global__ void beginsBytes(int *to, const byte *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (i * PIECE >= n)
        return;
    for (int k = i * PIECE; k < min((i + 1) * PIECE, n); k++)
        sum += (from[k] & 0xC0) != 0x80;
    to[i] = sum;
}

/* ... or sixteen at a time, by the bits of words. */
__device__ static int begins_in(unsigned int word)
{
    return 4 - __popc(word >> 7 & ~(word >> 6) & 0x01010101u);
}

__global__ void beginsWords(int *to, const uint4 *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (i * PIECE >= n)
        return;
    for (int k = 0; k < PIECE / 16; k++) {
        uint4 four = from[i * (PIECE / 16) + k];
        sum += begins_in(four.x) + begins_in(four.y) + begins_in(four.z) + begins_in(four.w);
    }
    to[i] = sum;
}

/* Where a block's lines end, in any order: each asks for a place ... */
__global__ void endsAtomics(int *to, int *counts, const byte *from, int n)
{
    __shared__ int count;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (i < n && from[i] < 16)
        to[blockIdx.x * BLOCK + atomicAdd(&count, 1)] = i;
    __syncthreads();
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
}

/* ... or counts those before it. */
__global__ void endsVotes(int *to, int *counts, const byte *from, int n)
{
    __shared__ int ofWarps[BLOCK / 32];
    int i = blockIdx.x * BLOCK + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int isEnd = i < n && from[i] < 16, before = 0, all = 0;
    unsigned int ends = __ballot_sync(0xFFFFFFFF, isEnd);
    if (lane == 0)
        ofWarps[warp] = __popc(ends);
    __syncthreads();
    for (int k = 0; k < BLOCK / 32; k++) {
        before += k < warp ? ofWarps[k] : 0;
        all += ofWarps[k];
    }
    if (isEnd)
        to[blockIdx.x * BLOCK + before + __popc(ends & ((1u << lane) - 1))] = i;
    if (threadIdx.x == 0)
        counts[blockIdx.x] = all;
}

/* Small letters become large ones: byte by byte ... */
__global__ void upperBytes(byte *to, const byte *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i] >= 'a' && from[i] <= 'z' ? from[i] - 32 : from[i];
}

/* ... or four and sixteen of them at a time, none of which has its highest bit set. */
__device__ static unsigned int upper(unsigned int word)
{
    unsigned int isA = word + 0x1F1F1F1Fu, isBehindZ = word + 0x05050505u;
    return word - ((isA & ~isBehindZ & 0x80808080u) >> 2);
}

__global__ void upperWords(unsigned int *to, const unsigned int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n)
        to[i] = upper(from[i]);
}

__global__ void upperVectors(uint4 *to, const uint4 *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (16 * i >= n)
        return;
    uint4 four = from[i];
    to[i] = make_uint4(upper(four.x), upper(four.y), upper(four.z), upper(four.w));
}

/* Hashes of keys of KEY bytes: read byte by byte, or by vectors. */
__host__ __device__ static inline unsigned int stir(unsigned int hash, unsigned int next)
{
    return (hash ^ next) * 16777619u;
}

__global__ void hashBytes(unsigned int *to, const byte *from, int keys)
{
    int key = blockIdx.x * blockDim.x + threadIdx.x;
    if (key >= keys)
        return;
    unsigned int hash = 2166136261u;
    for (int k = 0; k < KEY; k++)
        hash = stir(hash, from[key * KEY + k]);
    to[key] = hash;
}

__global__ void hashVectors(unsigned int *to, const uint4 *from, int keys)
{
    int key = blockIdx.x * blockDim.x + threadIdx.x;
    if (key >= keys)
        return;
    unsigned int hash = 2166136261u;
    for (int half = 0; half < 2; half++) {
        uint4 four = from[2 * key + half];
        unsigned int words[] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int k = 0; k < 16; k++)
            hash = stir(hash, words[k / 4] >> 8 * (k % 4) & 0xFF);
    }
    to[key] = hash;
}

/* Products of signed bytes, sixteen for each thread: byte by byte, or four by one instruction. */
__global__ void dotBytes(int *to, const signed char *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (16 * i >= n)
        return;
    for (int k = 16 * i; k < 16 * i + 16; k++)
        sum += from[k] * from[n - 1 - k];
    to[i] = sum;
}

__global__ void dotWords(int *to, const int4 *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (16 * i >= n)
        return;
    int4 a = from[i], b = from[n / 16 - 1 - i];
    int sum = __dp4a(a.x, (int)__byte_perm(b.w, 0, 0x0123), 0);
    sum = __dp4a(a.y, (int)__byte_perm(b.z, 0, 0x0123), sum);
    sum = __dp4a(a.z, (int)__byte_perm(b.y, 0, 0x0123), sum);
    to[i] = __dp4a(a.w, (int)__byte_perm(b.x, 0, 0x0123), sum);
}

static int *d_to, *d_counts, *h_wanted;
static byte *d_bytes, *h_bytes;
static size_t count; /* bytes of the case at hand */

static int wanted(size_t i)
{
    return h_wanted[i];
}

/* Letters of base 64, four of them for each three bytes. */
static void time_decoding(size_t n)
{
    static const char *const letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int fours = (int)(n / 16 * 4);
    unsigned int grid = blocks_for(fours, BLOCK);
    byte *bytes = (byte *)h_wanted;
    for (int i = 0; i < 4 * fours; i++)
        h_bytes[i] = (byte)letters[input_number(i) % 64];
    for (int i = 0; i < fours; i++) {
        int bits = 0;
        for (int k = 0; k < 4; k++)
            bits = bits << 6 | (input_number(4 * i + k) % 64);
        for (int k = 0; k < 3; k++)
            bytes[3 * i + k] = (byte)(bits >> 8 * (2 - k));
    }
    CHECK(cudaMemcpy(d_bytes, h_bytes, 4 * fours, cudaMemcpyHostToDevice));
    for (start_case("decode.branches", n, grid, BLOCK, 7 * n / 4); next_launch();)
        decodeEach<false><<<grid, BLOCK>>>((byte *)d_to, (uchar4 *)d_bytes, fours);
    if (launches() > 0)
        check_case(ints_are(d_to, 3 * fours / 4, wanted));
    for (start_case("decode.constant", n, grid, BLOCK, 7 * n / 4); next_launch();)
        decodeEach<true><<<grid, BLOCK>>>((byte *)d_to, (uchar4 *)d_bytes, fours);
    if (launches() > 0)
        check_case(ints_are(d_to, 3 * fours / 4, wanted));
    for (start_case("decode.shared", n, grid, BLOCK, 7 * n / 4); next_launch();)
        decodeShared<<<grid, BLOCK>>>((unsigned int *)d_to, (uchar4 *)d_bytes, fours);
    if (launches() > 0)
        check_case(ints_are(d_to, 3 * fours / 4, wanted));
}

/* Fills the bytes with inputs, of which `mask` is kept. */
static void set_bytes(size_t n, int mask)
{
    for (size_t i = 0; i < n; i++)
        h_bytes[i] = (byte)(input_number(i) >> 2 & mask);
    CHECK(cudaMemcpy(d_bytes, h_bytes, n, cudaMemcpyHostToDevice));
}

static int begins(size_t i)
{
    int sum = 0;
    for (size_t k = i * PIECE; k < (i + 1) * PIECE; k++)
        sum += (h_bytes[k] & 0xC0) != 0x80;
    return sum;
}

static void time_begins(size_t n)
{
    size_t pieces = n / PIECE;
    unsigned int grid = blocks_for(pieces, 128);
    set_bytes(n, 255);
    for (start_case("begins.bytes", n, grid, 128, n); next_launch();)
        beginsBytes<<<grid, 128>>>(d_to, d_bytes, (int)(pieces * PIECE));
    if (launches() > 0)
        check_case(ints_are(d_to, pieces, begins));
    for (start_case("begins.words", n, grid, 128, n); next_launch();)
        beginsWords<<<grid, 128>>>(d_to, (uint4 *)d_bytes, (int)(pieces * PIECE));
    if (launches() > 0)
        check_case(ints_are(d_to, pieces, begins));
}

/* Whether each block has found its ends, by their count and their sum; overwritten. */
static int are_ends_right(size_t n, unsigned int blocks)
{
    int *to = (int *)copy_to_host(d_to, n * sizeof(int)), is_right = 1;
    int *counts = (int *)copy_to_host(d_counts, blocks * sizeof(int));
    for (unsigned int block = 0; block < blocks; block++) {
        long long sum = 0, found = 0;
        for (size_t i = (size_t)block * BLOCK; i < n && i < ((size_t)block + 1) * BLOCK; i++)
            if (h_bytes[i] < 16)
                sum += (long long)i - to[block * BLOCK + found++];
        is_right &= counts[block] == found && sum == 0;
    }
    free(to);
    free(counts);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(int)));
    return is_right;
}

static void time_ends(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    for (start_case("ends.atomics", n, grid, BLOCK, 2 * n); next_launch();)
        endsAtomics<<<grid, BLOCK>>>(d_to, d_counts, d_bytes, (int)n);
    if (launches() > 0)
        check_case(are_ends_right(n, grid));
    for (start_case("ends.votes", n, grid, BLOCK, 2 * n); next_launch();)
        endsVotes<<<grid, BLOCK>>>(d_to, d_counts, d_bytes, (int)n);
    if (launches() > 0)
        check_case(are_ends_right(n, grid));
}

static void time_upper(size_t n)
{
    size_t whole = n / 16 * 16;
    unsigned int bytes = blocks_for(whole, BLOCK), words = blocks_for(whole / 4, BLOCK),
                 vectors = blocks_for(whole / 16, BLOCK);
    for (size_t i = 0; i < whole; i++)
        ((byte *)h_wanted)[i] = (byte)(h_bytes[i] - (h_bytes[i] >= 'a' && h_bytes[i] <= 'z') * 32);
    for (start_case("upper.bytes", n, bytes, BLOCK, 2 * n); next_launch();)
        upperBytes<<<bytes, BLOCK>>>((byte *)d_to, d_bytes, (int)whole);
    if (launches() > 0)
        check_case(ints_are(d_to, whole / 4, wanted));
    for (start_case("upper.words", n, words, BLOCK, 2 * n); next_launch();)
        upperWords<<<words, BLOCK>>>((unsigned int *)d_to, (unsigned int *)d_bytes, (int)whole);
    if (launches() > 0)
        check_case(ints_are(d_to, whole / 4, wanted));
    for (start_case("upper.vectors", n, vectors, BLOCK, 2 * n); next_launch();)
        upperVectors<<<vectors, BLOCK>>>((uint4 *)d_to, (uint4 *)d_bytes, (int)whole);
    if (launches() > 0)
        check_case(ints_are(d_to, whole / 4, wanted));
}

static int hash_of_key(size_t key)
{
    unsigned int hash = 2166136261u;
    for (int k = 0; k < KEY; k++)
        hash = stir(hash, h_bytes[key * KEY + k]);
    return (int)hash;
}

static int product(size_t i)
{
    int sum = 0;
    for (size_t k = 16 * i; k < 16 * i + 16; k++)
        sum += h_bytes[k] * h_bytes[count / 16 * 16 - 1 - k];
    return sum;
}

static void time_words(size_t n)
{
    size_t keys = n / KEY, whole = n / 16 * 16;
    unsigned int hashes = blocks_for(keys, 64), products = blocks_for(whole / 16, 512);
    for (start_case("hash.bytes", n, hashes, 64, n); next_launch();)
        hashBytes<<<hashes, 64>>>((unsigned int *)d_to, d_bytes, (int)keys);
    if (launches() > 0)
        check_case(ints_are(d_to, keys, hash_of_key));
    for (start_case("hash.vectors", n, hashes, 64, n); next_launch();)
        hashVectors<<<hashes, 64>>>((unsigned int *)d_to, (uint4 *)d_bytes, (int)keys);
    if (launches() > 0)
        check_case(ints_are(d_to, keys, hash_of_key));
    for (start_case("dot.bytes", n, products, 512, 9 * n / 4); next_launch();)
        dotBytes<<<products, 512>>>(d_to, (signed char *)d_bytes, (int)whole);
    if (launches() > 0)
        check_case(ints_are(d_to, whole / 16, product));
    for (start_case("dot.words", n, products, 512, 9 * n / 4); next_launch();)
        dotWords<<<products, 512>>>(d_to, (int4 *)d_bytes, (int)whole);
    if (launches() > 0)
        check_case(ints_are(d_to, whole / 16, product));
}

int main(int argc, char **argv)
{
    start_family("held_out_bytes", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 555, 1 << 25}, largest = scaled(1 << 25);
    signed char h_values[128];
    for (int letter = 0; letter < 128; letter++)
        h_values[letter] = (signed char)value_of(letter);
    CHECK(cudaMemcpyToSymbol(values, h_values, sizeof h_values));
    h_wanted = (int *)host_memory(largest);
    h_bytes = (byte *)host_memory(largest);
    CHECK(cudaMalloc((void **)&d_bytes, largest));
    d_to = zeros_on_device(largest);
    d_counts = zeros_on_device(largest / BLOCK + 1);
    for (size_t size : sizes) {
        count = scaled(size);
        time_decoding(count);
        time_begins(count);
        set_bytes(count, 127);
        time_ends(count);
        time_upper(count);
        time_words(count);
    }
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_counts));
    CHECK(cudaFree(d_bytes));
    free(h_wanted);
    free(h_bytes);
    return end_family();
}
