/*
 * Held out of every fit: games: boards that are checked, filled and played out by chance,
 * ways through mazes, points of players, dice. The words of a case's name behind the dot say which
 * of several versions of the same work it is.
 */
#include "held_out.h"

enum { LANES = 32, BLOCK = 256, CELLS = 81, QUEENS = 9, SIDE = 32, PLAYERS = 1024 };
enum { DICE = 12, FACES = 6, SUMS = DICE * FACES + 1, GAMES = 8, LINES = 8, FULL = 0x1FF };
enum : unsigned int { ALL = 0xFFFFFFFF };

typedef unsigned char byte;
typedef unsigned int word;

/* Whether each row, column and square of a sudoku has each number once: a thread for a board ... */
__global__ void sudokuThreads(byte *to, const byte *boards, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, is_right = 1;
    if (i >= n)
        return;
    int rows[9] = {0}, columns[9] = {0}, squares[9] = {0};
    for (int k = 0; k < CELLS; k++) {
        int row = k / 9, column = k % 9, square = row / 3 * 3 + column / 3;
        int bit = 1 << boards[i * CELLS + k];
        is_right &= ((rows[row] | columns[column] | squares[square]) & bit) == 0;
        rows[row] |= bit;
        columns[column] |= bit;
        squares[square] |= bit;
    }
    to[i] = is_right;
}

/* ... or a warp, of which 27 lanes look at nine cells each. */
__global__ void sudokuWarps(byte *to, const byte *boards, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (i >= n)
        return;
    int own = lane % 9, numbers = 0;
    for (int k = 0; k < 9 && lane < 27; k++) {
        int square = own / 3 * 27 + own % 3 * 3 + k / 3 * 9 + k % 3;
        int place = lane < 9 ? own * 9 + k : lane < 18 ? k * 9 + own : square;
        numbers |= 1 << boards[i * CELLS + place];
    }
    int is_right = __all_sync(ALL, lane >= 27 || numbers == 0x3FE);
    if (lane == 0)
        to[i] = is_right;
}

/* In how many ways queens fill a board whose first two rows have theirs: columns in an array ... */
__global__ void queensColumns(int *to, const uchar2 *starts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int columns[QUEENS] = {starts[i].x, starts[i].y, -1}, ways = 0;
    int row = abs(columns[0] - columns[1]) > 1 ? 2 : 0;
    while (row >= 2) {
        int is_free = ++columns[row] < QUEENS;
        if (!is_free)
            row--;
        for (int k = 0; k < row && is_free; k++)
            is_free = columns[k] != columns[row] && abs(columns[k] - columns[row]) != row - k;
        if (is_free && row == QUEENS - 1)
            ways++;
        else if (is_free)
            columns[++row] = -1;
    }
    to[i] = ways;
}

/* ... or sets of places as bits. */
__global__ void queensBits(int *to, const uchar2 *starts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    word first = 1 << starts[i].x, second = 1 << starts[i].y;
    word columns[QUEENS] = {0, 0, first | second}, left[QUEENS] = {0, 0, first << 2 | second << 1};
    word right[QUEENS] = {0, 0, first >> 2 | second >> 1}, places[QUEENS];
    places[2] = ~(columns[2] | left[2] | right[2]) & FULL;
    int row = abs(starts[i].x - starts[i].y) > 1 ? 2 : 0, ways = 0;
    while (row >= 2) {
        word place = places[row] & (0 - places[row]);
        places[row] ^= place;
        if (place == 0) {
            row--;
        } else if (row == QUEENS - 1) {
            ways++;
        } else {
            columns[row + 1] = columns[row] | place;
            left[row + 1] = (left[row] | place) << 1;
            right[row + 1] = (right[row] | place) >> 1;
            row++;
            places[row] = ~(columns[row] | left[row] | right[row]) & FULL;
        }
    }
    to[i] = ways;
}

