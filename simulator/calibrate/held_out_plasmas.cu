/*
 * Held out of every fit: plasmas, as particles in cells: particles start, are turned by fields,
 * and leave their charge on a grid; cells have temperatures and a potential. The words of a
 * case's name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { PARTS = 6, WIDTH = 64, PER_CELL = 16, TILE_X = 16, TILE_Y = 8, TILE = TILE_X * TILE_Y };
enum { ACROSS = 128, DOWN = 32, PLANE = ACROSS * DOWN, BLOCK_X = 32, BLOCK_Y = 8, DEEP = 16 };
enum { EIGHTHS = 8 }; // places of charges are multiples of 1 over so many: their parts are exact

typedef unsigned int word;

static const float STEP = 0.125f, HALF_STEP = 0.0625f, PI = 3.14159265f;

/* Where part k of particle i is, position or speed: behind its other parts, or beside those of
 * other particles. */
template <int TOGETHER> __host__ __device__ static inline size_t part(int i, int k, int count)
{
    return TOGETHER ? (size_t)i * PARTS + k : (size_t)k * count + i;
}

/* Component k of a cross product. */
__device__ static inline float cross(const float *a, const float *b, int k)
{
    return a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* Moves particles by a step in an electric field and a magnetic one, which turns them (Boris). */
template <int TOGETHER> __global__ void push(float *to, const float *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float x[3], v[3], between[3], after[3];
#pragma unroll
    for (int k = 0; k < 3; k++) {
        x[k] = from[part<TOGETHER>(i, k, count)];
        v[k] = from[part<TOGETHER>(i, 3 + k, count)];
    }
    float electric[3] = {x[0], -x[1], 0.5f};
    float turn[3] = {-HALF_STEP * x[2] * x[0], -HALF_STEP * x[2] * x[1],
                     HALF_STEP * (1 + x[2] * x[2])};
    float scale = 2 / (1 + turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
#pragma unroll
    for (int k = 0; k < 3; k++)
        v[k] += HALF_STEP * electric[k];
#pragma unroll
    for (int k = 0; k < 3; k++)
        between[k] = v[k] + cross(v, turn, k);
#pragma unroll
    for (int k = 0; k < 3; k++) {
        after[k] = v[k] + scale * cross(between, turn, k) + HALF_STEP * electric[k];
        to[part<TOGETHER>(i, k, count)] = x[k] + STEP * after[k];
        to[part<TOGETHER>(i, 3 + k, count)] = after[k];
    }
}

/* Adds a charge to the four nodes around it, to each the more the nearer. The grid has no ends:
 * behind the last column and row are the first. */
__global__ void depositGlobal(float *charges, const float2 *places, int count, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float2 place = places[i];
    int left = (int)place.x, low = (int)place.y;
    int right = (left + 1) % WIDTH, high = low + 1 < rows ? low + 1 : 0;
    float x = place.x - left, y = place.y - low;
    atomicAdd(&charges[low * WIDTH + left], (1 - x) * (1 - y));
    atomicAdd(&charges[low * WIDTH + right], x * (1 - y));
    atomicAdd(&charges[high * WIDTH + left], (1 - x) * y);
    atomicAdd(&charges[high * WIDTH + right], x * y);
}

/* ... or a block does it for a tile of cells, whose particles stand side by side, in shared memory,
 * and adds what it has to the grid. */
__global__ void depositTiles(float *charges, const float2 *places, const int *starts, int rows)
{
    __shared__ float nodes[TILE_Y + 1][TILE_X + 1];
    int tile = blockIdx.x, firstX = tile % (WIDTH / TILE_X) * TILE_X;
    int firstY = tile / (WIDTH / TILE_X) * TILE_Y;
    for (int k = threadIdx.x; k < (TILE_X + 1) * (TILE_Y + 1); k += blockDim.x)
        nodes[k / (TILE_X + 1)][k % (TILE_X + 1)] = 0;
    __syncthreads();
    for (int i = starts[tile * TILE] + threadIdx.x; i < starts[(tile + 1) * TILE];
         i += blockDim.x) {
        float x = places[i].x - firstX, y = places[i].y - firstY;
        int left = (int)x, low = (int)y;
        x -= left;
        y -= low;
        atomicAdd(&nodes[low][left], (1 - x) * (1 - y));
        atomicAdd(&nodes[low][left + 1], x * (1 - y));
        atomicAdd(&nodes[low + 1][left], (1 - x) * y);
        atomicAdd(&nodes[low + 1][left + 1], x * y);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < (TILE_X + 1) * (TILE_Y + 1); k += blockDim.x) {
        int x = (firstX + k % (TILE_X + 1)) % WIDTH, y = (firstY + k / (TILE_X + 1)) % rows;
        atomicAdd(&charges[y * WIDTH + x], nodes[k / (TILE_X + 1)][k % (TILE_X + 1)]);
    }
}

/* How warm cells are, whose particles stand side by side: the mean square of how much their speeds
 * differ from the mean. A thread for a cell ... */
__global__ void warmthThreads(float *to, const float *speeds, const int *starts, int cells)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= cells)
        return;
    int first = starts[cell], last = starts[cell + 1], many = max(last - first, 1);
    float sum = 0, squares = 0;
    for (int i = first; i < last; i++)
        sum += speeds[i];
    float mean = sum / many;
    for (int i = first; i < last; i++)
        squares += (speeds[i] - mean) * (speeds[i] - mean);
    to[cell] = squares / many;
}

