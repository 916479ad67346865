/*
 * Held out of every fit: oceans: waves in shallow water, tides at a coast, heat that mixes
 * downward, things that drift, how dense water is. The words of a case's name
 * behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { ROW = 1024, PARTS = 3, TIDES = 8, HOURS = 256, STRETCH = 16, LEVELS = 32 };
enum { WIDE = 1024, HIGH = 512, MOVES = 8, ASIDE = 64, PATCH = 32 };

static const float PRESS = 9.81f / 2, STEP = 0.05f;

__constant__ double speeds[TIDES]; // of each tide, in radians an hour

/* The height of the water and how much of it flows east and north. */
struct water {
    float height, east, north;
};

/* The parts of a cell's water side by side, or each part beside that of other cells. */
template <int TOGETHER>
__device__ static inline struct water water_at(const float *from, size_t cell, size_t cells)
{
    if (TOGETHER)
        return {from[PARTS * cell], from[PARTS * cell + 1], from[PARTS * cell + 2]};
    return {from[cell], from[cells + cell], from[2 * cells + cell]};
}

/* The water a moment later (Lax and Friedrichs). What leaves at one side comes back at the other.
 */
template <int TOGETHER> __global__ void waves(float *to, const float *from, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ROW || y >= rows)
        return;
    size_t cells = (size_t)rows * ROW, cell = (size_t)y * ROW + x;
    size_t above = y > 0 ? cell - ROW : cell + cells - ROW;
    size_t below = y < rows - 1 ? cell + ROW : cell + ROW - cells;
    struct water w = water_at<TOGETHER>(from, cell - x + (x + ROW - 1) % ROW, cells);
    struct water e = water_at<TOGETHER>(from, cell - x + (x + 1) % ROW, cells);
    struct water n = water_at<TOGETHER>(from, above, cells);
    struct water s = water_at<TOGETHER>(from, below, cells);
    float height = 0.25f * (w.height + e.height + n.height + s.height) -
                   STEP * (e.east - w.east + s.north - n.north);

    float east = 0.25f * (w.east + e.east + n.east + s.east) -
                 STEP * (e.east * e.east / e.height + PRESS * e.height * e.height -
                         w.east * w.east / w.height - PRESS * w.height * w.height +
                         s.east * s.north / s.height - n.east * n.north / n.height);
    float north = 0.25f * (w.north + e.north + n.north + s.north) -
                  STEP * (s.north * s.north / s.height + PRESS * s.height * s.height -
                          n.north * n.north / n.height - PRESS * n.height * n.height +
                          e.east * e.north / e.height - w.east * w.north / w.height);
    to[TOGETHER ? PARTS * cell : cell] = height;
    to[TOGETHER ? PARTS * cell + 1 : cells + cell] = east;
    to[TOGETHER ? PARTS * cell + 2 : 2 * cells + cell] = north;
}

/* The height of the sea at a place for 256 hours, the sum of 8 tides of which each has a size and a
 * phase there: a thread for an hour ... */
__global__ void tidesCosines(float *to, const float2 *tides, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double sum = 0;
    for (int k = 0; k < TIDES; k++) {
        float2 own = tides[i / HOURS * TIDES + k];
        sum += own.x * cos(speeds[k] * (i % HOURS) + own.y);
    }
    to[i] = (float)sum;
}

/* ... or for 16 hours: from hour to hour each tide turns by the same angle. */
__global__ void tidesTurns(float *to, const float2 *tides, int count)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * STRETCH;
    if (first >= count)
        return;
    double sums[STRETCH] = {0};
    for (int k = 0; k < TIDES; k++) {
        float2 own = tides[first / HOURS * TIDES + k];
        double s, c, turn_s, turn_c;
        sincos(speeds[k] * (first % HOURS) + own.y, &s, &c);
        sincos(speeds[k], &turn_s, &turn_c);
        for (int hour = 0; hour < STRETCH; hour++) {
            sums[hour] += own.x * c;
            double next = c * turn_c - s * turn_s;
            s = s * turn_c + c * turn_s;
            c = next;
        }
    }
    for (int hour = 0; hour < STRETCH; hour++)
        to[first + hour] = (float)sums[hour];
}