/* How many cells of a maze of 32 x 32 are reached from its first row: a thread for a cell ... */
__global__ void mazeBlocks(int *to, const word *mazes)
{
    __shared__ byte reached[SIDE + 2][SIDE + 2];
    int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    int is_open = mazes[blockIdx.x * SIDE + y] >> x & 1, is_reached = is_open && y == 0;
    for (int k = threadIdx.x; k < (SIDE + 2) * (SIDE + 2); k += blockDim.x)
        reached[k / (SIDE + 2)][k % (SIDE + 2)] = 0;
    __syncthreads();
    int is_new = is_reached;
    do {
        if (is_new)
            reached[y + 1][x + 1] = 1;
        __syncthreads();
        is_new = is_open && !is_reached &&
                 (reached[y][x + 1] || reached[y + 2][x + 1] || reached[y + 1][x] ||
                  reached[y + 1][x + 2]);
        is_reached |= is_new;
    } while (__syncthreads_or(is_new));
    int count = __syncthreads_count(is_reached);
    if (threadIdx.x == 0)
        to[blockIdx.x] = count;
}

/* ... or a lane for a row. */
__global__ void mazeLanes(int *to, const word *mazes, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (i >= n)
        return;
    word open = mazes[i * SIDE + lane], reached = 0, next = lane == 0 ? open : 0;
    while (__any_sync(ALL, next != reached)) {
        reached = next;
        word above = __shfl_up_sync(ALL, reached, 1), below = __shfl_down_sync(ALL, reached, 1);
        next = (reached | reached << 1 | reached >> 1 | above | below) & open;
    }
    int count = __reduce_add_sync(ALL, __popc(reached));
    if (lane == 0)
        to[i] = count;
}

/* What a player may expect of a game, by their strengths. */
__host__ __device__ static inline float chance(float own, float other)
{
    return 1 / (1 + exp2f((other - own) * 8));
}

/* Adds what each of two players may expect of their games: in global memory ... */
__global__ void pointsGlobal(float *points, const ushort2 *pairs, const float *strengths, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    ushort2 pair = pairs[i];
    float expected = chance(strengths[pair.x], strengths[pair.y]);
    atomicAdd(&points[pair.x], expected);
    atomicAdd(&points[pair.y], 1 - expected);
}

/* ... or first in that of each block, of a small grid. */
__global__ void pointsShared(float *points, const ushort2 *pairs, const float *strengths, int n)
{
    __shared__ float own[PLAYERS];
    for (int k = threadIdx.x; k < PLAYERS; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        ushort2 pair = pairs[i];
        float expected = chance(strengths[pair.x], strengths[pair.y]);
        atomicAdd(&own[pair.x], expected);
        atomicAdd(&own[pair.y], 1 - expected);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < PLAYERS; k += blockDim.x)
        atomicAdd(&points[k], own[k]);
}

/* How likely each sum of twelve dice is, with weights of their own in each block. */
__global__ void dice(double *to, const double *weights)
{
    __shared__ double chances[SUMS];
    int sum = threadIdx.x;
    chances[sum] = sum == 0;
    for (int die = 0; die < DICE; die++) {
        __syncthreads();
        double next = 0;
        for (int face = 1; face <= FACES && face <= sum; face++)
            next += weights[blockIdx.x * FACES + face - 1] * chances[sum - face];
        __syncthreads();
        chances[sum] = next;
    }
    to[blockIdx.x * SUMS + sum] = chances[sum];
}

/* Games of noughts and crosses by chance: how many the first player wins. */
__host__ __device__ static inline int games_won(word state)
{
    const word lines[LINES] = {7, 56, 448, 73, 146, 292, 273, 84};
    int won = 0;
    for (int game = 0; game < GAMES; game++) {
        word taken[2] = {0, 0};
        int is_over = 0;
        for (int move = 0; move < 9 && !is_over; move++) {
            state = state * 1664525u + 1013904223u;
            word free = FULL & ~(taken[0] | taken[1]);
            for (int skipped = (state >> 16) % (9 - move); skipped > 0; skipped--)
                free &= free - 1;
            taken[move % 2] |= free & (0 - free);
            for (int k = 0; k < LINES; k++)
                is_over |= (taken[move % 2] & lines[k]) == lines[k];
            won += is_over && move % 2 == 0;
        }
    }
    return won;
}

__global__ void playouts(int *won, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? games_won(i) : 0;
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL, sum, distance);
    if (threadIdx.x % LANES == 0)
        atomicAdd(won, sum);
}

