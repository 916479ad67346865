/*
 * Held out of every fit: products of matrices by tiles of three sizes, transposes with odd pads,
 * buffers in turn, few blocks, blocks that wait for each other. The words of a case's name behind
 * the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { PIECE = 256, ROUNDS = 16, WAITING = 64 };

/* The product of two square matrices, a tile of SIDE x SIDE in shared memory at a time. */
template <int SIDE>
__global__ void multiplyTiles(float *c, const float *a, const float *b, int width)
{
    __shared__ float ofA[SIDE][SIDE], ofB[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * SIDE + x,
        row = blockIdx.y * SIDE + y;
    float sum = 0;
    for (int first = 0; first < width; first += SIDE) {
        ofA[y][x] = a[row * width + first + x];
        ofB[y][x] = b[(first + y) * width + column];
        __syncthreads();
        for (int k = 0; k < SIDE; k++)
            sum += ofA[y][k] * ofB[k][x];
        __syncthreads();
    }
    c[row * width + column] = sum;
}

/* A transpose of 32 x 32 by 32 x 8 threads, with rows that are PAD words longer. */
template <int PAD> __global__ void transposePadded(int *to, const int *from, int width, int height)
{
    __shared__ int tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = from[(y + k) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        to[(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
}

/* Each number, weighted with its neighbours of a piece; a piece after the other through one buffer
 * with two barriers ... */
__device__ static float weighted(const float *piece)
{
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += piece[(threadIdx.x + 3 * k) % PIECE] * (float)(k + 1);
    return sum;
}

__global__ void weighInOne(float *to, const float *from)
{
    __shared__ float piece[PIECE];
    size_t at = (size_t)blockIdx.x * ROUNDS * PIECE + threadIdx.x;
    for (int round = 0; round < ROUNDS; round++, at += PIECE) {
        piece[threadIdx.x] = from[at];
        __syncthreads();
        to[at] = weighted(piece);
        __syncthreads();
    }
}

/* ... or through two, where the next piece is loaded ahead. */
__global__ void weighInTwo(float *to, const float *from)
{
    __shared__ float pieces[2][PIECE];
    size_t at = (size_t)blockIdx.x * ROUNDS * PIECE + threadIdx.x;
    float next = from[at];
    for (int round = 0; round < ROUNDS; round++, at += PIECE) {
        float *piece = pieces[round % 2];
        piece[threadIdx.x] = next;
        __syncthreads();
        if (round + 1 < ROUNDS)
            next = from[at + PIECE];
        to[at] = weighted(piece);
    }
}

/* A sum by few blocks, each with a walk over the whole array. */
__global__ void sumFew(unsigned long long *sum, const int *numbers, size_t n)
{
    __shared__ unsigned long long parts[32];
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long own = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        own += (unsigned long long)numbers[i];
    for (int distance = 16; distance > 0; distance /= 2)
        own += __shfl_down_sync(0xFFFFFFFF, own, distance);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = own;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned int warp = 1; warp < blockDim.x / 32; warp++)
            own += parts[warp];
        atomicAdd(sum, own);
    }
}

/* Running sums of the blocks' parts: a block waits until the one before has said its own. A flag is
 * up when it has the launch's number. */
__global__ void passOn(int *sums, volatile int *flags, const int *numbers, int launch, int each)
{
    __shared__ int total;
    int own = 0;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int k = threadIdx.x; k < each; k += blockDim.x)
        own += numbers[(size_t)blockIdx.x * each + k];
    atomicAdd(&total, own);
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    int before = 0;
    if (blockIdx.x > 0) {
        while (flags[blockIdx.x - 1] != launch)
            ;
        __threadfence();
        before = ((volatile int *)sums)[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + total;
    __threadfence();
    flags[blockIdx.x] = launch;
}

/* The same, where a block adds up the parts of all that come before it. */
__global__ void lookBack(int *sums, volatile int *flags, const int *numbers, int launch, int each)
{
    __shared__ int total, before;
    volatile int *parts = flags + WAITING * 16;
    int own = 0, t = threadIdx.x, earlier = 0;
    if (t == 0)
        total = before = 0;
    __syncthreads();
    for (int k = t; k < each; k += blockDim.x)
        own += numbers[(size_t)blockIdx.x * each + k];
    atomicAdd(&total, own);
    __syncthreads();
    if (t == 0) {
        parts[blockIdx.x] = total;
        __threadfence();
        flags[blockIdx.x] = launch;
    }
    for (int block = t; block < (int)blockIdx.x; block += blockDim.x) {
        while (flags[block] != launch)
            ;
        __threadfence();
        earlier += parts[block];
    }
    atomicAdd(&before, earlier);
    __syncthreads();
    if (t == 0)
        sums[blockIdx.x] = before + total;
}

/* Stores with a stride: every thread one word, `stride` words from its neighbour's. */
__global__ void storeStrided(int *to, unsigned int n, unsigned int stride)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[(size_t)i * stride % n + (size_t)i * stride / n] = (int)i;
}

static int *d_to, *d_from, *h_from;
static float *d_product, *d_floats;
static size_t width_at_hand, height_at_hand;

/* An entry in 97 is looked at. */
static int is_product(size_t width)
{
    float *product = (float *)copy_to_host(d_product, width * width * sizeof(float));
    int is_right = 1;
    for (size_t i = 0; i < width * width; i += 97) {
        double sum = 0;
        for (size_t k = 0; k < width; k++)
            sum += (double)input_number(i / width * width + k) / 4096 *
                   input_number(k * width + i % width) / 4096;
        is_right &= fabs(product[i] - sum) <= 1e-4 * sum;
    }
    free(product);
    CHECK(cudaMemset(d_product, 0xFF, width * width * sizeof(float)));
    return is_right;
}

template <int SIDE> static void time_product(const char *name, size_t width)
{
    unsigned int tiles = (unsigned int)(width / SIDE);
    for (start_case(name, width * width, tiles * tiles, SIDE * SIDE, 2 * width * width * tiles * 4);
         next_launch();)
        multiplyTiles<SIDE>
            <<<dim3(tiles, tiles), dim3(SIDE, SIDE)>>>(d_product, d_floats, d_floats, (int)width);
    if (launches() > 0)
        check_case(is_product(width));
}

template <int PAD> static void time_transpose(const char *name, size_t width, size_t height)
{
    unsigned int across = (unsigned int)(width / 32), down = (unsigned int)(height / 32);
    width_at_hand = width;
    height_at_hand = height;
    for (start_case(name, width * height, across * down, 256, 8 * width * height); next_launch();)
        transposePadded<PAD>
            <<<dim3(across, down), dim3(32, 8)>>>(d_to, d_from, (int)width, (int)height);
    if (launches() > 0)
        check_case(ints_are(d_to, width * height, [](size_t i) {
            return h_from[i % height_at_hand * width_at_hand + i / height_at_hand];
        }));
}

static float weighted_place(size_t i)
{
    float sum = 0;
    for (size_t k = 0; k < 16; k++)
        sum += (float)input_number(i / PIECE * PIECE + (i + 3 * k) % PIECE) / 4096 * (float)(k + 1);
    return sum;
}

static void time_buffers(size_t n)
{
    unsigned int grid = (unsigned int)(n / (PIECE * ROUNDS));
    for (start_case("buffers.one", n, grid, PIECE, 8 * n); next_launch();)
        weighInOne<<<grid, PIECE>>>(d_product, d_floats);
    if (launches() > 0)
        check_case(floats_are(d_product, n, weighted_place));
    for (start_case("buffers.two", n, grid, PIECE, 8 * n); next_launch();)
        weighInTwo<<<grid, PIECE>>>(d_product, d_floats);
    if (launches() > 0)
        check_case(floats_are(d_product, n, weighted_place));
}

static void time_few(size_t n, unsigned int grid, unsigned int block)
{
    char name[40];
    snprintf(name, sizeof name, "few_blocks.%u", grid);
    CHECK(cudaMemset(d_to, 0, 8));
    for (start_case(name, n, grid, block, n * sizeof(int)); next_launch();)
        sumFew<<<grid, block>>>((unsigned long long *)d_to, d_from, n);
    if (launches() == 0)
        return;
    long long *sum = (long long *)copy_to_host(d_to, 8);
    check_case(*sum == launches() * sum_of_inputs(n));
    free(sum);
}

static int running_sum(size_t block)
{
    static int sum;
    if (block == 0)
        sum = 0;
    for (size_t k = 0; k < width_at_hand; k++)
        sum += h_from[block * width_at_hand + k];
    return sum;
}

static void time_waiting(size_t n, unsigned int grid)
{
    int *d_flags = zeros_on_device(WAITING * 32), each = (int)(n / grid);
    char name[40];
    snprintf(name, sizeof name, "wait_%u.chain", grid);
    width_at_hand = (size_t)each;
    for (start_case(name, n, grid, 128, n * sizeof(int)); next_launch();)
        passOn<<<grid, 128>>>(d_to, d_flags, d_from, launches(), each);
    if (launches() > 0)
        check_case(ints_are(d_to, grid, running_sum));
    CHECK(cudaMemset(d_flags, 0, WAITING * 32 * sizeof(int)));
    snprintf(name, sizeof name, "wait_%u.look_back", grid);
    for (start_case(name, n, grid, 128, n * sizeof(int)); next_launch();)
        lookBack<<<grid, 128>>>(d_to, d_flags, d_from, launches(), each);
    if (launches() > 0)
        check_case(ints_are(d_to, grid, running_sum));
    CHECK(cudaFree(d_flags));
}

/* Word k is written by the thread whose place it is. */
static void time_strides(size_t n, unsigned int stride)
{
    unsigned int grid = blocks_for(n, 256);
    char name[40];
    snprintf(name, sizeof name, "stores.%u", stride);
    for (start_case(name, n, grid, 256, n * sizeof(int)); next_launch();)
        storeStrided<<<grid, 256>>>(d_to, (unsigned int)n, stride);
    if (launches() == 0)
        return;
    int *to = (int *)copy_to_host(d_to, n * sizeof(int)), is_right = 1;
    for (size_t i = 0; i < n; i++)
        is_right &= to[i * stride % n + i * stride / n] == (int)i;
    check_case(is_right);
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(int)));
}

