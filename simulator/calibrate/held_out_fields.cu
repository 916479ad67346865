/*
 * Held out of every fit: fields on grids, a step in time each. The words of a case's name behind
 * the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { DIRECTIONS = 9 };

/* A step of the game of life on a torus: a byte for each cell ... */
__global__ void lifeBytes(unsigned char *to, const unsigned char *from, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
                alive += from[(y + dy + height) % height * width + (x + dx + width) % width];
    to[y * width + x] = alive == 3 || (alive == 2 && from[y * width + x]);
}

/* Adds one neighbour of each of 32 cells to their counts, of which each word has a binary digit. */
__device__ static void count_neighbours(unsigned int digits[3], unsigned int neighbours)
{
    unsigned int carry = digits[0] & neighbours;
    digits[0] ^= neighbours;
    digits[2] |= digits[1] & carry;
    digits[1] ^= carry;
}

/* ... or a bit: 32 cells for each thread. */
__global__ void lifeBits(unsigned int *to, const unsigned int *from, int words, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= height)
        return;
    unsigned int digits[3] = {0, 0, 0}, own = 0;
    for (int dy = -1; dy <= 1; dy++) {
        const unsigned int *row = from + (y + dy + height) % height * words;
        unsigned int left = row[(x + words - 1) % words], word = row[x];
        unsigned int right = row[(x + 1) % words];
        count_neighbours(digits, word << 1 | left >> 31);
        count_neighbours(digits, word >> 1 | right << 31);
        if (dy == 0)
            own = word;
        else
            count_neighbours(digits, word);
    }
    to[y * words + x] = digits[1] & ~digits[2] & (digits[0] | own);
}

/* A wave in three dimensions; its border stays as it is. A thread for each place ... */
__host__ __device__ static inline float wave_after(float before, float own, float around)
{
    return 2 * own - before + 0.125f * (around - 6 * own);
}

__global__ void waveEach(float *to, const float *before, const float *now, int side, int depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z, i = (z * side + y) * side + x, layer = side * side;
    if (x == 0 || y == 0 || z == 0 || x >= side - 1 || y >= side - 1 || z >= depth - 1)
        return;
    to[i] = wave_after(before[i], now[i],
                       now[i - 1] + now[i + 1] + now[i - side] + now[i + side] + now[i - layer] +
                           now[i + layer]);
}

/* ... or for each column, which it walks along; what is above and below stays in registers. */
__global__ void waveColumns(float *to, const float *before, const float *now, int side, int depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x >= side - 1 || y >= side - 1)
        return;
    int layer = side * side, i = y * side + x;
    float below = now[i], own = now[i + layer];
    for (int z = 1; z < depth - 1; z++) {
        i += layer;
        float above = now[i + layer];
        to[i] = wave_after(before[i], own,
                           now[i - 1] + now[i + 1] + now[i - side] + now[i + side] + below + above);
        below = own;
        own = above;
    }
}

/* Where number `direction` of cell (x, y) of a lattice is: by directions, or all of a cell side by
 * side. */
template <bool ARE_BY_CELLS>
__host__ __device__ static inline size_t lattice_place(int x, int y, int direction, int side)
{
    size_t cell = (size_t)((y + side) % side) * side + (x + side) % side;
    return ARE_BY_CELLS ? cell * DIRECTIONS + direction : (size_t)direction * side * side + cell;
}

/* A fluid on a lattice: what flows into a cell from nine directions, and how it goes on. */
template <bool ARE_BY_CELLS>
__host__ __device__ static inline void flow(float out[DIRECTIONS], const float *from, int x, int y,
                                            int side)
{
    const int dx[DIRECTIONS] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    const int dy[DIRECTIONS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    float mass = 0, alongX = 0, alongY = 0;
    for (int k = 0; k < DIRECTIONS; k++) {
        out[k] = from[lattice_place<ARE_BY_CELLS>(x - dx[k], y - dy[k], k, side)];
        mass += out[k];
        alongX += dx[k] * out[k];
        alongY += dy[k] * out[k];
    }
    alongX /= mass;
    alongY /= mass;
    float square = 1.5f * (alongX * alongX + alongY * alongY);
    for (int k = 0; k < DIRECTIONS; k++) {
        float weight = k == 0 ? 4 / 9.0f : k < 5 ? 1 / 9.0f : 1 / 36.0f;
        float along = 3 * (dx[k] * alongX + dy[k] * alongY);
        out[k] += 0.6f * (weight * mass * (1 + along + along * along / 2 - square) - out[k]);
    }
}

template <bool ARE_BY_CELLS>
__global__ void streamAndCollide(float *to, const float *from, int side)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= side)
        return;
    float out[DIRECTIONS];
    flow<ARE_BY_CELLS>(out, from, x, y, side);
