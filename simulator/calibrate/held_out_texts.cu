/*
 * Held out of every fit: texts, checksums and digests, in whole numbers. The words of a case's name
 * behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { PATTERN = 12, RECORD = 64, LENGTH = 64, BLOCK = 256 };

__constant__ unsigned char pattern[PATTERN];
__constant__ char digits64[65];

/* Where a pattern stands in a text: from global memory, or through a tile in shared memory. */
__global__ void searchGlobal(unsigned char *found, const unsigned char *text, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
    if (i >= n)
        return;
    while (k < PATTERN && text[i + k] == pattern[k])
        k++;
    found[i] = k == PATTERN;
}

__global__ void searchShared(unsigned char *found, const unsigned char *text, int n)
{
    __shared__ unsigned char tile[BLOCK + PATTERN];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, k = 0;
    tile[t] = text[i];
    if (t < PATTERN)
        tile[BLOCK + t] = text[i + BLOCK];
    __syncthreads();
    if (i >= n)
        return;
    while (k < PATTERN && tile[t + k] == pattern[k])
        k++;
    found[i] = k == PATTERN;
}

/* The checksum of each record: bit by bit ... */
__host__ __device__ static inline unsigned int shifted_crc(unsigned int crc, int bits)
{
    for (int bit = 0; bit < bits; bit++)
        crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    return crc;
}

__global__ void crcBits(unsigned int *to, const unsigned int *words, int records)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= records)
        return;
    unsigned int crc = 0xFFFFFFFF;
    for (int k = 0; k < RECORD / 4; k++)
        crc = shifted_crc(crc ^ words[i * (RECORD / 4) + k], 32);
    to[i] = ~crc;
}

/* ... or byte by byte, with a table that each block computes. */
__global__ void crcTable(unsigned int *to, const unsigned int *words, int records)
{
    __shared__ unsigned int table[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        table[k] = shifted_crc(k, 8);
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= records)
        return;
    unsigned int crc = 0xFFFFFFFF;
    for (int k = 0; k < RECORD / 4; k++) {
        crc ^= words[i * (RECORD / 4) + k];
        for (int byte = 0; byte < 4; byte++)
            crc = crc >> 8 ^ table[crc & 0xFF];
    }
    to[i] = ~crc;
}

/* 64 rounds such as a digest has, of a message of 16 words; the constants are made up. */
__host__ __device__ static inline unsigned int turned(unsigned int word, int bits)
{
    return word >> bits | word << (32 - bits);
}

__host__ __device__ static inline unsigned int extended(unsigned int a, unsigned int b,
                                                        unsigned int c, unsigned int d)
{
    return a + (turned(b, 7) ^ turned(b, 18) ^ b >> 3) + c +
           (turned(d, 17) ^ turned(d, 19) ^ d >> 10);
}

__host__ __device__ static inline void mix(unsigned int state[8], unsigned int word, int round)
{
    unsigned int a = state[0], e = state[4];
    unsigned int first = state[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                         ((e & state[5]) ^ (~e & state[6])) + 0x9E3779B9u * (round + 1) + word;
    unsigned int second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) +
                          ((a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2]));
    for (int k = 7; k > 0; k--)
        state[k] = state[k - 1];
    state[4] += first;
    state[0] = first + second;
}

/* All 64 words of the schedule first, in an array of the thread ... */
__host__ __device__ static inline unsigned int digest(const unsigned int *message)
{
    unsigned int words[64], state[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (int k = 0; k < 16; k++)
        words[k] = message[k];
    for (int k = 16; k < 64; k++)
        words[k] = extended(words[k - 16], words[k - 15], words[k - 7], words[k - 2]);
    for (int k = 0; k < 64; k++)
        mix(state, words[k], k);
    return state[0] ^ state[3] ^ state[7];
}

__global__ void digestAhead(unsigned int *to, const unsigned int *words, int messages)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < messages)
        to[i] = digest(words + i * 16);
}

/* ... or the 16 that are needed, in registers: the rounds are written out. */
__global__ void digestRolling(unsigned int *to, const unsigned int *words, int messages)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= messages)
        return;
    unsigned int own[16], state[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma unroll
    for (int k = 0; k < 16; k++)
        own[k] = words[i * 16 + k];
#pragma unroll
    for (int k = 0; k < 64; k++) {
        if (k >= 16)
            own[k % 16] =
                extended(own[k % 16], own[(k + 1) % 16], own[(k + 9) % 16], own[(k + 14) % 16]);
        mix(state, own[k % 16], k);
    }
    to[i] = state[0] ^ state[3] ^ state[7];
}

