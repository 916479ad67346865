/*
 * Held out of every fit: detectors: masses from pairs of particles, clusters in a calorimeter,
 * triggers, the charge of pulses, packed samples, particles on their way through a magnet. The
 * words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

constexpr int SAMPLES = 32, PEDESTAL = 4, COLUMNS = 512, STEPS = 12;

typedef unsigned int word;
typedef unsigned short ushort_t;

/* A particle: its momentum across the beam, its angle to the beam, the one around it. */
struct Particle {
    float pt, eta, phi;
    int charge, hits;
};

template <typename Real> struct Path {
    Real x, y, z, dx, dy, dz;
};

template <typename Real>
__host__ __device__ static inline Real mass_of(Real pt1, Real eta1, Real phi1, Real pt2, Real eta2,
                                               Real phi2)
{
    return sqrt(2 * pt1 * pt2 * (cosh(eta1 - eta2) - cos(phi1 - phi2)));
}

/* The mass of what has decayed into the two particles of an event: particles one after the
 * other ... */
__global__ void massesStructs(const Particle *particles, float *masses, size_t events)
{
    size_t event = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (event >= events)
        return;
    Particle a = particles[2 * event], b = particles[2 * event + 1];
    masses[event] =
        a.charge + b.charge != 0 ? -1.0f : mass_of(a.pt, a.eta, a.phi, b.pt, b.eta, b.phi);
}

/* ... or each property of all particles in a row. */
__global__ void massesArrays(const float2 *pt, const float2 *eta, const float2 *phi,
                             const char2 *charge, float *masses, size_t events)
{
    size_t event = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (event >= events)
        return;
    masses[event] = -1.0f;
    if (charge[event].x + charge[event].y == 0)
        masses[event] = mass_of(pt[event].x, eta[event].x, phi[event].x, pt[event].y, eta[event].y,
                                phi[event].y);
}

/* The energy around a cell if none of its neighbours has more; else 0. Of equal ones, the first
 * counts. Cells are from a thread's global memory ... */
__global__ void seedsGlobal(const ushort_t *cells, int *energies, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= COLUMNS || y >= rows)
        return;
    int own = cells[y * COLUMNS + x], sum = 0;
    bool isSeed = true;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (x + dx < 0 || x + dx >= COLUMNS || y + dy < 0 || y + dy >= rows)
                continue;
            int other = cells[(y + dy) * COLUMNS + x + dx];
            sum += other;
            if (dy < 0 || (dy == 0 && dx < 0) ? other >= own : other > own)
                isSeed = false;
        }
    energies[y * COLUMNS + x] = isSeed ? sum : 0;
}

/* ... or from a tile, with zeros around all. */
template <int W, int H> __global__ void seedsShared(const ushort_t *cells, int *energies, int rows)
{
    __shared__ int tile[(W + 2) * (H + 2)];
    for (int k = threadIdx.y * W + threadIdx.x; k < (W + 2) * (H + 2); k += W * H) {
        int x = blockIdx.x * W + k % (W + 2) - 1, y = blockIdx.y * H + k / (W + 2) - 1;
        tile[k] = x >= 0 && x < COLUMNS && y >= 0 && y < rows ? cells[y * COLUMNS + x] : 0;
    }
    __syncthreads();
    int x = blockIdx.x * W + threadIdx.x, y = blockIdx.y * H + threadIdx.y;
    if (y >= rows)
        return;
    const int *middle = &tile[(threadIdx.y + 1) * (W + 2) + threadIdx.x + 1];
    const int before[4] = {middle[-W - 3], middle[-W - 2], middle[-W - 1], middle[-1]};
    const int after[4] = {middle[1], middle[W + 1], middle[W + 2], middle[W + 3]};
    int own = *middle, sum = own, isSeed = 1;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        sum += before[k] + after[k];
        isSeed &= before[k] < own && after[k] <= own;
    }
    energies[y * COLUMNS + x] = isSeed * sum;
}

/* Which of 32 strips were hit in at least three of four layers: strip by strip ... */
__global__ void triggersStrips(const uint4 *layers, word *fired, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        uint4 own = layers[i];
        word bits = 0;
        for (int strip = 0; strip < 32; strip++) {
            int hit = (own.x >> strip & 1) + (own.y >> strip & 1) + (own.z >> strip & 1) +
                      (own.w >> strip & 1);
            if (hit >= 3)
                bits |= 1u << strip;
        }
        fired[i] = bits;
    }
}

/* ... or all at once. */
__global__ void triggersWords(const uint4 *layers, word *fired, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        uint4 own = layers[i];
        fired[i] = (own.x & own.y & (own.z | own.w)) | (own.z & own.w & (own.x | own.y));
    }
}

