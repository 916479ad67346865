/*
 * Held out of every fit: secrets: letters that are shifted, blocks and streams that are enciphered,
 * powers by a modulus, parities of disks, letters that are counted to find a key. The words of a
 * case's name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, LETTERS = 26, KEY = 13, COUNTERS = KEY * LETTERS, FIELD = 256, ROUNDS = 10 };
enum { DOUBLE_ROUNDS = 10, DISKS = 6, SQUARINGS = 16, MODULUS = 2147480009 };

typedef unsigned char byte;
typedef unsigned int word;
typedef unsigned long long wide;

__constant__ char key[KEY];
__constant__ word roundKeys[4 * (ROUNDS + 1)], streamKey[16];

__device__ static inline char shifted(char letter, int place)
{
    return 'A' + (letter - 'A' + key[place % KEY] - 'A') % LETTERS;
}

/* Letters shifted by those of a key in turn: a thread for each letter ... */
__global__ void shiftEach(char *to, const char *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = shifted(from[i], i);
}

/* ... or for four. */
__global__ void shiftFours(char4 *to, const char4 *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    char4 own = from[i];
    to[i] = make_char4(shifted(own.x, 4 * i), shifted(own.y, 4 * i + 1), shifted(own.z, 4 * i + 2),
                       shifted(own.w, 4 * i + 3));
}

__host__ __device__ static inline word rotated(word own, int by)
{
    return own << by | own >> (32 - by);
}

/* A column of a round of AES: the table has a byte's substitute twice, once, once, three times. */
__device__ static inline word mixed(const word *table, word a, word b, word c, word d)
{
    return table[a & 255] ^ rotated(table[b >> 8 & 255], 8) ^ rotated(table[c >> 16 & 255], 16) ^
           rotated(table[d >> 24], 24);
}

__device__ static inline word substituted(const word *table, word a, word b, word c, word d)
{
    return (table[a & 255] >> 8 & 255) | (table[b >> 8 & 255] & 0xFF00) |
           (table[c >> 16 & 255] << 8 & 0xFF0000) | (table[d >> 24] << 16 & 0xFF000000);
}

__device__ static inline uint4 differing(uint4 a, const word *b)
{
    return make_uint4(a.x ^ b[0], a.y ^ b[1], a.z ^ b[2], a.w ^ b[3]);
}

__device__ static uint4 enciphered(const word *table, uint4 own)
{
    own = differing(own, roundKeys);
    for (int round = 1; round < ROUNDS; round++) {
        uint4 next = make_uint4(
            mixed(table, own.x, own.y, own.z, own.w), mixed(table, own.y, own.z, own.w, own.x),
            mixed(table, own.z, own.w, own.x, own.y), mixed(table, own.w, own.x, own.y, own.z));
        own = differing(next, roundKeys + 4 * round);
    }
    own = make_uint4(substituted(table, own.x, own.y, own.z, own.w),
                     substituted(table, own.y, own.z, own.w, own.x),
                     substituted(table, own.z, own.w, own.x, own.y),
                     substituted(table, own.w, own.x, own.y, own.z));
    return differing(own, roundKeys + 4 * ROUNDS);
}

/* Blocks of 16 bytes enciphered with AES: the table in global memory ... */
__global__ void blocksGlobal(uint4 *to, const uint4 *from, const word *table, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = enciphered(table, from[i]);
}

