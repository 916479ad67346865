/*
 * Held out of every fit: logs of a web server: counting and reading their lines, check sums, how
 * requests ended, who is on a list. The words of a case's name behind the dot say which of several
 * versions of the same work it is.
 */
#include "held_out.h"

enum {
    CHUNK = 4096,
    PIECE = 16,
    PIECES = CHUNK / PIECE,
    LONGEST = 80,
    CLASSES = 4,
    TAKEN = 64,
    TOGETHER = 128
};
enum { LISTED = 65536, SLOT_BITS = 18, FILTER_BITS = 20, ENTRIES = 256 };

typedef unsigned char byte;
typedef unsigned int word;

static const word DIVISOR = 0xEDB88320u, MIXER = 2654435769u, OTHER_MIXER = 2246822519u;

/* The lines that end in each 4096 bytes: a block's barriers count, a thread for a byte ... */
__global__ void linesBytes(int *to, const char *text, size_t length)
{
    int ends = 0;
    for (int k = threadIdx.x; k < CHUNK; k += blockDim.x) {
        size_t place = (size_t)blockIdx.x * CHUNK + k;
        ends += __syncthreads_count(place < length && text[place] == '\n');
    }
    if (threadIdx.x == 0)
        to[blockIdx.x] = ends;
}

/* A bit for each byte of a word that is the end of a line. */
__device__ static inline word ends_in(word bytes)
{
    word other = bytes ^ 0x0A0A0A0A;
    return ~(((other & 0x7F7F7F7F) + 0x7F7F7F7F) | other | 0x7F7F7F7F);
}

/* ... or a warp has them all, and a thread looks at 16 at a time. */
__global__ void linesWords(int *to, const uint4 *text, size_t pieces)
{
    size_t chunk = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int ends = 0;
    for (int k = threadIdx.x % 32; k < PIECES && chunk * PIECES + k < pieces; k += 32) {
        uint4 own = text[chunk * PIECES + k];
        ends += __popc(ends_in(own.x)) + __popc(ends_in(own.y));
        ends += __popc(ends_in(own.z)) + __popc(ends_in(own.w));
    }
    ends = __reduce_add_sync(0xFFFFFFFF, ends);
    if (threadIdx.x % 32 == 0 && chunk * PIECES < pieces)
        to[chunk] = ends;
}

/* What a line says: who asked when, how it ended, and how many bytes went out. */
struct record {
    word address;
    int second, status, bytes;
};

/* Reads digits, and steps over what is behind them. */
__device__ static inline int number_at(const char *text, int *place)
{
    int number = 0;
    for (; text[*place] >= '0' && text[*place] <= '9'; ++*place)
        number = number * 10 + text[*place] - '0';
    ++*place;
    return number;
}

__device__ static inline struct record read_line(const char *text, int place)
{
    struct record own = {0, 0, 0, 0};
    for (int k = 0; k < 4; k++)
        own.address = own.address << 8 | number_at(text, &place);
    for (int k = 0; k < 3; k++)
        own.second = own.second * 60 + number_at(text, &place);
    for (int blanks = 0; blanks < 2; place++)
        blanks += text[place] == ' ';
    own.status = number_at(text, &place);
    own.bytes = number_at(text, &place);
    return own;
}

/* The records of lines: a thread reads a line where it is ... */
__global__ void recordsDirect(struct record *to, const char *text, const int *starts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = read_line(text, starts[i]);
}

/* ... or a block first brings its 128 lines into shared memory. */
__global__ void recordsStaged(struct record *to, const char *text, const int *starts, int count)
{
    __shared__ char lines[TOGETHER * LONGEST];
    int line = blockIdx.x * TOGETHER, i = line + threadIdx.x;
    int first = starts[line], end = starts[min(line + TOGETHER, count)];
    for (int place = first + threadIdx.x; place < end; place += TOGETHER)
        lines[place - first] = text[place];
    __syncthreads();
    if (i < count)
        to[i] = read_line(lines, starts[i] - first);
}

