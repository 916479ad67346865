/*
 * Held out of every fit: ray tracing: rays that meet spheres, triangles, a tree of boxes and small
 * cubes. The words of a case's name behind the dot say
 * which of several versions of the same work it is. Coordinates are such that all but quotients and
 * roots is exact in float: whether a ray meets something does not hang on rounding.
 */
#include "held_out.h"

enum { SPHERES = 32, TRIANGLES = 12, LEAVES = 256, NODES = 2 * LEAVES - 1, DEPTH = 10 };
enum { CONSTANT, GLOBAL, SHARED }; // where spheres are
enum { SIDE = 128, CUBES = SIDE * SIDE * SIDE, PER_UNIT = 8, SCALE = 840, MISSED = 1000 };

typedef unsigned char byte;
typedef unsigned int word;

/* The bits of 4 * 4 * 2 cubes that are neighbours. */
struct Brick {
    word bits;
};

/* Of all rays: where they begin and whereto they go, an array for each of x, y and z. */
struct Rays {
    const float *from[3], *along[3];
};

/* A box around the spheres of a branch. Nodes stand as one meets them when walking the whole tree:
 * `past` is the first node behind the branch; `sphere` is -1 but for a leaf. */
struct Node {
    float low[3];
    int past;
    float high[3];
    int sphere;
};

__constant__ float4 scene[SPHERES]; // x, y, z, squared radius

__device__ static inline float dot(float3 a, float3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ static inline float3 minus(float3 a, float3 b)
{
    return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ static inline float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__device__ static inline float3 part_of(const float *const parts[3], int i)
{
    return make_float3(parts[0][i], parts[1][i], parts[2][i]);
}

/* How far along the ray its first point on a sphere is, in lengths of `along`. */
__device__ static inline float meet_sphere(float4 sphere, float3 from, float3 along)
{
    float3 apart = minus(from, make_float3(sphere.x, sphere.y, sphere.z));
    float a = dot(along, along), b = dot(apart, along), c = dot(apart, apart) - sphere.w;
    float root = b * b - a * c;
    if (b >= 0 || c <= 0 || root <= 0)
        return MISSED;
    return c / (sqrtf(root) - b);
}

/* Where a ray meets the first of some spheres, which are in constant memory, or in global memory,
 * or are brought to shared memory by each block. */
template <int PLACE>
__global__ void spheresMet(float *to, Rays rays, const float4 *spheres, int count)
{
    __shared__ float4 own[SPHERES];
    if (PLACE == SHARED && threadIdx.x < SPHERES)
        own[threadIdx.x] = spheres[threadIdx.x];
    if (PLACE == SHARED)
        __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float3 from = part_of(rays.from, i), along = part_of(rays.along, i);
    float nearest = MISSED;
    for (int k = 0; k < SPHERES; k++) {
        float4 sphere = PLACE == SHARED ? own[k] : PLACE == GLOBAL ? spheres[k] : scene[k];
        nearest = fminf(nearest, meet_sphere(sphere, from, along));
    }
    to[i] = nearest;
}

/* Where a ray meets the first of some triangles (Moeller and Trumbore): all is computed of each
 * triangle, or EARLY: on to the next one as soon as it is clear that this one is missed. */
template <int EARLY>
__global__ void trianglesMet(float *to, Rays rays, const float3 *corners, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float3 from = part_of(rays.from, i), along = part_of(rays.along, i);
    float nearest = MISSED;
    for (int k = 0; k < TRIANGLES; k++) {
        float3 first = corners[3 * k], apart = minus(from, first);
        float3 one = minus(corners[3 * k + 1], first), other = minus(corners[3 * k + 2], first);
        float3 across = cross(along, other);
        float det = dot(one, across), u = dot(apart, across);
        if (EARLY && (det <= 0 || u <= 0 || u >= det))
            continue;
        float3 aside = cross(apart, one);
        float v = dot(along, aside);
        if (EARLY && (v <= 0 || u + v >= det))
            continue;
        float far = dot(other, aside) / det;
        bool meets = (det > 0) & (u > 0) & (v > 0) & (u + v < det) & (far > 0);
        nearest = meets ? fminf(nearest, far) : nearest;
    }
    to[i] = nearest;
}

/* Whether a ray meets a box before it is at `nearest`. `inverse` has 1 over its direction. */
__device__ static inline bool meets_box(const Node *node, float3 from, float3 inverse,
                                        float nearest)
{
    float x0 = (node->low[0] - from.x) * inverse.x, x1 = (node->high[0] - from.x) * inverse.x;
    float y0 = (node->low[1] - from.y) * inverse.y, y1 = (node->high[1] - from.y) * inverse.y;
    float z0 = (node->low[2] - from.z) * inverse.z, z1 = (node->high[2] - from.z) * inverse.z;
    float enters = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fminf(z0, z1));
    float leaves = fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fmaxf(z0, z1));
    return enters <= leaves && leaves >= 0 && enters < nearest;
}

