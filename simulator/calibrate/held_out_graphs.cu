/*
 * Held out of every fit: graphs and their matrices. The words of a case's name behind the dot say
 * which of several versions of the same work it is.
 */
#include "cases.h"

enum { WIDTH = 16, MOST_NEIGHBOURS = 15, BLOCK = 128 };

/* The neighbours of vertex i: to[from first[i] to below first[i + 1]]. */
struct graph {
    int vertices, edges;
    int *first, *to;
};

/* A level of a breadth-first search: marks the neighbours that have no level yet. A thread for each
 * vertex, of which few are on the level ... */
__global__ void visitVertices(int *reached, const int *levels, struct graph graph, int level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= graph.vertices || levels[i] != level)
        return;
    for (int k = graph.first[i]; k < graph.first[i + 1]; k++)
        if (levels[graph.to[k]] < 0)
            atomicExch(&reached[graph.to[k]], 1);
}

/* ... or for each of a list of those that are. */
__global__ void visitList(int *reached, const int *levels, struct graph graph, const int *list,
                          int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int own = list[i];
    for (int k = graph.first[own]; k < graph.first[own + 1]; k++)
        if (levels[graph.to[k]] < 0)
            atomicExch(&reached[graph.to[k]], 1);
}

/* A step of a rank that flows along edges: each vertex hands out, or each one collects. */
__global__ void rankPush(float *ranks, const float *shares, struct graph graph)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= graph.vertices)
        return;
    float share = shares[i];
    for (int k = graph.first[i]; k < graph.first[i + 1]; k++)
        atomicAdd(&ranks[graph.to[k]], share);
}

__global__ void rankPull(float *ranks, const float *shares, struct graph reversed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= reversed.vertices)
        return;
    float sum = 0;
    for (int k = reversed.first[i]; k < reversed.first[i + 1]; k++)
        sum += shares[reversed.to[k]];
    ranks[i] += sum;
}

/* A sparse matrix with at most WIDTH entries in a row, times a vector: the entries of a row side by
 * side, or those of a column. */
template <bool IS_BY_ROWS>
__global__ void multiplyPadded(float *to, const int *columns, const float *values, const float *x,
                               int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < WIDTH; k++) {
        int place = IS_BY_ROWS ? row * WIDTH + k : k * rows + row;
        if (columns[place] >= 0)
            sum += values[place] * x[columns[place]];
    }
    to[row] = sum;
}

/* How many neighbours the two ends of each edge share: by walking along both lists ... */
__global__ void shareByMerging(int *shared, const int *sources, struct graph graph)
{
    int edge = blockIdx.x * blockDim.x + threadIdx.x;
    if (edge >= graph.edges)
        return;
    int a = graph.first[sources[edge]], endA = graph.first[sources[edge] + 1];
    int b = graph.first[graph.to[edge]], endB = graph.first[graph.to[edge] + 1], count = 0;
    while (a < endA && b < endB) {
        int ofA = graph.to[a], ofB = graph.to[b];
        count += ofA == ofB;
        a += ofA <= ofB;
        b += ofB <= ofA;
    }
    shared[edge] = count;
}

/* ... or by looking up each of one list in the other. */
__global__ void shareByLookups(int *shared, const int *sources, struct graph graph)
{
    int edge = blockIdx.x * blockDim.x + threadIdx.x;
    if (edge >= graph.edges)
        return;
    int first = graph.first[graph.to[edge]], end = graph.first[graph.to[edge] + 1], count = 0;
    for (int a = graph.first[sources[edge]]; a < graph.first[sources[edge] + 1]; a++) {
        int wanted = graph.to[a], low = first, high = end;
        while (low < high) {
            int middle = (low + high) / 2;
            if (graph.to[middle] < wanted)
                low = middle + 1;
            else
                high = middle;
        }
        count += low < end && graph.to[low] == wanted;
    }
    shared[edge] = count;
}

/* Follows parents up to each root of a forest; the depths differ. */
__global__ void findRoots(int *to, const int *parents, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int own = i;
    while (parents[own] != own)
        own = parents[own];
    to[i] = own;
}

