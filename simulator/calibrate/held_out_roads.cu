/*
 * Held out of every fit: roads: number plates that are wanted, jams on a lane, lengths of trails,
 * shortest ways through districts. The words of a case's name behind the dot say which of several
 * versions of the same work it is.
 */
#include "held_out.h"

enum { LETTERS = 8, WANTED = 4096, SLOTS = 4 * WANTED, STEPS = 8, SIDE = 32 };
enum { AREA = SIDE * SIDE };

typedef unsigned int word;
typedef unsigned long long plate; // eight letters, of which the first is the uppermost byte

/* Where a plate stands in the list of the wanted ones, or -1. The list is halved until one is left,
 * and plates are compared letter by letter ... */
__global__ void platesLetters(int *to, const char *seen, const char *wanted, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, low = 0, high = WANTED;
    if (i >= count)
        return;
    const char *own = seen + (size_t)i * LETTERS;
    while (low < high) {
        int middle = (low + high) / 2, k = 0;
        const char *other = wanted + middle * LETTERS;
        while (k < LETTERS - 1 && own[k] == other[k])
            k++;
        if (own[k] > other[k])
            low = middle + 1;
        else
            high = middle;
    }
    int is_found = low < WANTED;
    for (int k = 0; is_found && k < LETTERS; k++)
        is_found = own[k] == wanted[low * LETTERS + k];
    to[i] = is_found ? low : -1;
}

/* ... or eight letters at once ... */
__global__ void platesSearch(int *to, const plate *seen, const plate *wanted, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    plate own = seen[i];
    int low = 0;
    for (int step = WANTED / 2; step > 0; step /= 2)
        if (wanted[low + step - 1] < own)
            low += step;
    to[i] = wanted[low] == own ? low : -1;
}

__host__ __device__ static inline int slot_of(plate own)
{
    return (int)(own * 0x9E3779B97F4A7C15ull >> 32) & (SLOTS - 1);
}

/* ... or it is looked up in a table of which three of four slots are empty. */
__global__ void platesTable(int *to, const plate *seen, const plate *slots, const int *ranks,
                            int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    plate own = seen[i], other;
    int slot = slot_of(own);
    while ((other = slots[slot]) != own && other != 0)
        slot = (slot + 1) % SLOTS;
    to[i] = other == own ? ranks[slot] : -1;
}

/* Cars on a lane eight moments later: each drives on if the cell before it is free. A bit is a
 * cell, a word 32 of them. A thread for a word ... */
__global__ void jamsWords(word *to, const word *lane, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words)
        return;
    word behind = i > 0 ? lane[i - 1] : 0, own = lane[i], ahead = i + 1 < words ? lane[i + 1] : 0;
#pragma unroll
    for (int step = 0; step < STEPS; step++) {
        word arriving = own << 1 | behind >> 31, next = own >> 1 | ahead << 31;
        word after = (arriving & ~own) | (own & next), before = behind << 1, beyond = ahead >> 1;
        behind = (before & ~behind) | (behind & (behind >> 1 | own << 31));
        ahead = ((ahead << 1 | own >> 31) & ~ahead) | (ahead & beyond);
        own = after;
    }
    to[i] = own;
}

/* ... or for a cell, and a warp moves its 16 cells and eight more on both sides. */
__global__ void jamsWarps(unsigned short *to, const word *lane, int words)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, own = threadIdx.x % 32;
    int place = i * (32 - 2 * STEPS) + own - STEPS;
    int is_car = place >= 0 && place / 32 < words ? lane[place / 32] >> place % 32 & 1 : 0;
    for (int step = 0; step < STEPS; step++) {
        int behind = __shfl_up_sync(0xFFFFFFFF, is_car, 1);
        int ahead = __shfl_down_sync(0xFFFFFFFF, is_car, 1);
        is_car = is_car ? ahead : behind;
    }
    word votes = __ballot_sync(0xFFFFFFFF, is_car);
    if (own == 0 && i < 2 * words)
        to[i] = (unsigned short)(votes >> STEPS);
}

