/*
 * Held out of every fit: robots: hands of arms, beams of a lidar, tracks of what is seen, places
 * among obstacles, particles that are drawn anew. The words of a case's name behind the dot say
 * which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, JOINTS = 6, SIDE = 1024, REACH = 240, DIRECTIONS = 512, SEEN = 32 };
enum { OBSTACLES = 96, WEIGHT = 16 };

typedef unsigned char byte;
typedef unsigned int word;

/* Of each joint of an arm: how long the link behind it is, and the cosine and sine of the link's
 * twist. */
__constant__ float3 links[JOINTS];
__constant__ float3 obstacles[OBSTACLES]; // a circle's centre and radius

/* Where an arm's hand is: the matrices of its joints are multiplied ... */
__global__ void armsMatrices(float3 *to, const float *angles, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float own[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    for (int joint = 0; joint < JOINTS; joint++) {
        float s, c, along = links[joint].x, tc = links[joint].y, ts = links[joint].z;
        sincosf(angles[(size_t)joint * count + i], &s, &c);
        const float next[3][4] = {
            {c, -s * tc, s * ts, along * c}, {s, c * tc, -c * ts, along * s}, {0, ts, tc, 0.1f}};
        for (int row = 0; row < 3; row++) {
            float x = own[row][0], y = own[row][1], z = own[row][2];
            for (int k = 0; k < 4; k++)
                own[row][k] =
                    x * next[0][k] + y * next[1][k] + z * next[2][k] + (k == 3 ? own[row][3] : 0);
        }
    }
    to[i] = make_float3(own[0][3], own[1][3], own[2][3]);
}

/* ... or turn a point, from the hand to the foot. */
__global__ void armsPoints(float3 *to, const float *angles, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float x = 0, y = 0, z = 0;
    for (int joint = JOINTS - 1; joint >= 0; joint--) {
        float s, c, across = y, tc = links[joint].y, ts = links[joint].z;
        sincosf(angles[(size_t)joint * count + i], &s, &c);
        y = tc * across - ts * z;
        z = ts * across + tc * z + 0.1f;
        x += links[joint].x;
        float turned = c * x - s * y;
        y = s * x + c * y;
        x = turned;
    }
    to[i] = make_float3(x, y, z);
}

/* Where a beam is after some steps, from a place in 65536ths of a cell; the map has no end. */
__host__ __device__ static inline int cell_of(int2 place, int2 direction, int steps)
{
    int x = (place.x + direction.x * steps) >> 16, y = (place.y + direction.y * steps) >> 16;
    return (y & (SIDE - 1)) * SIDE + (x & (SIDE - 1));
}

/* After how many steps a beam meets a wall, for 64 beams from each place: in a map of bytes ... */
__global__ void beamsBytes(byte *to, const int2 *places, const int2 *directions, const byte *map,
                           int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int2 place = places[i / 64], direction = directions[i % 64 * (DIRECTIONS / 64)];
    int steps = 0;
    while (steps < REACH && !map[cell_of(place, direction, steps)])
        steps++;
    to[i] = steps;
}

/* ... or of bits. */
__global__ void beamsBits(byte *to, const int2 *places, const int2 *directions, const word *map,
                          int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int2 place = places[i / 64], direction = directions[i % 64 * (DIRECTIONS / 64)];
    int steps = 0;
    for (; steps < REACH; steps++) {
        int cell = cell_of(place, direction, steps);
        if (map[cell / 32] >> (cell % 32) & 1)
            break;
    }
    to[i] = steps;
}

/* The place of something that moves, after 32 measurements, each `step` behind the one before: a
 * filter (Kalman) of place and speed. */
template <typename Real>
__host__ __device__ static inline Real followed(const float *measured, size_t step)
{
    Real place = measured[0], speed = 0, pp = 1, ps = 0, ss = 1;
    for (int k = 1; k < SEEN; k++) {
        place += speed;
        pp += 2 * ps + ss + Real(0.01);
        ps += ss;
        ss += Real(0.02);
        Real weight = 1 / (pp + Real(0.5)), off = measured[k * step] - place;
        place += pp * weight * off;
        speed += ps * weight * off;
        ss -= ps * weight * ps;
        ps -= ps * weight * pp;
        pp -= pp * weight * pp;
    }
    return place;
}

/* A thread for a track; first measurements side by side. In floats and in doubles. */
template <typename Real> __global__ void tracks(float *to, const float *measured, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = (float)followed<Real>(measured + i, count);
}

/* How far a place is from the nearest obstacle, of a list in constant memory ... */
__global__ void clearConstant(float *to, const float2 *places, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float2 own = places[i];
    float least = 1e30f;
    for (int k = 0; k < OBSTACLES; k++) {
        float x = obstacles[k].x - own.x, y = obstacles[k].y - own.y;
        least = fminf(least, sqrtf(x * x + y * y) - obstacles[k].z);
    }
    to[i] = least;
}

/* ... or in global memory ... */
__global__ void clearGlobal(float *to, const float2 *places, const float3 *all, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float2 own = places[i];
    float least = 1e30f;
    for (int k = 0; k < OBSTACLES; k++)
        least = fminf(least, hypotf(all[k].x - own.x, all[k].y - own.y) - all[k].z);
    to[i] = least;
}

/* ... or of a block, for four places of each thread. */
__global__ void clearShared(float *to, const float2 *places, const float3 *all, int count)
{
    __shared__ float3 own[OBSTACLES];
    if (threadIdx.x < OBSTACLES)
        own[threadIdx.x] = all[threadIdx.x];
    __syncthreads();
    int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    for (int i = first; i < min(first + 4 * (int)blockDim.x, count); i += blockDim.x) {
        float2 place = places[i];
        float least = 1e30f;
        for (int k = 0; k < OBSTACLES; k++) {
            float x = own[k].x - place.x, y = own[k].y - place.y;
            least = fminf(least, sqrtf(x * x + y * y) - own[k].z);
        }
        to[i] = least;
    }
}

/* Which particle each new one is a copy of, from running totals of weights, of which a new one
 * stands for sixteen: each looks for it ... */
__global__ void drawnSearch(int *to, const int *totals, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int low = 0, high = count - 1, wanted = i * WEIGHT + WEIGHT / 2;
    while (low < high) {
        int middle = (low + high) / 2;
        if (totals[middle] > wanted)
            high = middle;
        else
            low = middle + 1;
    }
    to[i] = low;
}

/* ... or each old one writes its copies. */
__global__ void drawnCopies(int *to, const int *totals, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int first = ((i > 0 ? totals[i - 1] : 0) + WEIGHT / 2 - 1) / WEIGHT;
    int end = min((totals[i] + WEIGHT / 2 - 1) / WEIGHT, count);
    for (int k = first; k < end; k++)
        to[k] = i;
}

static float *h_floats, *d_floats;
static int2 *h_places, *d_places, h_directions[DIRECTIONS], *d_directions;
static byte *h_map, *d_map;
static word *h_bits, *d_bits;
static float3 h_links[JOINTS], h_obstacles[OBSTACLES], *d_obstacles;
static int *h_totals, *d_totals, *h_drawn, at_hand;
static void *d_to;

/* In double, from the foot: where each joint leads, along axes that turn. */
static double hand(size_t i)
{
    double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1}, place = 0;
    int axis = (int)(i % 3);
    for (int joint = 0; joint < JOINTS; joint++) {
        double angle = h_floats[(size_t)joint * at_hand + i / 3], s = sin(angle), c = cos(angle);
        for (int k = 0; k < 3; k++) {
            double along = c * x[k] + s * y[k], side = c * y[k] - s * x[k], up = z[k];
            x[k] = along;
            y[k] = h_links[joint].y * side + h_links[joint].z * up;
            z[k] = h_links[joint].y * up - h_links[joint].z * side;
            if (k == axis)
                place += 0.1 * up + h_links[joint].x * along;
        }
    }
    return place;
}

