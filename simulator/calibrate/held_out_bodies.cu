/*
 * Held out of every fit: bodies that attract each other, hashes, chains of few warps. The words of
 * a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { BODIES = 128, TERMS = 512 };

/* Bodies that attract each other, in three dimensions: their places from global memory, or through
 * a tile in shared memory. */
__host__ __device__ static inline float3 pulled(float3 pull, float4 own, float4 other)
{
    float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    float squares = x * x + y * y + z * z + 0.01f, inverse = 1 / sqrtf(squares);
    float weight = other.w * inverse * inverse * inverse;
    pull.x += x * weight;
    pull.y += y * weight;
    pull.z += z * weight;
    return pull;
}

__global__ void bodiesGlobal(float4 *to, const float4 *bodies, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 own = bodies[i];
    float3 pull = make_float3(0, 0, 0);
    for (int k = 0; k < n; k++)
        pull = pulled(pull, own, bodies[k]);
    to[i] = make_float4(pull.x, pull.y, pull.z, 0);
}

__global__ void bodiesTile(float4 *to, const float4 *bodies, int n)
{
    __shared__ float4 tile[BODIES];
    int i = blockIdx.x * BODIES + threadIdx.x;
    float4 own = bodies[i];
    float3 pull = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += BODIES) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < BODIES; k++)
            pull = pulled(pull, own, tile[k]);
        __syncthreads();
    }
    to[i] = make_float4(pull.x, pull.y, pull.z, 0);
}

/* Points of a square in no order, by a hash of their number; how many lie in the quarter circle. */
__host__ __device__ static inline unsigned int hashed(unsigned int x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

__host__ __device__ static inline bool is_inside(unsigned int point)
{
    unsigned long long x = hashed(2 * point) >> 16, y = hashed(2 * point + 1) >> 16;
    return x * x + y * y < 1ull << 32;
}

__global__ void circleEach(unsigned int *count, unsigned int points)
{
    unsigned int inside = 0, threads = gridDim.x * blockDim.x;
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < points; i += threads)
        inside += is_inside(i);
    atomicAdd(&count[threadIdx.x % 32], inside);
}

__global__ void circleVotes(unsigned int *count, unsigned int points)
{
    unsigned int inside = 0, threads = gridDim.x * blockDim.x;
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < points; i += threads)
        inside += __popc(__ballot_sync(0xFFFFFFFF, is_inside(i)));
    if (threadIdx.x % 32 == 0)
        atomicAdd(&count[threadIdx.x / 32], inside);
}

/* A polynomial of TERMS terms: in one chain, each step needs the one before; or in four. */
__global__ void chainOne(float *to, const float *x, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float own = x[i], sum = 1;
    for (int k = 0; k < TERMS; k++)
        sum = sum * own + 1;
    to[i] = sum;
}

__global__ void chainFour(float *to, const float *x, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float own = x[i], fourth = own * own * own * own, a = 1, b = 1, c = 1, d = 1;
    for (int k = 0; k < TERMS / 4; k++) {
        a = a * fourth + 1;
        b = b * fourth + 1;
        c = c * fourth + 1;
        d = d * fourth + 1;
    }
    to[i] = a + own * (b + own * (c + own * d));
}

static float *d_to, *d_x, *h_x;
static int n_at_hand;

/* Bodies are looked at one in 64; of each, the sum over all others in double. */
static int are_bodies_right(int n)
{
    float4 *to = (float4 *)copy_to_host(d_to, n * sizeof *to), *bodies = (float4 *)h_x;
    int is_right = 1;
    for (int i = 0; i < n; i += 64) {
        double pull = 0;
        for (int k = 0; k < n; k++)
            pull += pulled(make_float3(0, 0, 0), bodies[i], bodies[k]).x;
        is_right &= fabs(to[i].x - pull) <= 1e-2 * (1 + fabs(pull));
    }
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof *to));
    return is_right;
}

static void time_bodies(int n)
{
    unsigned int grid = (unsigned int)(n / BODIES);
    size_t pairs = (size_t)n * n;
    for (start_case("bodies.global", pairs, grid, BODIES, 16 * pairs); next_launch();)
        bodiesGlobal<<<grid, BODIES>>>((float4 *)d_to, (float4 *)d_x, n);
    if (launches() > 0)
        check_case(are_bodies_right(n));
    for (start_case("bodies.tile", pairs, grid, BODIES, 16 * pairs / BODIES); next_launch();)
        bodiesTile<<<grid, BODIES>>>((float4 *)d_to, (float4 *)d_x, n);
    if (launches() > 0)
        check_case(are_bodies_right(n));
}

/* Whether the 32 counts are right together; they are set to 0 again. */
static int is_count_right(unsigned int points)
{
    unsigned int *counts = (unsigned int *)copy_to_host(d_to, 32 * sizeof *counts), sum = 0,
                 wanted = 0;
    for (unsigned int i = 0; i < points; i++)
        wanted += is_inside(i);
    for (int k = 0; k < 32; k++)
        sum += counts[k];
    free(counts);
    CHECK(cudaMemset(d_to, 0, 32 * sizeof *counts));
    return sum == wanted * (unsigned int)launches();
}

static void time_circles(unsigned int points, unsigned int grid)
{
    CHECK(cudaMemset(d_to, 0, 32 * sizeof(int)));
    for (start_case("circle.each", points, grid, 256, 4 * 256 * (size_t)grid); next_launch();)
        circleEach<<<grid, 256>>>((unsigned int *)d_to, points);
    if (launches() > 0)
        check_case(is_count_right(points));
    for (start_case("circle.votes", points, grid, 256, 4 * 8 * (size_t)grid); next_launch();)
        circleVotes<<<grid, 256>>>((unsigned int *)d_to, points);
    if (launches() > 0)
        check_case(is_count_right(points));
}

static float polynomial(size_t i)
{
    double sum = 1;
    for (int k = 0; k < n_at_hand; k++)
        sum = sum * h_x[i] + 1;
    return (float)sum;
}

static void time_chains(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    n_at_hand = TERMS;
    for (start_case("chain.one", n * TERMS, grid, block, 2 * n * sizeof(float)); next_launch();)
        chainOne<<<grid, block>>>(d_to, d_x, (unsigned int)n);
    if (launches() > 0)
        check_case(floats_are(d_to, n, polynomial));
    n_at_hand = TERMS + 3; // the four chains' highest power
    for (start_case("chain.four", n * TERMS, grid, block, 2 * n * sizeof(float)); next_launch();)
        chainFour<<<grid, block>>>(d_to, d_x, (unsigned int)n);
    if (launches() > 0)
        check_case(floats_are(d_to, n, polynomial));
}

int main(int argc, char **argv)
{
    start_family("held_out_bodies", argc, argv);
    size_t largest = 132 * 512;
    d_to = (float *)zeros_on_device(largest);
    d_x = floats_on_device(largest);
    h_x = (float *)copy_to_host(d_x, largest * sizeof(float));
    time_bodies((int)scaled(1 << 10));
    time_bodies((int)scaled(1 << 12));
    time_circles((unsigned int)scaled(1 << 20), 64);
    time_circles((unsigned int)scaled(1 << 24), 1056);
    time_chains(132 * 32, 32);
    time_chains(132 * 512, 128);
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_x));
    free(h_x);
    return end_family();
}