/* ... or in shared memory. */
__global__ void blocksShared(uint4 *to, const uint4 *from, const word *table, int n)
{
    __shared__ word own[FIELD];
    for (int k = threadIdx.x; k < FIELD; k += blockDim.x)
        own[k] = table[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = enciphered(own, from[i]);
}

__host__ __device__ static inline void quarter(word &a, word &b, word &c, word &d)
{
    a += b;
    d = rotated(d ^ a, 16);
    c += d;
    b = rotated(b ^ c, 12);
    a += b;
    d = rotated(d ^ a, 8);
    c += d;
    b = rotated(b ^ c, 7);
}

/* A text enciphered with the stream of ChaCha20: a thread for 16 words ... */
__global__ void streamThreads(word *to, const word *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    word state[16];
    for (int k = 0; k < 16; k++)
        state[k] = streamKey[k] + (k == 12 ? i : 0);
    for (int round = 0; round < DOUBLE_ROUNDS; round++) {
        for (int k = 0; k < 4; k++)
            quarter(state[k], state[4 + k], state[8 + k], state[12 + k]);
        for (int k = 0; k < 4; k++)
            quarter(state[k], state[4 + (k + 1) % 4], state[8 + (k + 2) % 4],
                    state[12 + (k + 3) % 4]);
    }
    for (int k = 0; k < 16; k++)
        to[16 * i + k] = from[16 * i + k] ^ (state[k] + streamKey[k] + (k == 12 ? i : 0));
}

/* ... or four lanes, a column of four words each. */
__global__ void streamLanes(word *to, const word *from, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 4, lane = threadIdx.x % 4;
    word counter = lane == 0 ? i : 0;
    word a = streamKey[lane], b = streamKey[4 + lane], c = streamKey[8 + lane],
         d = streamKey[12 + lane] + counter;
    for (int round = 0; round < DOUBLE_ROUNDS; round++) {
        quarter(a, b, c, d);
        b = __shfl_sync(0xFFFFFFFF, b, lane + 1, 4);
        c = __shfl_sync(0xFFFFFFFF, c, lane + 2, 4);
        d = __shfl_sync(0xFFFFFFFF, d, lane + 3, 4);
        quarter(a, b, c, d);
        b = __shfl_sync(0xFFFFFFFF, b, lane + 3, 4);
        c = __shfl_sync(0xFFFFFFFF, c, lane + 2, 4);
        d = __shfl_sync(0xFFFFFFFF, d, lane + 1, 4);
    }
    if (i >= n)
        return;
    int place = 16 * i + lane;
    to[place] = from[place] ^ (a + streamKey[lane]);
    to[place + 4] = from[place + 4] ^ (b + streamKey[4 + lane]);
    to[place + 8] = from[place + 8] ^ (c + streamKey[8 + lane]);
    to[place + 12] = from[place + 12] ^ (d + streamKey[12 + lane] + counter);
}

/* Numbers raised to 65537 by a modulus. */
__global__ void powers(word *to, const word *from, word modulus, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    word own = from[i] % modulus, power = own;
    for (int k = 0; k < SQUARINGS; k++)
        power = (wide)power * power % modulus;
    to[i] = (wide)power * own % modulus;
}

/* Parities of DISKS disks, in a field of 256 numbers, the second with weights 1, 2, 4, ...: four
 * bytes in a word, which are doubled at once. */
__global__ void parities(word *to, word *weighted, const word *disks, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words)
        return;
    word sum = 0, product = 0;
    for (int disk = DISKS - 1; disk >= 0; disk--) {
        word own = disks[(size_t)disk * words + i];
        sum ^= own;
        product = (product << 1 & 0xFEFEFEFE) ^ (product >> 7 & 0x01010101) * 0x1D ^ own;
    }
    to[i] = sum;
    weighted[i] = product;
}

/* How often each letter stands at each place of the key: in global memory ... */
__global__ void lettersGlobal(int *counters, const char *text, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counters[i % KEY * LETTERS + text[i] - 'A'], 1);
}

/* ... or first in that of each block, of a small grid. */
__global__ void lettersShared(int *counters, const char *text, int n)
{
    __shared__ int own[COUNTERS];
    for (int k = threadIdx.x; k < COUNTERS; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[i % KEY * LETTERS + text[i] - 'A'], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < COUNTERS; k += blockDim.x)
        atomicAdd(&counters[k], own[k]);
}

static const char h_key[KEY + 1] = "SHANNONCIPHER";
static byte h_substitutes[FIELD], h_roundKeys[16 * (ROUNDS + 1)], *h_bytes, *d_to, *d_other;
static word h_streamKey[16], *h_words, *d_words, *d_table;
static char *h_text, *d_text;
static size_t each; /* bytes of a disk */
static int h_counters[COUNTERS];

/* The product in the field that `polynomial` makes: 0x1B that of AES, 0x1D that of disks. */
static byte product(byte a, byte b, int polynomial)
{
    int sum = 0;
    for (int factor = a; b != 0; b >>= 1, factor = factor << 1 ^ (factor & 128 ? polynomial : 0))
        sum ^= b & 1 ? factor : 0;
    return sum;
}