static double steps_of_beam(size_t i)
{
    int steps = 0;
    int2 direction = h_directions[i % 64 * (DIRECTIONS / 64)];
    while (steps < REACH && !h_map[cell_of(h_places[i / 64], direction, steps)])
        steps++;
    return steps;
}

static double track(size_t i)
{
    return followed<double>(h_floats + i, at_hand);
}

static double clearance(size_t i)
{
    double least = 1e30;
    for (int k = 0; k < OBSTACLES; k++)
        least = fmin(least, hypot((double)h_obstacles[k].x - h_floats[2 * i],
                                  (double)h_obstacles[k].y - h_floats[2 * i + 1]) -
                                h_obstacles[k].z);
    return least;
}

static double drawn_particle(size_t i)
{
    return h_drawn[i];
}

static void time_arms(size_t n)
{
    float *to = (float *)d_to;
    int count = at_hand = (int)(n / 16);
    size_t bytes = (size_t)count * (4 * JOINTS + 12);
    if (run_case("arms.matrices", n, blocks_for(count, 128), 128, bytes, armsMatrices,
                 (float3 *)d_to, d_floats, count))
        check_numbers(to, 3 * (size_t)count, hand, 1e-3);
    if (run_case("arms.points", n, blocks_for(count, 128), 128, bytes, armsPoints, (float3 *)d_to,
                 d_floats, count))
        check_numbers(to, 3 * (size_t)count, hand, 1e-3);
    count = at_hand = (int)(n / 2 / SEEN);
    bytes = 4 * (size_t)count * (SEEN + 1);
    if (run_case("tracks.float", n, blocks_for(count, 64), 64, bytes, tracks<float>, to, d_floats,
                 count))
        check_numbers(to, count, track, 1e-3);
    if (run_case("tracks.double", n, blocks_for(count, 64), 64, bytes, tracks<double>, to, d_floats,
                 count))
        check_numbers(to, count, track, 1e-5);
}

