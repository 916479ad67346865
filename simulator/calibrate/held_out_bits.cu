/*
 * Held out of every fit: bits and bytes that change places, numbers of twelve bits, texts of
 * digits, searches in a sorted table. The words of a case's name behind the dot say which of
 * several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, LEVELS = 16, ENTRIES = (1 << LEVELS) - 1, TOP_LEVELS = 9 };

typedef unsigned char byte;

/* The bits of a word in reverse order: one by one ... */
__global__ void reverseLoop(unsigned int *to, const unsigned int *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    unsigned int word = from[i], reversed = 0;
#pragma unroll 1
    for (int k = 0; k < 32; k++) {
        reversed = reversed << 1 | (word & 1);
        word >>= 1;
    }
    to[i] = reversed;
}

/* ... or by an instruction. */
__global__ void reverseDefined(unsigned int *to, const unsigned int *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        to[i] = __brev(from[i]);
}

/* A square of 32 words turned over, so that bit k of word j becomes bit j of word k: by 32 votes
 * of a warp ... */
__global__ void squareVotes(unsigned int *to, const unsigned int *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32;
    unsigned int own = i < n ? from[i] : 0, turned = 0;
    for (int k = 0; k < 32; k++) {
        unsigned int vote = __ballot_sync(0xFFFFFFFF, own >> k & 1);
        turned = lane == k ? vote : turned;
    }
    if (i < n)
        to[i] = turned;
}

/* ... or by five rounds of exchanges. */
__global__ void squareRounds(unsigned int *to, const unsigned int *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    unsigned int own = i < n ? from[i] : 0, low = 0x0000FFFFu;
    for (int half = 16; half > 0; half /= 2, low ^= low << half) {
        unsigned int other = __shfl_xor_sync(0xFFFFFFFF, own, half);
        if (threadIdx.x & half)
            own = (own & ~low) | (other >> half & low);
        else
            own = (own & low) | (other & low) << half;
    }
    if (i < n)
        to[i] = own;
}

/* Numbers of twelve bits, two in three bytes: a thread for a number reads two bytes ... */
__global__ void twelveBytes(int *to, const byte *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    const byte *pair = from + (size_t)i / 2 * 3;
    to[i] = i % 2 == 0 ? pair[0] | (pair[1] & 15) << 8 : pair[1] >> 4 | pair[2] << 4;
}

/* ... or one for eight numbers three words. */
__global__ void twelveWords(int4 *to, const unsigned int *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n / 8)
        return;
    unsigned int a = from[3 * i], b = from[3 * i + 1], c = from[3 * i + 2];
    to[2 * i] = make_int4((int)(a & 4095), (int)(a >> 12 & 4095), (int)((a >> 24 | b << 8) & 4095),
                          (int)(b >> 4 & 4095));
    to[2 * i + 1] = make_int4((int)(b >> 16 & 4095), (int)((b >> 28 | c << 4) & 4095),
                              (int)(c >> 8 & 4095), (int)(c >> 20));
}

/* Numbers of eight digits of a text: digit by digit ... */
__global__ void digitsBytes(int *to, const byte *text, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, number = 0;
    if (i >= n)
        return;
    for (int k = 0; k < 8; k++)
        number = 10 * number + text[8 * (size_t)i + k] - '0';
    to[i] = number;
}

/* ... or from two words, whose bytes are added in pairs. */
__device__ static unsigned int four_digits(unsigned int word)
{
    word -= 0x30303030u;
    word = (word & 0x00FF00FFu) * 10 + (word >> 8 & 0x00FF00FFu);
    return (word & 0xFFFFu) * 100 + (word >> 16);
}

__global__ void digitsWords(int *to, const uint2 *text, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    uint2 words = text[i];
    to[i] = (int)(four_digits(words.x) * 10000 + four_digits(words.y));
}

/* The first entry of a sorted table that is not below a number: halving what is left ... */
__global__ void tableHalving(int *to, const int *from, const int *table, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    int wanted = from[i], first = 0;
    for (int half = (ENTRIES + 1) / 2; half > 0; half /= 2)
        first += table[first + half - 1] < wanted ? half : 0;
    to[i] = table[first];
}

/* ... the same, where the first levels are looked up in shared memory ... */
__global__ void tableTop(int *to, const int *from, const int *table, int n)
{
    __shared__ int top[1 << TOP_LEVELS];
    for (int k = threadIdx.x; k < 1 << TOP_LEVELS; k += BLOCK)
        top[k] = table[((k + 1) << (LEVELS - TOP_LEVELS)) - 1 - (k + 1 == 1 << TOP_LEVELS)];
    __syncthreads();
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    int wanted = from[i], first = 0;
    for (int half = 1 << (TOP_LEVELS - 1); half > 0; half /= 2)
        first += top[first + half - 1] < wanted ? half : 0;
    first <<= LEVELS - TOP_LEVELS;
    for (int half = 1 << (LEVELS - TOP_LEVELS - 1); half > 0; half /= 2)
        first += table[first + half - 1] < wanted ? half : 0;
    to[i] = table[first];
}

/* ... or down a tree, whose levels lie one behind the other from place 1 on. */
__global__ void tableTree(int *to, const int *from, const int *tree, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    int wanted = from[i], place = 1;
    while (place <= ENTRIES)
        place = 2 * place + (tree[place] < wanted);
    to[i] = tree[place >> __ffs(~place)]; // back to where it last went to the left
}

static int *d_to, *d_table, *d_tree, *h_table;
static unsigned int *d_words, *h_words;
static byte *d_text, *h_text;

static double reversed(size_t i)
{
    unsigned int word = 0;
    for (int k = 0; k < 32; k++)
        word |= (h_words[i] >> k & 1) << (31 - k);
    return word;
}