/* The charge of a pulse and its height, above what four samples before it say: a thread for a
 * pulse, sums in half precision ... */
__global__ void chargesThreads(const half2 *samples, float2 *charges, int pulses)
{
    int pulse = blockIdx.x * blockDim.x + threadIdx.x;
    if (pulse >= pulses)
        return;
    const half2 *sample = samples + (size_t)pulse * (SAMPLES / 2);
    half2 quiet = __hadd2(sample[0], sample[1]), sum = quiet;
    float level = (__low2float(quiet) + __high2float(quiet)) / PEDESTAL, peak = 0;
    for (int k = PEDESTAL / 2; k < SAMPLES / 2; k++) {
        half2 two = sample[k];
        sum = __hadd2(sum, two);
        peak = fmaxf(peak, fmaxf(__low2float(two), __high2float(two)));
    }
    float all = __low2float(sum) + __high2float(sum);
    charges[pulse] = make_float2(all - SAMPLES * level, peak - level);
}

/* ... or half a warp, a lane for two samples, in single precision. */
__global__ void chargesLanes(const half2 *samples, float2 *charges, int pulses)
{
    const int lanes = SAMPLES / 2;
    int i = blockIdx.x * blockDim.x + threadIdx.x, pulse = i / lanes, lane = i % lanes;
    float2 own = pulse < pulses ? __half22float2(samples[i]) : make_float2(0, 0);
    float sum = own.x + own.y, quiet = lane < PEDESTAL / 2 ? sum : 0;
    float peak = lane < PEDESTAL / 2 ? 0 : fmaxf(own.x, own.y);
    for (int mask = lanes / 2; mask > 0; mask /= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffff, peak, mask));
        quiet += __shfl_xor_sync(0xffffffff, quiet, mask);
    }
    if (lane == 0 && pulse < pulses)
        charges[pulse] = make_float2(sum - SAMPLES / PEDESTAL * quiet, peak - quiet / PEDESTAL);
}

/* Samples of 12 bits, of which two are in three bytes: a thread for two ... */
__global__ void samplesBytes(const unsigned char *packed, ushort_t *samples, size_t pairs)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    packed += 3 * i;
    samples[2 * i] = (ushort_t)(packed[0] | (packed[1] & 15) << 8);
    samples[2 * i + 1] = (ushort_t)(packed[1] >> 4 | packed[2] << 4);
}

/* ... or a thread for eight, from three words to a vector. */
__global__ void samplesWords(const word *packed, uint4 *samples, size_t groups)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= groups)
        return;
    word a = packed[3 * i], b = packed[3 * i + 1], c = packed[3 * i + 2];
    samples[i] = make_uint4(
        (a & 0xFFF) | (a << 4 & 0xFFF0000), (a >> 24 | (b & 0xF) << 8) | (b << 12 & 0xFFF0000),
        (b >> 16 & 0xFFF) | (b >> 28 | (c & 0xFF) << 4) << 16, (c >> 8 & 0xFFF) | c >> 20 << 16);
}

/* How a particle's direction changes in a magnet whose field is along z and weaker outside. */
template <typename Real>
__host__ __device__ static inline Path<Real> change_of(const Path<Real> &at)
{
    Real field = Real(0.8) / (1 + at.z * at.z / 4), side = Real(0.1) * field * at.x;
    return {at.dx, at.dy, at.dz, at.dy * field - at.dz * side, -at.dx * field, at.dx * side};
}

template <typename Real>
__host__ __device__ static inline Path<Real> moved(const Path<Real> &at, const Path<Real> &by,
                                                   Real part)
{
    return {at.x + part * by.x,   at.y + part * by.y,   at.z + part * by.z,
            at.dx + part * by.dx, at.dy + part * by.dy, at.dz + part * by.dz};
}

/* Where a particle is after 12 steps (Runge and Kutta). */
template <typename Real> __host__ __device__ static inline Path<Real> swum(Path<Real> at)
{
    const Real step = Real(0.1);
    for (int k = 0; k < STEPS; k++) {
        Path<Real> a = change_of(at), b = change_of(moved(at, a, step / 2));
        Path<Real> c = change_of(moved(at, b, step / 2)), d = change_of(moved(at, c, step));
        at = moved(moved(at, a, step / 6), d, step / 6);
        at = moved(moved(at, b, step / 3), c, step / 3);
    }
    return at;
}

/* Where particles that start in a point leave the magnet, in one precision or the other. */
template <typename Real> __global__ void swims(const float2 *directions, float *ends, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    Path<Real> end = swum<Real>({0, 0, 0, directions[i].x, directions[i].y, 1});
    ends[3 * i] = (float)end.x;
    ends[3 * i + 1] = (float)end.y;
    ends[3 * i + 2] = (float)end.z;
}