#pragma unroll
    for (int k = 0; k < DIRECTIONS; k++)
        to[lattice_place<ARE_BY_CELLS>(x, y, k, side)] = out[k];
}

/* The magnetic field's step of a light wave in two dimensions, from the electric field. */
__global__ void curl(float *toX, float *toY, const float *magneticX, const float *magneticY,
                     const float *electric, int side)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= side - 1 || y >= side - 1)
        return;
    int i = y * side + x;
    toX[i] = magneticX[i] - 0.5f * (electric[i + side] - electric[i]);
    toY[i] = magneticY[i] + 0.5f * (electric[i + 1] - electric[i]);
}

/* Half a sweep that makes every other place of a row the mean of its neighbours: a thread for each
 * place, of which half have nothing to do, or only for those that have. */
__global__ void relaxReds(float *field, int side, bool isForReds)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (isForReds)
        x = 2 * x + y % 2;
    if (x == 0 || y == 0 || x >= side - 1 || y >= side - 1 || (x + y) % 2 != 0)
        return;
    float *own = field + y * side + x;
    *own = 0.25f * (own[-1] + own[1] + own[-side] + own[side]);
}

static unsigned char *d_bytes[2];
static float *d_floats[4], *h_floats;
static int side_at_hand;

static int life_at(size_t place)
{
    return input_number(place) % 3 == 0;
}

static int life_after(int x, int y)
{
    int alive = 0, side = side_at_hand;
    for (int dy = side - 1; dy <= side + 1; dy++)
        for (int dx = side - 1; dx <= side + 1; dx++)
            alive += life_at((size_t)((y + dy) % side) * side + (x + dx) % side);
    int own = life_at((size_t)y * side + x);
    return alive - own == 3 || (alive - own == 2 && own);
}

/* Whether the cells on the device, `bits` of each, have made their step; overwritten. */
static int is_life_right(int side, int bits)
{
    size_t bytes = (size_t)side * side * bits / 8;
    unsigned char *cells = (unsigned char *)copy_to_host(d_bytes[1], bytes);
    int is_right = 1;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            size_t i = (size_t)y * side + x;
            int cell = bits == 8 ? cells[i] : cells[i / 8] >> i % 8 & 1;
            is_right &= cell == life_after(x, y);
        }
    free(cells);
    CHECK(cudaMemset(d_bytes[1], 0xFF, bytes));
    return is_right;
}

static void time_life(int side)
{
    size_t n = (size_t)side * side;
    unsigned char *cells = (unsigned char *)host_memory(n);
    dim3 block(32, 4), grid(side / 32, side / 4), gridOfBits(blocks_for(side / 32, 32), side / 4);
    side_at_hand = side;
    for (size_t i = 0; i < n; i++)
        cells[i] = (unsigned char)life_at(i);
    CHECK(cudaMemcpy(d_bytes[0], cells, n, cudaMemcpyHostToDevice));
    for (start_case("life.bytes", n, grid.x * grid.y, 128, 10 * n); next_launch();)
        lifeBytes<<<grid, block>>>(d_bytes[1], d_bytes[0], side, side);
    if (launches() > 0)
        check_case(is_life_right(side, 8));
    memset(cells, 0, n / 8);
    for (size_t i = 0; i < n; i++)
        cells[i / 8] = (unsigned char)(cells[i / 8] | life_at(i) << i % 8);
    CHECK(cudaMemcpy(d_bytes[0], cells, n / 8, cudaMemcpyHostToDevice));
    for (start_case("life.bits", n, gridOfBits.x * gridOfBits.y, 128, 10 * n / 8); next_launch();)
        lifeBits<<<gridOfBits, block>>>((unsigned int *)d_bytes[1], (unsigned int *)d_bytes[0],
                                        side / 32, side);
    if (launches() > 0)
        check_case(is_life_right(side, 1));
    free(cells);
}