__device__ static inline float length_between(float2 a, float2 b)
{
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* How long trails of points are, some long, most short: a thread for a trail ... */
__global__ void trailsThreads(float *to, const int *starts, const float2 *points, int trails)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= trails)
        return;
    float length = 0;
    for (int k = starts[i]; k < starts[i + 1] - 1; k++)
        length += length_between(points[k], points[k + 1]);
    to[i] = length;
}

/* ... or a warp, and some blocks do all ... */
__global__ void trailsWarps(float *to, const int *starts, const float2 *points, int trails)
{
    int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < trails; i += warps) {
        float length = 0;
        for (int k = starts[i] + lane; k < starts[i + 1] - 1; k += 32)
            length += length_between(points[k], points[k + 1]);
        for (int step = 16; step > 0; step /= 2)
            length += __shfl_down_sync(0xFFFFFFFF, length, step);
        if (lane == 0)
            to[i] = length;
    }
}

/* ... or a thread for a point and the next one, if one trail has both. */
__global__ void trailsAtomics(float *to, const int *owners, const float2 *points, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count - 1 && owners[i] == owners[i + 1])
        atomicAdd(&to[owners[i]], length_between(points[i], points[i + 1]));
}

/* The shortest ways between 32 places of a district in two parts: in the first one to any place,
 * from there in the second. A thread for a way, from global memory ... */
__global__ void districtsGlobal(float *to, const float *first, const float *second)
{
    int x = threadIdx.x, y = threadIdx.y;
    size_t district = (size_t)blockIdx.x * AREA;
    float best = INFINITY;
    for (int k = 0; k < SIDE; k++)
        best = fminf(best, first[district + y * SIDE + k] + second[district + k * SIDE + x]);
    to[district + y * SIDE + x] = best;
}

/* ... or from shared memory ... */
__global__ void districtsShared(float *to, const float *first, const float *second)
{
    __shared__ float left[SIDE][SIDE], right[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y;
    size_t own = (size_t)blockIdx.x * AREA + y * SIDE + x;
    left[y][x] = first[own];
    right[y][x] = second[own];
    __syncthreads();
    float best = INFINITY;
#pragma unroll
    for (int k = 0; k < SIDE; k++)
        best = fminf(best, left[y][k] + right[k][x]);
    to[own] = best;
}

/* ... or by a warp, of which a thread has one column in registers and hears the rows from others.
 */
__global__ void districtsWarps(float *to, const float *first, const float *second, int districts)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= districts)
        return;
    size_t district = (size_t)warp * AREA;
    float column[SIDE];
#pragma unroll
    for (int k = 0; k < SIDE; k++)
        column[k] = second[district + k * SIDE + lane];
    for (int y = 0; y < SIDE; y++) {
        float own = first[district + y * SIDE + lane], best = INFINITY;
#pragma unroll
        for (int k = 0; k < SIDE; k++)
            best = fminf(best, __shfl_sync(0xFFFFFFFF, own, k) + column[k]);
        to[district + y * SIDE + lane] = best;
    }
}

static const size_t LARGEST = 1 << 24;
static char h_letters[LARGEST / 2], *d_letters, h_list[WANTED * LETTERS], *d_list;
static plate h_seen[LARGEST / 16], *d_seen, h_wanted[WANTED], *d_wanted, h_slots[SLOTS], *d_slots;
static int h_ranks[SLOTS], *d_ranks, h_starts[LARGEST / 8], *d_starts, at_hand;
static int h_owners[LARGEST / 2], *d_owners;
static word h_lane[LARGEST / 256], *d_lane;
static float2 h_points[LARGEST / 2], *d_points;
static float *d_to;

static int compare_plates(const void *a, const void *b)
{
    return (*(plate *)a > *(plate *)b) - (*(plate *)a < *(plate *)b);
}

static double rank_of(size_t i)
{
    void *found = bsearch(&h_seen[i], h_wanted, WANTED, sizeof(plate), compare_plates);
    return found == NULL ? -1 : (plate *)found - h_wanted;
}