static Particle *h_particles, *d_particles;
static float2 *h_directions, *d_directions, *d_properties;
static char2 *d_signs;
static ushort_t *h_cells, *d_cells;
static word *h_layers, *d_layers;
static half *h_samples, *d_samples;
static void *d_to;
static int at_hand; // how many rows of cells the case at hand has

static double mass(size_t i)
{
    Particle a = h_particles[2 * i], b = h_particles[2 * i + 1];
    return a.charge == b.charge ? -1 : mass_of<double>(a.pt, a.eta, a.phi, b.pt, b.eta, b.phi);
}

static double seed(size_t i)
{
    int sum = 0, x = (int)(i % COLUMNS), y = (int)(i / COLUMNS);
    for (int row = max(y - 1, 0); row <= min(y + 1, at_hand - 1); row++)
        for (int column = max(x - 1, 0); column <= min(x + 1, COLUMNS - 1); column++) {
            size_t other = (size_t)row * COLUMNS + column;
            if (h_cells[other] > h_cells[i] || (h_cells[other] == h_cells[i] && other < i))
                return 0;
            sum += h_cells[other];
        }
    return sum;
}

static double trigger(size_t i)
{
    const word *own = h_layers + 4 * i;
    return (own[0] & own[1] & own[2]) | (own[0] & own[1] & own[3]) | (own[0] & own[2] & own[3]) |
           (own[1] & own[2] & own[3]);
}

static double charge(size_t i)
{
    double sum = 0, quiet = 0, peak = 0;
    for (int k = 0; k < SAMPLES; k++) {
        double own = as_double(h_samples[i / 2 * SAMPLES + k]);
        sum += own;
        quiet += k < PEDESTAL ? own / PEDESTAL : 0;
        peak = k < PEDESTAL ? 0 : fmax(peak, own);
    }
    return i % 2 ? peak - quiet : sum - SAMPLES * quiet;
}

static double sample(size_t i)
{
    word bits = 0;
    for (size_t bit = 0; bit < 12; bit++)
        bits |= (h_layers[(12 * i + bit) / 32] >> (12 * i + bit) % 32 & 1) << bit;
    return bits;
}

static double end_of_path(size_t i)
{
    float2 start = h_directions[i / 3];
    Path<double> end = swum<double>({0, 0, 0, start.x, start.y, 1});
    return (&end.x)[i % 3];
}

static void time_particles(size_t n)
{
    size_t events = n / 8;
    float *to = (float *)d_to;
    const float2 *pt = d_properties, *eta = pt + events, *phi = eta + events;
    float2 *properties = (float2 *)host_memory(3 * events * sizeof(float2));
    for (size_t k = 0; k < 3 * events; k++) {
        const Particle *own = &h_particles[k % events * 2];
        properties[k] = make_float2((&own[0].pt)[k / events], (&own[1].pt)[k / events]);
    }
    size_t bytes = 3 * events * sizeof(float2);
    CHECK(cudaMemcpy(d_properties, properties, bytes, cudaMemcpyHostToDevice));
    free(properties);
    if (run_case("masses.structs", n, blocks_for(events, 128), 128, 44 * events, massesStructs,
                 d_particles, to, events))
        check_numbers(to, events, mass, 1e-4);
    if (run_case("masses.arrays", n, blocks_for(events, 128), 128, 30 * events, massesArrays, pt,
                 eta, phi, d_signs, to, events))
        check_numbers(to, events, mass, 1e-4);
    int count = (int)(n / 16);
    if (run_case("swims.float", n, blocks_for(count, 96), 96, 20 * (size_t)count, swims<float>,
                 d_directions, to, count))
        check_numbers(to, 3 * (size_t)count, end_of_path, 1e-4);
    if (run_case("swims.double", n, blocks_for(count, 96), 96, 20 * (size_t)count, swims<double>,
                 d_directions, to, count))
        check_numbers(to, 3 * (size_t)count, end_of_path, 1e-6);
}