/* Where a ray meets the first of many spheres, by a tree of boxes: STACK: branches that are to be
 * looked at later are on a stack; else each node says which one is behind its branch. */
template <int STACK>
__global__ void walk(float *to, Rays rays, const Node *nodes, const float4 *spheres, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float3 from = part_of(rays.from, i), along = part_of(rays.along, i);
    float3 inverse = make_float3(1 / along.x, 1 / along.y, 1 / along.z);
    float nearest = MISSED;
    int stack[DEPTH] = {0}, waiting = 1, at = 0;
    while (STACK ? waiting > 0 : at < NODES) {
        if (STACK)
            at = stack[--waiting];
        const Node *node = &nodes[at];
        bool is_met = meets_box(node, from, inverse, nearest);
        if (is_met && node->sphere >= 0) {
            nearest = fminf(nearest, meet_sphere(spheres[node->sphere], from, along));
        } else if (STACK && is_met) {
            stack[waiting++] = nodes[at + 1].past; // the other half begins behind the one
            stack[waiting++] = at + 1;
        }
        if (!STACK)
            at = is_met ? at + 1 : node->past;
    }
    to[i] = nearest;
}

/* Whether a cube is full: a byte for each, or a bit, or a bit of a brick. */
__device__ static inline bool is_full(const byte *cubes, int x, int y, int z)
{
    return cubes[(z * SIDE + y) * SIDE + x];
}

__device__ static inline bool is_full(const word *cubes, int x, int y, int z)
{
    return cubes[((z * SIDE + y) * SIDE + x) / 32] >> (x % 32) & 1;
}

__device__ static inline bool is_full(const Brick *bricks, int x, int y, int z)
{
    return bricks[(z / 2 * 32 + y / 4) * 32 + x / 4].bits >> (z % 2 * 16 + y % 4 * 4 + x % 4) & 1;
}

/* Through how many empty cubes a ray goes until it is in a full one or outside: from cube to cube,
 * through the side that it comes to first (Amanatides and Woo). */
template <typename Cubes> __global__ void voxels(int *to, Rays rays, const Cubes *cubes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float3 from = part_of(rays.from, i), along = part_of(rays.along, i);
    int x = (int)(from.x * PER_UNIT), y = (int)(from.y * PER_UNIT), z = (int)(from.z * PER_UNIT);
    float everyX = SCALE / fabsf(along.x), everyY = SCALE / fabsf(along.y);
    float everyZ = SCALE / fabsf(along.z);
    float nextX = everyX / 2, nextY = everyY / 2, nextZ = everyZ / 2;
    int passed = 0;
    while (x >= 0 && x < SIDE && y >= 0 && y < SIDE && z >= 0 && z < SIDE &&
           !is_full(cubes, x, y, z)) {
        passed++;
        if (nextX <= nextY && nextX <= nextZ) {
            x += along.x > 0 ? 1 : -1;
            nextX += everyX;
        } else if (nextY <= nextZ) {
            y += along.y > 0 ? 1 : -1;
            nextY += everyY;
        } else {
            z += along.z > 0 ? 1 : -1;
            nextZ += everyZ;
        }
    }
    to[i] = passed;
}

static float *h_rays[6], *d_rays[6];
static float4 h_spheres[LEAVES], *d_spheres, *d_scene;
static float3 h_corners[3 * TRIANGLES], *d_corners;
static Node h_nodes[NODES], *d_nodes;
static byte *h_cubes, *d_cubes;
static word *d_bits;
static Brick *d_bricks;
static void *d_to;
static int at_hand; // the case at hand has each sphere, or one of so many

/* Number k of i that are in no visible order, from 0 to below `range`. */
static int mixed(size_t i, int k, int range)
{
    word number = ((word)i * 8 + (word)k) * 2654435769u;
    number = (number ^ number >> 15) * 2246822519u;
    return (int)((number ^ number >> 13) % (word)range);
}