static struct graph h_far, h_near, h_reversed; /* neighbours all over, or close by and sorted */
static struct graph d_far, d_near, d_reversed;
static int *d_result, *d_levels, *h_levels, *h_wanted;
static float *d_floats, *h_floats;

static struct graph new_graph(int vertices, int edges)
{
    struct graph graph = {vertices, edges, (int *)calloc((size_t)vertices + 1, sizeof(int)),
                          (int *)host_memory((size_t)edges * sizeof(int))};
    return graph;
}

static struct graph far_graph(int vertices)
{
    struct graph graph = new_graph(vertices, vertices * MOST_NEIGHBOURS);
    for (int i = 0; i < vertices; i++) {
        int end = graph.first[i];
        graph.first[i + 1] = end + input_number(i) % (MOST_NEIGHBOURS + 1);
        for (; end < graph.first[i + 1]; end++)
            graph.to[end] = (int)(((unsigned int)(end * 2 + 1) * 2246822519u >> 8) % vertices);
    }
    graph.edges = graph.first[vertices];
    return graph;
}

static struct graph near_graph(int vertices)
{
    struct graph graph = new_graph(vertices, vertices * MOST_NEIGHBOURS);
    for (int i = 0; i < vertices; i++) {
        int end = graph.first[i], neighbour = i;
        for (int k = 0; k < input_number(i) % (MOST_NEIGHBOURS + 1); k++) {
            neighbour += 1 + input_number(end) % 5;
            if (neighbour < vertices)
                graph.to[end++] = neighbour;
        }
        graph.first[i + 1] = end;
    }
    graph.edges = graph.first[vertices];
    return graph;
}

static struct graph reversed_graph(struct graph graph)
{
    struct graph reversed = new_graph(graph.vertices, graph.edges);
    int *next = (int *)host_memory((size_t)graph.vertices * sizeof(int));
    for (int k = 0; k < graph.edges; k++)
        reversed.first[graph.to[k] + 1]++;
    for (int i = 0; i < graph.vertices; i++) {
        reversed.first[i + 1] += reversed.first[i];
        next[i] = reversed.first[i];
    }
    for (int i = 0; i < graph.vertices; i++)
        for (int k = graph.first[i]; k < graph.first[i + 1]; k++)
            reversed.to[next[graph.to[k]]++] = i;
    free(next);
    return reversed;
}

static int *ints_to_device(const int *ints, size_t n)
{
    int *d_ints;
    CHECK(cudaMalloc((void **)&d_ints, n * sizeof(int)));
    CHECK(cudaMemcpy(d_ints, ints, n * sizeof(int), cudaMemcpyHostToDevice));
    return d_ints;
}

static struct graph graph_to_device(struct graph graph)
{
    graph.first = ints_to_device(graph.first, (size_t)graph.vertices + 1);
    graph.to = ints_to_device(graph.to, (size_t)graph.edges);
    return graph;
}

static int wanted_int(size_t i)
{
    return h_wanted[i];
}

/* Every eighth vertex or so is on the level, others are below it, three of four have none yet. */
static void time_visits(void)
{
    int vertices = h_far.vertices, count = 0, *list = (int *)host_memory(vertices * sizeof(int));
    size_t bytes = 4 * ((size_t)h_far.edges + vertices);
    memset(h_wanted, 0, vertices * sizeof(int));
    for (int i = 0; i < vertices; i++) {
        int kind = input_number(i) / 16 % 8;
        h_levels[i] = kind == 0 ? 3 : kind == 1 ? 2 : -1;
        if (kind == 0)
            list[count++] = i;
    }
    for (int i = 0; i < count; i++)
        for (int k = h_far.first[list[i]]; k < h_far.first[list[i] + 1]; k++)
            h_wanted[h_far.to[k]] |= h_levels[h_far.to[k]] < 0;
    CHECK(cudaMemcpy(d_levels, h_levels, vertices * sizeof(int), cudaMemcpyHostToDevice));
    int *d_list = ints_to_device(list, count);
    unsigned int grid = blocks_for(vertices, BLOCK);
    CHECK(cudaMemset(d_result, 0, vertices * sizeof(int)));
    for (start_case("level.vertices", vertices, grid, BLOCK, bytes); next_launch();)
        visitVertices<<<grid, BLOCK>>>(d_result, d_levels, d_far, 3);
    if (launches() > 0)
        check_case(ints_are(d_result, vertices, wanted_int));
    grid = blocks_for(count, BLOCK);
    CHECK(cudaMemset(d_result, 0, vertices * sizeof(int)));
    for (start_case("level.list", vertices, grid, BLOCK, bytes); next_launch();)
        visitList<<<grid, BLOCK>>>(d_result, d_levels, d_far, d_list, count);
    if (launches() > 0)
        check_case(ints_are(d_result, vertices, wanted_int));
    CHECK(cudaFree(d_list));
    free(list);
}

