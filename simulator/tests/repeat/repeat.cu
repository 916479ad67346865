/*
 * Launches that repeat another, and launches that only look so.
 *     repeat CASE
 * launches kernels of that case ten times, and prints what comes of it, the modelled time, and on
 * stderr how many launches were run: each takes as many numbers for blocks as it has blocks.
 */
#include <cstdio>
#include <cstring>

#define BLOCKS 4
#define BLOCK  64
#define N      (BLOCKS * BLOCK)
#define TIMES  10
#define LARGE  (1 << 16)

extern "C" unsigned int units_next; /* runtime/launch/units.h */

__device__ int launches;
__constant__ int factor = 3;

__global__ void twice(const int *in, int *out, int more)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i] + more;
}

__global__ void total(const int *in, int *sum)
{
    __shared__ int shared[BLOCK];
    shared[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < BLOCK; i++)
            atomicAdd(sum, shared[i]);
}

__global__ void in_place(int *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] += threadIdx.x;
}

/* Changes too much for it to be kept at once. */
__global__ void in_large(int *data)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < LARGE; i += N)
        data[i] += i;
}

/* Reads nothing that it writes, and changes as much. */
__global__ void fill_large(const int *in, int *large)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < LARGE; i += N)
        large[i] = in[i % N];
}

__global__ void bytes_in_place(unsigned char *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] += threadIdx.x;
}

__global__ void bytes_out(const int *in, unsigned char *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = (unsigned char)in[threadIdx.x];
}

/* From the second launch on it changes nothing. */
__global__ void at_least(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = max(out[i], in[i]);
}

/* What the block writes is read by other threads of it, after a barrier. */
__global__ void neighbours(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int before = out[blockIdx.x * blockDim.x + (threadIdx.x + 1) % BLOCK];
    __syncthreads();
    out[i] = in[i] + before / 2;
}

/* The second block writes what the first has read, once that one lets it. */
__global__ void hand_over(int *word, int *flag, int *out)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        out[1] = *word;
        __threadfence();
        atomicExch(flag, 1);
    }
    if (blockIdx.x == 1) {
        while (!atomicAdd(flag, 0))
            ;
        __threadfence();
        *word = 77;
        atomicExch(flag, 0);
    }
}

__global__ void count(int *out)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        launches++;
    out[blockIdx.x * blockDim.x + threadIdx.x] = factor;
}

__global__ void ask(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = clock64() > 0;
}

__global__ void print(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        printf("printed\n");
}

__global__ void race(int *out)
{
    out[threadIdx.x] = blockIdx.x;
}

__global__ void note(int *out)
{
    out[threadIdx.x] = 7;
}

/* That word has never been written. */
__global__ void unwritten(const int *in, int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[2 * N] == 5;
}

__global__ void race_on(int *data)
{
    data[threadIdx.x] += blockIdx.x;
}

__global__ void allocate(int *out)
{
    int *own = new int(7);
    out[blockIdx.x * blockDim.x + threadIdx.x] = *own;
    delete own;
}

__global__ void parent(int *out)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        in_place<<<1, BLOCK>>>(out);
}

static int *in, *out, *large, *host_sees, host[N];

static void reset(int first)
{
    for (int i = 0; i < N; i++)
        host[i] = first + i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
}

/* What stands in memory between a launch's parameters is left from earlier calls. */
__attribute__((noinline)) static void leave_on_stack(int value)
{
    volatile char left[8192];
    for (size_t i = 0; i < sizeof left; i++)
        left[i] = (char)value;
}

/* As many bytes pass through L2 as it has, and more: arrays that were in it leave it. */
static void traffic(void)
{
    static int host_large[LARGE];
    for (int i = 0; i < 256; i++)
        cudaMemcpy(host_large, large, sizeof host_large, cudaMemcpyDeviceToHost);
}

