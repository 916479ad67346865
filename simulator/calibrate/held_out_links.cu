/*
 * Held out of every fit: sparse matrices as lists of entries, of diagonals and of small squares;
 * paths and degrees in graphs. The words of a case's name behind the dot say which of several
 * versions of the same work it is.
 */
#include "cases.h"

enum { BLOCK = 256, RUN = 8, SQUARE = 4, SQUARES = 6, DEGREE = 8, FAR = 1 << 20 };

/* Where the diagonals are, seen from the main one. */
__constant__ int offsets[7] = {-1024, -32, -1, 0, 1, 32, 1024};
static const int h_offsets[7] = {-1024, -32, -1, 0, 1, 32, 1024};

/* Entries of a matrix, sorted by row: each entry is added by itself ... */
__global__ void entriesEach(float *to, const int2 *entries, const float *values, const float *x,
                            int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&to[entries[i].x], values[i] * x[entries[i].y]);
}

/* ... or a thread adds up RUN of them as long as they have one row. */
__global__ void entriesRuns(float *to, const int2 *entries, const float *values, const float *x,
                            int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * RUN, end = min(i + RUN, n);
    if (i >= n)
        return;
    int row = entries[i].x;
    float sum = 0;
    for (; i < end; i++) {
        int2 entry = entries[i];
        if (entry.x != row) {
            atomicAdd(&to[row], sum);
            row = entry.x;
            sum = 0;
        }
        sum += values[i] * x[entry.y];
    }
    atomicAdd(&to[row], sum);
}

/* Seven diagonals: each kept as a vector, its place known ... */
__global__ void bandDiagonals(float *to, const float *values, const float *x, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0;
    for (int d = 0; d < 7; d++) {
        int column = row + offsets[d];
        if (column >= 0 && column < n)
            sum += values[(size_t)d * n + row] * x[column];
    }
    to[row] = sum;
}

/* ... or as lists of columns, row after row. */
__global__ void bandLists(float *to, const float *values, const int *columns, const float *x, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0;
    for (int k = 7 * row; k < 7 * row + 7; k++)
        if (columns[k] >= 0)
            sum += values[k] * x[columns[k]];
    to[row] = sum;
}

/* Small squares, SQUARES in a row of them: a thread for each row of numbers ... */
__global__ void squaresThreads(float *to, const float *values, const int *columns, const float *x,
                               int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, own = row / SQUARE, line = row % SQUARE;
    if (row >= n)
        return;
    float sum = 0;
    for (int k = own * SQUARES; k < own * SQUARES + SQUARES; k++)
        for (int j = 0; j < SQUARE; j++)
            sum += values[(size_t)k * 16 + line * SQUARE + j] * x[columns[k] * SQUARE + j];
    to[row] = sum;
}

/* ... or with vectors. */
__global__ void squaresVectors(float *to, const float4 *values, const int *columns, const float4 *x,
                               int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, own = row / SQUARE, line = row % SQUARE;
    if (row >= n)
        return;
    float sum = 0;
    for (int k = own * SQUARES; k < own * SQUARES + SQUARES; k++) {
        float4 a = values[k * SQUARE + line], b = x[columns[k]];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    to[row] = sum;
}

/* One step of shortest paths: each edge improves what it leads to ... */
__global__ void pathsEdges(int *to, const int *from, const int *sources, int edges)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < edges)
        atomicMin(&to[i / DEGREE], from[sources[i]] + i % 5 + 1);
}

/* ... or each vertex asks all that lead to it ... */
__global__ void pathsVertices(int *to, const int *from, const int *sources, int edges)
{
    int vertex = blockIdx.x * blockDim.x + threadIdx.x, best = FAR;
    if (vertex * DEGREE >= edges)
        return;
    for (int i = vertex * DEGREE; i < min((vertex + 1) * DEGREE, edges); i++)
        best = min(best, from[sources[i]] + i % 5 + 1);
    to[vertex] = best;
}

/* ... or eight lanes ask for it. */
__global__ void pathsLanes(int *to, const int *from, const int *sources, int edges)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = FAR;
    if (i < edges)
        best = from[sources[i]] + i % 5 + 1;
    for (int distance = DEGREE / 2; distance > 0; distance /= 2)
        best = min(best, __shfl_xor_sync(0xFFFFFFFF, best, distance));
    if (i < edges && i % DEGREE == 0)
        to[i / DEGREE] = best;
}

