/*
 * Held out of every fit: filters and transforms of signals. The words of a case's name behind the
 * dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { TAPS = 21, POINTS = 256, SPAN = 1024, SIDE = 8, PHASES = 4 };

__constant__ float taps[TAPS];
__constant__ float2 roots[POINTS];
__constant__ float cosines[SIDE][SIDE];

/* A filter of TAPS numbers: each thread reads them all from global memory ... */
__global__ void filterGlobal(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < TAPS; k++)
        sum += taps[k] * from[i + k];
    to[i] = sum;
}

/* ... or makes PHASES sums of its block's tile in shared memory. */
__global__ void filterShared(float *to, const float *from, int n)
{
    extern __shared__ float tile[];
    int first = blockIdx.x * blockDim.x * PHASES, count = blockDim.x * PHASES;
    for (int k = threadIdx.x; k < count + TAPS - 1; k += blockDim.x)
        tile[k] = first + k < n + TAPS - 1 ? from[first + k] : 0;
    __syncthreads();
    for (int k = threadIdx.x; k < count && first + k < n; k += blockDim.x) {
        float sum = 0;
        for (int tap = 0; tap < TAPS; tap++)
            sum += taps[tap] * tile[k + tap];
        to[first + k] = sum;
    }
}

__host__ __device__ static inline float2 times(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* The Fourier transform of POINTS numbers in each block: eight stages, two numbers a thread ... */
__global__ void transformByTwos(float2 *to, const float2 *from)
{
    __shared__ float2 points[2][POINTS];
    int t = threadIdx.x, now = 0, half = POINTS / 2;
    points[0][t] = from[blockIdx.x * POINTS + t];
    points[0][t + half] = from[blockIdx.x * POINTS + t + half];
    for (int done = 1; done < POINTS; done *= 2, now = 1 - now) {
        __syncthreads();
        int k = t % done, place = t / done * 2 * done + k;
        float2 a = points[now][t], b = times(points[now][t + half], roots[k * (half / done)]);
        points[1 - now][place] = make_float2(a.x + b.x, a.y + b.y);
        points[1 - now][place + done] = make_float2(a.x - b.x, a.y - b.y);
    }
    __syncthreads();
    to[blockIdx.x * POINTS + t] = points[now][t];
    to[blockIdx.x * POINTS + t + half] = points[now][t + half];
}

/* ... or four, four numbers a thread. */
__global__ void transformByFours(float2 *to, const float2 *from)
{
    __shared__ float2 points[2][POINTS];
    int t = threadIdx.x, now = 0, quarter = POINTS / 4;
    for (int k = 0; k < 4; k++)
        points[0][t + k * quarter] = from[blockIdx.x * POINTS + t + k * quarter];
    for (int done = 1; done < POINTS; done *= 4, now = 1 - now) {
        __syncthreads();
        int k = t % done, place = t / done * 4 * done + k, step = k * (quarter / done);
        float2 a = points[now][t], b = times(points[now][t + quarter], roots[step]);
        float2 c = times(points[now][t + 2 * quarter], roots[2 * step]);
        float2 d = times(points[now][t + 3 * quarter], roots[3 * step]);
        float2 evens = make_float2(a.x + c.x, a.y + c.y), odds = make_float2(b.x + d.x, b.y + d.y);
        float2 across = make_float2(a.x - c.x, a.y - c.y),
               turned = make_float2(b.y - d.y, d.x - b.x);
        float2 *own = points[1 - now] + place;
        own[0] = make_float2(evens.x + odds.x, evens.y + odds.y);
        own[done] = make_float2(across.x + turned.x, across.y + turned.y);
        own[2 * done] = make_float2(evens.x - odds.x, evens.y - odds.y);
        own[3 * done] = make_float2(across.x - turned.x, across.y - turned.y);
    }
    __syncthreads();
    for (int k = 0; k < 4; k++)
        to[blockIdx.x * POINTS + t + k * quarter] = points[now][t + k * quarter];
}

/* Sums and differences of SPAN numbers over all distances: ten stages in shared memory ... */
__global__ void hadamardShared(int *to, const int *from)
{
    __shared__ int span[SPAN];
    int t = threadIdx.x, first = blockIdx.x * SPAN;
    span[t] = from[first + t];
    span[t + SPAN / 2] = from[first + t + SPAN / 2];
    for (int distance = 1; distance < SPAN; distance *= 2) {
        __syncthreads();
        int low = 2 * (t - t % distance) + t % distance;
        int a = span[low], b = span[low + distance];
        span[low] = a + b;
        span[low + distance] = a - b;
    }
    __syncthreads();
    to[first + t] = span[t];
    to[first + t + SPAN / 2] = span[t + SPAN / 2];
}

/* ... or twice five among the lanes of a warp. */
__device__ static int hadamard_of_lanes(int number)
{
    for (int distance = 1; distance < 32; distance *= 2) {
        int other = __shfl_xor_sync(0xFFFFFFFF, number, distance);
        number = (threadIdx.x & distance) == 0 ? number + other : other - number;
    }
    return number;
}

__global__ void hadamardShuffles(int *to, const int *from)
{
    __shared__ int span[32][33];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    span[warp][lane] = hadamard_of_lanes(from[blockIdx.x * SPAN + threadIdx.x]);
    __syncthreads();
    span[lane][warp] = hadamard_of_lanes(span[lane][warp]);
    __syncthreads();
    to[blockIdx.x * SPAN + threadIdx.x] = span[warp][lane];
}

/* Cosine transforms of squares of 8 x 8: a thread for each number ... */
__global__ void cosineEach(float *to, const float *from)
{
    __shared__ float square[4][SIDE][SIDE + 1], half[4][SIDE][SIDE + 1];
    int t = threadIdx.x, own = t / 64, y = t / SIDE % SIDE, x = t % SIDE;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    square[own][y][x] = from[i];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < SIDE; k++)
        sum += cosines[x][k] * square[own][y][k];
    half[own][y][x] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < SIDE; k++)
        sum += cosines[y][k] * half[own][k][x];
    to[i] = sum;
}