static double lane_after(size_t i)
{
    enum { ALL = 32 + 2 * STEPS + 2 };
    char cells[ALL], next[ALL] = {0};
    for (int k = 0; k < ALL; k++) {
        long long cell = (long long)i * 32 + k - STEPS - 1;
        cells[k] = cell >= 0 && cell / 32 < at_hand && h_lane[cell / 32] >> cell % 32 & 1;
    }
    for (int step = 0; step < STEPS; step++) {
        for (int k = 1; k < ALL - 1; k++)
            next[k] = (cells[k - 1] && !cells[k]) || (cells[k] && cells[k + 1]);
        memcpy(cells, next, ALL);
    }
    word bits = 0;
    for (int k = 0; k < 32; k++)
        bits |= (word)cells[k + STEPS + 1] << k;
    return bits;
}

template <int ADDED> static double trail_length(size_t i)
{
    double length = 0;
    for (int k = h_starts[i] + 1; k < h_starts[i + 1]; k++)
        length += hypot(h_points[k].x - h_points[k - 1].x, h_points[k].y - h_points[k - 1].y);
    return length * (ADDED ? launches() : 1);
}

static double shortest(size_t i)
{
    double best = INFINITY;
    const float *first = (float *)h_points + i / SIDE * SIDE;
    const float *second = (float *)h_points + at_hand + i / AREA * AREA + i % SIDE;
    for (int k = 0; k < SIDE; k++)
        best = fmin(best, (double)first[k] + second[k * SIDE]);
    return best;
}

static void time_plates(size_t n)
{
    int count = (int)(n / 16), *to = (int *)d_to;
    size_t bytes = 12 * (size_t)count;
    if (run_case("plates.letters", n, blocks_for(count, 128), 128, bytes, platesLetters, to,
                 d_letters, d_list, count))
        check_numbers(to, count, rank_of, 0);
    if (run_case("plates.search", n, blocks_for(count, 128), 128, bytes, platesSearch, to, d_seen,
                 d_wanted, count))
        check_numbers(to, count, rank_of, 0);
    if (run_case("plates.table", n, blocks_for(count, 128), 128, bytes, platesTable, to, d_seen,
                 d_slots, d_ranks, count))
        check_numbers(to, count, rank_of, 0);
}

static void time_jams(size_t n)
{
    int words = at_hand = (int)(n / 256);
    word *to = (word *)d_to;
    if (run_case("jams.words", n, blocks_for(words, 64), 64, 16 * (size_t)words, jamsWords, to,
                 d_lane, words))
        check_numbers(to, words, lane_after, 0);
    if (run_case("jams.warps", n, blocks_for((size_t)words * 64, 256), 256, 260 * (size_t)words,
                 jamsWarps, (unsigned short *)to, d_lane, words))
        check_numbers(to, words, lane_after, 0);
}

/* As many trails as n / 2 points make. */
static void time_trails(size_t n)
{
    int trails = 0;
    for (size_t end; trails + 1 < (int)(n / 8); h_starts[++trails] = (int)end) {
        int number = input_number(trails + trails / 11);
        end = h_starts[trails] + 2 + (number % 8 == 0 ? number / 8 % 256 : number / 8 % 16);
        if (end > n / 2)
            break;
    }
    CHECK(cudaMemcpy(d_starts, h_starts, (trails + 1) * sizeof(int), cudaMemcpyHostToDevice));
    int count = h_starts[trails];
    for (int i = 0, k = 0; i < trails; i++)
        while (k < h_starts[i + 1])
            h_owners[k++] = i;
    CHECK(cudaMemcpy(d_owners, h_owners, count * sizeof(int), cudaMemcpyHostToDevice));
    size_t bytes = 12 * (size_t)trails + 16 * (size_t)count;
    if (run_case("trails.threads", n, blocks_for(trails, 64), 64, bytes, trailsThreads, d_to,
                 d_starts, d_points, trails))
        check_numbers(d_to, trails, trail_length<0>, 1e-4);
    if (run_case("trails.warps", n, 264, 512, bytes, trailsWarps, d_to, d_starts, d_points, trails))
        check_numbers(d_to, trails, trail_length<0>, 1e-4);
    CHECK(cudaMemset(d_to, 0, trails * sizeof *d_to));
    if (run_case("trails.atomics", n, blocks_for(count, 256), 256, 28 * (size_t)count,
                 trailsAtomics, d_to, d_owners, d_points, count))
        check_numbers(d_to, trails, trail_length<1>, 1e-3);
}

