/*
 * Accesses whose addresses come from memory: gathers, scatters, chases.
 */
#include "cases.h"

__global__ void gather(int *to, const int *table, const int *places, size_t n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        to[idx] = table[places[idx]];
}

__global__ void scatter(int *table, const int *from, const int *places, size_t n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        table[places[idx]] = from[idx];
}

/* Each thread adds up `count` numbers of the table. */
__global__ void sumIndirect(int *sums, const int *table, const int *places, int count)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    int sum = 0;
    for (int k = 0; k < count; k++)
        sum += table[places[idx + k * stride]];
    sums[idx] = sum;
}

/* Each thread goes `steps` times to where the ring says; the threads begin one place apart. */
__global__ void chase(int *ends, const int *ring, int steps)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int place = idx;
    for (int step = 0; step < steps; step++)
        place = ring[place];
    ends[idx] = place;
}

/* Where place `from` of a ring of `length` places, a power of two, leads: it visits all of them,
 * far apart. */
static size_t next_in_ring(size_t from, size_t length)
{
    return (from * 1664525 + 1013904223) % length;
}

static int *ring_on_device(size_t length)
{
    int *d_ring, *h_ring = (int *)host_memory(length * sizeof(int));
    for (size_t i = 0; i < length; i++)
        h_ring[i] = (int)next_in_ring(i, length);
    CHECK(cudaMalloc((void **)&d_ring, length * sizeof(int)));
    CHECK(cudaMemcpy(d_ring, h_ring, length * sizeof(int), cudaMemcpyHostToDevice));
    free(h_ring);
    return d_ring;
}

static size_t table_length; /* of the case at hand */

static int expected_gather(size_t place)
{
    return input_number(next_in_ring(place % table_length, table_length));
}

/* n threads read a table of `length` words. */
static void time_gather(const char *name, size_t n, size_t length)
{
    unsigned int block = 256, grid = blocks_for(n, block);
    int *d_table = ints_on_device(length), *d_to = zeros_on_device(n), *d_places;
    int *h_places = (int *)host_memory(n * sizeof(int));
    for (size_t i = 0; i < n; i++)
        h_places[i] = (int)next_in_ring(i % length, length);
    CHECK(cudaMalloc((void **)&d_places, n * sizeof(int)));
    CHECK(cudaMemcpy(d_places, h_places, n * sizeof(int), cudaMemcpyHostToDevice));

    for (start_case(name, n, grid, block, 3 * n * sizeof(int)); next_launch();)
        gather<<<grid, block>>>(d_to, d_table, d_places, n);
    table_length = length;
    if (launches() > 0)
        check_case(ints_are(d_to, n, expected_gather));

    free(h_places);
    CHECK(cudaFree(d_table));
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_places));
}

/* All places of a table are stored to, each once. */
static void time_scatter(size_t n)
{
    unsigned int block = 256, grid = blocks_for(n, block);
    int *d_table = zeros_on_device(n), *d_from = ints_on_device(n), *d_places = ring_on_device(n);

    for (start_case("scatter", n, grid, block, 3 * n * sizeof(int)); next_launch();)
        scatter<<<grid, block>>>(d_table, d_from, d_places, n);
    if (launches() > 0) {
        int *table = (int *)copy_to_host(d_table, n * sizeof(int));
        int is_right = 1;
        for (size_t i = 0; i < n; i++)
            is_right &= table[next_in_ring(i, n)] == input_number(i);
        check_case(is_right);
        free(table);
    }
    CHECK(cudaFree(d_table));
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_places));
}

static void time_indirect_sum(size_t n, int count)
{
    size_t threads = n / count;
    unsigned int block = 256, grid = blocks_for(threads, block);
    int *d_table = ints_on_device(n), *d_places = ring_on_device(n);
    int *d_sums = zeros_on_device(threads);

    for (start_case("indirect_sum", n, grid, block, (2 * n + threads) * sizeof(int));
         next_launch();)
        sumIndirect<<<grid, block>>>(d_sums, d_table, d_places, count);
    if (launches() > 0) {
        int *sums = (int *)copy_to_host(d_sums, threads * sizeof(int));
        long long sum = 0;
        for (size_t i = 0; i < threads; i++)
            sum += sums[i];
        check_case(sum == sum_of_inputs(n));
        free(sums);
    }
    CHECK(cudaFree(d_table));
    CHECK(cudaFree(d_places));
    CHECK(cudaFree(d_sums));
}

/* A number of threads walk in a ring. n counts the steps of all. */
static void time_chase(const char *name, size_t length, int steps, unsigned int grid,
                       unsigned int block)
{
    size_t threads = (size_t)grid * block, n = threads * steps;
    int *d_ring = ring_on_device(length), *d_ends = zeros_on_device(threads);

    for (start_case(name, n, grid, block, (n + threads) * sizeof(int)); next_launch();)
        chase<<<grid, block>>>(d_ends, d_ring, steps);
    if (launches() > 0) {
        int *ends = (int *)copy_to_host(d_ends, threads * sizeof(int));
        size_t place = threads - 1;
        for (int step = 0; step < steps; step++)
            place = next_in_ring(place, length);
        check_case(ends[threads - 1] == (int)place);
        free(ends);
    }
    CHECK(cudaFree(d_ring));
    CHECK(cudaFree(d_ends));
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {1 << 16, 1 << 20, 1 << 22};

    start_family("gathers", argc, argv);
    for (int i = 0; i < 3; i++) {
        size_t n = scaled(sizes[i]);
        time_gather("gather_4_kib", n, 1 << 10);
        time_gather("gather_64_kib", n, 1 << 14);
        time_gather("gather_4_mib", n, 1 << 20);
        time_gather("gather_64_mib", n, 1 << 24);
        time_scatter(n);
        time_indirect_sum(n, 16);
    }
    time_scatter(scaled(1 << 24));
    time_indirect_sum(scaled(1 << 24), 16);

    // the rings of one thread: in the L1 cache, in the L2 cache, in memory
    int steps = (int)scaled(1 << 15);
    time_chase("chase_4_kib", 1 << 10, steps, 1, 1);
    time_chase("chase_64_kib", 1 << 14, steps, 1, 1);
    time_chase("chase_1_mib", 1 << 18, steps, 1, 1);
    time_chase("chase_16_mib", 1 << 22, steps, 1, 1);
    time_chase("chase_256_mib", scaled(1 << 26), steps, 1, 1);
    // many of them at the same time
    time_chase("chase_64_kib", 1 << 14, 64, 1, 32);
    time_chase("chase_16_mib", 1 << 22, 64, 1, 32);
    time_chase("chase_64_kib", 1 << 14, 64, 132, 64);
    time_chase("chase_16_mib", 1 << 22, 64, 132, 256);
    return end_family();
}
