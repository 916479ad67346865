/*
 * Held out of every fit: matter: spins, springs, particles, charges, reactions. The words of a
 * case's name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, HALF_ROW = 1024, CLOTH = 512, CHARGES = 256, PLANE = 256, EACH = 4 };

typedef signed char spin;
typedef unsigned int word;

__constant__ float chances[2][5];
__constant__ float4 charges[CHARGES];

__host__ __device__ static inline word hash(word key)
{
    key = (key ^ key >> 16) * 0x85EBCA6Bu;
    key = (key ^ key >> 13) * 0xC2B2AE35u;
    return key ^ key >> 16;
}

/* The sum of a black spin's four white neighbours; the magnet's edges meet. */
__host__ __device__ static inline int sum_beside(const spin *white, int i, int rows)
{
    int row = i / HALF_ROW, column = i % HALF_ROW;
    int beside = (column + (row % 2 == 0 ? HALF_ROW - 1 : 1)) % HALF_ROW;
    int above = row == 0 ? rows - 1 : row - 1, below = row == rows - 1 ? 0 : row + 1;
    return white[i] + white[row * HALF_ROW + beside] + white[above * HALF_ROW + column] +
           white[below * HALF_ROW + column];
}

/* Turns black spins by chance (Metropolis): the chance is computed ... */
__global__ void spinsComputed(spin *black, const spin *white, int rows, float coldness)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * HALF_ROW)
        return;
    int own = black[i];
    float chance = expf(-2 * coldness * own * sum_beside(white, i, rows));
    if (hash(i) >> 16 < 65536 * chance)
        black[i] = -own;
}

/* ... or looked up: there are ten. */
__global__ void spinsTable(spin *black, const spin *white, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * HALF_ROW)
        return;
    int own = black[i];
    float chance = chances[own > 0][sum_beside(white, i, rows) / 2 + 2];
    if (hash(i) >> 16 < 65536 * chance)
        black[i] = -own;
}

/* The force of a spring on one of its ends, whose length at rest is 1. */
__host__ __device__ static inline float3 pull(float4 own, float4 other)
{
    float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    float length = sqrtf(x * x + y * y + z * z), part = 30 * (length - 1) / length;
    return make_float3(part * x, part * y, part * z);
}

/* The forces on a cloth's points: a thread for a spring adds to both of its ends ... */
__global__ void springsEdges(float4 *forces, const float4 *points, const int2 *springs, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int2 ends = springs[i];
    float3 force = pull(points[ends.x], points[ends.y]);
    atomicAdd(&forces[ends.x].x, force.x);
    atomicAdd(&forces[ends.x].y, force.y);
    atomicAdd(&forces[ends.x].z, force.z);
    atomicAdd(&forces[ends.y].x, -force.x);
    atomicAdd(&forces[ends.y].y, -force.y);
    atomicAdd(&forces[ends.y].z, -force.z);
}

/* ... or a thread for a point looks at its four springs. */
__global__ void springsPoints(float4 *forces, const float4 *points, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % CLOTH;
    if (i >= count)
        return;
    float4 own = points[i], sum = make_float4(0, 0, 0, 0);
    int others[4] = {x > 0 ? i - 1 : i, x < CLOTH - 1 ? i + 1 : i, i >= CLOTH ? i - CLOTH : i,
                     i < count - CLOTH ? i + CLOTH : i};
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if (others[k] == i)
            continue;
        float3 force = pull(own, points[others[k]]);
        sum.x += force.x;
        sum.y += force.y;
        sum.z += force.z;
    }
    forces[i] = sum;
}

/* What a particle adds to the density at another's place; `side` cells are as long as 1. */
__host__ __device__ static inline float density_of(float2 own, float2 other, int side)
{
    float x = (own.x - other.x) * side, y = (own.y - other.y) * side, rest = 1 - x * x - y * y;
    return rest > 0 ? rest * rest * rest : 0;
}

/* The density at each particle, from those of the nine cells around, which a list names ... */
__global__ void densityListed(float *to, const float2 *places, const int *starts, const int *list,
                              int side, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float2 own = places[i];
    int x = (int)(own.x * side), y = (int)(own.y * side);
    float sum = 0;
    for (int row = max(y - 1, 0); row <= min(y + 1, side - 1); row++)
        for (int column = max(x - 1, 0); column <= min(x + 1, side - 1); column++)
            for (int k = starts[row * side + column]; k < starts[row * side + column + 1]; k++)
                sum += density_of(own, places[list[k]], side);
    to[i] = sum;
}