static double letter_at(size_t i)
{
    return 'A' + (h_text[i] + h_key[i % KEY] - 2 * 'A') % LETTERS;
}

/* Byte i of the text, enciphered as the standard defines it: row by row of four columns. */
static double enciphered_byte(size_t i)
{
    byte state[16], other[16];
    for (int k = 0; k < 16; k++)
        state[k] = h_bytes[i / 16 * 16 + k] ^ h_roundKeys[k];
    for (int round = 1; round <= ROUNDS; round++) {
        for (int k = 0; k < 16; k++)
            other[k] = h_substitutes[state[(k + 4 * (k % 4)) % 16]];
        for (int k = 0; k < 16; k++) {
            const byte *column = other + k / 4 * 4;
            state[k] = round == ROUNDS ? other[k]
                                       : product(column[k % 4], 2, 0x1B) ^
                                             product(column[(k + 1) % 4], 3, 0x1B) ^
                                             column[(k + 2) % 4] ^ column[(k + 3) % 4];
            state[k] ^= h_roundKeys[16 * round + k];
        }
    }
    return state[i % 16];
}

static double streamed_word(size_t i)
{
    static const int steps[8][4] = {{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15},
                                    {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14}};
    word state[16];
    memcpy(state, h_streamKey, sizeof state);
    state[12] += i / 16;
    for (int step = 0; step < 8 * DOUBLE_ROUNDS; step++) {
        const int *own = steps[step % 8];
        quarter(state[own[0]], state[own[1]], state[own[2]], state[own[3]]);
    }
    return h_words[i] ^ (state[i % 16] + h_streamKey[i % 16] + (i % 16 == 12 ? (word)(i / 16) : 0));
}

static double power_at(size_t i)
{
    word power = 1;
    for (int bit = SQUARINGS; bit >= 0; bit--) {
        power = (wide)power * power % MODULUS;
        if (65537 >> bit & 1)
            power = (wide)power * h_words[i] % MODULUS;
    }
    return power;
}

/* The parity at place i, where each disk weighs WEIGHT times the one before. */
template <int WEIGHT> static double parity(size_t i)
{
    int sum = 0;
    for (int disk = 0, factor = 1; disk < DISKS; disk++, factor *= WEIGHT)
        sum ^= product(h_bytes[disk * each + i], factor, 0x1D);
    return sum;
}

static int counted(size_t i)
{
    return h_counters[i] * launches();
}

static void time_letters(size_t n)
{
    if (run_case("shift.each", n, blocks_for(n, BLOCK), BLOCK, 2 * n, shiftEach, (char *)d_to,
                 d_text, (int)n))
        check_numbers((char *)d_to, n, letter_at, 0);
    if (run_case("shift.fours", n, blocks_for(n / 4, 160), 160, n / 4 * 8, shiftFours,
                 (char4 *)d_to, (const char4 *)d_text, (int)(n / 4)))
        check_numbers((char *)d_to, n / 4 * 4, letter_at, 0);
    int *counters = (int *)d_to, count = (int)(n / 2);
    memset(h_counters, 0, sizeof h_counters);
    for (int i = 0; i < count; i++)
        h_counters[i % KEY * LETTERS + h_text[i] - 'A']++;
    CHECK(cudaMemset(counters, 0, sizeof h_counters));
    if (run_case("letters.global", n, blocks_for(count, BLOCK), BLOCK, 5 * (size_t)count,
                 lettersGlobal, counters, d_text, count))
        check_case(ints_are(counters, COUNTERS, counted));
    CHECK(cudaMemset(counters, 0, sizeof h_counters));
    if (run_case("letters.shared", n, 528, 192, count + 528 * 4 * COUNTERS, lettersShared, counters,
                 d_text, count))
        check_case(ints_are(counters, COUNTERS, counted));
}

