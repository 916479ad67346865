/*
 * Held out of every fit: threads of a block that work together, by shared memory, barriers,
 * shuffles and votes, in other ways than the families that the constants were fitted to.
 */
#include "cases.h"

enum { BLOCK_MAX = 1024, SIDE = 64, DEPTH = 8, PART = 4, PANEL = 33 };

/* Running totals by two sweeps over a tree: strides double, and banks conflict. */
__global__ void scanTree(int *totals, const int *numbers)
{
    __shared__ int tree[BLOCK_MAX];
    int tid = threadIdx.x, size = 2 * blockDim.x, distance = 1;
    size_t first = (size_t)blockIdx.x * size;
    tree[2 * tid] = numbers[first + 2 * tid];
    tree[2 * tid + 1] = numbers[first + 2 * tid + 1];
    for (int nodes = size / 2; nodes > 0; nodes /= 2) {
        __syncthreads();
        if (tid < nodes)
            tree[distance * (2 * tid + 2) - 1] += tree[distance * (2 * tid + 1) - 1];
        distance *= 2;
    }
    if (tid == 0)
        tree[size - 1] = 0;
    for (int nodes = 1; nodes < size; nodes *= 2) {
        distance /= 2;
        __syncthreads();
        if (tid < nodes) {
            int left = distance * (2 * tid + 1) - 1, right = distance * (2 * tid + 2) - 1;
            int kept = tree[left];
            tree[left] = tree[right];
            tree[right] += kept;
        }
    }
    __syncthreads();
    totals[first + 2 * tid] = tree[2 * tid] + numbers[first + 2 * tid];
    totals[first + 2 * tid + 1] = tree[2 * tid + 1] + numbers[first + 2 * tid + 1];
}

/* Running totals of four numbers for each thread, then of the threads of a warp, then of warps. */
__global__ void scanFour(int4 *totals, const int4 *numbers)
{
    __shared__ int warps[32];
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int4 own = numbers[i];
    own.y += own.x;
    own.z += own.y;
    own.w += own.z;
    int sum = own.w;
    for (int distance = 1; distance < 32; distance *= 2) {
        int other = __shfl_up_sync(0xFFFFFFFF, sum, distance);
        if (lane >= distance)
            sum += other;
    }
    if (lane == 31)
        warps[warp] = sum;
    __syncthreads();
    int before = sum - own.w;
    for (unsigned int k = 0; k < warp; k++)
        before += warps[k];
    own.x += before;
    own.y += before;
    own.z += before;
    own.w += before;
    totals[i] = own;
}

/* Sorts the block's numbers: compares and exchanges over distances that halve. */
__global__ void sortBitonic(int *to, const int *from)
{
    __shared__ int keys[BLOCK_MAX];
    int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    keys[tid] = from[i];
    for (int length = 2; length <= (int)blockDim.x; length *= 2) {
        for (int distance = length / 2; distance > 0; distance /= 2) {
            __syncthreads();
            int other = tid ^ distance;
            if (other > tid) {
                int a = keys[tid], b = keys[other];
                if ((a > b) == ((tid & length) == 0)) {
                    keys[tid] = b;
                    keys[other] = a;
                }
            }
        }
    }
    __syncthreads();
    to[i] = keys[tid];
}

/* Each number becomes the mean of its neighbours, many times, between barriers. */
__global__ void relax(float *to, const float *from, int times)
{
    __shared__ float rod[BLOCK_MAX];
    int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    rod[tid] = from[i];
    __syncthreads();
    for (int k = 0; k < times; k++) {
        float mean = rod[tid];
        if (tid > 0 && tid + 1 < (int)blockDim.x)
            mean = (rod[tid - 1] + rod[tid + 1]) * 0.5f;
        __syncthreads();
        rod[tid] = mean;
        __syncthreads();
    }
    to[i] = rod[tid];
}

/* The sum of each warp by exchanges crosswise; all lanes have it. */
__global__ void sumsCrosswise(int *to, const int *from, int times)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int number = from[i];
    for (int k = 0; k < times; k++) {
        int sum = number;
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(0xFFFFFFFF, sum, distance);
        number = (sum + k) & 0xFFF;
    }
    to[i] = number;
}

/* How many lanes before this one have an odd number, and whether all or any have. */
__global__ void votes(int *to, const int *from, int times)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int lanes_before = (1u << threadIdx.x % 32) - 1;
    int number = from[i];
    for (int k = 0; k < times; k++) {
        unsigned int odd = __ballot_sync(0xFFFFFFFF, number % 2);
        number = number / 2 + __popc(odd & lanes_before) + (odd == 0xFFFFFFFF);
    }
    to[i] = number;
}