/* ... or a warp. */
__global__ void warmthWarps(float *to, const float *speeds, const int *starts, int cells)
{
    int cell = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (cell >= cells)
        return;
    int first = starts[cell], last = starts[cell + 1], many = max(last - first, 1);
    float sum = 0, squares = 0;
    for (int i = first + lane; i < last; i += 32)
        sum += speeds[i];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(0xFFFFFFFF, sum, step);
    float mean = sum / many;
    for (int i = first + lane; i < last; i += 32)
        squares += (speeds[i] - mean) * (speeds[i] - mean);
    for (int step = 16; step > 0; step /= 2)
        squares += __shfl_down_sync(0xFFFFFFFF, squares, step);
    if (lane == 0)
        to[cell] = squares / many;
}

/* A potential that is nearer to what charges make of it, between walls of 0 volts: the mean of a
 * cell's six neighbours and its charge. A thread for a cell ... */
__global__ void potentialCells(double *to, const double *from, const double *charges, int planes)
{
    int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
    int z = blockIdx.z, place = z * PLANE + y * ACROSS + x;
    double left = x > 0 ? from[place - 1] : 0, right = x < ACROSS - 1 ? from[place + 1] : 0;
    double near = y > 0 ? from[place - ACROSS] : 0, far = y < DOWN - 1 ? from[place + ACROSS] : 0;
    double low = z > 0 ? from[place - PLANE] : 0, high = z < planes - 1 ? from[place + PLANE] : 0;
    to[place] = (left + right + near + far + low + high + charges[place]) / 6;
}

/* ... or for a column of them, of which it keeps the one below and the one above. */
__global__ void potentialColumns(double *to, const double *from, const double *charges, int planes)
{
    int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
    int z = blockIdx.z * DEEP, place = z * PLANE + y * ACROSS + x, end = min(z + DEEP, planes);
    double low = z > 0 ? from[place - PLANE] : 0, own = from[place];
    for (; z < end; z++, place += PLANE) {
        double high = z < planes - 1 ? from[place + PLANE] : 0;
        double sides = low + high + charges[place];
        if (x > 0)
            sides += from[place - 1];
        if (x < ACROSS - 1)
            sides += from[place + 1];
        if (y > 0)
            sides += from[place - ACROSS];
        if (y < DOWN - 1)
            sides += from[place + ACROSS];
        to[place] = sides / 6;
        low = own;
        own = high;
    }
}

/* Number k of particle i that is in no visible order. */
__host__ __device__ static inline word mixed(word i, word k)
{
    word number = (i * 4 + k) * 2654435769u;
    number = (number ^ number >> 15) * 2246822519u;
    return number ^ number >> 13;
}

/* The speeds of a particle that is as warm as others (Box and Muller): with exact functions, or
 * FAST: with those of the GPU's unit for it. */
template <int FAST> __global__ void start(float2 *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float part = ((mixed(i, 0) >> 8) + 1) / 16777216.0f, sine, cosine;
    float angle = PI * ((int)(mixed(i, 1) >> 8) - 8388608) / 8388608.0f;
    float size = sqrtf(fmaxf(-2 * (FAST ? __logf(part) : logf(part)), 0));
    if (FAST)
        __sincosf(angle, &sine, &cosine);
    else
        sincosf(angle, &sine, &cosine);
    to[i] = make_float2(size * cosine, size * sine);
}

/* What is known of a cell's particles, or of the charge at its first corner. */
struct Cell {
    double count, sum, squares, charge;
};

static float *h_floats, *d_floats, *h_speeds, *d_speeds;
static double *h_doubles, *d_doubles;
static float2 *h_places, *d_places, *h_sorted, *d_sorted;
static int *h_starts, *d_starts, *h_next, at_hand; // how many particles, planes ... a case has
static Cell *h_cells, *h_nodes;
static void *d_to;