static double sphere_met(size_t i)
{
    double nearest = MISSED;
    for (int k = 0; k < LEAVES; k += at_hand) {
        const double centre[3] = {h_spheres[k].x, h_spheres[k].y, h_spheres[k].z};
        double a = 0, b = 0, c = -h_spheres[k].w;
        for (int axis = 0; axis < 3; axis++) {
            double apart = h_rays[axis][i] - centre[axis], along = h_rays[3 + axis][i];
            a += along * along;
            b += 2 * apart * along;
            c += apart * apart;
        }
        if (b * b > 4 * a * c && c > 0 && b < 0)
            nearest = fmin(nearest, (-b - sqrt(b * b - 4 * a * c)) / (2 * a));
    }
    return nearest;
}

/* The volume of a ray and two corners: its sign says on which side of their edge the ray passes. */
static double side_of(size_t i, float3 one, float3 other)
{
    double x1 = one.x - h_rays[0][i], y1 = one.y - h_rays[1][i], z1 = one.z - h_rays[2][i];
    double x2 = other.x - h_rays[0][i], y2 = other.y - h_rays[1][i], z2 = other.z - h_rays[2][i];
    return h_rays[3][i] * (y1 * z2 - z1 * y2) + h_rays[4][i] * (z1 * x2 - x1 * z2) +
           h_rays[5][i] * (x1 * y2 - y1 * x2);
}

/* A ray meets a triangle if it passes all edges on the same side; where, their shares say. */
static double triangle_met(size_t i)
{
    double nearest = MISSED;
    for (int k = 0; k < TRIANGLES; k++) {
        const float3 *corners = &h_corners[3 * k];
        double a = side_of(i, corners[1], corners[2]), b = side_of(i, corners[2], corners[0]);
        double c = side_of(i, corners[0], corners[1]);
        double x = (a * corners[0].x + b * corners[1].x + c * corners[2].x) / (a + b + c);
        double far = (x - h_rays[0][i]) / h_rays[3][i];
        nearest = a < 0 && b < 0 && c < 0 && far > 0 ? fmin(nearest, far) : nearest;
    }
    return nearest;
}

/* The side that comes next is that of the smallest (2 * sides passed + 1) / speed. */
static double cubes_passed(size_t i)
{
    int at[3], crossed[3] = {0, 0, 0}, passed = 0;
    for (int axis = 0; axis < 3; axis++)
        at[axis] = (int)(h_rays[axis][i] * PER_UNIT);
    for (;; passed++) {
        if ((at[0] | at[1] | at[2]) & ~(SIDE - 1) || h_cubes[(at[2] * SIDE + at[1]) * SIDE + at[0]])
            return passed;
        int next = 0;
        for (int axis = 1; axis < 3; axis++)
            if ((2 * crossed[axis] + 1) * fabs(h_rays[3 + next][i]) <
                (2 * crossed[next] + 1) * fabs(h_rays[3 + axis][i]))
                next = axis;
        crossed[next]++;
        at[next] += h_rays[3 + next][i] > 0 ? 1 : -1;
    }
}

static void time_scene(size_t n, Rays rays)
{
    float *to = (float *)d_to;
    int count = (int)(n / 16), kernel = 0;
    size_t bytes = 28 * (size_t)count, blocks = blocks_for(count, 128);
    const char *places[] = {"spheres.constant", "spheres.global", "spheres.shared"};
    const size_t loads[] = {0, SPHERES * (size_t)count, SPHERES * blocks};
    at_hand = LEAVES / SPHERES;
    for (auto met : {spheresMet<CONSTANT>, spheresMet<GLOBAL>, spheresMet<SHARED>}) {
        if (run_case(places[kernel], n, blocks, 128, bytes + 16 * loads[kernel], met, to, rays,
                     d_scene, count))
            check_numbers(to, count, sphere_met, 1e-4);
        kernel++;
    }
    bytes += 36 * (size_t)TRIANGLES * count;
    for (auto triangles : {trianglesMet<1>, trianglesMet<0>})
        if (run_case(kernel++ == 3 ? "triangles.early" : "triangles.late", n, blocks_for(count, 64),
                     64, bytes, triangles, to, rays, d_corners, count))
            check_numbers(to, count, triangle_met, 1e-4);
}

static void time_space(size_t n, Rays rays)
{
    int *to = (int *)d_to, count = (int)(n / 32), kernel = 0;
    at_hand = 1;
    for (auto tree : {walk<1>, walk<0>})
        if (run_case(kernel++ ? "walk.skips" : "walk.stack", n, blocks_for(count, 256), 256,
                     28 * (size_t)count, tree, (float *)d_to, rays, d_nodes, d_spheres, count))
            check_numbers((float *)d_to, count, sphere_met, 1e-4);
    dim3 grid(blocks_for(count, 32));
    size_t bytes = 28 * (size_t)count;
    if (run_case("voxels.bytes", n, grid, 32, bytes, voxels<byte>, to, rays, d_cubes, count))
        check_numbers(to, count, cubes_passed, 0);
    if (run_case("voxels.bits", n, grid, 32, bytes, voxels<word>, to, rays, d_bits, count))
        check_numbers(to, count, cubes_passed, 0);
    if (run_case("voxels.bricks", n, grid, 32, bytes, voxels<Brick>, to, rays, d_bricks, count))
        check_numbers(to, count, cubes_passed, 0);
}