static void time_blocks(size_t n)
{
    int count = (int)(n / 64);
    word *words = (word *)d_to;
    if (run_case("blocks.global", n, blocks_for(count, 128), 128, 672 * (size_t)count, blocksGlobal,
                 (uint4 *)d_to, (const uint4 *)d_words, d_table, count))
        check_numbers(d_to, 16 * (size_t)count, enciphered_byte, 0);
    if (run_case("blocks.shared", n, blocks_for(count, 128), 128, 40 * (size_t)count, blocksShared,
                 (uint4 *)d_to, (const uint4 *)d_words, d_table, count))
        check_numbers(d_to, 16 * (size_t)count, enciphered_byte, 0);
    count /= 2;
    if (run_case("stream.threads", n, blocks_for(count, 96), 96, 128 * (size_t)count, streamThreads,
                 words, d_words, count))
        check_numbers(words, 16 * (size_t)count, streamed_word, 0);
    if (run_case("stream.lanes", n, blocks_for(4 * count, BLOCK), BLOCK, 128 * (size_t)count,
                 streamLanes, words, d_words, count))
        check_numbers(words, 16 * (size_t)count, streamed_word, 0);
    if (run_case("powers", n, blocks_for(count, 512), 512, 8 * (size_t)count, powers, words,
                 d_words, (word)MODULUS, count))
        check_numbers(words, count, power_at, 0);
    each = n / 4 / DISKS * 4;
    if (run_case("parities", n, blocks_for(each / 4, BLOCK), BLOCK, (DISKS + 2) * each, parities,
                 (word *)d_to, (word *)d_other, d_words, (int)(each / 4))) {
        check_numbers(d_to, each, parity<1>, 0);
        check_numbers(d_other, each, parity<2>, 0);
    }
}

/* Keys; and substitutes: inverses in the field of AES whose bits are stirred. */
static void make_keys(void)
{
    word table[FIELD];
    for (int k = 0; k < FIELD; k++) {
        int inverse = 1;
        for (int times = 0; times < 254; times++)
            inverse = product(inverse, k, 0x1B);
        int twice = inverse | inverse << 8;
        int own = (twice ^ twice >> 4 ^ twice >> 5 ^ twice >> 6 ^ twice >> 7 ^ 0x63) & 255;
        h_substitutes[k] = own;
        table[k] = product(own, 2, 0x1B) | own << 8 | own << 16 | product(own, 3, 0x1B) << 24;
    }
    d_table = copy_to_device(table, FIELD);
    for (int k = 0; k < 16 * (ROUNDS + 1); k++)
        h_roundKeys[k] = k * k * 17 + 5 * k + 91;
    memcpy(h_streamKey, "expand 32-byte k", 16);
    for (int k = 4; k < 16; k++)
        h_streamKey[k] = k == 12 ? 7 : 0x9E3779B9u * k;
    CHECK(cudaMemcpyToSymbol(roundKeys, h_roundKeys, sizeof h_roundKeys));
    CHECK(cudaMemcpyToSymbol(streamKey, h_streamKey, sizeof h_streamKey));
    CHECK(cudaMemcpyToSymbol(key, h_key, KEY));
}

/* n random bytes, and letters of which the first of the alphabet are more frequent. */
static void make_text(size_t n)
{
    h_words = (word *)host_memory(n);
    h_text = (char *)host_memory(n);
    for (size_t i = 0; i < n / 4; i++) {
        word mixed = (word)i * 0x9E3779B9u;
        mixed = (mixed ^ mixed >> 16) * 0x7FEB352Du;
        h_words[i] = mixed ^ mixed >> 15;
    }
    h_bytes = (byte *)h_words;
    for (size_t i = 0; i < n; i++)
        h_text[i] = 'A' + h_bytes[i] % LETTERS * (h_bytes[i] / LETTERS + 1) / 10;
    d_words = copy_to_device(h_words, n / 4);
    d_text = copy_to_device(h_text, n);
}

int main(int argc, char **argv)
{
    start_family("held_out_ciphers", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 3333, 1 << 26}, largest = scaled(1 << 26);
    make_text(largest);
    make_keys();
    d_to = (byte *)zeros_on_device(largest / 4);
    d_other = (byte *)zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_letters(scaled(size));
        time_blocks(scaled(size));
    }
    for (void *memory :
         {(void *)d_words, (void *)d_text, (void *)d_table, (void *)d_to, (void *)d_other})
        CHECK(cudaFree(memory));
    return end_family();
}