/* What the case does in each of the rounds. */
static void once(const char *what, int round)
{
#define IS(name) (!strcmp(what, name))
    if (IS("other_stack"))
        leave_on_stack(round);
    if (IS("same") || IS("other_stack"))
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
    if (IS("alternating")) {
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
        twice<<<BLOCKS, BLOCK>>>(out, in + N, 1);
    }
    if (IS("parameter"))
        twice<<<BLOCKS, BLOCK>>>(in, out, round);
    if (IS("input")) {
        reset(round);
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
    }
    if (IS("output_set")) {
        cudaMemset(out, round, sizeof host);
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
    }
    if (IS("every_other")) {
        reset(round % 2);
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
    }
    if (IS("host_writes")) {
        host_sees[round] = round;
        twice<<<BLOCKS, BLOCK>>>(host_sees, out, 1);
        cudaDeviceSynchronize();
    }
    if (IS("in_place"))
        in_place<<<BLOCKS, BLOCK>>>(in);
    if (IS("in_place_reset")) {
        reset(0);
        in_place<<<BLOCKS, BLOCK>>>(in);
    }
    if (IS("large_reset")) {
        cudaMemset(large, 0, LARGE * sizeof *large);
        in_large<<<BLOCKS, BLOCK>>>(large);
        cudaMemcpy(out, large + LARGE / 2, sizeof host, cudaMemcpyDeviceToDevice);
    }
    if (IS("total_reset")) {
        cudaMemset(out, 0, sizeof *out);
        total<<<BLOCKS, BLOCK>>>(in, out);
    }
    if (IS("total"))
        total<<<BLOCKS, BLOCK>>>(in, in + N);
    if (IS("variable") || IS("constant"))
        count<<<BLOCKS, BLOCK>>>(out);
    if (IS("constant")) {
        const int zero = 0, now = round;
        cudaMemcpyToSymbol(launches, &zero, sizeof zero);
        cudaMemcpyToSymbol(factor, &now, sizeof now);
    }
    for (int i = 0; i < (IS("fresh") ? 1 : IS("fresh_often") ? 4 : 0); i++) {
        int *fresh;
        cudaMalloc(&fresh, sizeof host);
        twice<<<BLOCKS, BLOCK>>>(in, fresh, 1);
        cudaMemcpy(out, fresh, sizeof host, cudaMemcpyDeviceToDevice);
        cudaFree(fresh);
    }
    if (IS("grid"))
        twice<<<1 + round % 4, BLOCK>>>(in, out, 1);
    if (IS("clock"))
        ask<<<BLOCKS, BLOCK>>>(out);
    if (IS("print"))
        print<<<BLOCKS, BLOCK>>>(out);
    if (IS("race"))
        race<<<BLOCKS, BLOCK>>>(out);
    if (IS("race_and_note")) {
        race<<<BLOCKS, BLOCK>>>(out);
        note<<<BLOCKS, BLOCK>>>(in + N);
    }
    if (IS("race_then_none")) {
        race<<<BLOCKS, BLOCK>>>(out);
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
    }
    if (IS("unwritten"))
        unwritten<<<BLOCKS, BLOCK>>>(in, out);
    if (IS("race_on"))
        race_on<<<BLOCKS, BLOCK>>>(in);
    if (IS("race_on_reset")) {
        reset(0);
        race_on<<<BLOCKS, BLOCK>>>(in);
    }
    if (IS("allocate"))
        allocate<<<BLOCKS, BLOCK>>>(out);
    if (IS("large_out") || IS("large_out_read"))
        fill_large<<<BLOCKS, BLOCK>>>(in, large);
    if (IS("bytes_in_place"))
        bytes_in_place<<<BLOCKS, BLOCK>>>((unsigned char *)in);
    if (IS("bytes_out"))
        bytes_out<<<BLOCKS, BLOCK>>>(in, (unsigned char *)out);
    if (IS("fixed_point"))
        at_least<<<BLOCKS, BLOCK>>>(in, in + N);
    if (IS("neighbours"))
        neighbours<<<BLOCKS, BLOCK>>>(in, in + N);
    if (IS("hand_over"))
        hand_over<<<BLOCKS, BLOCK>>>(in, in + N, out);
    if (IS("reset_and_traffic")) {
        reset(0);
        in_place<<<BLOCKS, BLOCK>>>(in);
    }
    if (IS("other_allocation")) {
        int *other;
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
        cudaMalloc(&other, sizeof host);
        cudaFree(other);
    }
    if (IS("parent")) {
        cudaMemset(out, 0, sizeof host);
        parent<<<BLOCKS, BLOCK>>>(out);
    }
}

int main(int argc, char **argv)
{
    cudaEvent_t start, stop;
    float milliseconds;
    if (argc != 2)
        return 2;
    cudaMalloc(&in, 2 * sizeof host + sizeof *in);
    cudaMemset(in, 0, 2 * sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&large, LARGE * sizeof *large);
    cudaMemset(large, 0, LARGE * sizeof *large);
    cudaMallocManaged(&host_sees, sizeof host);
    memset(host_sees, 0, sizeof host);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    reset(5);
    unsigned int before = units_next;
    cudaEventRecord(start);
    for (int round = 0; round < TIMES; round++) {
        once(argv[1], round);
        if (round % 3 == 1 && (!strcmp(argv[1], "large_out_read") || strstr(argv[1], "traffic")))
            traffic();
    }
    cudaEventRecord(stop);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&milliseconds, start, stop);
    fprintf(stderr, "%u blocks were run\n", units_next - before);
    long long sum = 0;
    for (const int *from :
         {(const int *)in, (const int *)in + N, (const int *)out, (const int *)large}) {
        cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < N; i++)
            sum = sum * 31 + host[i] % 1000003;
    }
    int number;
    cudaMemcpyFromSymbol(&number, launches, sizeof number);
    printf("%s: %lld, %d, %.9g ms\n", argv[1], sum, number, milliseconds);
    return 0;
}