/* ... or for each row and then each column, which it has in registers. */
__device__ static void cosine_line(float *line, int stride)
{
    float in[SIDE];
#pragma unroll
    for (int k = 0; k < SIDE; k++)
        in[k] = line[k * stride];
#pragma unroll
    for (int x = 0; x < SIDE; x++) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < SIDE; k++)
            sum += cosines[x][k] * in[k];
        line[x * stride] = sum;
    }
}

__global__ void cosineLines(float *to, const float *from)
{
    __shared__ float squares[32][SIDE * SIDE + 1];
    int t = threadIdx.x, own = t / SIDE, line = t % SIDE;
    size_t first = (size_t)blockIdx.x * 32 * SIDE * SIDE;
    for (int k = t; k < 32 * SIDE * SIDE; k += blockDim.x)
        squares[k / 64][k % 64] = from[first + k];
    __syncthreads();
    cosine_line(squares[own] + line * SIDE, 1);
    __syncthreads();
    cosine_line(squares[own] + line, SIDE);
    __syncthreads();
    for (int k = t; k < 32 * SIDE * SIDE; k += blockDim.x)
        to[first + k] = squares[k / 64][k % 64];
}

/* A filter that goes back on its own output; a thread for each channel. */
__host__ __device__ static inline float recursive(float in, float last[2])
{
    float out = 0.25f * in + 0.5f * last[0] + 0.125f * last[1];
    last[1] = last[0];
    last[0] = out;
    return out;
}

__global__ void filterChannels(float *to, const float *from, int channels, int times)
{
    int channel = blockIdx.x * blockDim.x + threadIdx.x;
    float last[2] = {0, 0};
    for (int k = 0; k < times && channel < channels; k++)
        to[k * channels + channel] = recursive(from[k * channels + channel], last);
}

static float *d_to, *d_from, *h_from, h_taps[TAPS], h_cosines[SIDE][SIDE];
static float2 h_roots[POINTS];
static int *d_ints, *h_ints;

static float filtered(size_t i)
{
    double sum = 0;
    for (int k = 0; k < TAPS; k++)
        sum += (double)h_taps[k] * h_from[i + k];
    return (float)sum;
}