/* Each thread walks along its own row of a panel in shared memory. Rows of 32 words lie in one
 * bank; rows of 33 do not. Only few blocks with so large an array fit. */
__global__ void walkPanel(int *to, const int *from, int width, int times)
{
    extern __shared__ int panel[];
    int *row = &panel[threadIdx.x * width];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int number = from[i], sum = 0;
    for (int k = 0; k < 32; k++)
        row[k] = number + k;
    for (int t = 0; t < times; t++)
        for (int k = 0; k < 32; k++)
            sum += row[(k + t) % 32];
    to[i] = sum;
}

/* A tile of 64 x 64 of a product of matrices: each thread has 4 x 4 of its sums in registers. */
__global__ void multiplyTiles(float *c, const float *a, const float *b, int size)
{
    __shared__ float left[DEPTH][SIDE], right[DEPTH][SIDE];
    int row = blockIdx.y * SIDE, column = blockIdx.x * SIDE;
    int tid = threadIdx.y * 16 + threadIdx.x;
    float sums[PART][PART] = {{0}};
    for (int first = 0; first < size; first += DEPTH) {
        for (int k = tid; k < DEPTH * SIDE; k += 256) {
            left[k % DEPTH][k / DEPTH] = a[(size_t)(row + k / DEPTH) * size + first + k % DEPTH];
            right[k / SIDE][k % SIDE] = b[(size_t)(first + k / SIDE) * size + column + k % SIDE];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEPTH; k++)
#pragma unroll
            for (int y = 0; y < PART; y++)
#pragma unroll
                for (int x = 0; x < PART; x++)
                    sums[y][x] +=
                        left[k][threadIdx.y * PART + y] * right[k][threadIdx.x * PART + x];
        __syncthreads();
    }
    for (int y = 0; y < PART; y++)
        for (int x = 0; x < PART; x++)
            c[(size_t)(row + threadIdx.y * PART + y) * size + column + threadIdx.x * PART + x] =
                sums[y][x];
}

typedef void scan_kernel(int *totals, const int *numbers);

static int *d_to, *d_numbers;
static float *d_floats;
/* What the results of the case at hand depend on. */
static int times_at_hand;
static unsigned int block_at_hand;

/* Whether each piece of that length has its running totals. They are overwritten. */
static void check_totals(size_t n, size_t piece)
{
    if (launches() == 0)
        return;
    int *totals = (int *)copy_to_host(d_to, n * sizeof(int)), total = 0, is_right = 1;
    for (size_t i = 0; i < n; i++) {
        total = (i % piece ? total : 0) + input_number(i);
        is_right &= totals[i] == total;
    }
    check_case(is_right);
    free(totals);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(int)));
}