/* How warm a column of water of 32 levels is when heat has mixed between neighbours: equations, of
 * which each has three unknowns. A thread for a column (Thomas) ... */
__global__ void mixingThreads(float *to, const float *warm, const float *mixes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float ratios[LEVELS], values[LEVELS], above = 0;
    for (int k = 0; k < LEVELS; k++) {
        float below = k < LEVELS - 1 ? mixes[i * LEVELS + k] : 0;
        float pivot = 1 + above + below - (k > 0 ? above * ratios[k - 1] : 0);
        ratios[k] = below / pivot;
        values[k] = (warm[i * LEVELS + k] + (k > 0 ? above * values[k - 1] : 0)) / pivot;
        above = below;
    }
    for (int k = LEVELS - 1; k >= 0; k--) {
        values[k] += k < LEVELS - 1 ? ratios[k] * values[k + 1] : 0;
        to[i * LEVELS + k] = values[k];
    }
}

/* ... or a warp, a thread for a level: each takes the levels 1, 2, 4 ... away out of its own
 * equation, until it has but one unknown (cyclic reduction). */
__global__ void mixingWarps(float *to, const float *warm, const float *mixes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, level = i % LEVELS;
    if (i / LEVELS >= count)
        return;
    float below = level < LEVELS - 1 ? mixes[i] : 0, above = __shfl_up_sync(0xFFFFFFFF, below, 1);
    above = level > 0 ? above : 0;
    float middle = 1 + above + below, value = warm[i];
    for (int away = 1; away < LEVELS; away *= 2) {
        float up = __shfl_up_sync(0xFFFFFFFF, middle, away);
        float down = __shfl_down_sync(0xFFFFFFFF, middle, away);
        float from_up = level >= away ? above / up : 0;
        float from_down = level < LEVELS - away ? below / down : 0;
        value += from_up * __shfl_up_sync(0xFFFFFFFF, value, away) +
                 from_down * __shfl_down_sync(0xFFFFFFFF, value, away);
        middle -= from_up * __shfl_up_sync(0xFFFFFFFF, below, away) +
                  from_down * __shfl_down_sync(0xFFFFFFFF, above, away);
        above = from_up * __shfl_up_sync(0xFFFFFFFF, above, away);
        below = from_down * __shfl_down_sync(0xFFFFFFFF, below, away);
    }
    to[i] = value / middle;
}

/* The current between four places of a map. */
__device__ static inline float2 current_at(const float2 *map, float x, float y)
{
    float left = floorf(x), top = floorf(y), right = x - left, down = y - top;
    int x0 = (int)left & (WIDE - 1), x1 = (x0 + 1) & (WIDE - 1);
    int y0 = ((int)top & (HIGH - 1)) * WIDE, y1 = (y0 + WIDE) & (WIDE * HIGH - 1);
    float2 a = map[y0 + x0], b = map[y0 + x1], c = map[y1 + x0], d = map[y1 + x1];
    float2 upper = make_float2(a.x + right * (b.x - a.x), a.y + right * (b.y - a.y));
    float2 lower = make_float2(c.x + right * (d.x - c.x), c.y + right * (d.y - c.y));
    return make_float2(upper.x + down * (lower.x - upper.x), upper.y + down * (lower.y - upper.y));
}

/* Where things have drifted after 8 moves, each by the current at half of the way; of all things in
 * their order or, with a list, those of a patch of the map one after the other. */
__global__ void drifters(float2 *to, const float2 *starts, const int *list, const float2 *map,
                         int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int thing = list ? list[i] : i;
    float2 own = starts[thing];
    for (int move = 0; move < MOVES; move++) {
        float2 here = current_at(map, own.x, own.y);
        float2 half_way = current_at(map, own.x + here.x / 2, own.y + here.y / 2);
        own = make_float2(own.x + half_way.x, own.y + half_way.y);
    }
    to[thing] = make_float2(own.x + ASIDE, own.y + ASIDE);
}