/* What all launches together brought: each adds to the ranks, which begin at 1. */
static float wanted_rank(size_t i)
{
    double sum = 0;
    for (int k = h_reversed.first[i]; k < h_reversed.first[i + 1]; k++)
        sum += h_floats[h_reversed.to[k]];
    return (float)(1 + launches() * sum);
}

static void time_ranks(void)
{
    int vertices = h_far.vertices;
    unsigned int grid = blocks_for(vertices, BLOCK);
    size_t bytes = 4 * (2 * (size_t)h_far.edges + 4 * (size_t)vertices);
    float *ones = (float *)host_memory(vertices * sizeof(float));
    for (int i = 0; i < vertices; i++)
        ones[i] = 1;
    CHECK(cudaMemcpy(d_result, ones, vertices * sizeof(float), cudaMemcpyHostToDevice));
    for (start_case("rank.push", vertices, grid, BLOCK, bytes); next_launch();)
        rankPush<<<grid, BLOCK>>>((float *)d_result, d_floats, d_far);
    if (launches() > 0)
        check_case(floats_are((float *)d_result, vertices, wanted_rank));
    CHECK(cudaMemcpy(d_result, ones, vertices * sizeof(float), cudaMemcpyHostToDevice));
    for (start_case("rank.pull", vertices, grid, BLOCK, bytes); next_launch();)
        rankPull<<<grid, BLOCK>>>((float *)d_result, d_floats, d_reversed);
    if (launches() > 0)
        check_case(floats_are((float *)d_result, vertices, wanted_rank));
    free(ones);
}

static float wanted_product(size_t i)
{
    double sum = 0;
    for (int k = h_near.first[i]; k < h_near.first[i + 1]; k++)
        sum += (double)h_floats[k] * h_floats[h_near.to[k]];
    return (float)sum;
}

static void time_products(void)
{
    int rows = h_near.vertices;
    size_t n = (size_t)rows * WIDTH;
    unsigned int grid = blocks_for(rows, BLOCK);
    for (int isByRows = 0; isByRows < 2; isByRows++) {
        int *columns = (int *)host_memory(n * sizeof(int)), *d_columns;
        float *values = (float *)calloc(n, sizeof(float));
        memset(columns, 0xFF, n * sizeof(int));
        for (int i = 0; i < rows; i++)
            for (int k = h_near.first[i], at = 0; k < h_near.first[i + 1]; k++, at++) {
                size_t place = isByRows ? (size_t)i * WIDTH + at : (size_t)at * rows + i;
                columns[place] = h_near.to[k];
                values[place] = h_floats[k];
            }
        d_columns = ints_to_device(columns, n);
        float *d_values = (float *)ints_to_device((int *)values, n);
        for (start_case(isByRows ? "padded.rows" : "padded.columns", n, grid, BLOCK, 8 * n);
             next_launch();) {
            if (isByRows)
                multiplyPadded<true>
                    <<<grid, BLOCK>>>((float *)d_result, d_columns, d_values, d_floats, rows);
            else
                multiplyPadded<false>
                    <<<grid, BLOCK>>>((float *)d_result, d_columns, d_values, d_floats, rows);
        }
        if (launches() > 0)
            check_case(floats_are((float *)d_result, rows, wanted_product));
        CHECK(cudaFree(d_columns));
        CHECK(cudaFree(d_values));
        free(columns);
        free(values);
    }
}