/* The check sum of each line, as in zip files (CRC-32): bit by bit ... */
__global__ void checksBits(word *to, const char *text, const int *starts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word rest = ~0u;
    for (int place = starts[i]; place < starts[i + 1]; place++) {
        rest ^= (byte)text[place];
        for (int bit = 0; bit < 8; bit++)
            rest = rest & 1 ? rest >> 1 ^ DIVISOR : rest >> 1;
    }
    to[i] = ~rest;
}

/* ... or with a table for a byte. */
__global__ void checksTable(word *to, const char *text, const int *starts, const word *table,
                            int count)
{
    __shared__ word own_table[ENTRIES];
    own_table[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word rest = ~0u;
    for (int place = starts[i]; place < starts[i + 1]; place++)
        rest = rest >> 8 ^ own_table[(rest ^ (byte)text[place]) & 255];
    to[i] = ~rest;
}

/* How many requests ended with a status of each hundred, 200 to 500: each counts itself ... */
__global__ void statusesGlobal(int *to, const short *statuses, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&to[statuses[i] / 100 - 2], 1);
}

/* ... or a warp votes on each hundred, and one of its threads counts ... */
__global__ void statusesVotes(int *to, const short *statuses, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int own = i < count ? statuses[i] / 100 - 2 : -1, counted = 0;
    for (int hundred = 0; hundred < CLASSES; hundred++) {
        int votes = __popc(__ballot_sync(0xFFFFFFFF, own == hundred));
        counted = lane == hundred ? votes : counted;
    }
    if (lane < CLASSES && counted > 0)
        atomicAdd(&to[lane], counted);
}

/* ... or a thread counts 64 requests, with all four counts in one word. */
__global__ void statusesPacked(int *to, const short *statuses, int count)
{
    int threads = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long counts = 0;
    for (; i < count; i += threads)
        counts += 1ull << 16 * (statuses[i] / 100 - 2);
    for (int step = 16; step > 0; step /= 2)
        counts += __shfl_xor_sync(0xFFFFFFFF, counts, step);
    if (threadIdx.x % 32 < CLASSES)
        atomicAdd(&to[threadIdx.x % 32], (int)(counts >> 16 * (threadIdx.x % 32) & 0xFFFF));
}

__host__ __device__ static inline word bits_of(word address, word mixer, int bits)
{
    return (address ^ address >> 15) * mixer >> (32 - bits);
}

__device__ static inline int is_listed(word address, const word *list)
{
    int low = 0;
    for (int step = LISTED / 2; step > 0; step /= 2)
        if (list[low + step] <= address)
            low += step;
    return list[low] == address;
}

/* Whether a visitor is on a list of 65536 addresses: by halving the list ... */
__global__ void visitorsHalving(byte *to, const word *visitors, const word *list, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = (byte)is_listed(visitors[i], list);
}

/* ... by halving it only for those that pass a filter of bits (Bloom) ... */
__global__ void visitorsFilter(byte *to, const word *visitors, const word *list, const word *filter,
                               int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word address = visitors[i], one = bits_of(address, MIXER, FILTER_BITS);
    word other = bits_of(address, OTHER_MIXER, FILTER_BITS);
    int passes = filter[one / 32] >> one % 32 & filter[other / 32] >> other % 32 & 1;
    to[i] = (byte)(passes ? is_listed(address, list) : 0);
}

/* ... or in a hash table. */
__global__ void visitorsTable(byte *to, const word *visitors, const word *table, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word address = visitors[i], slot = bits_of(address, MIXER, SLOT_BITS);
    while (table[slot] != 0 && table[slot] != address)
        slot = (slot + 1) % (1 << SLOT_BITS);
    to[i] = table[slot] == address;
}

static char *h_text, *d_text;
static int *h_starts, *d_starts, written, h_counts[CLASSES];
static struct record *h_records;
static short *h_statuses, *d_statuses;
static word *h_visitors, *d_visitors, h_list[LISTED], *d_list, h_table[1 << SLOT_BITS], *d_table;
static word h_filter[(1 << FILTER_BITS) / 32], *d_filter, h_entries[ENTRIES], *d_entries;
static size_t at_hand; // how many bytes of text the case at hand has
static void *d_to;