/* What a liter of water weighs more than 900 g, by its temperature and its salt (of UNESCO, 1980):
 * with powers ... */
__global__ void densityPowers(float *to, const float *warm, const float *salt, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float t = 20 * warm[i], s = 25 * salt[i];
    to[i] = 99.842594f + 6.793952e-2f * t - 9.09529e-3f * powf(t, 2) + 1.001685e-4f * powf(t, 3) -
            1.120083e-6f * powf(t, 4) + 6.536332e-9f * powf(t, 5) + 0.824493f * s -
            4.0899e-3f * t * s + 7.6438e-5f * powf(t, 2) * s - 8.2467e-7f * powf(t, 3) * s +
            5.3875e-9f * powf(t, 4) * s - 5.72466e-3f * powf(s, 1.5f) +
            1.0227e-4f * t * powf(s, 1.5f) - 1.6546e-6f * powf(t, 2) * powf(s, 1.5f) +
            4.8314e-4f * powf(s, 2);
}

/* ... or with products alone. */
template <typename Real> __host__ __device__ static inline Real density_of(Real t, Real s)
{
    Real third = Real(1.001685e-4) + t * (Real(-1.120083e-6) + t * Real(6.536332e-9));
    Real pure = Real(99.842594) + t * (Real(6.793952e-2) + t * (Real(-9.09529e-3) + t * third));
    Real upper = Real(7.6438e-5) + t * (Real(-8.2467e-7) + t * Real(5.3875e-9));
    Real first = Real(0.824493) + t * (Real(-4.0899e-3) + t * upper);
    Real second = Real(-5.72466e-3) + t * (Real(1.0227e-4) + t * Real(-1.6546e-6));
    return pure + s * (first + second * sqrt(s) + s * Real(4.8314e-4));
}

__global__ void densityProducts(float *to, const float *warm, const float *salt, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = density_of(20 * warm[i], 25 * salt[i]);
}

static float *h_floats, *d_floats, *d_parts, *d_to;
static float2 *h_tides, *d_tides, *h_starts, *d_starts, h_map[WIDE * HIGH], *d_map;
static double h_speeds[TIDES];
static int *h_list, *d_list, at_hand; // how many rows or cells the case at hand has

/* Part 0, 1 or 2 of what flows over the edge to a neighbour: east if way is 1, north if it is 2. */
static double flow(const float *cell, int part, int way)
{
    double carried = (double)cell[part] * cell[way] / cell[0];
    return carried + (part == way ? (double)PRESS * cell[0] * cell[0] : 0);
}

static double wave_together(size_t i)
{
    int part = (int)(i % PARTS), cell = (int)(i / PARTS), x = cell % ROW, y = cell / ROW;
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        int side = k % 2 * 2 - 1, column = k < 2 ? (x + side + ROW) % ROW : x;
        int row = k < 2 ? y : (y + side + at_hand) % at_hand;
        const float *next = h_floats + PARTS * (size_t)(row * ROW + column);
        sum += next[part] / 4.0 - side * (double)STEP * flow(next, part, k < 2 ? 1 : 2);
    }
    return sum;
}

static double wave_apart(size_t i)
{
    size_t cells = (size_t)at_hand * ROW;
    return wave_together(i % cells * PARTS + i / cells);
}

static double tide(size_t i)
{
    double sum = 0;
    for (int k = 0; k < TIDES; k++) {
        float2 own = h_tides[i / HOURS * TIDES + k];
        sum += own.x * cos(h_speeds[k] * (double)(i % HOURS) + own.y);
    }
    return sum;
}