static void time_filters(size_t n)
{
    unsigned int grid = blocks_for(n, 128), fewer = blocks_for(n, 128 * PHASES);
    size_t shared = (128 * PHASES + TAPS - 1) * sizeof(float);
    for (start_case("filter.global", n, grid, 128, 4 * (TAPS + 1) * n); next_launch();)
        filterGlobal<<<grid, 128>>>(d_to, d_from, (int)n);
    if (launches() > 0)
        check_case(floats_are(d_to, n, filtered));
    for (start_case("filter.shared", n, fewer, 128, 8 * n); next_launch();)
        filterShared<<<fewer, 128, shared>>>(d_to, d_from, (int)n);
    if (launches() > 0)
        check_case(floats_are(d_to, n, filtered));
}

static double energy(const float2 *points)
{
    double sum = 0;
    for (int k = 0; k < POINTS; k++)
        sum += points[k].x * points[k].x + points[k].y * points[k].y;
    return sum;
}

/* Each transform keeps the numbers' energy; one in 37 is compared with the sums that define it.
 * Overwritten. */
static int is_transform_right(size_t n)
{
    float2 *to = (float2 *)copy_to_host(d_to, n * sizeof *to), *from = (float2 *)h_from;
    int is_right = 1;
    for (size_t first = 0; first < n; first += POINTS)
        is_right &= fabs(energy(to + first) / POINTS / energy(from + first) - 1) < 1e-4;
    for (size_t first = 0; first < n; first += 37 * POINTS)
        for (int x = 0; x < POINTS; x++) {
            double real = 0, imaginary = 0;
            for (int k = 0; k < POINTS; k++) {
                float2 product = times(from[first + k], h_roots[x * k % POINTS]);
                real += product.x;
                imaginary += product.y;
            }
            is_right &= fabs(to[first + x].x - real) < 1e-3 * POINTS / 16 &&
                        fabs(to[first + x].y - imaginary) < 1e-3 * POINTS / 16;
        }
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof *to));
    return is_right;
}

static void time_transforms(size_t n)
{
    unsigned int grid = (unsigned int)(n / POINTS);
    float2 *to = (float2 *)d_to, *from = (float2 *)d_from;
    for (start_case("fourier.twos", n, grid, POINTS / 2, 16 * n); next_launch();)
        transformByTwos<<<grid, POINTS / 2>>>(to, from);
    if (launches() > 0)
        check_case(is_transform_right(n));
    for (start_case("fourier.fours", n, grid, POINTS / 4, 16 * n); next_launch();)
        transformByFours<<<grid, POINTS / 4>>>(to, from);
    if (launches() > 0)
        check_case(is_transform_right(n));
}

/* Whether each span has its sums and differences; overwritten. */
static int is_hadamard_right(size_t n)
{
    int *to = (int *)copy_to_host(d_to, n * sizeof(int)), span[SPAN], is_right = 1;
    for (size_t first = 0; first < n; first += SPAN) {
        memcpy(span, h_ints + first, sizeof span);
        for (int distance = 1; distance < SPAN; distance *= 2)
            for (int k = 0; k < SPAN; k++)
                if ((k & distance) == 0) {
                    span[k] += span[k + distance];
                    span[k + distance] = span[k] - 2 * span[k + distance];
                }
        is_right &= memcmp(to + first, span, sizeof span) == 0;
    }
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(int)));
    return is_right;
}

static void time_hadamards(size_t n)
{
    unsigned int grid = (unsigned int)(n / SPAN);
    for (start_case("hadamard.shared", n, grid, SPAN / 2, 8 * n); next_launch();)
        hadamardShared<<<grid, SPAN / 2>>>((int *)d_to, d_ints);
    if (launches() > 0)
        check_case(is_hadamard_right(n));
    for (start_case("hadamard.shuffles", n, grid, SPAN, 8 * n); next_launch();)
        hadamardShuffles<<<grid, SPAN>>>((int *)d_to, d_ints);
    if (launches() > 0)
        check_case(is_hadamard_right(n));
}