/* The longest common subsequence of two words of LENGTH: row by row, a thread for each pair ... */
__host__ __device__ static inline int longest_common(const unsigned char *a, const unsigned char *b)
{
    unsigned char row[LENGTH + 1];
    for (int x = 0; x <= LENGTH; x++)
        row[x] = 0;
    for (int y = 0; y < LENGTH; y++) {
        unsigned char diagonal = 0;
        for (int x = 1; x <= LENGTH; x++) {
            unsigned char above = row[x], left = row[x - 1];
            row[x] = a[y] == b[x - 1] ? diagonal + 1 : above > left ? above : left;
            diagonal = above;
        }
    }
    return row[LENGTH];
}

__global__ void commonByRows(int *to, const unsigned char *words, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs)
        to[i] = longest_common(words + i * 2 * LENGTH, words + (i * 2 + 1) * LENGTH);
}

/* ... or diagonal by diagonal, a block for each pair and a thread for each column. */
__global__ void commonByDiagonals(int *to, const unsigned char *words)
{
    __shared__ unsigned char first[LENGTH];
    __shared__ int lines[3][LENGTH + 1];
    int x = threadIdx.x, pair = blockIdx.x;
    unsigned char own = words[(pair * 2 + 1) * LENGTH + x];
    first[x] = words[pair * 2 * LENGTH + x];
    for (int k = 0; k < 3; k++) {
        lines[k][x + 1] = 0;
        if (x == 0)
            lines[k][0] = 0;
    }
    for (int step = 0; step < 2 * LENGTH - 1; step++) {
        int *now = lines[step % 3], *last = lines[(step + 2) % 3], *before = lines[(step + 1) % 3];
        int y = step - x;
        __syncthreads();
        if (y >= 0 && y < LENGTH)
            now[x + 1] = first[y] == own ? before[x] + 1 : max(last[x + 1], last[x]);
    }
    if (x == LENGTH - 1)
        to[pair] = lines[(2 * LENGTH - 2) % 3][LENGTH];
}

/* Three bytes as four characters. */
__global__ void encode(uchar4 *to, const unsigned char *from, int triples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= triples)
        return;
    unsigned int bits = from[3 * i] << 16 | from[3 * i + 1] << 8 | from[3 * i + 2];
    to[i] = make_uchar4(digits64[bits >> 18], digits64[bits >> 12 & 63], digits64[bits >> 6 & 63],
                        digits64[bits & 63]);
}

/* A hash of each word of a text, between its place and the next one's; the lengths differ. */
__host__ __device__ static inline unsigned int hashed(const unsigned char *text, int from, int to)
{
    unsigned int hash = 2166136261u;
    for (int k = from; k < to; k++)
        hash = (hash ^ text[k]) * 16777619u;
    return hash;
}

__global__ void hashWords(unsigned int *to, const unsigned char *text, const int *places, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < words)
        to[i] = hashed(text, places[i], places[i + 1]);
}

static unsigned char *d_text, *h_text, h_pattern[PATTERN];
static int *d_to, *h_places;
static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Whether each place says rightly if the pattern stands there, and some do; overwritten. */
static int is_search_right(int n)
{
    unsigned char *found = (unsigned char *)copy_to_host(d_to, n);
    int is_right = 1, all = 0;
    for (int i = 0; i < n; i++) {
        is_right &= found[i] == (memcmp(h_text + i, h_pattern, PATTERN) == 0);
        all += found[i] != 0;
    }
    free(found);
    CHECK(cudaMemset(d_to, 0xFF, n));
    return is_right && all > 0;
}

static void time_searches(int n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    for (start_case("search.global", n, grid, BLOCK, 3 * (size_t)n); next_launch();)
        searchGlobal<<<grid, BLOCK>>>((unsigned char *)d_to, d_text, n);
    if (launches() > 0)
        check_case(is_search_right(n));
    for (start_case("search.shared", n, grid, BLOCK, 2 * (size_t)n); next_launch();)
        searchShared<<<grid, BLOCK>>>((unsigned char *)d_to, d_text, n);
    if (launches() > 0)
        check_case(is_search_right(n));
}

static int crc_of(size_t i)
{
    unsigned int crc = 0xFFFFFFFF;
    for (int k = 0; k < RECORD; k++)
        crc = shifted_crc(crc ^ h_text[i * RECORD + k], 8);
    return (int)~crc;
}

static int digest_of(size_t i)
{
    return (int)digest((const unsigned int *)h_text + i * 16);
}