/* Whether each place of a wave that is not on its border has made its step; overwritten. */
static int is_wave_right(int side, int depth)
{
    size_t n = (size_t)side * side * depth, layer = (size_t)side * side;
    float *wave = (float *)copy_to_host(d_floats[2], n * sizeof(float)), *now = h_floats + 1;
    int is_right = 1;
    for (int z = 1; z < depth - 1; z++)
        for (int y = 1; y < side - 1; y++)
            for (int x = 1; x < side - 1; x++) {
                size_t i = z * layer + (size_t)y * side + x;
                float around = now[i - 1] + now[i + 1] + now[i - side] + now[i + side] +
                               now[i - layer] + now[i + layer];
                is_right &= fabsf(wave[i] - wave_after(h_floats[i], now[i], around)) < 1e-5f;
            }
    free(wave);
    CHECK(cudaMemset(d_floats[2], 0xFF, n * sizeof(float)));
    return is_right;
}

static void time_waves(int side, int depth)
{
    size_t n = (size_t)side * side * depth;
    dim3 block(32, 8), grid(side / 32, side / 8, depth), columns(side / 32, side / 8);
    for (start_case("wave.each", n, grid.x * grid.y * grid.z, 256, 36 * n); next_launch();)
        waveEach<<<grid, block>>>(d_floats[2], d_floats[0], d_floats[0] + 1, side, depth);
    if (launches() > 0)
        check_case(is_wave_right(side, depth));
    for (start_case("wave.columns", n, columns.x * columns.y, 256, 28 * n); next_launch();)
        waveColumns<<<columns, block>>>(d_floats[2], d_floats[0], d_floats[0] + 1, side, depth);
    if (launches() > 0)
        check_case(is_wave_right(side, depth));
}

template <bool ARE_BY_CELLS> static int is_flow_right(int side)
{
    size_t bytes = (size_t)side * side * DIRECTIONS * sizeof(float);
    float *flown = (float *)copy_to_host(d_floats[2], bytes), out[DIRECTIONS];
    int is_right = 1;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            flow<ARE_BY_CELLS>(out, h_floats, x, y, side);
            for (int k = 0; k < DIRECTIONS; k++)
                is_right &= fabsf(flown[lattice_place<ARE_BY_CELLS>(x, y, k, side)] - out[k]) <
                            1e-4f * (1 + fabsf(out[k]));
        }
    free(flown);
    CHECK(cudaMemset(d_floats[2], 0xFF, bytes));
    return is_right;
}

static void time_flows(int side)
{
    size_t n = (size_t)side * side, bytes = 2 * DIRECTIONS * n * sizeof(float);
    dim3 grid(side / 128, side);
    for (start_case("lattice.directions", n, grid.x * grid.y, 128, bytes); next_launch();)
        streamAndCollide<false><<<grid, 128>>>(d_floats[2], d_floats[0], side);
    if (launches() > 0)
        check_case(is_flow_right<false>(side));
    for (start_case("lattice.cells", n, grid.x * grid.y, 128, bytes); next_launch();)
        streamAndCollide<true><<<grid, 128>>>(d_floats[2], d_floats[0], side);
    if (launches() > 0)
        check_case(is_flow_right<true>(side));
}

/* Whether both parts of the magnetic field have made their step; overwritten. */
static int is_curl_right(int side)
{
    size_t n = (size_t)side * side;
    float *alongX = (float *)copy_to_host(d_floats[2], n * sizeof(float));
    float *alongY = (float *)copy_to_host(d_floats[3], n * sizeof(float));
    const float *electric = h_floats + 2;
    int is_right = 1;
    for (int y = 0; y < side - 1; y++)
        for (int x = 0; x < side - 1; x++) {
            size_t i = (size_t)y * side + x;
            float downwards = electric[i + side] - electric[i], to = electric[i + 1] - electric[i];
            is_right &= fabsf(alongX[i] - (h_floats[i] - 0.5f * downwards)) < 1e-5f &&
                        fabsf(alongY[i] - (h_floats[i + 1] + 0.5f * to)) < 1e-5f;
        }
    free(alongX);
    free(alongY);
    CHECK(cudaMemset(d_floats[2], 0xFF, n * sizeof(float)));
    CHECK(cudaMemset(d_floats[3], 0xFF, n * sizeof(float)));
    return is_right;
}

