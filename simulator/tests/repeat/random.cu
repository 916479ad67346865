/*
 * Random programs of launches that may or may not repeat one another.
 *     random SEED
 * launches up to three kinds of kernels some dozen times, with calls of the host between them, and
 * prints what is in memory in the end, and the modelled time.
 */
#include <cstdio>
#include <cstdlib>
#include <new>

#define BLOCKS 8
#define BLOCK  256
#define N      (BLOCKS * BLOCK)
#define LARGE  (1 << 17)
#define FEW    64
#define KINDS  17

struct vector {
    float x, y, z;
};
struct colour {
    unsigned char r, g, b;
};

/* Functions whose arguments and results some compilers load and store out of sight. */
__device__ __noinline__ vector add(vector a, vector b)
{
    return vector{a.x + b.x, a.y + b.y, a.z + 1};
}
__device__ __noinline__ colour turn(colour c)
{
    return colour{c.b, (unsigned char)(c.r + 1), c.g};
}
struct row {
    int factor;
    __device__ __noinline__ vector operator[](int i) const
    {
        return vector{(float)i, (float)factor, 1};
    }
};

struct object {
    int number;
    __device__ __noinline__ operator colour() const
    {
        return colour{(unsigned char)number, 2, 3};
    }
};
struct both {
    vector first, second;
};

__device__ int counted[FEW];
__constant__ int steps[4];
__managed__ int seen_by_host[FEW];

/* p and q have N ints, large has LARGE. */
template <int kind> __global__ void change(int *p, const int *q, int *large, int number)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    vector *vectors = (vector *)p;
    colour *colours = (colour *)p;
    __shared__ int shared[BLOCK];
    if (kind == 0)
        p[i] = q[i] + 1;
    if (kind == 1)
        p[i] += threadIdx.x;
    if (kind == 2 && i < N / 4)
        vectors[i] = add(vectors[i], ((const vector *)q)[i]);
    if (kind == 3)
        colours[i] = turn(colours[i]);
    if (kind == 4)
        atomicAdd(p + i % 7, 1);
    if (kind == 5 && i < N / 4)
        vectors[i] = row{number}[i];
    if (kind == 6 && i < FEW)
        p[i] = counted[i] += steps[i % 4];
    if (kind == 7 && i < FEW)
        p[i] = ++seen_by_host[i];
    if (kind == 8)
        p[i] = max(p[i], q[i * 7 % N]);
    if (kind == 9)
        new (colours + i) colour(turn(colour{1, 2, 3}));
    if (kind == 10) {
        shared[threadIdx.x] = p[i];
        __syncthreads();
        p[i] = shared[blockDim.x - 1 - threadIdx.x];
    }
    if (kind == 13)
        colours[i] = object{number};
    if (kind == 14) {
        auto put = [=](colour value) { colours[i] = value; };
        put(turn(colours[i]));
    }
    if (kind == 15 && i < N / 8)
        ((both *)p)[i].*(i % 2 ? &both::first : &both::second) =
            add(((const vector *)q)[i], vector{});
    if (kind == 16 && i < N / 8)
        new ((both *)p + i) both{.first = row{number}[i], .second = vector{1, 2, 3}};
    for (int k = i; kind == 11 && k < LARGE; k += N)
        large[k] = number;
    for (int k = i; kind == 12 && k < LARGE; k += N)
        large[k] += k;
}

static void (*const kernels[KINDS])(int *, const int *, int *, int) = {
    change<0>,  change<1>,  change<2>,  change<3>,  change<4>,  change<5>,
    change<6>,  change<7>,  change<8>,  change<9>,  change<10>, change<11>,
    change<12>, change<13>, change<14>, change<15>, change<16>};

static int *array[3], *large, host[N], large_host[LARGE];

/* What the host does between two launches: the call of that number. */
static void call(int number, int which)
{
    const int zeros[FEW] = {0};
    const int other_steps[4] = {1, rand() % 2, 3, 4};
    int *other;
    switch (number) {
    case 0: cudaMemcpy(array[which], host, sizeof host, cudaMemcpyHostToDevice); break;
    case 1: cudaMemset(array[which], 0, sizeof host); break;
    case 2: cudaMemcpy(array[0], array[which], sizeof host, cudaMemcpyDeviceToDevice); break;
    case 3: cudaMemcpyToSymbol(counted, zeros, sizeof zeros); break;
    case 4: cudaMemcpyToSymbol(steps, other_steps, sizeof other_steps); break;
    case 5: seen_by_host[which] = 0; break;
    case 6:
        cudaMalloc(&other, sizeof host);
        cudaFree(other);
        break;
    case 7:
        cudaFree(array[2]);
        cudaMalloc(&array[2], sizeof host);
        cudaMemcpy(array[2], host, sizeof host, cudaMemcpyHostToDevice);
        break;
    case 8: cudaMemset(large, 0, sizeof large_host); break;
    case 9: cudaMemset(array[which], rand() % 2, 1); break;
    case 10: /* much passes through L2 */
        for (int i = 0; i < 120; i++)
            cudaMemcpy(large_host, large, sizeof large_host, cudaMemcpyDeviceToHost);
    }
}

static void prepare(void)
{
    for (int i = 0; i < N; i++)
        host[i] = i % 91;
    for (int **next = array; next < array + 3; next++) {
        cudaMalloc(next, sizeof host);
        cudaMemcpy(*next, host, sizeof host, cudaMemcpyHostToDevice);
    }
    cudaMalloc(&large, sizeof large_host);
    cudaMemset(large, 0, sizeof large_host);
    call(4, 0);
}

static unsigned int sum_of(const void *pointer)
{
    static int bytes[N];
    unsigned int sum = 0;
    cudaMemcpy(bytes, pointer, sizeof bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        sum = sum * 31 + bytes[i];
    return sum;
}

int main(int argc, char **argv)
{
    float milliseconds;
    cudaEvent_t start, stop;
    if (argc != 2)
        return 2;
    srand(atoi(argv[1]));
    prepare();
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    const int kinds[3] = {rand() % KINDS, rand() % KINDS, rand() % KINDS};
    int used = 1 + rand() % 3, which = rand() % 3, usual = rand() % 11, often = rand() % 3;
    for (int left = 12 + rand() % 30; left; left--) {
        if (rand() % 3 < often)
            call(rand() % 4 ? usual : rand() % 11, which);
        kernels[kinds[rand() % used]]<<<BLOCKS, BLOCK>>>(array[which], array[(which + 1) % 3],
                                                         large, rand() % 2);
        cudaDeviceSynchronize();
    }
    cudaEventRecord(stop);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&milliseconds, start, stop);
    int last;
    cudaMemcpyFromSymbol(&last, counted, sizeof last);
    printf("%u %u %u %u %d %d, %.9g ms: %s\n", sum_of(array[0]), sum_of(array[1]), sum_of(array[2]),
           sum_of(large), last, seen_by_host[0], milliseconds,
           cudaGetErrorString(cudaGetLastError()));
    return 0;
}