static void time_districts(size_t n)
{
    int districts = (int)(n / 4 / AREA);
    size_t ways = (size_t)districts * AREA;
    const float *first = (float *)d_points, *second = first + ways;
    at_hand = (int)ways;
    dim3 block(SIDE, SIDE);
    if (run_case("districts.global", n, districts, block, ways * (8 * SIDE + 4), districtsGlobal,
                 d_to, first, second))
        check_numbers(d_to, ways, shortest, 1e-5);
    if (run_case("districts.shared", n, districts, block, 12 * ways, districtsShared, d_to, first,
                 second))
        check_numbers(d_to, ways, shortest, 1e-5);
    if (run_case("districts.warps", n, blocks_for(32 * (size_t)districts, 128), 128, 12 * ways,
                 districtsWarps, d_to, first, second, districts))
        check_numbers(d_to, ways, shortest, 1e-5);
}

static plate make_plate(size_t number)
{
    plate made = 0, mixed = (number + 1) * 0xD1342543DE82EF95ull;
    for (int k = 0; k < LETTERS; k++, mixed = mixed * 0xD1342543DE82EF95ull + 77)
        made = made << 8 | (k < 3 ? 'A' + (mixed >> 40) % 26 : '0' + (mixed >> 40) % 10);
    return made;
}

static void make_plates(size_t largest)
{
    for (int i = 0; i < WANTED; i++)
        h_wanted[i] = make_plate(i);
    qsort(h_wanted, WANTED, sizeof(plate), compare_plates);
    for (int i = 0; i < WANTED; i++) {
        int slot = slot_of(h_wanted[i]);
        while (h_slots[slot] != 0)
            slot = (slot + 1) % SLOTS;
        h_slots[slot] = h_wanted[i];
        h_ranks[slot] = i;
    }
    for (size_t i = 0; i < largest / 16; i++)
        h_seen[i] = input_number(i) % 8 ? make_plate(i + WANTED) : h_wanted[input_number(i / 8)];
    for (size_t i = 0; i < largest / 2; i++)
        h_letters[i] = (char)(h_seen[i / LETTERS] >> (56 - i % LETTERS * 8));
    for (int i = 0; i < WANTED * LETTERS; i++)
        h_list[i] = (char)(h_wanted[i / LETTERS] >> (56 - i % LETTERS * 8));
}

static void make_rest(size_t largest)
{
    for (size_t i = 0; i < largest / 256; i++)
        h_lane[i] = (word)(i * i + 5) * 2654435769u ^ (word)i * 2246822519u >> 7;
    for (size_t i = 0; i < largest / 2; i++)
        h_points[i] = make_float2(input_number(i * i) / 64.0f, input_number(3 * i + 1) / 64.0f);
}

int main(int argc, char **argv)
{
    start_family("held_out_roads", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, LARGEST}, largest = scaled(LARGEST);
    make_plates(largest);
    make_rest(largest);
    d_letters = copy_to_device(h_letters, largest / 2);
    d_list = copy_to_device(h_list, WANTED * LETTERS);
    d_seen = copy_to_device(h_seen, largest / 16);
    d_wanted = copy_to_device(h_wanted, WANTED);
    d_slots = copy_to_device(h_slots, SLOTS);
    d_ranks = copy_to_device(h_ranks, SLOTS);
    d_starts = zeros_on_device(largest / 8);
    d_owners = zeros_on_device(largest / 2);
    d_lane = copy_to_device(h_lane, largest / 256);
    d_points = copy_to_device(h_points, largest / 2);
    d_to = (float *)zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_plates(scaled(size));
        time_jams(scaled(size));
        time_trails(scaled(size));
        time_districts(scaled(size));
    }
    for (void *memory : {(void *)d_letters, (void *)d_list, (void *)d_seen, (void *)d_wanted,
                         (void *)d_slots, (void *)d_ranks, (void *)d_starts, (void *)d_owners,
                         (void *)d_lane, (void *)d_points, (void *)d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