/* Builds the branch of some spheres from a place of the list on. Returns the place behind it. */
static int build_branch(int at, int first, int leaves)
{
    Node *node = &h_nodes[at++];
    for (int axis = 0; axis < 3; axis++) {
        node->low[axis] = MISSED;
        node->high[axis] = -MISSED;
        for (int k = first; k < first + leaves; k++) {
            float place = axis == 0 ? h_spheres[k].x : axis == 1 ? h_spheres[k].y : h_spheres[k].z;
            float half_width = sqrtf(h_spheres[k].w) + 0.01f;
            node->low[axis] = fminf(node->low[axis], place - half_width);
            node->high[axis] = fmaxf(node->high[axis], place + half_width);
        }
    }
    node->sphere = leaves == 1 ? first : -1;
    if (leaves > 1)
        at = build_branch(build_branch(at, first, leaves / 2), first + leaves / 2, leaves / 2);
    return node->past = at;
}

static void make_scene(void)
{
    for (int k = 0; k < LEAVES; k++) { // neighbours in the list are neighbours in space
        int at[3] = {0, 0, 0};
        for (int bit = 0; bit < 8; bit++)
            at[bit % 3] |= (k >> bit & 1) << bit / 3;
        float x = mixed(k, 0, 8) / 4.0f, y = mixed(k, 1, 8) / 4.0f, z = mixed(k, 2, 16) / 4.0f;
        h_spheres[k] =
            make_float4(2 * at[0] + x, 2 * at[1] + y, 4 * at[2] + z, (1 + mixed(k, 3, 16)) / 4.0f);
    }
    for (int k = 0; k < 3 * TRIANGLES; k++)
        h_corners[k] = make_float3(mixed(k, 4, 16), mixed(k, 5, 16), mixed(k, 6, 16));
    build_branch(0, 0, LEAVES);
    d_spheres = copy_to_device(h_spheres, LEAVES);
    d_corners = copy_to_device(h_corners, 3 * TRIANGLES);
    d_nodes = copy_to_device(h_nodes, NODES);
    float4 some[SPHERES];
    for (int k = 0; k < SPHERES; k++)
        some[k] = h_spheres[k * (LEAVES / SPHERES)];
    d_scene = copy_to_device(some, SPHERES);
    CHECK(cudaMemcpyToSymbol(scene, some, sizeof some));
    h_cubes = (byte *)host_memory(CUBES);
    word *bits = (word *)calloc(CUBES / 32, sizeof *bits);
    Brick *bricks = (Brick *)calloc(CUBES / 32, sizeof *bricks);
    for (int k = 0; k < CUBES; k++) {
        int x = k % SIDE, y = k / SIDE % SIDE, z = k / SIDE / SIDE;
        word full = h_cubes[k] = mixed(k, 7, 64) == 0;
        bits[k / 32] |= full << k % 32;
        bricks[(z / 2 * 32 + y / 4) * 32 + x / 4].bits |= full << (z % 2 * 16 + y % 4 * 4 + x % 4);
    }
    d_cubes = copy_to_device(h_cubes, CUBES);
    d_bits = copy_to_device(bits, CUBES / 32);
    d_bricks = copy_to_device(bricks, CUBES / 32);
}

int main(int argc, char **argv)
{
    start_family("held_out_rays", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    make_scene();
    for (int part = 0; part < 6; part++) { // within 16 units from 0; by -8 to 8 units, but not by 0
        h_rays[part] = (float *)host_memory(largest / 16 * sizeof(float));
        for (size_t i = 0; i < largest / 16; i++) {
            int number = mixed(i, part, 256), way = number < 128 ? number % 8 + 1 : -1 - number % 8;
            h_rays[part][i] = part < 3 ? number % 64 / 4.0f : way;
        }
        d_rays[part] = copy_to_device(h_rays[part], largest / 16);
    }
    d_to = zeros_on_device(largest / 16);
    Rays rays = {{d_rays[0], d_rays[1], d_rays[2]}, {d_rays[3], d_rays[4], d_rays[5]}};
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_scene(scaled(size), rays);
        time_space(scaled(size), rays);
    }
    return end_family();
}