/* Whether the squares are transformed; overwritten. */
static int are_squares_right(size_t n)
{
    float *to = (float *)copy_to_host(d_to, n * sizeof(float)), half[SIDE][SIDE];
    int is_right = 1;
    for (size_t first = 0; first < n; first += SIDE * SIDE)
        for (int pass = 0; pass < 2; pass++)
            for (int i = 0; i < SIDE * SIDE; i++) {
                int y = i / SIDE, x = i % SIDE;
                float sum = 0;
                for (int k = 0; k < SIDE; k++)
                    sum += pass == 0 ? h_cosines[x][k] * h_from[first + y * SIDE + k]
                                     : h_cosines[y][k] * half[k][x];
                if (pass == 0)
                    half[y][x] = sum;
                else
                    is_right &= fabsf(to[first + i] - sum) < 1e-4f;
            }
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(float)));
    return is_right;
}

static void time_squares(size_t n)
{
    unsigned int grid = blocks_for(n, 256), fewer = blocks_for(n, 32 * SIDE * SIDE);
    for (start_case("cosine.each", n, grid, 256, 8 * n); next_launch();)
        cosineEach<<<grid, 256>>>(d_to, d_from);
    if (launches() > 0)
        check_case(are_squares_right(n));
    for (start_case("cosine.lines", n, fewer, 256, 8 * n); next_launch();)
        cosineLines<<<fewer, 256>>>(d_to, d_from);
    if (launches() > 0)
        check_case(are_squares_right(n));
}

static int are_channels_right(int channels, int count)
{
    float *to = (float *)copy_to_host(d_to, (size_t)channels * count * sizeof(float));
    int is_right = 1;
    for (int channel = 0; channel < channels; channel++) {
        float last[2] = {0, 0};
        for (int i = channel; i < channels * count; i += channels)
            is_right &= fabsf(to[i] - recursive(h_from[i], last)) < 1e-5f;
    }
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, (size_t)channels * count * sizeof(float)));
    return is_right;
}

static void time_channels(size_t n)
{
    int count = 256, channels = (int)(n / 256);
    unsigned int grid = blocks_for(channels, 64);
    for (start_case("channels", n, grid, 64, 8 * n); next_launch();)
        filterChannels<<<grid, 64>>>(d_to, d_from, channels, count);
    if (launches() > 0)
        check_case(are_channels_right(channels, count));
}

int main(int argc, char **argv)
{
    start_family("held_out_signals", argc, argv);
    size_t largest = scaled((size_t)1 << 22), padded = 2 * largest + 64;
    for (int k = 0; k < TAPS; k++)
        h_taps[k] = 1.0f / (k + 3);
    for (int k = 0; k < POINTS; k++) {
        double angle = -2 * acos(-1) * k / POINTS;
        h_roots[k] = make_float2((float)cos(angle), (float)sin(angle));
    }
    for (int x = 0; x < SIDE; x++)
        for (int k = 0; k < SIDE; k++)
            h_cosines[x][k] = (float)((x ? 0.5 : sqrt(0.125)) * cos(acos(-1) * x * (k + 0.5) / 8));
    CHECK(cudaMemcpyToSymbol(taps, h_taps, sizeof h_taps));
    CHECK(cudaMemcpyToSymbol(roots, h_roots, sizeof h_roots));
    CHECK(cudaMemcpyToSymbol(cosines, h_cosines, sizeof h_cosines));
    d_from = floats_on_device(padded);
    h_from = (float *)copy_to_host(d_from, padded * sizeof(float));
    d_ints = ints_on_device(padded);
    h_ints = (int *)copy_to_host(d_ints, padded * sizeof(int));
    CHECK(cudaMalloc((void **)&d_to, padded * sizeof(float)));
    CHECK(cudaMemset(d_to, 0xFF, padded * sizeof(float)));
    for (size_t n = largest / 16; n <= largest; n *= 16) {
        time_filters(n);
        time_transforms(n);
        time_hadamards(n);
        time_squares(n);
        time_channels(n);
    }
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_ints));
    free(h_from);
    free(h_ints);
    return end_family();
}
