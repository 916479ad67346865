/*
 * Held out of every fit: quakes: waves through rock, triggers of seismographs, ways over the globe,
 * stacks of echoes, traces without their spikes. The words of a case's name behind the dot say
 * which of several versions of the same work it is.
 */
#include "held_out.h"

enum { EDGE = 64, PLANE = EDGE * EDGE, REACH = 4, TILE_X = 32, TILE_Y = 8, DEEP = 32 };
enum { TRACE = 256, SHORT = 8, LONG = 64, STATIONS = 512, OFFSETS = 16, SAMPLES = 512, WINDOW = 5 };
enum { WIDEST = 9, DELAY = 400 }; // the delay is squared, in samples, for an offset of 1

typedef unsigned char byte;

__constant__ float bends[REACH + 1]; // the second derivative's weights, from the middle outwards

__device__ static inline int is_inside(int x, int y, int z, int planes)
{
    return x >= REACH && x < EDGE - REACH && y >= REACH && y < EDGE - REACH && z >= REACH &&
           z < planes - REACH;
}

/* A wave a moment later, from now and before, with four neighbours on each side of three axes; the
 * edges lie still. From global memory ... */
__global__ void wavesGlobal(float *to, const float *now, const float *before, const float *speeds,
                            int planes)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z, i = (z * EDGE + y) * EDGE + x;
    if (!is_inside(x, y, z, planes)) {
        to[i] = 0;
        return;
    }
    float sum = 3 * bends[0] * now[i];
    for (int k = 1; k <= REACH; k++)
        sum += bends[k] * (now[i - k] + now[i + k] + now[i - k * EDGE] + now[i + k * EDGE] +
                           now[i - k * PLANE] + now[i + k * PLANE]);
    to[i] = 2 * now[i] - before[i] + speeds[i] * sum;
}

__device__ static inline float value_at(const float *now, int x, int y, int z, int planes)
{
    int is_rock = x >= 0 && x < EDGE && y >= 0 && y < EDGE && z >= 0 && z < planes;
    return is_rock ? now[(z * EDGE + y) * EDGE + x] : 0;
}

/* ... or a block walks down 32 planes: what is above and below waits in registers, and a plane's
 * tile in shared memory. */
__global__ void wavesWalk(float *to, const float *now, const float *before, const float *speeds,
                          int planes)
{
    __shared__ float tile[TILE_Y + 2 * REACH][TILE_X + 2 * REACH];
    int column = threadIdx.x + REACH, row = threadIdx.y + REACH, first = blockIdx.z * DEEP;
    int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;
    float queue[2 * REACH + 1];
#pragma unroll
    for (int k = 1; k <= 2 * REACH; k++)
        queue[k] = value_at(now, x, y, first + k - REACH - 1, planes);
    for (int z = first; z < min(first + DEEP, planes); z++) {
#pragma unroll
        for (int k = 0; k < 2 * REACH; k++)
            queue[k] = queue[k + 1];
        queue[2 * REACH] = value_at(now, x, y, z + REACH, planes);
        __syncthreads();
        tile[row][column] = queue[REACH];
        if (threadIdx.x < REACH) {
            tile[row][column - REACH] = value_at(now, x - REACH, y, z, planes);
            tile[row][column + TILE_X] = value_at(now, x + TILE_X, y, z, planes);
        }
        if (threadIdx.y < REACH) {
            tile[row - REACH][column] = value_at(now, x, y - REACH, z, planes);
            tile[row + TILE_Y][column] = value_at(now, x, y + TILE_Y, z, planes);
        }
        __syncthreads();
        float sum = 3 * bends[0] * queue[REACH];
#pragma unroll
        for (int k = 1; k <= REACH; k++)
            sum +=
                bends[k] * (tile[row][column - k] + tile[row][column + k] + tile[row - k][column] +
                            tile[row + k][column] + queue[REACH - k] + queue[REACH + k]);
        int i = (z * EDGE + y) * EDGE + x;
        to[i] = is_inside(x, y, z, planes) ? 2 * queue[REACH] - before[i] + speeds[i] * sum : 0;
    }
}

/* Where sample k of trace i is: behind the trace's others, or beside those of other traces. */
template <int TOGETHER> __host__ __device__ static inline size_t sample(int i, int k, int count)
{
    return TOGETHER ? (size_t)k * count + i : (size_t)i * TRACE + k;
}

/* Where in traces of 256 samples the last 8 are more than twice as loud as the last 64: a thread
 * for a trace, which keeps both sums ... */