static void time_shared_neighbours(void)
{
    int edges = h_near.edges, *sources = (int *)host_memory(edges * sizeof(int));
    unsigned int grid = blocks_for(edges, BLOCK);
    for (int i = 0; i < h_near.vertices; i++)
        for (int k = h_near.first[i]; k < h_near.first[i + 1]; k++) {
            int a = h_near.first[i], b = h_near.first[h_near.to[k]];
            sources[k] = i;
            h_wanted[k] = 0;
            for (; a < h_near.first[i + 1]; a++)
                for (int at = b; at < h_near.first[h_near.to[k] + 1]; at++)
                    h_wanted[k] += h_near.to[a] == h_near.to[at];
        }
    int *d_sources = ints_to_device(sources, edges);
    for (start_case("triangles.merging", edges, grid, BLOCK, 100 * (size_t)edges); next_launch();)
        shareByMerging<<<grid, BLOCK>>>(d_result, d_sources, d_near);
    if (launches() > 0)
        check_case(ints_are(d_result, edges, wanted_int));
    for (start_case("triangles.lookups", edges, grid, BLOCK, 200 * (size_t)edges); next_launch();)
        shareByLookups<<<grid, BLOCK>>>(d_result, d_sources, d_near);
    if (launches() > 0)
        check_case(ints_are(d_result, edges, wanted_int));
    CHECK(cudaFree(d_sources));
    free(sources);
}

static void time_roots(void)
{
    int n = h_far.vertices;
    unsigned int grid = blocks_for(n, BLOCK);
    for (int i = 0; i < n; i++) {
        h_levels[i] = i % 16 == 0 ? i : (int)((size_t)i * input_number(i) / 4096);
        h_wanted[i] = h_levels[i] == i ? i : h_wanted[h_levels[i]];
    }
    CHECK(cudaMemcpy(d_levels, h_levels, n * sizeof(int), cudaMemcpyHostToDevice));
    for (start_case("roots", n, grid, BLOCK, 8 * (size_t)n); next_launch();)
        findRoots<<<grid, BLOCK>>>(d_result, d_levels, n);
    if (launches() > 0)
        check_case(ints_are(d_result, n, wanted_int));
}

static void free_graph(struct graph host, struct graph device)
{
    free(host.first);
    free(host.to);
    CHECK(cudaFree(device.first));
    CHECK(cudaFree(device.to));
}

int main(int argc, char **argv)
{
    start_family("held_out_graphs", argc, argv);
    size_t largest = scaled((size_t)1 << 19), most = largest * WIDTH;
    CHECK(cudaMalloc((void **)&d_result, most * sizeof(int)));
    CHECK(cudaMemset(d_result, 0xFF, most * sizeof(int)));
    CHECK(cudaMalloc((void **)&d_levels, largest * sizeof(int)));
    d_floats = floats_on_device(most);
    h_floats = (float *)copy_to_host(d_floats, most * sizeof(float));
    h_levels = (int *)host_memory(largest * sizeof(int));
    h_wanted = (int *)host_memory(most * sizeof(int));
    for (size_t vertices = largest / 16; vertices <= largest; vertices *= 16) {
        h_far = far_graph((int)vertices);
        h_near = near_graph((int)vertices);
        h_reversed = reversed_graph(h_far);
        d_far = graph_to_device(h_far);
        d_near = graph_to_device(h_near);
        d_reversed = graph_to_device(h_reversed);
        time_visits();
        time_ranks();
        time_products();
        time_shared_neighbours();
        if (vertices == largest)
            time_roots();
        free_graph(h_far, d_far);
        free_graph(h_near, d_near);
        free_graph(h_reversed, d_reversed);
    }
    CHECK(cudaFree(d_result));
    CHECK(cudaFree(d_levels));
    CHECK(cudaFree(d_floats));
    free(h_floats);
    free(h_levels);
    free(h_wanted);
    return end_family();
}