static void time_ways(size_t n)
{
    int count = (int)(n / 16);
    size_t bytes = 12 * (size_t)count;
    float *to = (float *)d_to;
    const float2 *places = (const float2 *)d_floats;
    if (run_case("clear.constant", n, blocks_for(count, BLOCK), BLOCK, bytes, clearConstant, to,
                 places, count))
        check_numbers(to, count, clearance, 1e-3);
    if (run_case("clear.global", n, blocks_for(count, BLOCK), BLOCK, bytes * OBSTACLES, clearGlobal,
                 to, places, d_obstacles, count))
        check_numbers(to, count, clearance, 1e-3);
    if (run_case("clear.shared", n, blocks_for(count, 4 * 128), 128, bytes + count / 512 * 1152,
                 clearShared, to, places, d_obstacles, count))
        check_numbers(to, count, clearance, 1e-3);
    if (run_case("beams.bytes", n, blocks_for(count, BLOCK), BLOCK, 60 * (size_t)count, beamsBytes,
                 (byte *)d_to, d_places, d_directions, d_map, count))
        check_numbers((byte *)d_to, count, steps_of_beam, 0);
    if (run_case("beams.bits", n, blocks_for(count, BLOCK), BLOCK, 210 * (size_t)count, beamsBits,
                 (byte *)d_to, d_places, d_directions, d_bits, count))
        check_numbers((byte *)d_to, count, steps_of_beam, 0);
}

static void time_particles(size_t n)
{
    int count = (int)(n / 4), total = 0, drawn = 0;
    for (int i = 0; i < count; i++) { // some weigh far more than others
        int part = input_number(3 * (size_t)i);
        total += part * (part / 64) * 3 / 4096;
        if (i == count - 1 && total < count * WEIGHT)
            total = count * WEIGHT;
        h_totals[i] = total;
        while (drawn < count && drawn * WEIGHT + WEIGHT / 2 < total)
            h_drawn[drawn++] = i;
    }
    CHECK(cudaMemcpy(d_totals, h_totals, count * sizeof(int), cudaMemcpyHostToDevice));
    int *to = (int *)d_to;
    if (run_case("drawn.search", n, blocks_for(count, 512), 512, 90 * (size_t)count, drawnSearch,
                 to, d_totals, count))
        check_numbers(to, count, drawn_particle, 0);
    if (run_case("drawn.copies", n, blocks_for(count, 512), 512, 12 * (size_t)count, drawnCopies,
                 to, d_totals, count))
        check_numbers(to, count, drawn_particle, 0);
}

static void make_input(size_t largest)
{
    for (size_t i = 0; i < largest / 2; i++)
        h_floats[i] = input_number(i) / 1024.0f;
    for (size_t i = 0; i < largest / 1024; i++)
        h_places[i] = make_int2(input_number(i) << 14, input_number(7 * i + 5) << 14);
    for (int k = 0; k < DIRECTIONS; k++) {
        double angle = 2 * 3.14159265358979 * k / DIRECTIONS;
        h_directions[k] = make_int2((int)(50000 * cos(angle)), (int)(50000 * sin(angle)));
    }
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        h_map[cell] = input_number(11 * (size_t)cell + cell / SIDE) % 61 == 0;
        h_bits[cell / 32] |= (word)h_map[cell] << cell % 32;
    }
    for (int k = 0; k < OBSTACLES; k++)
        h_obstacles[k] = make_float3(h_floats[2 * k], h_floats[2 * k + 1], 0.01f + k % 8 * 0.01f);
    for (int k = 0; k < JOINTS; k++)
        h_links[k] = make_float3(0.5f - 0.06f * k, cosf(1.5f * k), sinf(1.5f * k));
    CHECK(cudaMemcpyToSymbol(links, h_links, sizeof h_links));
    CHECK(cudaMemcpyToSymbol(obstacles, h_obstacles, sizeof h_obstacles));
}

int main(int argc, char **argv)
{
    start_family("held_out_robots", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 1024, 1 << 24}, largest = scaled(1 << 24);
    h_floats = (float *)host_memory(largest / 2 * sizeof(float));
    h_places = (int2 *)host_memory(largest / 1024 * sizeof(int2));
    h_map = (byte *)host_memory(SIDE * SIDE);
    h_bits = (word *)calloc(SIDE * SIDE / 32, sizeof(word));
    h_totals = (int *)host_memory(largest / 4 * sizeof(int));
    h_drawn = (int *)host_memory(largest / 4 * sizeof(int));
    make_input(largest);
    d_floats = copy_to_device(h_floats, largest / 2);
    d_places = copy_to_device(h_places, largest / 1024);
    d_directions = copy_to_device(h_directions, DIRECTIONS);
    d_map = copy_to_device(h_map, SIDE * SIDE);
    d_bits = copy_to_device(h_bits, SIDE * SIDE / 32);
    d_obstacles = copy_to_device(h_obstacles, OBSTACLES);
    d_totals = zeros_on_device(largest / 4);
    d_to = zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_arms(scaled(size));
        time_ways(scaled(size));
        time_particles(scaled(size));
    }
    for (void *memory : {(void *)d_floats, (void *)d_places, (void *)d_directions, (void *)d_map,
                         (void *)d_bits, (void *)d_obstacles, (void *)d_totals, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