static void time_digests(int n)
{
    int records = n / RECORD;
    unsigned int grid = blocks_for(records, 128), *to = (unsigned int *)d_to;
    const unsigned int *words = (const unsigned int *)d_text;
    for (start_case("crc.bits", n, grid, 128, n); next_launch();)
        crcBits<<<grid, 128>>>(to, words, records);
    if (launches() > 0)
        check_case(ints_are(d_to, records, crc_of));
    for (start_case("crc.table", n, grid, 128, n); next_launch();)
        crcTable<<<grid, 128>>>(to, words, records);
    if (launches() > 0)
        check_case(ints_are(d_to, records, crc_of));
    for (start_case("digest.ahead", n, grid, 128, n); next_launch();)
        digestAhead<<<grid, 128>>>(to, words, records);
    if (launches() > 0)
        check_case(ints_are(d_to, records, digest_of));
    for (start_case("digest.rolling", n, grid, 128, n); next_launch();)
        digestRolling<<<grid, 128>>>(to, words, records);
    if (launches() > 0)
        check_case(ints_are(d_to, records, digest_of));
}

static int common_of(size_t i)
{
    return longest_common(h_text + i * 2 * LENGTH, h_text + (i * 2 + 1) * LENGTH);
}

/* n: cells of the tables of all pairs. */
static void time_subsequences(size_t n)
{
    int pairs = (int)(n / (LENGTH * LENGTH));
    unsigned int grid = blocks_for(pairs, 64);
    size_t bytes = (size_t)pairs * (2 * LENGTH + 4);
    for (start_case("subsequence.rows", n, grid, 64, bytes); next_launch();)
        commonByRows<<<grid, 64>>>(d_to, d_text, pairs);
    if (launches() > 0)
        check_case(ints_are(d_to, pairs, common_of));
    for (start_case("subsequence.diagonals", n, pairs, LENGTH, bytes); next_launch();)
        commonByDiagonals<<<pairs, LENGTH>>>(d_to, d_text);
    if (launches() > 0)
        check_case(ints_are(d_to, pairs, common_of));
}

static int encoded(size_t i)
{
    unsigned int bits = h_text[3 * i] << 16 | h_text[3 * i + 1] << 8 | h_text[3 * i + 2], word = 0;
    for (int k = 0; k < 4; k++)
        word |= (unsigned int)alphabet[bits >> (18 - 6 * k) & 63] << 8 * k;
    return (int)word;
}

static int hash_of(size_t i)
{
    return (int)hashed(h_text, h_places[i], h_places[i + 1]);
}

static void time_words(int n)
{
    int triples = n / 3, words = 0, *d_places;
    unsigned int grid = blocks_for(triples, BLOCK);
    for (start_case("encode", n, grid, BLOCK, 7 * (size_t)triples); next_launch();)
        encode<<<grid, BLOCK>>>((uchar4 *)d_to, d_text, triples);
    if (launches() > 0)
        check_case(ints_are(d_to, triples, encoded));
    for (int place = 0; place < n; place += 1 + input_number(words) / 7 % 23)
        h_places[words++] = place;
    h_places[words] = n;
    CHECK(cudaMalloc((void **)&d_places, (words + 1) * sizeof(int)));
    CHECK(cudaMemcpy(d_places, h_places, (words + 1) * sizeof(int), cudaMemcpyHostToDevice));
    grid = blocks_for(words, BLOCK);
    for (start_case("hash_words", n, grid, BLOCK, n + 12 * (size_t)words); next_launch();)
        hashWords<<<grid, BLOCK>>>((unsigned int *)d_to, d_text, d_places, words);
    if (launches() > 0)
        check_case(ints_are(d_to, words, hash_of));
    CHECK(cudaFree(d_places));
}

int main(int argc, char **argv)
{
    start_family("held_out_texts", argc, argv);
    size_t largest = scaled((size_t)1 << 22), padded = largest + 2 * BLOCK;
    h_text = (unsigned char *)host_memory(padded);
    h_places = (int *)host_memory((largest + 1) * sizeof(int));
    for (size_t i = 0; i < padded; i++)
        h_text[i] = (unsigned char)(input_number(i) / 3 % 4 == 0 ? 'a' : 'b');
    for (size_t i = PATTERN; i < padded; i++)
        if (input_number(i * 5) < 64)
            h_text[i] = (unsigned char)input_number(i * 3);
    memcpy(h_pattern, h_text + largest / 64, PATTERN);
    CHECK(cudaMemcpyToSymbol(pattern, h_pattern, PATTERN));
    CHECK(cudaMemcpyToSymbol(digits64, alphabet, sizeof alphabet));
    CHECK(cudaMalloc((void **)&d_text, padded));
    CHECK(cudaMemcpy(d_text, h_text, padded, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(int)));
    CHECK(cudaMemset(d_to, 0xFF, largest * sizeof(int)));
    for (size_t n = largest / 16; n <= largest; n *= 16) {
        time_searches((int)n);
        time_digests((int)n);
        time_subsequences(4 * n);
        time_words((int)n);
    }
    CHECK(cudaFree(d_text));
    CHECK(cudaFree(d_to));
    free(h_text);
    free(h_places);
    return end_family();
}