static void time_curls(int side)
{
    size_t n = (size_t)side * side;
    const float *in = d_floats[0];
    dim3 wide(64, 2), tall(4, 32), wideGrid(side / 64, side / 2), tallGrid(side / 4, side / 32);
    for (start_case("curl.wide", n, wideGrid.x * wideGrid.y, 128, 28 * n); next_launch();)
        curl<<<wideGrid, wide>>>(d_floats[2], d_floats[3], in, in + 1, in + 2, side);
    if (launches() > 0)
        check_case(is_curl_right(side));
    for (start_case("curl.tall", n, tallGrid.x * tallGrid.y, 128, 28 * n); next_launch();)
        curl<<<tallGrid, tall>>>(d_floats[2], d_floats[3], in, in + 1, in + 2, side);
    if (launches() > 0)
        check_case(is_curl_right(side));
}

static int is_sweep_right(int side)
{
    size_t n = (size_t)side * side;
    float *field = (float *)copy_to_host(d_floats[1], n * sizeof(float));
    int is_right = 1;
    for (int i = 0; i < side * side; i++) {
        int x = i % side, y = i / side;
        bool isInside = x > 0 && y > 0 && x < side - 1 && y < side - 1 && (x + y) % 2 == 0;
        float wanted = !isInside ? h_floats[i]
                                 : 0.25f * (h_floats[i - 1] + h_floats[i + 1] + h_floats[i - side] +
                                            h_floats[i + side]);
        is_right &= fabsf(field[i] - wanted) < 1e-5f;
    }
    free(field);
    return is_right;
}

static void time_sweeps(int side)
{
    size_t n = (size_t)side * side;
    for (int isForReds = 0; isForReds < 2; isForReds++) {
        dim3 block(32, 8), grid(side / (isForReds ? 64 : 32), side / 8);
        CHECK(cudaMemcpy(d_floats[1], h_floats, n * sizeof(float), cudaMemcpyHostToDevice));
        for (start_case(isForReds ? "relax.reds" : "relax.all", n, grid.x * grid.y, 256, 10 * n);
             next_launch();)
            relaxReds<<<grid, block>>>(d_floats[1], side, isForReds);
        if (launches() > 0)
            check_case(is_sweep_right(side));
    }
}

int main(int argc, char **argv)
{
    start_family("held_out_fields", argc, argv);
    size_t floats = (size_t)DIRECTIONS << 20;
    for (int k = 0; k < 2; k++) {
        CHECK(cudaMalloc((void **)&d_bytes[k], (size_t)1 << 22));
        CHECK(cudaMemset(d_bytes[k], 0xFF, (size_t)1 << 22));
    }
    d_floats[0] = floats_on_device(floats);
    h_floats = (float *)copy_to_host(d_floats[0], floats * sizeof(float));
    for (int k = 1; k < 4; k++) {
        CHECK(cudaMalloc((void **)&d_floats[k], floats * sizeof(float)));
        CHECK(cudaMemset(d_floats[k], 0xFF, floats * sizeof(float)));
    }
    for (int isLarge = 0; isLarge < 2; isLarge++) {
        int side = (isLarge ? 2048 : 512) / (harness.is_small ? 4 : 1);
        time_life(side);
        time_waves(isLarge ? side / 8 : side / 4, isLarge ? 64 : 16);
        time_flows(isLarge ? side / 2 : side);
        time_curls(side);
        time_sweeps(side);
    }
    for (int k = 0; k < 2; k++)
        CHECK(cudaFree(d_bytes[k]));
    for (int k = 0; k < 4; k++)
        CHECK(cudaFree(d_floats[k]));
    free(h_floats);
    return end_family();
}
