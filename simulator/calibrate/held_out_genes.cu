/*
 * Held out of every fit: genes: strands that are turned over, words of bases that are counted,
 * reads that are compared with a reference and trimmed. The words of a case's name behind the dot
 * say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, LETTERS = 5, WORDS = 1 << 2 * LETTERS, ROLL = 32, READ = 64, THRESHOLD = 20 };

typedef unsigned char byte;
typedef unsigned int word;

__constant__ byte opposite[256];

/* The other strand of a gene, from its end: a table in constant memory ... */
__global__ void complementTable(byte *to, const byte *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[n - 1 - i] = opposite[from[i]];
}

/* ... or bits: A and T differ by 21, C and G by 4, and C and G alone have the second bit ... */
__global__ void complementBits(byte *to, const byte *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    byte base = from[i];
    to[n - 1 - i] = base ^ (base & 2 ? 4 : 21);
}

/* ... of four bases at a time. */
__global__ void complementFours(word *to, const word *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word bases = from[i], isInner = bases >> 1 & 0x01010101;
    to[count - 1 - i] = __byte_perm(bases ^ (0x15151515 - 17 * isInner), 0, 0x0123);
}

/* A base's number: A 0, C 1, T 2, G 3. */
__host__ __device__ static inline word number_of(byte base)
{
    return base >> 1 & 3;
}

/* Sets a block's counters to 0, and adds them to those of all. */
__device__ static inline void clear_counters(word *own)
{
    for (int k = threadIdx.x; k < WORDS; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
}

__device__ static inline void add_counters(word *counts, const word *own)
{
    __syncthreads();
    for (int k = threadIdx.x; k < WORDS; k += blockDim.x)
        if (own[k] > 0)
            atomicAdd(&counts[k], own[k]);
}

/* How often there is each word of five bases: a thread reads all bases of its words ... */
__global__ void wordsEach(word *counts, const byte *bases, int places)
{
    __shared__ word own[WORDS];
    clear_counters(own);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < places; i += gridDim.x * blockDim.x) {
        word letters = 0;
        for (int k = 0; k < LETTERS; k++)
            letters = letters << 2 | number_of(bases[i + k]);
        atomicAdd(&own[letters], 1);
    }
    add_counters(counts, own);
}

/* ... or one for each of the places that it walks along. */
__global__ void wordsRolling(word *counts, const byte *bases, int places)
{
    __shared__ word own[WORDS];
    clear_counters(own);
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * ROLL;
    if (first < places) {
        word letters = 0;
        for (int k = 0; k < LETTERS - 1; k++)
            letters = letters << 2 | number_of(bases[first + k]);
        for (int i = first; i < min(first + ROLL, places); i++) {
            letters = (letters << 2 | number_of(bases[i + LETTERS - 1])) % WORDS;
            atomicAdd(&own[letters], 1);
        }
    }
    add_counters(counts, own);
}

/* In how many bases each read differs from its place in a reference: bytes ... */
__global__ void mismatchesBytes(byte *to, const byte *reads, const byte *reference,
                                const int *starts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int start = starts[i], different = 0;
    for (int k = 0; k < READ; k++)
        different += reads[i * READ + k] != reference[start + k];
    to[i] = different;
}

/* ... or sixteen bases to a word. */
__global__ void mismatchesPacked(byte *to, const uint4 *reads, const word *reference,
                                 const int *starts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int start = starts[i], shift = start % 16 * 2, different = 0;
    uint4 read = reads[i];
    word own[4] = {read.x, read.y, read.z, read.w}, low = reference[start / 16];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        word high = reference[start / 16 + k + 1];
        word bits = own[k] ^ __funnelshift_r(low, high, shift);
        different += __popc((bits | bits >> 1) & 0x55555555);
        low = high;
    }
    to[i] = different;
}

/* How many bases are left of a read whose end is of low quality: its bases lie `step` bytes
 * apart. */
__host__ __device__ static inline int trimmed(const byte *qualities, size_t step)
{
    int sum = 0, most = 0, left = READ;
    for (int k = READ - 1; k >= 0; k--) {
        sum += THRESHOLD - qualities[k * step];
        if (sum < 0)
            break;
        if (sum > most) {
            most = sum;
            left = k;
        }
    }
    return left;
}

/* A thread for a read: reads one behind the other, or all first bases before all second ones. */
__global__ void trimRows(byte *to, const byte *qualities, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = trimmed(qualities + (size_t)i * READ, 1);
}

__global__ void trimColumns(byte *to, const byte *qualities, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = trimmed(qualities + i, count);
}

static byte *h_bases, *d_bases, *h_reads, *d_reads, *h_qualities, *d_qualities, *h_columns;
static word *h_packed, *d_packed, *h_packed_reads, *d_packed_reads;
static int *h_starts, *d_starts;
static byte h_opposite[256], *d_to;
static word h_counts[WORDS];
static size_t bases_at_hand;

static double other_strand(size_t i)
{
    return h_opposite[h_bases[bases_at_hand - 1 - i]];
}

static double count_of_words(size_t i)
{
    return (double)h_counts[i] * launches();
}

static double mismatches(size_t i)
{
    int different = 0;
    for (int k = 0; k < READ; k++)
        different += h_reads[i * READ + k] != h_bases[h_starts[i] + k];
    return different;
}

static double left_of_read(size_t i)
{
    return trimmed(h_qualities + i * READ, 1);
}