/* ... or the particles are in the order of the cells. */
__global__ void densitySorted(float *to, const float2 *places, const int *starts, int side,
                              int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float2 own = places[i];
    int x = (int)(own.x * side), y = (int)(own.y * side);
    int left = max(x - 1, 0), right = min(x + 1, side - 1);
    float sum = 0;
    for (int row = max(y - 1, 0); row <= min(y + 1, side - 1); row++)
        for (int k = starts[row * side + left]; k < starts[row * side + right + 1]; k++)
            sum += density_of(own, places[k], side);
    to[i] = sum;
}

/* The potential of charges in constant memory on a plane: a point of a thread ... */
__global__ void potentialEach(float *to)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    float sum = 0;
    for (int k = 0; k < CHARGES; k++) {
        float x = column * 0.1f - charges[k].x, y = row * 0.1f - charges[k].y, z = charges[k].z;
        sum += charges[k].w * rsqrtf(x * x + y * y + z * z);
    }
    to[row * PLANE + column] = sum;
}

/* ... or four of a row, a block's width apart. */
__global__ void potentialFours(float *to)
{
    int column = blockIdx.x * blockDim.x * EACH + threadIdx.x, row = blockIdx.y;
    float sums[EACH] = {0};
    for (int k = 0; k < CHARGES; k++) {
        float y = row * 0.1f - charges[k].y, z = charges[k].z, aside = y * y + z * z;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            float x = (column + e * (int)blockDim.x) * 0.1f - charges[k].x;
            sums[e] += charges[k].w * rsqrtf(x * x + aside);
        }
    }
#pragma unroll
    for (int e = 0; e < EACH; e++)
        to[row * PLANE + column + e * blockDim.x] = sums[e];
}

/* Where an oscillator of van der Pol is after a while: the rule of Heun, whose steps are as long
 * as the difference from that of Euler allows. */
__host__ __device__ static inline double react(size_t i)
{
    double damping = hash((word)i) % 512 / 64.0;
    double x = 2, v = 0, time = 0, step = 0.01;
    while (time < 2) {
        step = fmin(step, 2 - time);
        double a = damping * (1 - x * x) * v - x;
        double nextX = x + step * v, nextV = v + step * a;
        double b = damping * (1 - nextX * nextX) * nextV - nextX;
        double error = 0.5 * step * fmax(fabs(nextV - v), fabs(b - a));
        if (error <= 1e-4) {
            time += step;
            x += 0.5 * step * (v + nextV);
            v += 0.5 * step * (a + b);
        }
        step *= fmin(2.0, fmax(0.3, 0.9 * sqrt(1e-4 / (error + 1e-12))));
    }
    return x;
}

__global__ void reactions(double *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = react(i);
}

static const float coldness = 0.44f;
static spin *h_black, *h_white, *d_black, *d_white;
static float4 *h_points, *d_points, h_charges[CHARGES];
static int2 *h_springs, *d_springs;
static float2 *h_places, *h_sorted, *d_places, *d_sorted, *places_at_hand;
static int *h_starts, *h_list, *d_starts, *d_list, rows_at_hand, points_at_hand, side_at_hand,
    is_added;
static void *d_to;

static double spin_after(size_t i)
{
    int own = h_black[i], sum = sum_beside(h_white, (int)i, rows_at_hand);
    for (int k = 0; k < launches(); k++)
        own = hash((word)i) >> 16 < 65536 * exp(-2.0 * coldness * own * sum) ? -own : own;
    return own;
}

static double force_on_point(size_t i)
{
    size_t own = i / 4, x = own % CLOTH, count = points_at_hand;
    size_t others[4] = {x > 0 ? own - 1 : own, x < CLOTH - 1 ? own + 1 : own,
                        own >= CLOTH ? own - CLOTH : own, own + CLOTH < count ? own + CLOTH : own};
    double sum = 0;
    for (size_t other : others) {
        float3 force = other == own ? make_float3(0, 0, 0) : pull(h_points[own], h_points[other]);
        sum += i % 4 == 0 ? force.x : i % 4 == 1 ? force.y : i % 4 == 2 ? force.z : 0;
    }
    return sum * (is_added ? launches() : 1);
}