/* The field turns a speed about its axis, by an angle. */
template <int TOGETHER> static double pushed(size_t at)
{
    int i = (int)(TOGETHER ? at / PARTS : at % at_hand);
    int k = (int)(TOGETHER ? at % PARTS : at / at_hand), a = (k + 1) % 3, b = (k + 2) % 3;
    double x[3], v[3];
    for (int axis = 0; axis < 3; axis++) {
        x[axis] = h_floats[part<TOGETHER>(i, axis, at_hand)];
        v[axis] = h_floats[part<TOGETHER>(i, axis + 3, at_hand)];
    }
    double electric[3] = {x[0], -x[1], 0.5},
           field[3] = {-x[2] * x[0], -x[2] * x[1], 1 + x[2] * x[2]};
    double strength = sqrt(pow(field[0], 2) + pow(field[1], 2) + pow(field[2], 2)), along = 0;
    double angle = 2 * atan(HALF_STEP * strength);
    for (int axis = 0; axis < 3; axis++) {
        v[axis] += HALF_STEP * electric[axis];
        field[axis] /= strength;
        along += v[axis] * field[axis];
    }
    double after = v[k % 3] * cos(angle) + (v[a] * field[b] - v[b] * field[a]) * sin(angle) +
                   field[k % 3] * along * (1 - cos(angle)) + HALF_STEP * electric[k % 3];
    return k < 3 ? x[k] + STEP * after : after;
}

static double charge_at(size_t i)
{
    return h_nodes[i].charge * launches();
}

static double warmth(size_t i)
{
    Cell *cell = &h_cells[i];
    return cell->count == 0 ? 0 : cell->squares / cell->count - pow(cell->sum / cell->count, 2);
}

static double potential_at(size_t i)
{
    double sum = h_doubles[i + (size_t)at_hand * PLANE];
    sum += i % ACROSS > 0 ? h_doubles[i - 1] : 0;
    sum += i % ACROSS < ACROSS - 1 ? h_doubles[i + 1] : 0;
    sum += i % PLANE >= ACROSS ? h_doubles[i - ACROSS] : 0;
    sum += i % PLANE < PLANE - ACROSS ? h_doubles[i + ACROSS] : 0;
    sum += i >= PLANE ? h_doubles[i - PLANE] : 0;
    sum += i / PLANE < (size_t)at_hand - 1 ? h_doubles[i + PLANE] : 0;
    return sum / 6;
}

static double speed_at_start(size_t i)
{
    double size = sqrt(-2 * log(((mixed(i / 2, 0) >> 8) + 1) / 16777216.0));
    double angle = M_PI * ((mixed(i / 2, 1) >> 8) / 8388608.0 - 1);
    return size * (i % 2 == 0 ? cos(angle) : sin(angle));
}

static int cell_of(float2 place)
{
    int x = (int)place.x, y = (int)place.y, tile = y / TILE_Y * (WIDTH / TILE_X) + x / TILE_X;
    return tile * TILE + y % TILE_Y * TILE_X + x % TILE_X;
}

/* Particles in no order, and those of a cell side by side, cells tile by tile. */
static void make_particles(int count, int rows, int cells)
{
    memset(h_cells, 0, cells * sizeof *h_cells);
    memset(h_nodes, 0, cells * sizeof *h_nodes);
    for (int i = 0; i < count; i++) {
        word x = mixed(i, 2) % (WIDTH * EIGHTHS), y = mixed(i, 3) % (rows * EIGHTHS);
        h_places[i] = make_float2((float)x / EIGHTHS, (float)y / EIGHTHS);
        Cell *cell = &h_cells[cell_of(h_places[i])];
        cell->count++;
        cell->sum += h_floats[i];
        cell->squares += pow(h_floats[i], 2);
        double right = x % EIGHTHS / (double)EIGHTHS, up = y % EIGHTHS / (double)EIGHTHS;
        for (int node = 0; node < 4; node++)
            h_nodes[(y / EIGHTHS + node / 2) % rows * WIDTH + (x / EIGHTHS + node % 2) % WIDTH]
                .charge += (node % 2 ? right : 1 - right) * (node / 2 ? up : 1 - up);
    }
    h_starts[0] = 0;
    for (int cell = 0; cell < cells; cell++) {
        h_next[cell] = h_starts[cell];
        h_starts[cell + 1] = h_starts[cell] + (int)h_cells[cell].count;
    }
    for (int i = 0; i < count; i++) {
        int place = h_next[cell_of(h_places[i])]++;
        h_sorted[place] = h_places[i];
        h_speeds[place] = h_floats[i];
    }
    CHECK(cudaMemcpy(d_places, h_places, count * sizeof *d_places, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_sorted, h_sorted, count * sizeof *d_places, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_speeds, h_speeds, count * sizeof *d_speeds, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_starts, h_starts, (cells + 1) * sizeof(int), cudaMemcpyHostToDevice));
}