template <int TOGETHER> __global__ void triggersThreads(byte *to, const short *traces, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lately = 0, longer = 0;
    if (i >= count)
        return;
    for (int k = 0; k < TRACE; k++) {
        int loudness = abs(traces[sample<TOGETHER>(i, k, count)]);
        lately += loudness;
        longer += loudness;
        if (k >= SHORT)
            lately -= abs(traces[sample<TOGETHER>(i, k - SHORT, count)]);
        if (k >= LONG)
            longer -= abs(traces[sample<TOGETHER>(i, k - LONG, count)]);
        to[sample<TOGETHER>(i, k, count)] = lately * LONG > 2 * SHORT * longer;
    }
}

/* ... or a block, with sums of all samples so far (Hillis and Steele). */
__global__ void triggersBlocks(byte *to, const short *traces)
{
    __shared__ int sums[2][TRACE + 1];
    int k = threadIdx.x, from = 0;
    size_t place = (size_t)blockIdx.x * TRACE + k;
    sums[0][k + 1] = abs(traces[place]);
    if (k == 0)
        sums[0][0] = sums[1][0] = 0;
    __syncthreads();
    for (int step = 1; step < TRACE; step *= 2) {
        int own = sums[from][k + 1];
        sums[1 - from][k + 1] = k + 1 > step ? own + sums[from][k + 1 - step] : own;
        from = 1 - from;
        __syncthreads();
    }
    int lately = sums[from][k + 1] - sums[from][max(k + 1 - SHORT, 0)];
    int longer = sums[from][k + 1] - sums[from][max(k + 1 - LONG, 0)];
    to[place] = lately * LONG > 2 * SHORT * longer;
}

/* How far each quake is from the station that heard it, in kilometres, from degrees of latitude and
 * longitude: by half angles, in double and in single precision ... */
template <typename Real, typename Place>
__global__ void waysAngles(Real *to, const Place *quakes, const Place *stations, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const Real degree = Real(M_PI / 180);
    Place own = quakes[i], station = stations[i % STATIONS];
    Real up = sin((own.x - station.x) * degree / 2), along = sin((own.y - station.y) * degree / 2);
    Real part = up * up + cos(own.x * degree) * cos(station.x * degree) * along * along;
    to[i] = 2 * Real(6371) * asin(sqrt(part));
}

__device__ static inline double3 direction(double2 place)
{
    double up, across, east, north;
    sincospi(place.x / 180, &up, &across);
    sincospi(place.y / 180, &east, &north);
    return make_double3(across * north, across * east, up);
}

/* ... or as the chord between two places on a ball; a block first looks up its stations. */
__global__ void waysChords(double *to, const double2 *quakes, const double2 *stations, int count)
{
    __shared__ double3 known[STATIONS];
    known[threadIdx.x] = direction(stations[threadIdx.x]);
    __syncthreads();
    for (int i = blockIdx.x * STATIONS + threadIdx.x; i < count; i += gridDim.x * STATIONS) {
        double3 own = direction(quakes[i]), station = known[threadIdx.x];
        double x = own.x - station.x, y = own.y - station.y, z = own.z - station.z;
        to[i] = 2 * 6371.0 * asin(sqrt(x * x + y * y + z * z) / 2);
    }
}

/* What an echo's trace has at a time between two samples; nothing behind its end. */
__device__ static inline float trace_at(const float *trace, float time)
{
    int before = (int)time;
    return before < SAMPLES - 1
               ? trace[before] + (time - before) * (trace[before + 1] - trace[before])
               : 0;
}

/* The sums of 16 traces of one place, of which each came the later the farther off it was heard: a
 * thread for a sample of the sum ... */
__global__ void stacksLoop(float *to, const float *traces, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const float *own = traces + (size_t)(i / SAMPLES) * OFFSETS * SAMPLES;
    int time = i % SAMPLES;
    float sum = 0;
    for (int k = 0; k < OFFSETS; k++)
        sum += trace_at(own + k * SAMPLES, sqrtf((float)(time * time + DELAY * k * k)));
    to[i] = sum;
}

/* ... or a thread for each of its 16 parts. */
__global__ void stacksAtomics(float *to, const float *traces, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int time = i % SAMPLES, k = i / SAMPLES % OFFSETS, place = i / SAMPLES / OFFSETS;
    float part = trace_at(traces + i - time, sqrtf((float)(time * time + DELAY * k * k)));
    atomicAdd(&to[place * SAMPLES + time], part);
}