/* How often each sorted key is there: counted by atomics, or from where its run ends. */
__global__ void degreesAtomics(int *to, const int2 *entries, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&to[entries[i].x], 1);
}

__global__ void degreesBounds(int *ends, const int2 *entries, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (i + 1 == n || entries[i + 1].x != entries[i].x))
        ends[entries[i].x] = i + 1;
}

static int *d_to, *d_ints, *d_columns, *h_ints, *h_columns, *h_wanted;
static int2 *d_entries, *h_entries;
static float *d_values, *h_values, *h_sums;

static int wanted(size_t i)
{
    return h_wanted[i];
}

static float sums(size_t i)
{
    return h_sums[i];
}

static void copy_columns(size_t n)
{
    CHECK(cudaMemcpy(d_columns, h_columns, n * sizeof(int), cudaMemcpyHostToDevice));
}

/* Entries: rows of 1 to 15 of them, at columns in no visible order. */
static void time_entries(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK), fewer = blocks_for(n, BLOCK * RUN);
    size_t rows = 0, left = 1;
    memset(h_sums, 0, n * sizeof(float));
    memset(h_wanted, 0, n * sizeof(int));
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && --left == 0)
            left = 1 + (size_t)h_ints[++rows] % 15;
        h_entries[i] = make_int2((int)rows, (int)(i * 40503u % n));
        h_sums[rows] += (RUNS_ON_GPU + 1.0f) * h_values[i] * h_values[h_entries[i].y];
        h_wanted[rows]++;
    }
    rows++;
    CHECK(cudaMemcpy(d_entries, h_entries, n * sizeof(int2), cudaMemcpyHostToDevice));
    for (size_t i = 0; i < rows; i++)
        h_sums[i] *= (float)(harness.runs + 1) / (RUNS_ON_GPU + 1.0f);
    CHECK(cudaMemset(d_to, 0, rows * sizeof(float)));
    for (start_case("entries.each", n, grid, BLOCK, 20 * n); next_launch();)
        entriesEach<<<grid, BLOCK>>>((float *)d_to, d_entries, d_values, d_values, (int)n);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, rows, sums));
    CHECK(cudaMemset(d_to, 0, rows * sizeof(float)));
    for (start_case("entries.runs", n, fewer, BLOCK, 17 * n); next_launch();)
        entriesRuns<<<fewer, BLOCK>>>((float *)d_to, d_entries, d_values, d_values, (int)n);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, rows, sums));
    for (size_t i = 0; i < rows; i++)
        h_wanted[i] *= harness.runs + 1;
    CHECK(cudaMemset(d_to, 0, rows * sizeof(int)));
    for (start_case("degrees.atomics", n, grid, BLOCK, 8 * n); next_launch();)
        degreesAtomics<<<grid, BLOCK>>>(d_to, d_entries, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, rows, wanted));
    for (size_t i = 0; i < n; i++)
        h_wanted[h_entries[i].x] = (int)i + 1;
    for (start_case("degrees.bounds", n, grid, BLOCK, 8 * n); next_launch();)
        degreesBounds<<<grid, BLOCK>>>(d_to, d_entries, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, rows, wanted));
}

/* Seven diagonals: first as vectors, then row after row, where -1 is no column. */
static void time_bands(size_t n)
{
    size_t rows = n / 7;
    unsigned int grid = blocks_for(rows, BLOCK);
    for (size_t row = 0; row < rows; row++) {
        double by_diagonals = 0, by_lists = 0;
        for (int d = 0; d < 7; d++) {
            long column = (long)row + h_offsets[d];
            int is_there = column >= 0 && column < (long)rows;
            by_diagonals += is_there ? (double)h_values[d * rows + row] * h_values[column] : 0;
            by_lists += is_there ? (double)h_values[7 * row + d] * h_values[column] : 0;
            h_columns[7 * row + d] = is_there ? (int)column : -1;
        }
        h_sums[row] = (float)by_diagonals;
        h_sums[rows + row] = (float)by_lists;
    }
    copy_columns(7 * rows);
    for (start_case("band.diagonals", n, grid, BLOCK, 8 * n); next_launch();)
        bandDiagonals<<<grid, BLOCK>>>((float *)d_to, d_values, d_values, (int)rows);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, rows, sums));
    memcpy(h_sums, h_sums + rows, rows * sizeof(float));
    for (start_case("band.lists", n, grid, BLOCK, 12 * n); next_launch();)
        bandLists<<<grid, BLOCK>>>((float *)d_to, d_values, d_columns, d_values, (int)rows);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, rows, sums));
}