static void time_cells(size_t n)
{
    int rows = at_hand = (int)(n / 4 / COLUMNS), count = (int)(n / 16), pulses = (int)(n / 48);
    size_t cells = (size_t)rows * COLUMNS;
    if (run_case("seeds.global", n, dim3(COLUMNS / 16, blocks_for(rows, 16)), dim3(16, 16),
                 24 * cells, seedsGlobal, d_cells, (int *)d_to, rows))
        check_numbers((int *)d_to, cells, seed, 0);
    if (run_case("seeds.shared", n, dim3(COLUMNS / 32, blocks_for(rows, 16)), dim3(32, 16),
                 7 * cells, seedsShared<32, 16>, d_cells, (int *)d_to, rows))
        check_numbers((int *)d_to, cells, seed, 0);
    if (run_case("triggers.strips", n, 2048, 64, 20 * (size_t)count, triggersStrips,
                 (const uint4 *)d_layers, (word *)d_to, count))
        check_numbers((word *)d_to, count, trigger, 0);
    if (run_case("triggers.words", n, 2048, 64, 20 * (size_t)count, triggersWords,
                 (const uint4 *)d_layers, (word *)d_to, count))
        check_numbers((word *)d_to, count, trigger, 0);
    size_t bytes = (size_t)pulses * (2 * SAMPLES + 8);
    if (run_case("charges.threads", n, blocks_for(pulses, 32), 32, bytes, chargesThreads,
                 (const half2 *)d_samples, (float2 *)d_to, pulses))
        check_numbers((float *)d_to, 2 * (size_t)pulses, charge, 1e-4);
    if (run_case("charges.lanes", n, blocks_for((size_t)pulses * SAMPLES / 2, 1024), 1024, bytes,
                 chargesLanes, (const half2 *)d_samples, (float2 *)d_to, pulses))
        check_numbers((float *)d_to, 2 * (size_t)pulses, charge, 1e-4);
    size_t groups = n / 16;
    bytes = 28 * groups;
    if (run_case("samples.bytes", n, blocks_for(4 * groups, 512), 512, bytes, samplesBytes,
                 (const unsigned char *)d_layers, (ushort_t *)d_to, 4 * groups))
        check_numbers((ushort_t *)d_to, 8 * groups, sample, 0);
    if (run_case("samples.words", n, blocks_for(groups, 512), 512, bytes, samplesWords, d_layers,
                 (uint4 *)d_to, groups))
        check_numbers((ushort_t *)d_to, 8 * groups, sample, 0);
}

static void make_input(size_t largest)
{
    char2 *signs = (char2 *)host_memory(largest / 8 * sizeof(char2));
    for (size_t i = 0; i < largest / 4; i++) { // the second of an event flies the other way
        float chance = input_number(3 * i) / 4096.0f, other = input_number(5 * i + 1) / 4096.0f;
        h_particles[i] = {5 + 45 * chance, 2.5f * other - 2.6f * (i % 2),
                          6.28f * input_number(7 * i + 2) / 4096.0f, input_number(i) % 2 * 2 - 1,
                          9};
        h_cells[i] = (ushort_t)(input_number(i ^ i >> 9) / 16);
        if (i % 2)
            signs[i / 2] = make_char2((char)h_particles[i - 1].charge, (char)h_particles[i].charge);
        h_layers[i] = (word)i * 2654435769u;
        h_layers[i] = (h_layers[i] ^ h_layers[i] >> 15) * 2246822519u;
    }
    for (size_t i = 0; i < largest; i++) // a pulse is at samples 9 to 16
        h_samples[i] = __float2half((float)(input_number(i) % (i % SAMPLES / 8 == 1 ? 64 : 8)));
    for (size_t i = 0; i < largest / 16; i++)
        h_directions[i] =
            make_float2(input_number(i) / 4096.0f - 0.5f, input_number(3 * i + 1) / 4096.0f - 0.5f);
    d_signs = copy_to_device(signs, largest / 8);
    free(signs);
}

int main(int argc, char **argv)
{
    start_family("held_out_detectors", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_particles = (Particle *)host_memory(largest / 4 * sizeof(Particle));
    h_cells = (ushort_t *)host_memory(largest / 4 * sizeof(ushort_t));
    h_layers = (word *)host_memory(largest / 4 * sizeof(word));
    h_samples = (half *)host_memory(largest * sizeof(half));
    h_directions = (float2 *)host_memory(largest / 16 * sizeof(float2));
    make_input(largest);
    d_particles = copy_to_device(h_particles, largest / 4);
    d_cells = copy_to_device(h_cells, largest / 4);
    d_layers = copy_to_device(h_layers, largest / 4);
    d_samples = copy_to_device(h_samples, largest);
    d_directions = copy_to_device(h_directions, largest / 16);
    d_properties = (float2 *)zeros_on_device(largest / 8 * 6);
    d_to = zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_particles(scaled(size));
        time_cells(scaled(size));
    }
    for (void *memory : {(void *)d_particles, (void *)d_cells, (void *)d_layers, (void *)d_samples,
                         (void *)d_directions, (void *)d_properties, (void *)d_signs, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