static word *h_words, *d_words;
static byte *h_boards, *h_right, *d_boards;
static ushort2 *h_pairs, *d_pairs;
static uchar2 *h_starts, *d_starts;
static float h_strengths[PLAYERS], *d_strengths;
static double h_points[PLAYERS], *h_weights, *d_weights;
static void *d_to;

static double is_sudoku(size_t i)
{
    return h_right[i];
}

/* Ways to fill the rows from `row` on. */
static int ways_from(int *columns, int row)
{
    int ways = row == QUEENS;
    for (int column = 0; column < QUEENS && row < QUEENS; column++) {
        int is_free = 1;
        for (int k = 0; k < row; k++)
            is_free &= columns[k] != column && abs(columns[k] - column) != row - k;
        columns[row] = column;
        ways += is_free ? ways_from(columns, row + 1) : 0;
    }
    return ways;
}

static double ways_to_fill(size_t i)
{
    int columns[QUEENS] = {h_starts[i].x, h_starts[i].y};
    return abs(columns[0] - columns[1]) > 1 ? ways_from(columns, 2) : 0;
}

/* Marks what is reached from a cell, and returns how many cells. */
static int walk(const word *maze, word *reached, int x, int y)
{
    if (x < 0 || x >= SIDE || y < 0 || y >= SIDE || !((maze[y] & ~reached[y]) >> x & 1))
        return 0;
    reached[y] |= 1u << x;
    return 1 + walk(maze, reached, x - 1, y) + walk(maze, reached, x + 1, y) +
           walk(maze, reached, x, y - 1) + walk(maze, reached, x, y + 1);
}

static double cells_reached(size_t i)
{
    word reached[SIDE] = {0};
    int count = 0;
    for (int x = 0; x < SIDE; x++)
        count += walk(h_words + i * SIDE, reached, x, 0);
    return count;
}

static double points_of(size_t i)
{
    return h_points[i] * launches();
}

/* From the sum that is the least on: one die after the other, as a sum over its faces. */
static double chance_of_sum(size_t i)
{
    double chances[DICE + 1][SUMS] = {{1}};
    for (int die = 0; die < DICE; die++)
        for (int k = 0; k < SUMS * FACES; k++)
            if (k / FACES + k % FACES + 1 < SUMS)
                chances[die + 1][k / FACES + k % FACES + 1] +=
                    chances[die][k / FACES] * h_weights[i / SUMS * FACES + k % FACES];
    return chances[DICE][i % SUMS];
}

static void time_boards(size_t n)
{
    int *to = (int *)d_to, count = (int)(n / 128);
    if (run_case("sudoku.threads", n, blocks_for(count, 96), 96, count * (CELLS + 1), sudokuThreads,
                 (byte *)d_to, d_boards, count))
        check_numbers((byte *)d_to, count, is_sudoku, 0);
    if (run_case("sudoku.warps", n, blocks_for((size_t)count * LANES, BLOCK), BLOCK,
                 count * (CELLS + 1), sudokuWarps, (byte *)d_to, d_boards, count))
        check_numbers((byte *)d_to, count, is_sudoku, 0);
    count = (int)(n / 512);
    if (run_case("queens.columns", n, blocks_for(count, 64), 64, 6 * count, queensColumns, to,
                 d_starts, count))
        check_numbers(to, count, ways_to_fill, 0);
    if (run_case("queens.bits", n, blocks_for(count, 64), 64, 6 * count, queensBits, to, d_starts,
                 count))
        check_numbers(to, count, ways_to_fill, 0);
    count = (int)(n / 16 / SIDE / SIDE);
    if (run_case("maze.blocks", n, count, SIDE * SIDE, count * SIDE * 128, mazeBlocks, to, d_words))
        check_numbers(to, count, cells_reached, 0);
    if (run_case("maze.lanes", n, blocks_for(count, 4), 128, count * SIDE * 4, mazeLanes, to,
                 d_words, count))
        check_numbers(to, count, cells_reached, 0);
}

