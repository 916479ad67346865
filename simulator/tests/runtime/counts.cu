/*
 * Kernels whose counters follow from their text, one warp each unless they say
 * otherwise: the simulator's self-test (tests/runtime.t).
 */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void coalesced(int *data)                    /* 32 ints: 4 sectors */
{
    data[threadIdx.x] += 1;
}

__global__ void strided(int *data)                      /* each int in a sector of its own */
{
    data[threadIdx.x * 8] += 1;
}

__global__ void shifted(int *data)                      /* 128 bytes from byte 4: 5 sectors */
{
    data[threadIdx.x + 1] += 1;
}

__global__ void broadcast(const int *data, int *result) /* all lanes one int: 1 sector */
{
    result[threadIdx.x] = data[0];
}

__global__ void vectors(int4 *data)                     /* 32 x 16 bytes: 16 sectors */
{
    int4 value = data[threadIdx.x];
    value.x++;
    data[threadIdx.x] = value;
}

__global__ void conflicts(int *result)                  /* store: 32 words of one bank */
{
    __shared__ int shared[32 * 32];
    shared[threadIdx.x * 32] = threadIdx.x;
    __syncthreads();
    result[threadIdx.x] = shared[(threadIdx.x ^ 1) * 32];
}

__global__ void same_word(int *result)                  /* load: one word for all lanes */
{
    __shared__ int shared[32];
    shared[threadIdx.x] = threadIdx.x;
    __syncthreads();
    result[threadIdx.x] = shared[7];
}

__global__ void doubles(double *result)                 /* 8 bytes a lane: two halves */
{
    __shared__ double shared[32];
    shared[threadIdx.x] = threadIdx.x;
    __syncthreads();
    result[threadIdx.x] = shared[31 - threadIdx.x];
}

__global__ void quads(float4 *result)                   /* 16 bytes a lane: four quarters */
{
    __shared__ float4 shared[32];
    shared[threadIdx.x] = result[threadIdx.x];
    __syncthreads();
    result[threadIdx.x] = shared[31 - threadIdx.x];
}

template <class T>                                      /* all lanes load one element: packed, float4 by halves */
__global__ void one_for_all(T *result)
{
    __shared__ T shared[32];
    shared[threadIdx.x] = result[threadIdx.x];
    __syncthreads();
    result[threadIdx.x] = shared[7];
}

__global__ void one_for_two(float4 *result)             /* neighbours load one element */
{
    __shared__ float4 shared[32];
    shared[threadIdx.x] = result[threadIdx.x];
    __syncthreads();
    result[threadIdx.x] = shared[threadIdx.x / 2];
}

__global__ void every_second(float4 *result)            /* lanes 0 and 2 load one element, 1 and 3, and so on */
{
    __shared__ float4 shared[32];
    shared[threadIdx.x] = result[threadIdx.x];
    __syncthreads();
    result[threadIdx.x] = shared[threadIdx.x / 4 * 2 + threadIdx.x % 2];
}

__global__ void across_halves(float4 *result)           /* lanes 0 and 16: not packed, and two ways of conflict */
{
    __shared__ float4 shared[32];
    shared[threadIdx.x] = result[threadIdx.x];
    __syncthreads();
    result[threadIdx.x] = shared[threadIdx.x % 16 * 2];
}

__global__ void pair_to_floats(const __half2 *pairs, float2 *result)     /* one load of 4 bytes */
{
    result[threadIdx.x] = __half22float2(pairs[threadIdx.x]);
}

__global__ void bfloat_pair_to_floats(const __nv_bfloat162 *pairs, float2 *result)
{
    result[threadIdx.x] = __bfloat1622float2(pairs[threadIdx.x]);
}

__global__ void floats_to_pair(const float2 *floats, __half2 *result)    /* one load of 8 bytes */
{
    result[threadIdx.x] = __float22half2_rn(floats[threadIdx.x]);
}

__global__ void divergent(int *data)                    /* odd and even lanes part once */
{
    if (threadIdx.x % 2)
        data[threadIdx.x] = 1;
    else
        data[threadIdx.x] = 2;
}

