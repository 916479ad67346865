/*
 * Kernels whose instructions tests/clock_instructions.t compares with those that nvcc makes of
 * them, which calibrate/functions.sh counts. Each runs once, by a warp. OUT_OF_LINE is what keeps
 * the host's compiler from putting a function into its caller; nvcc does so always.
 */
#ifndef OUT_OF_LINE
#define OUT_OF_LINE
#endif

#define STEPS 6

extern "C" __global__ void of_doubles(double *to, const double *from)
{
    double x = from[threadIdx.x];

    to[threadIdx.x] = exp(-x * x) * erf(x) + log1p(x);
}

extern "C" __global__ void of_power(float *to, const float *from)
{
    to[threadIdx.x] = powf(from[threadIdx.x], from[threadIdx.x + 32]);
}

extern "C" __global__ void of_fast(float *to, const float *from)
{
    float x = from[threadIdx.x];

    to[threadIdx.x] = __expf(x) + __sinf(x) * rsqrtf(x);
}

/* Functions that C lacks: here they are made of C's, in double precision. */
extern "C" __global__ void of_beyond_c(float *to, const float *from)
{
    float x = from[threadIdx.x];

    to[threadIdx.x] = normcdff(x) + sinpif(x) * cospif(x) + rcbrtf(x);
}

/* A function that is called in a loop, with what was loaded before it. */
OUT_OF_LINE static __device__ float next(float x, float y, float z)
{
    return (x * y + z) * (x + y * z) - (x * z + y) * (y + x) + (x - z) * (z * y - x);
}

extern "C" __global__ void of_calls(float *to, const float *from)
{
    float x = from[threadIdx.x], y = from[threadIdx.x + 32];

#pragma unroll
    for (int step = 0; step < STEPS; step++) {
        float z = next(x, y, 0.5f * step);

        x = y;
        y = z;
    }
    to[threadIdx.x] = y;
}

/* Integers of 64 bits: a GPU's registers have 32. */
extern "C" __global__ void of_products(unsigned long long *to, const unsigned long long *from)
{
    unsigned long long x = from[threadIdx.x], y = from[threadIdx.x + 32], z = from[threadIdx.x + 64];

    to[threadIdx.x] = __umul64hi(x, y) ^ __umul64hi(x * z, z) ^ y * z;
}

extern "C" __global__ void of_sums(unsigned long long *to, const unsigned long long *from)
{
    unsigned long long x = from[threadIdx.x], y = from[threadIdx.x + 32];

    x = (x << 13 | x >> 51) + y;
    y = (y ^ x) + (y >> 7);
    x = (x << 19 | x >> 45) + y;
    y = (y ^ x) + (y >> 11);
    to[threadIdx.x] = x > y ? x - y : y - x;
}

/* Words that stand in pairs are in two registers each. */
extern "C" __global__ void of_pairs(unsigned long long *to, const unsigned long long *from)
{
    unsigned long long x = from[threadIdx.x];
    unsigned low = (unsigned)x + 3, high = (unsigned)(x >> 32) * 5;

    to[threadIdx.x] = (unsigned long long)high << 32 | low;
}

/* Such a pair is a number of 64 bits, where it is compared. */
static __device__ unsigned long long pair(unsigned high, unsigned low)
{
    return (unsigned long long)high << 32 | low;
}

extern "C" __global__ void of_maxima(unsigned long long *to, const unsigned *from)
{
    unsigned x = from[threadIdx.x], y = from[threadIdx.x + 32];
    unsigned long long most = max(pair(y, x), pair(x + 1, y ^ 1));

    most = max(most, pair(x + 2, y ^ 2));
    most = max(most, pair(x + 3, y ^ 3));
    most = max(most, pair(x + 4, y ^ 4));
    to[threadIdx.x] = max(most, pair(x + 5, y ^ 5));
}

/* Where shared memory begins is computed... */
extern "C" __global__ void of_shared(int *to, const int *from)
{
    __shared__ int words[32];

    words[threadIdx.x] = from[threadIdx.x];
    __syncwarp();
    to[threadIdx.x] = words[31 - threadIdx.x];
}

/* ... and one lane adds for all of a warp, as it is at the same address. */
extern "C" __global__ void of_one_lane(int *to, const int *from)
{
    __shared__ int sum;

    if (threadIdx.x == 0)
        sum = 0;
    __syncwarp();
    atomicAdd(&sum, from[threadIdx.x]);
    __syncwarp();
    to[threadIdx.x] = sum;
}

int main()
{
    float *floats;
    double *doubles;
    unsigned long long *words;

    cudaMalloc(&floats, 96 * sizeof *floats);
    cudaMalloc(&doubles, 64 * sizeof *doubles);
    cudaMalloc(&words, 128 * sizeof *words);
    cudaMemset(words, 0, 128 * sizeof *words);
    cudaMemset(floats, 0, 96 * sizeof *floats);
    cudaMemset(doubles, 0, 64 * sizeof *doubles);
    of_doubles<<<1, 32>>>(doubles + 32, doubles);
    of_power<<<1, 32>>>(floats + 64, floats);
    of_fast<<<1, 32>>>(floats + 64, floats);
    of_beyond_c<<<1, 32>>>(floats + 64, floats);
    of_calls<<<1, 32>>>(floats + 64, floats);
    of_products<<<1, 32>>>(words + 96, words);
    of_sums<<<1, 32>>>(words + 96, words);
    of_pairs<<<1, 32>>>(words + 96, words);
    of_maxima<<<1, 32>>>(words + 96, (unsigned *)words);
    of_shared<<<1, 32>>>((int *)floats + 64, (int *)floats);
    of_one_lane<<<1, 32>>>((int *)floats + 64, (int *)floats);
    return cudaDeviceSynchronize() != cudaSuccess;
}
