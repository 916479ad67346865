/*
 * Held out of every fit: shapes and what moves among them: normals of meshes, points in polygons
 * and in trees, charges of particles on grids, volumes seen from three sides. The words of a case's
 * name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, EDGES = 48, SIDE = 256, LEVELS = 11, NODES = (1 << LEVELS) - 1, VOXELS = 64 };

__device__ __host__ static float3 cross_of(float3 a, float3 b, float3 c)
{
    float ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
    float vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    return make_float3(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/* Sums of the normals of the triangles around each vertex: each triangle adds to its three ... */
__global__ void normalsAdd(float *to, const float3 *places, const int3 *triangles, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int3 own = triangles[i];
    float3 normal = cross_of(places[own.x], places[own.y], places[own.z]);
    for (int vertex : {own.x, own.y, own.z}) {
        atomicAdd(&to[3 * vertex], normal.x);
        atomicAdd(&to[3 * vertex + 1], normal.y);
        atomicAdd(&to[3 * vertex + 2], normal.z);
    }
}

/* ... or each vertex goes through a list of its triangles. */
__global__ void normalsLists(float3 *to, const float3 *places, const int3 *triangles,
                             const int *starts, const int *lists, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float3 sum = make_float3(0, 0, 0);
    for (int k = starts[i]; k < starts[i + 1]; k++) {
        int3 own = triangles[lists[k]];
        float3 normal = cross_of(places[own.x], places[own.y], places[own.z]);
        sum.x += normal.x;
        sum.y += normal.y;
        sum.z += normal.z;
    }
    to[i] = sum;
}

__constant__ float2 corners[EDGES];

/* Whether an edge passes to the right of a point. */
__device__ __host__ static int is_crossed(float2 from, float2 to, float2 point)
{
    return (from.y > point.y) != (to.y > point.y) &&
           ((point.x - from.x) * (to.y - from.y) < (to.x - from.x) * (point.y - from.y)) ==
               (to.y > from.y);
}

/* Whether points are in a polygon, whose corners are in constant memory ... */
__global__ void insideConstant(unsigned char *to, const float2 *points, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 point = points[i];
    int is_inside = 0;
    for (int k = 0, before = EDGES - 1; k < EDGES; before = k++)
        is_inside ^= is_crossed(corners[before], corners[k], point);
    to[i] = is_inside;
}