__global__ void nested(int *data)                       /* 3 places: 2 partings */
{
    if (threadIdx.x < 16) {
        if (threadIdx.x < 8)
            data[threadIdx.x] = 1;
        else
            data[threadIdx.x] = 2;
    } else {
        data[threadIdx.x] = 3;
    }
}

__global__ void nested_and_after(int *data)             /* 2: the inner, then the outer one */
{
    if (threadIdx.x < 16) {
        if (threadIdx.x < 8)
            data[threadIdx.x] = 1;
        data[32 + threadIdx.x] = 2;
    } else {
        data[threadIdx.x] = 3;
    }
}

__global__ void chain(int *data)                        /* 4 places: 3 partings */
{
    if (threadIdx.x < 8)
        data[threadIdx.x] = 1;
    else if (threadIdx.x < 16)
        data[threadIdx.x] = 2;
    else if (threadIdx.x < 24)
        data[threadIdx.x] = 3;
    else
        data[threadIdx.x] = 4;
}

__global__ void both(int *data)                         /* the load by half of them, the store: 2 */
{
    if (threadIdx.x < 16 && data[threadIdx.x] >= 0 && threadIdx.x % 2)
        data[32 + threadIdx.x] = 1;
    else
        data[64 + threadIdx.x] = 2;
}

__global__ void either(int *data, int limit)            /* one condition: 1 */
{
    if ((int)threadIdx.x < limit || threadIdx.x % 4 == 3)
        data[threadIdx.x] = 1;
    else
        data[32 + threadIdx.x] = 2;
}

__global__ void reconverging(int *data)                 /* a store by all lanes in each round */
{
    for (int round = 0; round < 4; round++) {
        data[round * 96 + threadIdx.x] = round;
        if (threadIdx.x < 8)
            data[round * 96 + 32 + threadIdx.x] = round;
        data[round * 96 + 64 + threadIdx.x] = round;
    }
}

__global__ void after_meeting(int *data)                /* branches right behind where lanes meet */
{
    __syncthreads();
    if (threadIdx.x == 0)
        data[0] = 1;
    __syncwarp();
    if (threadIdx.x % 32 == 0)
        data[32 + threadIdx.x] = 3;
    __syncwarp();
    if (threadIdx.x < 32)                               /* whole warps: no divergence */
        data[threadIdx.x] = 2;
}

__global__ void uneven(int *data)                       /* lane t stores t + 1 times */
{
    for (unsigned int i = 0; i <= threadIdx.x; i++)
        data[threadIdx.x * 32 + i] = 1;
}

__noinline__ __device__ void store(int *place, int value)
{
    *place = value;
}

__noinline__ __device__ void store_twice(int *place, int value)
{
    place[0] = value;
    place[32] = value;
}

__noinline__ __device__ bool stored(int *place)
{
    *place = 1;
    return true;
}

__global__ void kept(int *data) /* kept as a number and asked again, or not: 1 */
{
    bool is_stored = threadIdx.x == 0 && stored(data);
    if (is_stored)
        data[32] = 1;
}

__global__ void asked_twice(int *data) /* the same lanes, with nothing between: 1 */
{
    if (threadIdx.x == 0)
        data[0] = 1;
    if (threadIdx.x == 0)
        data[32] = 1;
}

__global__ void asked_of_fewer(int *data) /* of half of those that stored: 2 */
{
    if (threadIdx.x < 16)
        data[threadIdx.x] = 1;
    if (threadIdx.x < 8)
        data[32 + threadIdx.x] = 1;
}

__global__ void asked_again(int *data) /* once all have stored between: 2 */
{
    if (threadIdx.x == 0)
        data[0] = 1;
    data[32 + threadIdx.x] = 1;
    if (threadIdx.x == 0)
        data[64] = 1;
}

__global__ void asked_each_round(int *data) /* in each of 10 rounds: 10 */
{
    for (int round = 0; round < 10; round++)
        if (threadIdx.x == 0)
            data[32 * round] = round;
}

__global__ void calls(int *data)                        /* 2 + 1 + 1 store requests */
{
    if (threadIdx.x % 2)
        store_twice(&data[threadIdx.x], 1);
    else
        store(&data[64 + threadIdx.x], 2);
    store(&data[96 + threadIdx.x], 3);
}