int main(int argc, char **argv)
{
    start_family("held_out_blocks", argc, argv);
    size_t most = scaled((size_t)1 << 26), many = most / 16;
    d_to = zeros_on_device(most);
    d_from = ints_on_device(most);
    h_from = (int *)copy_to_host(d_from, most * sizeof(int));
    d_product = (float *)zeros_on_device(many);
    d_floats = floats_on_device(many);
    for (size_t width = 256; width <= 512; width *= 2) {
        time_product<8>("product.8", width);
        time_product<16>("product.16", width);
        time_product<32>("product.32", width);
    }
    for (size_t width = 512; width <= scaled(4096); width *= 8) {
        time_transpose<0>("transpose.0", width, width);
        time_transpose<1>("transpose.1", width, width);
        time_transpose<3>("transpose.3", width, width);
        time_transpose<4>("transpose.4", width, width);
    }
    for (size_t n = many / 16; n <= many; n *= 16) {
        time_buffers(n);
        time_waiting(n, WAITING);
        time_waiting(n, WAITING * 8);
        for (unsigned int stride = 1; stride <= 16; stride *= 4)
            time_strides(n, stride);
    }
    for (unsigned int grid = 1; grid <= 64; grid *= 4)
        time_few(scaled(1 << 20), grid, 512);
    time_few(most, 264, 1024);
    time_few(most, 2112, 256);
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_product));
    CHECK(cudaFree(d_floats));
    free(h_from);
    return end_family();
}