/* From the lowest level up, and down again. */
static double mixed(size_t i)
{
    const float *warm = h_floats + i / LEVELS * LEVELS, *mixes = warm + (size_t)at_hand * LEVELS;
    double ratios[LEVELS], values[LEVELS], result = 0;
    for (int k = LEVELS - 1; k >= 0; k--) {
        double above = k > 0 ? mixes[k - 1] : 0, below = k < LEVELS - 1 ? mixes[k] : 0;
        double pivot = 1 + above + below - (below > 0 ? below * ratios[k + 1] : 0);
        ratios[k] = above / pivot;
        values[k] = (warm[k] + (below > 0 ? below * values[k + 1] : 0)) / pivot;
    }
    for (int k = 0; k <= (int)(i % LEVELS); k++)
        result = values[k] + (k > 0 ? ratios[k] * result : 0);
    return result;
}

static double drifted(size_t i)
{
    double place[2] = {h_starts[i / 2].x, h_starts[i / 2].y}, ahead[2] = {0, 0};
    for (int half_move = 0; half_move < 2 * MOVES; half_move++) {
        double x = place[0] + ahead[0] / 2, y = place[1] + ahead[1] / 2;
        ahead[0] = ahead[1] = 0;
        for (int k = 0; k < 4; k++) {
            int column = (int)floor(x) + k % 2, row = (int)floor(y) + k / 2;
            double part = (1 - fabs(x - column)) * (1 - fabs(y - row));
            float2 own = h_map[(row + HIGH) % HIGH * WIDE + (column + WIDE) % WIDE];
            ahead[0] += part * own.x, ahead[1] += part * own.y;
        }
        for (int k = 0; k < 2 && half_move % 2; k++)
            place[k] += ahead[k], ahead[k] = 0;
    }
    return place[i % 2] + ASIDE;
}

static double dense(size_t i)
{
    return density_of(20 * (double)h_floats[i], 25 * (double)h_floats[i + at_hand]);
}

/* A case of which the results are floats. */
template <typename... Taken, typename... Given>
static void time_floats(const char *name, size_t n, dim3 grid, dim3 block, size_t bytes,
                        size_t results, double (*expected)(size_t), void (*kernel)(Taken...),
                        Given... given)
{
    if (run_case(name, n, grid, block, bytes, kernel, given...))
        check_numbers(d_to, results, expected, 1e-4);
}

static void time_waves(size_t n)
{
    int rows = at_hand = (int)(n / 8 / ROW);
    size_t cells = (size_t)rows * ROW;
    float *parts = (float *)host_memory(PARTS * cells * sizeof(float));
    for (size_t i = 0; i < PARTS * cells; i++)
        parts[i % PARTS * cells + i / PARTS] = h_floats[i];
    CHECK(cudaMemcpy(d_parts, parts, PARTS * cells * sizeof(float), cudaMemcpyHostToDevice));
    free(parts);
    dim3 block(64, 4), grid(ROW / 64, blocks_for(rows, 4));
    time_floats("waves.structures", n, grid, block, 60 * cells, PARTS * cells, wave_together,
                waves<1>, d_to, d_floats, rows);
    time_floats("waves.arrays", n, grid, block, 60 * cells, PARTS * cells, wave_apart, waves<0>,
                d_to, d_parts, rows);
}

static void time_places(size_t n)
{
    int count = (int)(n / 8 / HOURS) * HOURS, stretches = count / STRETCH;
    time_floats("tides.cosines", n, blocks_for(count, 256), 256, 68 * (size_t)count, count, tide,
                tidesCosines, d_to, d_tides, count);
    time_floats("tides.turns", n, blocks_for(stretches, 64), 64, 8 * (size_t)count, count, tide,
                tidesTurns, d_to, d_tides, count);
    count = at_hand = (int)(n / 8 / LEVELS);
    const float *mixes = d_floats + (size_t)count * LEVELS;
    size_t levels = (size_t)count * LEVELS;
    time_floats("mixing.threads", n, blocks_for(count, 32), 32, 12 * levels, levels, mixed,
                mixingThreads, d_to, d_floats, mixes, count);
    time_floats("mixing.warps", n, blocks_for(levels, 512), 512, 12 * levels, levels, mixed,
                mixingWarps, d_to, d_floats, mixes, count);
    count = at_hand = (int)(n / 4);
    time_floats("density.powers", n, blocks_for(count, 1024), 1024, 12 * (size_t)count, count,
                dense, densityPowers, d_to, d_floats, d_floats + count, count);
    time_floats("density.products", n, blocks_for(count, 1024), 1024, 12 * (size_t)count, count,
                dense, densityProducts, d_to, d_floats, d_floats + count, count);
}