/* From all particles of the cells around, one row of cells after the other. */
static double density(size_t i)
{
    float2 own = places_at_hand[i];
    int side = side_at_hand, x = (int)(own.x * side), y = (int)(own.y * side);
    double sum = 0;
    for (int k = 0; k < 9; k++) {
        int column = x + k % 3 - 1, row = y + k / 3 - 1, cell = row * side + column;
        int is_inside = column >= 0 && column < side && row >= 0 && row < side;
        for (int j = is_inside ? h_starts[cell] : 0; is_inside && j < h_starts[cell + 1]; j++)
            sum += density_of(own, h_sorted[j], side);
    }
    return sum;
}

static double potential(size_t i)
{
    double sum = 0;
    for (int k = 0; k < CHARGES; k++) {
        double x = i % PLANE * 0.1 - h_charges[k].x, y = i / PLANE * 0.1 - h_charges[k].y;
        sum += h_charges[k].w / sqrt(x * x + y * y + h_charges[k].z * h_charges[k].z);
    }
    return sum;
}

static void time_spins(size_t n)
{
    rows_at_hand = (int)(n / 2 / HALF_ROW / 2 * 2);
    int count = rows_at_hand * HALF_ROW;
    CHECK(cudaMemcpy(d_black, h_black, count, cudaMemcpyHostToDevice));
    if (run_case("spins.computed", n, count / BLOCK, BLOCK, 6 * (size_t)count, spinsComputed,
                 d_black, d_white, rows_at_hand, coldness))
        check_numbers(d_black, count, spin_after, 0);
    CHECK(cudaMemcpy(d_black, h_black, count, cudaMemcpyHostToDevice));
    if (run_case("spins.table", n, count / BLOCK, BLOCK, 6 * (size_t)count, spinsTable, d_black,
                 d_white, rows_at_hand))
        check_numbers(d_black, count, spin_after, 0);
}

static void time_springs(size_t n)
{
    int rows = (int)(n / 8 / CLOTH), count = rows * CLOTH, springs = 0;
    points_at_hand = count;
    for (int i = 0; i < count; i++) {
        if (i % CLOTH < CLOTH - 1)
            h_springs[springs++] = make_int2(i, i + 1);
        if (i < count - CLOTH)
            h_springs[springs++] = make_int2(i, i + CLOTH);
    }
    CHECK(cudaMemcpy(d_springs, h_springs, springs * sizeof(int2), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_to, 0, count * sizeof(float4)));
    is_added = 1;
    if (run_case("springs.edges", n, blocks_for(springs, BLOCK), BLOCK, 88 * (size_t)springs,
                 springsEdges, (float4 *)d_to, d_points, d_springs, springs))
        check_numbers((float *)d_to, 4 * (size_t)count, force_on_point, 1e-2);
    is_added = 0;
    if (run_case("springs.points", n, blocks_for(count, 128), 128, 96 * (size_t)count,
                 springsPoints, (float4 *)d_to, d_points, count))
        check_numbers((float *)d_to, 4 * (size_t)count, force_on_point, 1e-3);
}

/* Puts so many particles into cells, four into each on the average. */
static void sort_particles(int count)
{
    int side = side_at_hand = (int)sqrt(count / 4.0), cells = side * side;
    memset(h_starts, 0, (cells + 2) * sizeof(int));
    for (int pass = 0; pass < 2; pass++) { // counts, two places on; then puts each into its place
        for (int i = 0; i < count; i++) {
            int cell = (int)(h_places[i].y * side) * side + (int)(h_places[i].x * side);
            if (pass == 0)
                h_starts[cell + 2]++;
            else
                h_list[h_starts[cell + 1]++] = i;
        }
        for (int cell = 0; pass == 0 && cell < cells; cell++)
            h_starts[cell + 2] += h_starts[cell + 1];
    }
    for (int i = 0; i < count; i++)
        h_sorted[i] = h_places[h_list[i]];
    CHECK(cudaMemcpy(d_starts, h_starts, (cells + 1) * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_list, h_list, count * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_sorted, h_sorted, count * sizeof(float2), cudaMemcpyHostToDevice));
}