static void time_strands(size_t n)
{
    bases_at_hand = n;
    if (run_case("complement.table", n, blocks_for(n, BLOCK), BLOCK, 2 * n, complementTable, d_to,
                 d_bases, (int)n))
        check_numbers(d_to, n, other_strand, 0);
    if (run_case("complement.bits", n, blocks_for(n, BLOCK), BLOCK, 2 * n, complementBits, d_to,
                 d_bases, (int)n))
        check_numbers(d_to, n, other_strand, 0);
    if (run_case("complement.fours", n, blocks_for(n / 4, BLOCK), BLOCK, 2 * n, complementFours,
                 (word *)d_to, (const word *)d_bases, (int)(n / 4)))
        check_numbers(d_to, n, other_strand, 0);

    int places = (int)n - LETTERS + 1;
    memset(h_counts, 0, sizeof h_counts);
    word letters = 0;
    for (size_t i = 0; i < n; i++) {
        letters = (letters << 2 | number_of(h_bases[i])) % WORDS;
        h_counts[letters] += i >= LETTERS - 1;
    }
    CHECK(cudaMemset(d_to, 0, sizeof h_counts));
    if (run_case("words.each", n, 528, BLOCK, LETTERS * n + 528 * sizeof h_counts, wordsEach,
                 (word *)d_to, d_bases, places))
        check_numbers((word *)d_to, WORDS, count_of_words, 0);
    unsigned int blocks = blocks_for(blocks_for(places, ROLL), 128);
    CHECK(cudaMemset(d_to, 0, sizeof h_counts));
    if (run_case("words.rolling", n, blocks, 128, n + blocks * sizeof h_counts, wordsRolling,
                 (word *)d_to, d_bases, places))
        check_numbers((word *)d_to, WORDS, count_of_words, 0);
}

static void time_reads(size_t n)
{
    int count = (int)(n / READ);
    unsigned int blocks = blocks_for(count, 128);
    if (run_case("mismatches.bytes", n, blocks, 128, count * (2 * READ + 5), mismatchesBytes, d_to,
                 d_reads, d_bases, d_starts, count))
        check_numbers(d_to, count, mismatches, 0);
    if (run_case("mismatches.packed", n, blocks, 128, count * (READ / 2 + 9), mismatchesPacked,
                 d_to, (const uint4 *)d_packed_reads, d_packed, d_starts, count))
        check_numbers(d_to, count, mismatches, 0);
    CHECK(cudaMemcpy(d_qualities, h_qualities, n, cudaMemcpyHostToDevice));
    if (run_case("trim.rows", n, blocks_for(count, 192), 192, count * READ / 2, trimRows, d_to,
                 d_qualities, count))
        check_numbers(d_to, count, left_of_read, 0);
    for (size_t i = 0; i < (size_t)count * READ; i++)
        h_columns[i % READ * count + i / READ] = h_qualities[i];
    CHECK(cudaMemcpy(d_qualities, h_columns, n, cudaMemcpyHostToDevice));
    if (run_case("trim.columns", n, blocks_for(count, 192), 192, count * READ / 2, trimColumns,
                 d_to, d_qualities, count))
        check_numbers(d_to, count, left_of_read, 0);
}

static word mixed(size_t i)
{
    word number = (word)i * 0x9E3779B9u;
    number = (number ^ number >> 16) * 0x7FEB352Du;
    return number ^ number >> 15;
}

/* Bases and, for each read, where it comes from: a base in twenty is read wrong, and the qualities
 * fall off at a place of its own. Starts lie within the smallest size. */
static void make_input(size_t largest, size_t smallest)
{
    for (size_t i = 0; i < largest; i++) {
        h_bases[i] = "ACGT"[mixed(i) >> 10 & 3];
        h_packed[i / 16] |= number_of(h_bases[i]) << 2 * (i % 16);
    }
    for (size_t i = 0; i < largest / READ; i++) {
        h_starts[i] = (int)(mixed(i + 77) % (smallest - READ));
        int good = (int)(mixed(i + 99) % 80);
        for (int k = 0; k < READ; k++) {
            size_t place = i * READ + k;
            word chance = mixed(place + 12345);
            h_reads[place] = chance % 20 == 0 ? "ACGT"[chance >> 8 & 3] : h_bases[h_starts[i] + k];
            h_packed_reads[place / 16] |= number_of(h_reads[place]) << 2 * (k % 16);
            h_qualities[place] = (k < good ? 28 : 8) + (chance >> 12) % 14;
        }
    }
}

int main(int argc, char **argv)
{
    start_family("held_out_genes", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4096, 1 << 24};
    const size_t largest = scaled(1 << 24), packed = largest / 16 + 1;
    h_bases = (byte *)host_memory(largest);
    h_reads = (byte *)host_memory(largest);
    h_qualities = (byte *)host_memory(largest);
    h_columns = (byte *)host_memory(largest);
    h_starts = (int *)host_memory(largest / READ * sizeof(int));
    h_packed = (word *)calloc(packed, sizeof(word));
    h_packed_reads = (word *)calloc(packed, sizeof(word));
    for (const char *pair : {"AT", "TA", "CG", "GC"})
        h_opposite[(int)pair[0]] = pair[1];
    CHECK(cudaMemcpyToSymbol(opposite, h_opposite, sizeof h_opposite));
    make_input(largest, scaled(sizes[0]));
    d_bases = copy_to_device(h_bases, largest);
    d_reads = copy_to_device(h_reads, largest);
    d_qualities = copy_to_device(h_qualities, largest);
    d_starts = copy_to_device(h_starts, largest / READ);
    d_packed = copy_to_device(h_packed, packed);
    d_packed_reads = copy_to_device(h_packed_reads, packed);
    d_to = (byte *)zeros_on_device(largest / sizeof(int));
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_strands(scaled(size));
        time_reads(scaled(size));
    }
    for (void *memory : {(void *)d_bases, (void *)d_reads, (void *)d_qualities, (void *)d_starts,
                         (void *)d_packed, (void *)d_packed_reads, (void *)d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