static double ends_in_chunk(size_t i)
{
    double ends = 0;
    for (size_t place = i * CHUNK; place < (i + 1) * CHUNK && place < at_hand; place++)
        ends += h_text[place] == '\n';
    return ends;
}

static double record_part(size_t i)
{
    return ((const int *)h_records)[i];
}

/* The rest of a division of all the line's bits. */
static double check_sum(size_t i)
{
    word rest = ~0u;
    for (int bit = 8 * h_starts[i]; bit < 8 * h_starts[i + 1]; bit++)
        rest = rest >> 1 ^ ((rest ^ (byte)h_text[bit / 8] >> bit % 8) & 1) * DIVISOR;
    return ~rest;
}

static double ended(size_t hundred)
{
    return (double)h_counts[hundred] * launches();
}

/* What is on the list is odd, and the other visitors are even. */
static double listed(size_t i)
{
    return h_visitors[i] % 2;
}

static void time_text(size_t n)
{
    size_t length = at_hand = 2 * n / PIECE * PIECE;
    unsigned int chunks = blocks_for(length, CHUNK);
    if (run_case("lines.bytes", n, chunks, 256, length + 4 * chunks, linesBytes, (int *)d_to,
                 d_text, length))
        check_numbers((int *)d_to, chunks, ends_in_chunk, 0);
    if (run_case("lines.words", n, blocks_for(chunks, 4), 128, length + 4 * chunks, linesWords,
                 (int *)d_to, (const uint4 *)d_text, length / PIECE))
        check_numbers((int *)d_to, chunks, ends_in_chunk, 0);
    int count = 0;
    while (count < written && (size_t)h_starts[count + 1] <= length)
        count++;
    size_t bytes = h_starts[count] + 20 * (size_t)count;
    struct record *to = (struct record *)d_to;
    if (run_case("records.direct", n, blocks_for(count, TOGETHER), TOGETHER, bytes, recordsDirect,
                 to, d_text, d_starts, count))
        check_numbers((int *)d_to, 4 * (size_t)count, record_part, 0);
    if (run_case("records.staged", n, blocks_for(count, TOGETHER), TOGETHER, bytes, recordsStaged,
                 to, d_text, d_starts, count))
        check_numbers((int *)d_to, 4 * (size_t)count, record_part, 0);
    count /= 4, bytes = h_starts[count] + 12 * (size_t)count;
    if (run_case("checks.bits", n, blocks_for(count, 64), 64, bytes, checksBits, (word *)d_to,
                 d_text, d_starts, count))
        check_numbers((word *)d_to, count, check_sum, 0);
    if (run_case("checks.table", n, blocks_for(count, ENTRIES), ENTRIES, bytes + 4 * (size_t)count,
                 checksTable, (word *)d_to, d_text, d_starts, d_entries, count))
        check_numbers((word *)d_to, count, check_sum, 0);
}

static void time_statuses(const char *name, size_t n, int block, int each,
                          void (*kernel)(int *, const short *, int))
{
    int count = (int)(n / 8);
    memset(h_counts, 0, sizeof h_counts);
    for (int i = 0; i < count; i++)
        h_counts[h_statuses[i] / 100 - 2]++;
    CHECK(cudaMemset(d_to, 0, sizeof h_counts));
    if (run_case(name, n, blocks_for(count, block * each), block, 2 * (size_t)count, kernel,
                 (int *)d_to, d_statuses, count))
        check_numbers((int *)d_to, CLASSES, ended, 0);
}

static void time_visitors(size_t n)
{
    int count = (int)(n / 4), grid = (int)blocks_for(count, 768);

    if (run_case("visitors.halving", n, grid, 768, 69 * (size_t)count, visitorsHalving,
                 (byte *)d_to, d_visitors, d_list, count))
        check_numbers((byte *)d_to, count, listed, 0);
    if (run_case("visitors.filter", n, grid, 768, 25 * (size_t)count, visitorsFilter, (byte *)d_to,
                 d_visitors, d_list, d_filter, count))
        check_numbers((byte *)d_to, count, listed, 0);
    if (run_case("visitors.table", n, grid, 768, 13 * (size_t)count, visitorsTable, (byte *)d_to,
                 d_visitors, d_table, count))
        check_numbers((byte *)d_to, count, listed, 0);
}