/* The middle one of 5 samples in a row: sorted one by one, in a window of any width up to 9 ... */
__global__ void despikedSort(float *to, const float *from, int window, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float sorted[WIDEST];
    for (int k = 0; k < window; k++) {
        float next = from[i + k];
        int place = k;
        for (; place > 0 && sorted[place - 1] > next; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = next;
    }
    to[i] = sorted[window / 2];
}

/* ... or by turns in pairs, without a branch. */
__global__ void despikedPairs(float *to, const float *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float own[WINDOW];
#pragma unroll
    for (int k = 0; k < WINDOW; k++)
        own[k] = from[i + k];
#pragma unroll
    for (int turn = 0; turn < WINDOW; turn++)
#pragma unroll
        for (int k = turn % 2; k + 1 < WINDOW; k += 2) {
            float low = fminf(own[k], own[k + 1]);
            own[k + 1] = fmaxf(own[k], own[k + 1]);
            own[k] = low;
        }
    to[i] = own[WINDOW / 2];
}

static const size_t LARGEST = 1 << 24;
static float h_floats[LARGEST], *d_floats, *d_to;
static short h_traces[LARGEST / 4], *d_traces;
static float2 h_quakes[LARGEST / 4], *d_quakes;
static double2 h_quakes64[LARGEST / 4], *d_quakes64;
static float h_bends[] = {-2.8472222f, 1.6f, -0.2f, 0.025396825f, -0.0017857143f};
static int at_hand;

static double wave(size_t i)
{
    size_t x = i % EDGE, y = i / EDGE % EDGE, z = i / PLANE, cells = (size_t)at_hand * PLANE;
    for (size_t place : {x, EDGE - 1 - x, y, EDGE - 1 - y, z, at_hand - 1 - z})
        if (place < REACH)
            return 0;
    double sum = 0;
    for (size_t step : {1, (int)EDGE, (int)PLANE})
        for (int k = -REACH; k <= REACH; k++)
            sum += (double)h_bends[abs(k)] * h_floats[i + k * step];
    return 2 * h_floats[i] - h_floats[i + cells] + h_floats[i + 2 * cells] * sum;
}

template <int TOGETHER> static double is_trigger(size_t i)
{
    int trace = (int)(TOGETHER ? i % at_hand : i / TRACE),
        last = (int)(TOGETHER ? i / at_hand : i % TRACE);
    double lately = 0, longer = 0;
    for (int k = last; k >= 0 && k > last - LONG; k--) {
        int loudness = abs(h_traces[sample<TOGETHER>(trace, k, at_hand)]);
        lately += k > last - SHORT ? loudness : 0;
        longer += loudness;
    }
    return lately / SHORT > 2 * longer / LONG;
}

/* Each of the first places has a station, too. */
static double way(size_t i)
{
    double2 a = h_quakes64[i], b = h_quakes64[i % STATIONS];
    double east = (a.y - b.y) * M_PI / 180, north = b.x * M_PI / 180, own = a.x * M_PI / 180;
    double along = cos(north) * sin(own) - sin(north) * cos(own) * cos(east);
    double ahead = sin(north) * sin(own) + cos(north) * cos(own) * cos(east);
    return 6371 * atan2(hypot(cos(own) * sin(east), along), ahead);
}

template <int ADDED> static double stack(size_t i)
{
    double sum = 0;
    for (int k = 0; k < OFFSETS; k++) {
        double time = hypot(i % SAMPLES, sqrt((double)DELAY) * k);
        const float *trace = h_floats + (i / SAMPLES * OFFSETS + k) * SAMPLES + (int)time;
        if (time < SAMPLES - 1)
            sum += trace[0] + (time - floor(time)) * ((double)trace[1] - trace[0]);
    }
    return sum * (ADDED ? launches() : 1);
}

static double middle(size_t i)
{
    float window[WINDOW];
    memcpy(window, h_floats + i, sizeof window);
    qsort(window, WINDOW, sizeof *window, compare_floats);
    return window[WINDOW / 2];
}

static void time_waves(size_t n)
{
    int planes = at_hand = (int)(n / 4 / PLANE);
    size_t cells = (size_t)planes * PLANE;
    dim3 block(TILE_X, TILE_Y), grid(EDGE / TILE_X, EDGE / TILE_Y, planes);
    if (run_case("waves.global", n, grid, block, 4 * cells * (6 * REACH + 4), wavesGlobal, d_to,
                 d_floats, d_floats + cells, d_floats + 2 * cells, planes))
        check_numbers(d_to, cells, wave, 1e-4);
    grid.z = (planes + DEEP - 1) / DEEP;
    if (run_case("waves.walk", n, grid, block, 22 * cells, wavesWalk, d_to, d_floats,
                 d_floats + cells, d_floats + 2 * cells, planes))
        check_numbers(d_to, cells, wave, 1e-4);
}

static void time_triggers(size_t n)
{
    int count = at_hand = (int)(n / 4 / TRACE);
    size_t samples = (size_t)count * TRACE;
    byte *to = (byte *)d_to;
    if (run_case("triggers.apart", n, blocks_for(count, 64), 64, 7 * samples, triggersThreads<0>,
                 to, d_traces, count))
        check_numbers(to, samples, is_trigger<0>, 0);
    if (run_case("triggers.together", n, blocks_for(count, 64), 64, 7 * samples, triggersThreads<1>,
                 to, d_traces, count))
        check_numbers(to, samples, is_trigger<1>, 0);
    if (run_case("triggers.blocks", n, count, TRACE, 3 * samples, triggersBlocks, to, d_traces))
        check_numbers(to, samples, is_trigger<0>, 0);
}

static void time_ways(size_t n)
{
    int count = (int)(n / 4);
    double *to = (double *)d_to;
    if (run_case("ways.single", n, blocks_for(count, 256), 256, 20 * (size_t)count,
                 waysAngles<float, float2>, d_to, d_quakes, d_quakes, count))
        check_numbers(d_to, count, way, 1e-3);
    if (run_case("ways.double", n, blocks_for(count, 256), 256, 40 * (size_t)count,
                 waysAngles<double, double2>, to, d_quakes64, d_quakes64, count))
        check_numbers(to, count, way, 1e-9);
    if (run_case("ways.chords", n, 264, STATIONS, 24 * (size_t)count, waysChords, to, d_quakes64,
                 d_quakes64, count))
        check_numbers(to, count, way, 1e-9);
}

static void time_sums(size_t n)
{
    int sums = (int)(n / 2 / OFFSETS / SAMPLES) * SAMPLES, count = (int)(n / 8);
    if (run_case("stacks.loop", n, blocks_for(sums, 128), 128, 132 * (size_t)sums, stacksLoop, d_to,
                 d_floats, sums))
        check_numbers(d_to, sums, stack<0>, 1e-3);
    CHECK(cudaMemset(d_to, 0, sums * sizeof *d_to));
    if (run_case("stacks.atomics", n, blocks_for((size_t)sums * OFFSETS, 512), 512,
                 12 * (size_t)sums * OFFSETS, stacksAtomics, d_to, d_floats, sums * OFFSETS))
        check_numbers(d_to, sums, stack<1>, 1e-3);
    if (run_case("despiked.sort", n, blocks_for(count, 96), 96, 24 * (size_t)count, despikedSort,
                 d_to, d_floats, (int)WINDOW, count))
        check_numbers(d_to, count, middle, 0);
    if (run_case("despiked.pairs", n, blocks_for(count, 1024), 1024, 24 * (size_t)count,
                 despikedPairs, d_to, d_floats, count))
        check_numbers(d_to, count, middle, 0);
}

static void make_input(size_t largest)
{
    for (size_t i = 0; i < largest; i++)
        h_floats[i] = input_number(i * i + i / 7) / 4096.0f;
    for (size_t i = 0; i < largest / 4; i++) {
        h_traces[i] = (short)((input_number(3 * i) - 2048) >> input_number(i / 16) % 6);
        h_quakes[i] = make_float2(h_floats[i] * 128 - 64, input_number(i) / 32.0f - 64);
        h_quakes64[i] = make_double2(h_quakes[i].x, h_quakes[i].y);
    }
    CHECK(cudaMemcpyToSymbol(bends, h_bends, sizeof h_bends));
}

int main(int argc, char **argv)
{
    start_family("held_out_quakes", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, LARGEST}, largest = scaled(LARGEST);
    make_input(largest);
    d_floats = copy_to_device(h_floats, largest);
    d_traces = copy_to_device(h_traces, largest / 4);
    d_quakes = copy_to_device(h_quakes, largest / 4);
    d_quakes64 = copy_to_device(h_quakes64, largest / 4);
    d_to = (float *)zeros_on_device(largest / 2);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_waves(scaled(size));
        time_triggers(scaled(size));
        time_ways(scaled(size));
        time_sums(scaled(size));
    }
    for (void *memory :
         {(void *)d_floats, (void *)d_traces, (void *)d_quakes, (void *)d_quakes64, (void *)d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