__global__ void atomics(int *data)                      /* 2 warps: 2 requests each */
{
    atomicAdd(&data[0], 1);
    atomicMax(&data[1 + threadIdx.x], 5);
}

__global__ void barriers(int *data)                     /* 2 warps */
{
    __syncthreads();
    __syncwarp();
    int sum = __shfl_down_sync(0xffffffff, (int)threadIdx.x, 1);
    __syncthreads();
    data[threadIdx.x] = sum;
}

__constant__ int constants[32];
static const int literals[4] = {1, 2, 3, 4};

__global__ void constant_data(int *data)                /* only the store counts */
{
    int own[4];
    for (int i = 0; i < 4; i++)
        own[(i + threadIdx.x) % 4] = constants[i] + literals[(threadIdx.x + i) % 4];
    data[threadIdx.x] = own[threadIdx.x % 4];
}

__noinline__ __device__ float4 four(float value)
{
    return make_float4(value, value, value, value);
}

__noinline__ __device__ float first(float4 value)
{
    return value.x;
}

__global__ void returned(float *result)                 /* results stored, arguments loaded */
{
    __shared__ float4 shared[32];
    float4 *global = (float4 *)result;
    shared[threadIdx.x] = four(threadIdx.x);            /* 1 store request */
    global[threadIdx.x] = four(1);                      /* 1, 16 sectors */
    __syncthreads();
    result[256 + threadIdx.x] = first(shared[31 - threadIdx.x]) + first(global[threadIdx.x]);
}

__global__ void long_loop(int *data)                    /* more than one recording holds */
{
    for (int i = 0; i < 5000; i++) {
        data[threadIdx.x] += 1;
        if (threadIdx.x == i % 32)
            data[32 + threadIdx.x] += 1;
    }
}

int main(void)
{
    int *data;
    if (cudaMalloc(&data, 1 << 16) || cudaMemset(data, 0, 1 << 16))
        return 3;
    coalesced<<<1, 32>>>(data);
    strided<<<1, 32>>>(data);
    shifted<<<1, 32>>>(data);
    broadcast<<<1, 32>>>(data, data + 64);
    vectors<<<1, 32>>>((int4 *)data);
    conflicts<<<1, 32>>>(data);
    same_word<<<1, 32>>>(data);
    doubles<<<1, 32>>>((double *)data);
    quads<<<1, 32>>>((float4 *)data);
    one_for_all<<<1, 32>>>((float *)data);
    one_for_all<<<1, 32>>>((float2 *)data);
    one_for_all<<<1, 32>>>((float4 *)data);
    one_for_two<<<1, 32>>>((float4 *)data);
    every_second<<<1, 32>>>((float4 *)data);
    across_halves<<<1, 32>>>((float4 *)data);
    pair_to_floats<<<1, 32>>>((const __half2 *)data, (float2 *)data + 32);
    bfloat_pair_to_floats<<<1, 32>>>((const __nv_bfloat162 *)data, (float2 *)data + 32);
    floats_to_pair<<<1, 32>>>((const float2 *)data + 32, (__half2 *)data);
    divergent<<<1, 32>>>(data);
    nested<<<1, 32>>>(data);
    nested_and_after<<<1, 32>>>(data);
    chain<<<1, 32>>>(data);
    both<<<1, 32>>>(data);
    either<<<1, 32>>>(data, 8);
    reconverging<<<1, 32>>>(data);
    after_meeting<<<1, 64>>>(data);
    uneven<<<1, 32>>>(data);
    kept<<<1, 32>>>(data);
    asked_twice<<<1, 32>>>(data);
    asked_of_fewer<<<1, 32>>>(data);
    asked_again<<<1, 32>>>(data);
    asked_each_round<<<1, 32>>>(data);
    calls<<<1, 32>>>(data);
    atomics<<<1, 64>>>(data);
    barriers<<<1, 64>>>(data);
    constant_data<<<1, 32>>>(data);
    returned<<<1, 32>>>((float *)data);
    long_loop<<<1, 32>>>(data);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