/* ... or in shared memory, where each block copies them. */
__global__ void insideShared(unsigned char *to, const float2 *points, const float2 *polygon, int n)
{
    __shared__ float2 own[EDGES];
    if (threadIdx.x < EDGES)
        own[threadIdx.x] = polygon[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 point = points[i];
    int is_inside = 0;
    for (int k = 0, before = EDGES - 1; k < EDGES; before = k++)
        is_inside ^= is_crossed(own[before], own[k], point);
    to[i] = is_inside;
}

/* Spreads the charge of particles over the four places of a grid around each. */
__global__ void deposit(float *grid, const float2 *particles, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 at = particles[i];
    int x = (int)at.x, y = (int)at.y;
    float right = at.x - x, down = at.y - y;
    float *place = grid + y * SIDE + x;
    atomicAdd(&place[0], (1 - right) * (1 - down));
    atomicAdd(&place[1], right * (1 - down));
    atomicAdd(&place[SIDE], (1 - right) * down);
    atomicAdd(&place[SIDE + 1], right * down);
}

/* The brightest of each line of a volume, `apart` bytes from one to the next; lines begin beside
 * each other in rows, which are `rows` bytes apart. */
__global__ void brightest(unsigned char *to, const unsigned char *volume, int length, int apart,
                          int across, int along, int rows, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned char *line = volume + i % across * along + i / across * rows;
    int most = 0;
    for (int k = 0; k < length; k++)
        most = max(most, (int)line[k * apart]);
    to[i] = most;
}

/* How far the nearest point of a tree is from each place, as a square: left of a node lie those
 * that are less in x, below it in y, and so on. What is still to be seen is on a stack. */
__global__ void nearest(float *to, const float2 *places, const float2 *tree, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 place = places[i];
    float best = 1e30f, bounds[LEVELS + 1];
    int nodes[LEVELS + 1], count = 1;
    nodes[0] = 0;
    bounds[0] = 0;
    while (count > 0) {
        count--;
        int node = nodes[count];
        if (bounds[count] >= best)
            continue;
        while (node < NODES) {
            float2 point = tree[node];
            float x = place.x - point.x, y = place.y - point.y;
            best = fminf(best, x * x + y * y);
            int level = 31 - __clz(node + 1);
            float off = level % 2 ? y : x;
            nodes[count] = 2 * node + (off < 0 ? 2 : 1);
            bounds[count++] = off * off;
            node = 2 * node + (off < 0 ? 1 : 2);
        }
    }
    to[i] = best;
}

static void *d_to;
static unsigned int *d_words;
static float3 *d_places;
static int3 *d_triangles;
static float2 *d_tree, *d_corners;
static float2 *h_points, *h_particles, *d_points, *d_particles, h_corners[EDGES], h_tree[NODES];
static float3 *h_places;
static int3 *h_triangles;
static int *h_starts, *h_lists, *d_starts, *d_lists;
static unsigned int *h_words;
static double h_grid[SIDE * SIDE];
static int line[5]; /* length, apart, across, along, rows: what `brightest` was given */

static unsigned int stirred(unsigned int i)
{
    i = (i ^ i >> 16) * 0x7FEB352Du;
    i = (i ^ i >> 15) * 0x846CA68Bu;
    return i ^ i >> 16;
}

static double sum_of_normals(size_t i)
{
    double sum = 0;
    for (int k = h_starts[i / 3]; k < h_starts[i / 3 + 1]; k++) {
        int3 own = h_triangles[h_lists[k]];
        float3 normal = cross_of(h_places[own.x], h_places[own.y], h_places[own.z]);
        sum += i % 3 == 0 ? normal.x : i % 3 == 1 ? normal.y : normal.z;
    }
    return sum;
}

static double sum_of_all_normals(size_t i)
{
    return sum_of_normals(i) * launches();
}

static double is_inside(size_t i)
{
    int crossed = 0;
    for (int k = 0; k < EDGES; k++)
        crossed += is_crossed(h_corners[k], h_corners[(k + 1) % EDGES], h_points[i]);
    return crossed % 2;
}

static double charge(size_t i)
{
    return h_grid[i] * launches();
}

static double brightest_of_line(size_t i)
{
    const unsigned char *own = (unsigned char *)h_words;
    own += i % line[2] * line[3] + i / line[2] * line[4];
    int most = 0;
    for (size_t k = 0; k < (size_t)line[0]; k++)
        most = own[k * line[1]] > most ? own[k * line[1]] : most;
    return most;
}

static double least_distance(size_t i)
{
    double least = 1e30;
    for (int k = 0; k < NODES; k++) {
        double x = h_particles[i].x - h_tree[k].x, y = h_particles[i].y - h_tree[k].y;
        least = fmin(least, x * x + y * y);
    }
    return least;
}

/* Vertices that lie in `side` rows of a sheet, the triangles between them, and which of them each
 * vertex has. Returns the number of triangles. */
static int make_mesh(int side)
{
    int vertices = side * side, count = 0;
    for (int i = 0; i < vertices; i++)
        h_places[i] =
            make_float3(i % side + h_points[i].x, i / side + h_points[i].y, 4 * h_points[i + 1].x);
    for (int i = 0; i < vertices - side; i++)
        if (i % side < side - 1) {
            h_triangles[count++] = make_int3(i, i + 1, i + side);
            h_triangles[count++] = make_int3(i + 1, i + side + 1, i + side);
        }
    memset(h_starts, 0, (vertices + 2) * sizeof(int));
    int *next = h_starts + 1; // first how many of them, then where the next of them is to lie
    const int *ends = &h_triangles[0].x;
    for (int k = 0; k < 3 * count; k++)
        next[ends[k] + 1]++;
    for (int i = 0; i < vertices; i++)
        next[i + 1] += next[i];
    for (int k = 0; k < 3 * count; k++)
        h_lists[next[ends[k]]++] = k / 3;
    CHECK(cudaMemcpy(d_places, h_places, vertices * sizeof(float3), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_triangles, h_triangles, count * sizeof(int3), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_starts, h_starts, (vertices + 1) * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_lists, h_lists, 3 * count * sizeof(int), cudaMemcpyHostToDevice));
    return count;
}

static void time_normals(size_t n)
{
    int side = (int)sqrt(n / 4.0), vertices = side * side, count = make_mesh(side);
    float *to = (float *)d_to;
    CHECK(cudaMemset(to, 0, vertices * sizeof(float3)));
    if (run_case("normals.add", n, blocks_for(count, BLOCK), BLOCK, 84 * (size_t)count, normalsAdd,
                 to, d_places, d_triangles, count))
        check_numbers(to, 3 * vertices, sum_of_all_normals, 1e-3);
    if (run_case("normals.lists", n, blocks_for(vertices, 128), 128, 156 * (size_t)count,
                 normalsLists, (float3 *)to, d_places, d_triangles, d_starts, d_lists, vertices))
        check_numbers(to, 3 * vertices, sum_of_normals, 1e-3);
}

/* Particles row by row. */
static int above(const void *a, const void *b)
{
    const float2 *first = (const float2 *)a, *second = (const float2 *)b;
    int rows = (int)first->y - (int)second->y;
    return rows ? rows : (int)first->x - (int)second->x;
}

/* n / 2 particles, in no order and row by row. */
static void time_particles(size_t n)
{
    size_t count = n / 2;
    memset(h_grid, 0, sizeof h_grid);
    for (size_t i = 0; i < count; i++) {
        float2 at = make_float2(h_points[i].x * (SIDE - 1), h_points[i].y * (SIDE - 1));
        double right = at.x - (int)at.x, down = at.y - (int)at.y;
        double *place = h_grid + (int)at.y * SIDE + (int)at.x;
        place[0] += (1 - right) * (1 - down);
        place[1] += right * (1 - down);
        place[SIDE] += (1 - right) * down;
        place[SIDE + 1] += right * down;
        h_particles[i] = at;
    }
    const char *names[][2] = {{"deposit.mixed", "nearest.mixed"},
                              {"deposit.sorted", "nearest.sorted"}};
    for (const char *const *name : names) {
        CHECK(cudaMemcpy(d_particles, h_particles, count * sizeof(float2), cudaMemcpyHostToDevice));
        CHECK(cudaMemset(d_to, 0, sizeof h_grid / 2));
        if (run_case(name[0], n, blocks_for(count, BLOCK), BLOCK, 24 * count, deposit,
                     (float *)d_to, d_particles, (int)count))
            check_numbers((float *)d_to, SIDE * SIDE, charge, 1e-3);
        float *to = (float *)d_to;
        if (run_case(name[1], n, blocks_for(count / 4, 128), 128, 100 * count, nearest, to,
                     d_particles, d_tree, (int)(count / 4)))
            check_numbers(to, count / 4, least_distance, 1e-3);
        qsort(h_particles, count, sizeof(float2), above);
    }
}

/* Lines of a volume of n bytes along each of its axes. */
static void time_volumes(size_t n)
{
    const int area = VOXELS * VOXELS, deep = (int)(n / area), all = deep * area;
    const char *names[] = {"brightest_x", "brightest_y", "brightest_z"};
    const int lines[][5] = {
        {VOXELS, 1, 1, 0, VOXELS}, {VOXELS, VOXELS, VOXELS, 1, area}, {deep, area, area, 1, 0}};
    unsigned char *to = (unsigned char *)d_to;
    for (int axis = 0; axis < 3; axis++) {
        memcpy(line, lines[axis], sizeof line);
        int count = all / line[0];
        if (run_case(names[axis], n, blocks_for(count, 128), 128, all + count, brightest, to,
                     (const unsigned char *)d_words, line[0], line[1], line[2], line[3], line[4],
                     count))
            check_numbers(to, count, brightest_of_line, 0);
    }
}

template <int AXIS> static int is_beyond(const void *a, const void *b)
{
    float off = (&((const float2 *)a)->x)[AXIS] - (&((const float2 *)b)->x)[AXIS];
    return (off > 0) - (off < 0);
}

/* Makes the tree below a node of `count` points, which it sorts. */
static void make_tree(int node, float2 *points, int count, int level)
{
    qsort(points, count, sizeof *points, level % 2 ? is_beyond<1> : is_beyond<0>);
    h_tree[node] = points[count / 2];
    for (int side = 0; side < 2 && count > 1; side++)
        make_tree(2 * node + 1 + side, points + side * (count / 2 + 1), count / 2, level + 1);
}

static void time_polygon(size_t n)
{
    unsigned char *to = (unsigned char *)d_to;
    if (run_case("inside.constant", n, blocks_for(n, BLOCK), BLOCK, 9 * n, insideConstant, to,
                 d_points, (int)n))
        check_numbers(to, n, is_inside, 0);
    if (run_case("inside.shared", n, blocks_for(n, BLOCK), BLOCK, 9 * n, insideShared, to, d_points,
                 d_corners, (int)n))
        check_numbers(to, n, is_inside, 0);
}

/* Points from 0 to below 1 in 4096 steps each way, a star around their middle, a tree of some. */
static void make_points(size_t n)
{
    h_words = (unsigned int *)host_memory(n * sizeof(int));
    h_points = (float2 *)host_memory(n * sizeof(float2));
    for (size_t i = 0; i < n; i++) {
        h_words[i] = stirred(i);
        h_points[i] = make_float2((h_words[i] >> 20) / 4096.0f, (h_words[i] >> 8 & 4095) / 4096.0f);
    }
    for (int k = 0; k < EDGES; k++) {
        double angle = 6.2831853 * k / EDGES, far = k % 2 ? 120 : 60;
        h_corners[k] =
            make_float2((128 + rint(far * cos(angle))) / 256, (128 + rint(far * sin(angle))) / 256);
    }
    static float2 points[NODES];
    for (int i = 0; i < NODES; i++)
        points[i] = make_float2(stirred(~i) % 65536 / 257.0f, stirred(~i) / 65536 / 257.0f);
    make_tree(0, points, NODES, 0);
}

int main(int argc, char **argv)
{
    start_family("held_out_meshes", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 21) + 4444, 1 << 24}, largest = scaled(1 << 24);
    make_points(largest);
    d_words = copy_to_device(h_words, largest / 4);
    d_points = copy_to_device(h_points, largest);
    d_corners = copy_to_device(h_corners, EDGES);
    d_tree = copy_to_device(h_tree, NODES);
    CHECK(cudaMemcpyToSymbol(corners, h_corners, sizeof h_corners));
    h_particles = (float2 *)host_memory(largest / 2 * sizeof(float2));
    h_places = (float3 *)host_memory(largest / 4 * sizeof(float3));
    h_triangles = (int3 *)host_memory(largest / 2 * sizeof(int3));
    h_starts = (int *)host_memory((largest / 4 + 2) * sizeof(int));
    h_lists = (int *)host_memory(largest / 2 * 3 * sizeof(int));
    CHECK(cudaMalloc((void **)&d_particles, largest / 2 * sizeof(float2)));
    CHECK(cudaMalloc((void **)&d_places, largest / 4 * sizeof(float3)));
    CHECK(cudaMalloc((void **)&d_triangles, largest / 2 * sizeof(int3)));
    d_starts = zeros_on_device(largest / 4 + 2);
    d_lists = zeros_on_device(largest / 2 * 3);
    CHECK(cudaMalloc(&d_to, largest * sizeof(float)));
    CHECK(cudaMemset(d_to, 0xFF, largest * sizeof(float)));
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_normals(scaled(size));
        time_polygon(scaled(size));
        time_particles(scaled(size));
        time_volumes(scaled(size));
    }
    for (void *memory : {d_to, (void *)d_words, (void *)d_points, (void *)d_corners, (void *)d_tree,
                         (void *)d_particles, (void *)d_places, (void *)d_triangles,
                         (void *)d_starts, (void *)d_lists})
        CHECK(cudaFree(memory));
    return end_family();
}