static double turned(size_t i)
{
    unsigned int word = 0;
    for (size_t k = 0; k < 32; k++)
        word |= (h_words[i / 32 * 32 + k] >> i % 32 & 1) << k;
    return word;
}

static double twelve(size_t i)
{
    const byte *bytes = (const byte *)h_words + i / 2 * 3;
    return i % 2 == 0 ? bytes[0] + bytes[1] % 16 * 256 : bytes[1] / 16 + bytes[2] * 16;
}

static double eight_digits(size_t i)
{
    int number = 0;
    for (size_t k = 0; k < 8; k++)
        number = 10 * number + h_text[8 * i + k] - '0';
    return number;
}

static int wanted_number(size_t i)
{
    return (int)(h_words[i] >> 8);
}

static double entry(size_t i)
{
    int first = 0, end = ENTRIES;
    while (first < end) {
        int middle = (first + end) / 2;
        if (h_table[middle] < wanted_number(i))
            first = middle + 1;
        else
            end = middle;
    }
    return h_table[first];
}

static void time_words(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK), *to = (unsigned int *)d_to;
    if (run_case("reverse.loop", n, grid, BLOCK, 8 * n, reverseLoop, to, d_words, (int)n))
        check_numbers(to, n, reversed, 0);
    if (run_case("reverse.defined", n, grid, BLOCK, 8 * n, reverseDefined, to, d_words, (int)n))
        check_numbers(to, n, reversed, 0);
    size_t squares = n / 32 * 32;
    if (run_case("square.votes", n, grid, BLOCK, 8 * n, squareVotes, to, d_words, (int)squares))
        check_numbers(to, squares, turned, 0);
    if (run_case("square.rounds", n, grid, BLOCK, 8 * n, squareRounds, to, d_words, (int)squares))
        check_numbers(to, squares, turned, 0);
    size_t eights = n / 8 * 8;
    if (run_case("twelve.bytes", n, grid, BLOCK, 6 * n, twelveBytes, d_to, (const byte *)d_words,
                 (int)eights))
        check_numbers(d_to, eights, twelve, 0);
    if (run_case("twelve.words", n, blocks_for(n / 8, BLOCK), BLOCK, n / 2 * 11, twelveWords,
                 (int4 *)d_to, d_words, (int)eights))
        check_numbers(d_to, eights, twelve, 0);
}

static void time_texts(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    if (run_case("digits.bytes", n, grid, BLOCK, 12 * n, digitsBytes, d_to, d_text, (int)n))
        check_numbers(d_to, n, eight_digits, 0);
    if (run_case("digits.words", n, grid, BLOCK, 12 * n, digitsWords, d_to, (const uint2 *)d_text,
                 (int)n))
        check_numbers(d_to, n, eight_digits, 0);
}

static void time_tables(size_t n, const int *d_wanted)
{
    unsigned int grid = blocks_for(n, BLOCK);
    if (run_case("table.halving", n, grid, BLOCK, 72 * n, tableHalving, d_to, d_wanted, d_table,
                 (int)n))
        check_numbers(d_to, n, entry, 0);
    if (run_case("table.top", n, grid, BLOCK, 40 * n, tableTop, d_to, d_wanted, d_table, (int)n))
        check_numbers(d_to, n, entry, 0);
    if (run_case("table.tree", n, grid, BLOCK, 76 * n, tableTree, d_to, d_wanted, d_tree, (int)n))
        check_numbers(d_to, n, entry, 0);
}

/* A table whose last entry is above all numbers, and the same as a tree. */
static void make_tables()
{
    h_table = (int *)host_memory(ENTRIES * sizeof(int));
    for (int i = 0; i < ENTRIES; i++)
        h_table[i] = i * 256 + input_number(i) % 256;
    h_table[ENTRIES - 1] = 1 << 24;
    int *h_tree = (int *)host_memory((ENTRIES + 1) * sizeof(int));
    h_tree[0] = 0;
    for (int level = 0, place = 1; level < LEVELS; level++)
        for (int k = 0; k < 1 << level; k++)
            h_tree[place++] = h_table[(2 * k + 1) * (1 << (LEVELS - 1 - level)) - 1];
    d_table = copy_to_device(h_table, ENTRIES);
    d_tree = copy_to_device(h_tree, ENTRIES + 1);
    free(h_tree);
}

int main(int argc, char **argv)
{
    start_family("held_out_bits", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 21) + 4567, 1 << 24}, largest = scaled(1 << 24);
    h_words = (unsigned int *)host_memory(largest * sizeof(unsigned int));
    h_text = (byte *)host_memory(8 * largest);
    int *h_wanted = (int *)host_memory(largest * sizeof(int));
    for (size_t i = 0; i < largest; i++) {
        unsigned int number = (unsigned int)i * 0x9E3779B1u;
        h_words[i] = (number ^ number >> 15) * 0x85EBCA6Bu;
        h_wanted[i] = wanted_number(i);
        for (int k = 0; k < 8; k++)
            h_text[8 * i + k] = (byte)('0' + (h_words[i] >> 4 * k & 15) % 10);
    }
    d_words = copy_to_device(h_words, largest);
    d_text = copy_to_device(h_text, 8 * largest);
    int *d_wanted = copy_to_device(h_wanted, largest);
    free(h_wanted);
    d_to = zeros_on_device(largest);
    make_tables();
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_empty(n);
        time_words(n);
        time_texts(n);
        time_tables(n, d_wanted);
    }
    for (void *memory : {(void *)d_to, (void *)d_words, (void *)d_text, (void *)d_wanted,
                         (void *)d_table, (void *)d_tree})
        CHECK(cudaFree(memory));
    free(h_words);
    free(h_text);
    free(h_table);
    return end_family();
}