static void time_squares(size_t n)
{
    size_t lines = n / (SQUARE * SQUARES * SQUARE) * SQUARE, of_squares = lines / SQUARE;
    unsigned int grid = blocks_for(lines, 128);
    for (size_t k = 0; k < of_squares * SQUARES; k++)
        h_columns[k] = (int)(k * 7919 % of_squares);
    for (size_t line = 0; line < lines; line++) {
        double sum = 0;
        for (size_t k = line / SQUARE * SQUARES; k < (line / SQUARE + 1) * SQUARES; k++)
            for (size_t j = 0; j < SQUARE; j++)
                sum += (double)h_values[k * 16 + line % SQUARE * SQUARE + j] *
                       h_values[h_columns[k] * SQUARE + (int)j];
        h_sums[line] = (float)sum;
    }
    copy_columns(of_squares * SQUARES);
    for (start_case("squares.threads", n, grid, 128, 12 * n); next_launch();)
        squaresThreads<<<grid, 128>>>((float *)d_to, d_values, d_columns, d_values, (int)lines);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, lines, sums));
    for (start_case("squares.vectors", n, grid, 128, 9 * n); next_launch();)
        squaresVectors<<<grid, 128>>>((float *)d_to, (float4 *)d_values, d_columns,
                                      (float4 *)d_values, (int)lines);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, lines, sums));
}

static void time_paths(size_t n)
{
    size_t vertices = (n + DEGREE - 1) / DEGREE;
    unsigned int edges = blocks_for(n, BLOCK), grid = blocks_for(vertices, BLOCK);
    for (size_t i = 0; i < vertices; i++)
        h_wanted[i] = FAR;
    for (size_t i = 0; i < n; i++) {
        h_columns[i] = (int)(i * 2654435761u % vertices);
        h_wanted[i / DEGREE] = min(h_wanted[i / DEGREE], h_ints[h_columns[i]] + (int)(i % 5) + 1);
    }
    copy_columns(n);
    CHECK(cudaMemset(d_to, 0x7F, vertices * sizeof(int)));
    for (start_case("paths.edges", n, edges, BLOCK, 12 * n); next_launch();)
        pathsEdges<<<edges, BLOCK>>>(d_to, d_ints, d_columns, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, vertices, wanted));
    for (start_case("paths.vertices", n, grid, BLOCK, 8 * n + n / 2); next_launch();)
        pathsVertices<<<grid, BLOCK>>>(d_to, d_ints, d_columns, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, vertices, wanted));
    for (start_case("paths.lanes", n, edges, BLOCK, 8 * n + n / 2); next_launch();)
        pathsLanes<<<edges, BLOCK>>>(d_to, d_ints, d_columns, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, vertices, wanted));
}

int main(int argc, char **argv)
{
    start_family("held_out_links", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 20) + 77, 1 << 24}, largest = scaled(1 << 24);
    size_t bytes = largest * sizeof(int);
    d_ints = ints_on_device(largest);
    h_ints = (int *)copy_to_host(d_ints, bytes);
    d_values = floats_on_device(largest);
    h_values = (float *)copy_to_host(d_values, bytes);
    h_columns = (int *)host_memory(bytes);
    h_wanted = (int *)host_memory(bytes);
    h_sums = (float *)host_memory(bytes);
    h_entries = (int2 *)host_memory(2 * bytes);
    CHECK(cudaMalloc((void **)&d_to, bytes));
    CHECK(cudaMalloc((void **)&d_columns, bytes));
    CHECK(cudaMalloc((void **)&d_entries, 2 * bytes));
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_entries(n);
        time_bands(n);
        time_squares(n);
        time_paths(n);
    }
    void *on_device[] = {d_ints, d_values, d_to, d_columns, d_entries};
    void *on_host[] = {h_ints, h_values, h_columns, h_wanted, h_sums, h_entries};
    for (void *memory : on_device)
        CHECK(cudaFree(memory));
    for (void *memory : on_host)
        free(memory);
    return end_family();
}