static void time_scans(size_t n, unsigned int block)
{
    unsigned int grid = (unsigned int)(n / 2 / block);
    for (start_case("scan_tree", n, grid, block, 3 * n * sizeof(int)); next_launch();)
        scanTree<<<grid, block>>>(d_to, d_numbers);
    check_totals(n, 2 * block);
    grid = (unsigned int)(n / 4 / block);
    for (start_case("scan_four", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        scanFour<<<grid, block>>>((int4 *)d_to, (const int4 *)d_numbers);
    check_totals(n, 4 * block);
}

static void time_sort(size_t n, unsigned int block)
{
    unsigned int grid = (unsigned int)(n / block);
    for (start_case("sort", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        sortBitonic<<<grid, block>>>(d_to, d_numbers);
    if (launches() == 0)
        return;
    int *to = (int *)copy_to_host(d_to, n * sizeof(int)), is_right = 1;
    for (size_t first = 0; first < n; first += block) {
        long long sum = 0;
        for (size_t i = first; i < first + block; i++) {
            is_right &= i == first || to[i - 1] <= to[i];
            sum += to[i] - input_number(i);
        }
        is_right &= sum == 0;
    }
    check_case(is_right);
    free(to);
}

static float relaxed(size_t place)
{
    static float rod[BLOCK_MAX], before[BLOCK_MAX];
    size_t at = place % block_at_hand;
    if (at == 0) {
        for (unsigned int k = 0; k < block_at_hand; k++)
            rod[k] = (float)input_number(place + k) / 4096;
        for (int t = 0; t < times_at_hand; t++) {
            memcpy(before, rod, sizeof rod);
            for (unsigned int k = 1; k + 1 < block_at_hand; k++)
                rod[k] = (before[k - 1] + before[k + 1]) * 0.5f;
        }
    }
    return rod[at];
}

static void time_relax(unsigned int grid, unsigned int block, int times)
{
    size_t n = (size_t)grid * block;
    times_at_hand = times;
    block_at_hand = block;
    for (start_case("relax", n * times, grid, block, 2 * n * sizeof(float)); next_launch();)
        relax<<<grid, block>>>((float *)d_to, d_floats, times);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, n, relaxed));
}

static int crosswise(size_t place)
{
    static int number;
    if (place % 32 == 0) {
        int sum = 0;
        for (int k = 0; k < 32; k++)
            sum += input_number(place + k);
        number = sum & 0xFFF;
        for (int k = 1; k < times_at_hand; k++)
            number = (32 * number + k) & 0xFFF;
    }
    return number;
}

static int voted(size_t place)
{
    static int numbers[32];
    if (place % 32 == 0) {
        for (int lane = 0; lane < 32; lane++)
            numbers[lane] = input_number(place + lane);
        for (int k = 0; k < times_at_hand; k++) {
            int odd = 0, before[32];
            for (int lane = 0; lane < 32; lane++) {
                before[lane] = odd;
                odd += numbers[lane] % 2;
            }
            for (int lane = 0; lane < 32; lane++)
                numbers[lane] = numbers[lane] / 2 + before[lane] + (odd == 32);
        }
    }
    return numbers[place % 32];
}

static void time_exchanges(unsigned int grid, unsigned int block, int times)
{
    size_t n = (size_t)grid * block, bytes = 2 * n * sizeof(int);
    times_at_hand = times;
    for (start_case("sums_crosswise", n * times, grid, block, bytes); next_launch();)
        sumsCrosswise<<<grid, block>>>(d_to, d_numbers, times);
    if (launches() > 0)
        check_case(ints_are(d_to, n, crosswise));
    for (start_case("votes", n * times, grid, block, bytes); next_launch();)
        votes<<<grid, block>>>(d_to, d_numbers, times);
    if (launches() > 0)
        check_case(ints_are(d_to, n, voted));
}

static void time_panel(const char *name, int width, unsigned int grid, unsigned int block,
                       int times)
{
    size_t n = (size_t)grid * block;
    int shared = (int)(block * width * sizeof(int));
    times_at_hand = times;
    CHECK(cudaFuncSetAttribute(walkPanel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    for (start_case(name, n * times * 32, grid, block, 2 * n * sizeof(int)); next_launch();)
        walkPanel<<<grid, block, shared>>>(d_to, d_numbers, width, times);
    if (launches() > 0)
        check_case(ints_are(d_to, n, [](size_t place) {
            return times_at_hand * (32 * input_number(place) + 16 * 31);
        }));
}

/* n counts the multiplications. */
static void time_product(int size)
{
    size_t elements = (size_t)size * size;
    dim3 block(16, 16), grid(size / SIDE, size / SIDE);
    for (start_case("product_of_tiles", elements * size, grid.x * grid.y, 256,
                    3 * elements * sizeof(float));
         next_launch();)
        multiplyTiles<<<grid, block>>>((float *)d_to, d_floats, d_floats, size);
    if (launches() == 0)
        return;
    float *c = (float *)copy_to_host(d_to, elements * sizeof(float));
    int is_right = 1;
    for (size_t place = 0; place < elements; place += 97) {
        double sum = 0;
        for (int k = 0; k < size; k++)
            sum += (double)input_number(place / size * size + k) *
                   input_number((size_t)k * size + place % size);
        is_right &= fabs(c[place] - sum / (4096.0 * 4096)) <= 1e-4 * sum / (4096.0 * 4096);
    }
    check_case(is_right);
    free(c);
}

int main(int argc, char **argv)
{
    start_family("held_out_shared", argc, argv);
    size_t n_max = scaled(1 << 22);
    d_numbers = ints_on_device(n_max);
    d_floats = floats_on_device(n_max);
    d_to = zeros_on_device(n_max);

    time_scans(scaled(1 << 16), 64);
    time_scans(scaled(1 << 20), 512);
    time_scans(scaled(1 << 22), 256);
    time_sort(scaled(1 << 16), 1024);
    time_sort(scaled(1 << 19), 256);
    time_relax((unsigned int)scaled(1000), 96, 40);
    time_relax((unsigned int)scaled(264), 1024, 40);
    time_exchanges((unsigned int)scaled(132), 64, 50);
    time_exchanges((unsigned int)scaled(2112), 256, 10);
    time_panel("panel_conflicts", 32, (unsigned int)scaled(264), 256, 4);
    time_panel("panel", PANEL, (unsigned int)scaled(264), 256, 16);
    time_panel("panel", PANEL, (unsigned int)scaled(1000), 64, 8);
    time_product(harness.is_small ? 128 : 256);
    time_product(harness.is_small ? 256 : 768);

    CHECK(cudaFree(d_numbers));
    CHECK(cudaFree(d_floats));
    CHECK(cudaFree(d_to));
    return end_family();
}