static int compare_patches(const void *a, const void *b)
{
    float2 one = h_starts[*(const int *)a], other = h_starts[*(const int *)b];
    int rows = (int)one.y / PATCH - (int)other.y / PATCH;
    return rows * WIDE + (int)one.x / PATCH - (int)other.x / PATCH;
}

static void time_drifters(size_t n)
{
    int count = (int)(n / 32);
    size_t bytes = (size_t)count * (16 + MOVES * 64);
    for (int i = 0; i < count; i++)
        h_list[i] = i;
    qsort(h_list, count, sizeof(int), compare_patches);
    CHECK(cudaMemcpy(d_list, h_list, count * sizeof(int), cudaMemcpyHostToDevice));
    time_floats("drifters.all", n, blocks_for(count, 128), 128, bytes, 2 * (size_t)count, drifted,
                drifters, (float2 *)d_to, d_starts, (const int *)NULL, d_map, count);
    time_floats("drifters.patches", n, blocks_for(count, 128), 128, bytes + 4 * (size_t)count,
                2 * (size_t)count, drifted, drifters, (float2 *)d_to, d_starts, d_list, d_map,
                count);
}

static void make_input(size_t largest)
{
    for (size_t i = 0; i < largest / 2; i++)
        h_floats[i] = 0.5f + (input_number(i) ^ (i >> 10 & 1023)) / 4096.0f;
    for (size_t i = 0; i < largest / 256; i++)
        h_tides[i] = make_float2(0.1f + input_number(i) / 4096.0f, input_number(3 * i) / 700.0f);
    for (size_t i = 0; i < largest / 32; i++)
        h_starts[i] = make_float2(input_number(i) / 4096.0f * WIDE,
                                  input_number(5 * i + (i >> 9)) / 4096.0f * HIGH);
    for (int i = 0; i < WIDE * HIGH; i++) {
        double x = i % WIDE * 2 * M_PI / 128, y = i / WIDE * 2 * M_PI / 128;
        h_map[i] = make_float2((float)(3 * sin(y + x)), (float)(2 * cos(x) + sin(2 * y)));
    }
    for (int k = 0; k < TIDES; k++)
        h_speeds[k] = 0.22 + 0.04 * k;
    CHECK(cudaMemcpyToSymbol(speeds, h_speeds, sizeof h_speeds));
}

int main(int argc, char **argv)
{
    start_family("held_out_oceans", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_floats = (float *)host_memory(largest / 2 * sizeof(float));
    h_tides = (float2 *)host_memory(largest / 256 * sizeof(float2));
    h_starts = (float2 *)host_memory(largest / 32 * sizeof(float2));
    h_list = (int *)host_memory(largest / 32 * sizeof(int));
    make_input(largest);
    d_floats = copy_to_device(h_floats, largest / 2);
    d_parts = copy_to_device(h_floats, largest / 2);
    d_tides = copy_to_device(h_tides, largest / 256);
    d_starts = copy_to_device(h_starts, largest / 32);
    d_map = copy_to_device(h_map, WIDE * HIGH);
    d_list = zeros_on_device(largest / 32);
    d_to = (float *)zeros_on_device(largest / 2);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_waves(scaled(size));
        time_places(scaled(size));
        time_drifters(scaled(size));
    }
    for (void *memory : {(void *)d_floats, (void *)d_parts, (void *)d_tides, (void *)d_starts,
                         (void *)d_map, (void *)d_list, (void *)d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