static void time_liquid(size_t n)
{
    int count = (int)(n / 16);
    float *to = (float *)d_to;
    sort_particles(count);
    places_at_hand = h_places;
    if (run_case("density.listed", n, blocks_for(count, 128), 128, 516 * (size_t)count,
                 densityListed, to, d_places, d_starts, d_list, side_at_hand, count))
        check_numbers(to, count, density, 1e-3);
    places_at_hand = h_sorted;
    if (run_case("density.sorted", n, blocks_for(count, 128), 128, 324 * (size_t)count,
                 densitySorted, to, d_sorted, d_starts, side_at_hand, count))
        check_numbers(to, count, density, 1e-3);
    int rows = (int)(n / 128 / PLANE);
    size_t points = (size_t)rows * PLANE;
    if (run_case("potential.each", n, dim3(PLANE / 64, rows), 64, 4 * points, potentialEach, to))
        check_numbers(to, points, potential, 1e-3);
    if (run_case("potential.fours", n, dim3(1, rows), 64, 4 * points, potentialFours, to))
        check_numbers(to, points, potential, 1e-3);
    count = (int)(n / 512);
    if (run_case("reactions", n, blocks_for(count, 64), 64, 8 * (size_t)count, reactions,
                 (double *)d_to, count))
        check_numbers((double *)d_to, count, react, 1e-2);
}

static void make_input(size_t largest, size_t points, size_t particles)
{
    for (word i = 0; i < largest / 2; i++) {
        h_black[i] = hash(i + 1) % 3 == 0 ? -1 : 1;
        h_white[i] = hash(i + 2) % 3 == 0 ? -1 : 1;
    }
    for (size_t i = 0; i < points; i++) {
        float away = (float)input_number(i) / 8192, down = (float)input_number(i + 99) / 8192;
        h_points[i] = make_float4(i % CLOTH + away, i / CLOTH + down, away * down, 0);
    }
    for (word i = 0; i < particles; i++)
        h_places[i] =
            make_float2((hash(2 * i) >> 12) / 1048576.0f, (hash(2 * i + 1) >> 12) / 1048576.0f);
    float h_chances[2][5];
    for (int k = 0; k < 10; k++)
        h_chances[k / 5][k % 5] = expf(-2 * coldness * (k / 5 * 2 - 1) * (k % 5 * 2 - 4));
    for (int k = 0; k < CHARGES; k++)
        h_charges[k] = make_float4(input_number(k) / 80.0f, input_number(k + 999) / 80.0f,
                                   1 + input_number(k + 99) / 2048.0f, k % 3 == 0 ? -1 : 1);
    CHECK(cudaMemcpyToSymbol(chances, h_chances, sizeof h_chances));
    CHECK(cudaMemcpyToSymbol(charges, h_charges, sizeof h_charges));
}

int main(int argc, char **argv)
{
    start_family("held_out_matter", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 12345, 1 << 24}, largest = scaled(1 << 24);
    const size_t points = largest / 8, particles = largest / 16;
    h_black = (spin *)host_memory(largest / 2);
    h_white = (spin *)host_memory(largest / 2);
    h_points = (float4 *)host_memory(points * sizeof(float4));
    h_springs = (int2 *)host_memory(2 * points * sizeof(int2));
    h_places = (float2 *)host_memory(particles * sizeof(float2));
    h_sorted = (float2 *)host_memory(particles * sizeof(float2));
    h_starts = (int *)host_memory(particles * sizeof(int));
    h_list = (int *)host_memory(particles * sizeof(int));
    make_input(largest, points, particles);
    d_black = copy_to_device(h_black, largest / 2);
    d_white = copy_to_device(h_white, largest / 2);
    d_points = copy_to_device(h_points, points);
    d_places = copy_to_device(h_places, particles);
    d_springs = (int2 *)zeros_on_device(4 * points);
    d_sorted = (float2 *)zeros_on_device(2 * particles);
    d_starts = zeros_on_device(particles);
    d_list = zeros_on_device(particles);
    d_to = zeros_on_device(4 * points);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_spins(scaled(size));
        time_springs(scaled(size));
        time_liquid(scaled(size));
    }
    for (void *memory :
         {(void *)d_black, (void *)d_white, (void *)d_points, (void *)d_places, (void *)d_springs,
          (void *)d_sorted, (void *)d_starts, (void *)d_list, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