static void time_chances(size_t n)
{
    float *points = (float *)d_to;
    int count = (int)(n / 2), *won = (int *)d_to, blocks = (int)(n / 1024);
    memset(h_points, 0, sizeof h_points);
    for (int i = 0; i < count; i++) {
        double expected = chance(h_strengths[h_pairs[i].x], h_strengths[h_pairs[i].y]);
        h_points[h_pairs[i].x] += expected;
        h_points[h_pairs[i].y] += 1 - expected;
    }
    CHECK(cudaMemset(d_to, 0, sizeof h_points));
    if (run_case("points.global", n, blocks_for(count, BLOCK), BLOCK, 20 * (size_t)count,
                 pointsGlobal, points, d_pairs, d_strengths, count))
        check_numbers(points, PLAYERS, points_of, 1e-3);
    CHECK(cudaMemset(d_to, 0, sizeof h_points));
    if (run_case("points.shared", n, 132, 512, 12 * (size_t)count + 132 * 4 * PLAYERS, pointsShared,
                 points, d_pairs, d_strengths, count))
        check_numbers(points, PLAYERS, points_of, 1e-3);
    if (run_case("dice", n, blocks, SUMS, blocks * (SUMS + DICE * (SUMS * FACES - 21)) * 8, dice,
                 (double *)d_to, d_weights))
        check_numbers((double *)d_to, blocks * SUMS, chance_of_sum, 1e-9);
    CHECK(cudaMemset(won, 0, sizeof *won));
    count = (int)(n / 64);
    h_points[0] = 0;
    for (int i = 0; i < count; i++)
        h_points[0] += games_won(i);
    if (run_case("playouts", n, blocks_for(count, 160), 160, count / 8, playouts, won, count))
        check_numbers(won, 1, points_of, 0);
}

/* Sudoku i, of which every third has a wrong cell; also two queens, and a weight of dice. */
static void make_board(size_t i)
{
    byte *own = h_boards + i * CELLS, *cell = own + h_words[i] / 9 % CELLS;
    for (int k = 0; k < CELLS; k++)
        own[k] = 1 + (k / 9 % 3 * 3 + k / 27 + k % 9 + h_words[i] % 9) % 9;
    byte before = *cell;
    *cell = i % 3 == 0 ? 1 + h_words[i] % 9 : before;
    h_right[i] = *cell == before;
    h_starts[i] = make_uchar2(h_words[i] % QUEENS, h_words[i] / QUEENS % QUEENS);
    h_weights[i] = (h_words[i] >> 8 & 255) / 1024.0;
}

int main(int argc, char **argv)
{
    start_family("held_out_games", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 21) + 4444, 1 << 24}, largest = scaled(1 << 24);
    h_words = (word *)host_memory(largest / 16 * sizeof(word));
    h_pairs = (ushort2 *)host_memory(largest / 2 * sizeof(ushort2));
    h_boards = (byte *)host_memory(largest / 128 * CELLS);
    h_right = (byte *)host_memory(largest / 128);
    h_starts = (uchar2 *)host_memory(largest / 128 * sizeof(uchar2));
    h_weights = (double *)host_memory(largest / 128 * sizeof(double));
    for (size_t i = 0; i < largest / 2; i++) {
        word mixed = (word)i * 0x9E3779B9u;
        mixed = (mixed ^ mixed >> 16) * 0x7FEB352Du;
        h_pairs[i] = make_ushort2(mixed % PLAYERS, min(mixed >> 10, mixed >> 20) % PLAYERS);
        if (i < largest / 16)
            h_words[i] = mixed | mixed >> 15 | mixed << 15; // most bits are 1
        if (i < largest / 128)
            make_board(i);
        if (i < PLAYERS)
            h_strengths[i] = (mixed >> 8 & 255) / 256.0f;
    }
    d_boards = copy_to_device(h_boards, largest / 128 * CELLS);
    d_words = copy_to_device(h_words, largest / 16);
    d_pairs = copy_to_device(h_pairs, largest / 2);
    d_weights = copy_to_device(h_weights, largest / 128);
    d_starts = copy_to_device(h_starts, largest / 128);
    d_strengths = copy_to_device(h_strengths, PLAYERS);
    d_to = zeros_on_device(largest);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_boards(scaled(size));
        time_chances(scaled(size));
    }
    for (void *memory : {d_to, (void *)d_words, (void *)d_boards, (void *)d_pairs, (void *)d_starts,
                         (void *)d_weights, (void *)d_strengths})
        CHECK(cudaFree(memory));
    return end_family();
}