static word mixed(size_t i)
{
    word number = ((word)i + 1) * MIXER;
    return (number ^ number >> 15) * OTHER_MIXER;
}

/* Lines, of which the kernels find the records. */
static void write_text(size_t length)
{
    static const char letters[] = "images/of/the/old/town/hall/in/winter/index.html";
    static const short ends[] = {200, 200, 200, 200, 200, 204, 301, 304, 404, 200, 403, 200, 500};
    for (size_t i = 0; i < length / 16; i++)
        h_statuses[i] = ends[mixed(i) % 13];
    for (int place = 0; place + LONGEST <= (int)length; h_starts[++written] = place) {
        word chance = mixed(written);
        struct record own = {chance, written / 40 % 86400, h_statuses[written],
                             (int)(chance >> 10 >> chance % 20)};
        place += snprintf(h_text + place, LONGEST, "%u.%u.%u.%u %02d:%02d:%02d %s /%.*s %d %d\n",
                          chance >> 24, chance >> 16 & 255, chance >> 8 & 255, chance & 255,
                          own.second / 3600, own.second / 60 % 60, own.second % 60,
                          chance % 9 ? "GET" : "POST", (int)(chance / 512 % 30), letters,
                          own.status, own.bytes);
        h_records[written] = own;
    }
}

static void make_tables(size_t largest)
{
    for (int k = 0; k < LISTED; k++) {
        word slot, own = h_list[k] = (word)k << 16 | mixed(k) >> 16 | 1;
        for (slot = bits_of(own, MIXER, SLOT_BITS); h_table[slot] != 0;)
            slot = (slot + 1) % (1 << SLOT_BITS);
        h_table[slot] = own;
        word one = bits_of(own, MIXER, FILTER_BITS), other = bits_of(own, OTHER_MIXER, FILTER_BITS);
        h_filter[one / 32] |= 1u << one % 32;
        h_filter[other / 32] |= 1u << other % 32;
    }
    for (size_t i = 0; i < largest / 4; i++)
        h_visitors[i] = mixed(i) >> 13 & 7 ? mixed(7 * i) & ~1u : h_list[mixed(3 * i) % LISTED];
    for (word entry = 0; entry < ENTRIES; entry++) {
        h_entries[entry] = entry;
        for (int bit = 0; bit < 8; bit++)
            h_entries[entry] = h_entries[entry] >> 1 ^ h_entries[entry] % 2 * DIVISOR;
    }
}

int main(int argc, char **argv)
{
    start_family("held_out_logs", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_text = (char *)calloc(2 * largest, 1);
    h_starts = (int *)calloc(largest / 8, sizeof(int));
    h_records = (struct record *)host_memory(largest / 8 * sizeof(struct record));
    h_statuses = (short *)host_memory(largest / 8 * sizeof(short));
    h_visitors = (word *)host_memory(largest / 4 * sizeof(word));
    write_text(2 * largest);
    make_tables(largest);
    d_text = copy_to_device(h_text, 2 * largest);
    d_starts = copy_to_device(h_starts, largest / 8);
    d_statuses = copy_to_device(h_statuses, largest / 8);
    d_visitors = copy_to_device(h_visitors, largest / 4);
    d_list = copy_to_device(h_list, LISTED);
    d_table = copy_to_device(h_table, 1 << SLOT_BITS);
    d_filter = copy_to_device(h_filter, (1 << FILTER_BITS) / 32);
    d_entries = copy_to_device(h_entries, ENTRIES);
    d_to = zeros_on_device(largest / 2);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_text(scaled(size));
        time_statuses("statuses.global", scaled(size), 512, 1, statusesGlobal);
        time_statuses("statuses.votes", scaled(size), 512, 1, statusesVotes);
        time_statuses("statuses.packed", scaled(size), 128, TAKEN, statusesPacked);
        time_visitors(scaled(size));
    }
    for (void *memory :
         {(void *)d_text, (void *)d_starts, (void *)d_statuses, (void *)d_visitors, (void *)d_list,
          (void *)d_table, (void *)d_filter, (void *)d_entries, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