static void time_cells(size_t n)
{
    float *to = (float *)d_to;
    int count = (int)(n / 8), rows = count / (WIDTH * PER_CELL), kernel = 0;
    int tiles = (rows + TILE_Y - 1) / TILE_Y * (WIDTH / TILE_X), cells = tiles * TILE;
    size_t bytes = 40 * (size_t)count, nodes = (size_t)rows * WIDTH;
    make_particles(count, rows, cells);
    for (const float2 *places : {d_places, d_sorted}) {
        CHECK(cudaMemset(to, 0, nodes * sizeof *to));
        if (run_case(kernel++ ? "deposit.sorted" : "deposit.scattered", n, blocks_for(count, 256),
                     256, bytes, depositGlobal, to, places, count, rows))
            check_numbers(to, nodes, charge_at, 0);
    }
    CHECK(cudaMemset(to, 0, nodes * sizeof *to));
    if (run_case("deposit.tiles", n, tiles, 128, 8 * (size_t)count + 8 * nodes, depositTiles, to,
                 d_sorted, d_starts, rows))
        check_numbers(to, nodes, charge_at, 0);
    bytes = 8 * (size_t)count + 12 * (size_t)cells;
    if (run_case("warmth.threads", n, blocks_for(cells, 64), 64, bytes, warmthThreads, to, d_speeds,
                 d_starts, cells))
        check_numbers(to, cells, warmth, 1e-4);
    if (run_case("warmth.warps", n, blocks_for(cells, 8), 256, bytes, warmthWarps, to, d_speeds,
                 d_starts, cells))
        check_numbers(to, cells, warmth, 1e-4);
}

static void time_steps(size_t n)
{
    float *to = (float *)d_to;
    int count = at_hand = (int)(n / 8);
    size_t all = (size_t)count * PARTS;
    if (run_case("push.structs", n, blocks_for(count, 128), 128, 8 * all, push<1>, to, d_floats,
                 count))
        check_numbers(to, all, pushed<1>, 1e-4);
    if (run_case("push.arrays", n, blocks_for(count, 128), 128, 8 * all, push<0>, to, d_floats,
                 count))
        check_numbers(to, all, pushed<0>, 1e-4);
    count = (int)(n / 4);
    if (run_case("start.exact", n, blocks_for(count, 1024), 1024, 8 * (size_t)count, start<0>,
                 (float2 *)d_to, count))
        check_numbers(to, 2 * (size_t)count, speed_at_start, 1e-2);
    if (run_case("start.fast", n, blocks_for(count, 1024), 1024, 8 * (size_t)count, start<1>,
                 (float2 *)d_to, count))
        check_numbers(to, 2 * (size_t)count, speed_at_start, 1e-2);
    int planes = at_hand = count / PLANE;
    double *volts = (double *)d_to, *charges = d_doubles + (size_t)planes * PLANE;
    size_t cells = (size_t)planes * PLANE;
    dim3 block(BLOCK_X, BLOCK_Y), grid(ACROSS / BLOCK_X, DOWN / BLOCK_Y, planes);
    if (run_case("potential.cells", n, grid, block, 64 * cells, potentialCells, volts, d_doubles,
                 charges, planes))
        check_numbers(volts, cells, potential_at, 1e-9);
    grid.z = blocks_for(planes, DEEP);
    if (run_case("potential.columns", n, grid, block, 48 * cells, potentialColumns, volts,
                 d_doubles, charges, planes))
        check_numbers(volts, cells, potential_at, 1e-9);
}

int main(int argc, char **argv)
{
    start_family("held_out_plasmas", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    const size_t particles = largest / 8, cells = particles / PER_CELL + TILE * WIDTH / TILE_X;
    h_floats = (float *)host_memory(particles * PARTS * sizeof(float));
    for (size_t i = 0; i < particles * PARTS; i++)
        h_floats[i] = input_number(i) / 4096.0f;
    h_doubles = (double *)host_memory(largest / 2 * sizeof(double));
    for (size_t i = 0; i < largest / 2; i++)
        h_doubles[i] = input_number(i) / 4096.0;
    h_places = (float2 *)host_memory(particles * sizeof(float2));
    h_sorted = (float2 *)host_memory(particles * sizeof(float2));
    h_speeds = (float *)host_memory(particles * sizeof(float));
    h_starts = (int *)host_memory((cells + 1) * sizeof(int));
    h_next = (int *)host_memory(cells * sizeof(int));
    h_cells = (Cell *)host_memory(cells * sizeof(Cell));
    h_nodes = (Cell *)host_memory(cells * sizeof(Cell));
    d_floats = copy_to_device(h_floats, particles * PARTS);
    d_doubles = copy_to_device(h_doubles, largest / 2);
    d_speeds = (float *)zeros_on_device(particles);
    d_places = (float2 *)zeros_on_device(2 * particles);
    d_sorted = (float2 *)zeros_on_device(2 * particles);
    d_starts = zeros_on_device(cells + 1);
    d_to = zeros_on_device(largest);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_cells(scaled(size));
        time_steps(scaled(size));
    }
    return end_family();
}
