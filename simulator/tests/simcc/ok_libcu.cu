// libcu++: atomics, barriers, pipelines; tiles above a warp; copies of groups.
// out: 8128 24512 32640
// out: 512 256 36
// out: 508 510
// out: 2296 1792
// out: 255
// out: 8 1
// out: 21
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void tiles(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<256> scratch;
    auto block = cg::this_thread_block(scratch);
    auto tile = cg::tiled_partition<128>(block);
    int s = cg::reduce(tile, in[block.thread_rank()], cg::plus<int>());
    if (tile.thread_rank() == 0)
        out[tile.meta_group_rank()] = s;
    cg::sync(block);
    if (block.thread_rank() == 0)
        out[2] = out[0] + out[1];
}
__global__ void refs(int *counter, double *d, unsigned *ticket, int *data, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> c(*counter);
    c.fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<double, cuda::thread_scope_device>(*d).fetch_add(0.5);
    __shared__ bool last;
    if (threadIdx.x == 0)
        data[blockIdx.x] = blockIdx.x + 1;
    if (threadIdx.x == 0)
        last = cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*ticket).fetch_add(
                   1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int s = 0;
        for (int i = 0; i < gridDim.x; i++)
            s += data[i];
        *out = s;
    }
}
/* Block 1 waits by a compare-and-swap that acquires where it fails. */
__global__ void failing(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> turn(*flag);
    int found;
    if (blockIdx.x == 0) {
        *data = 21;
        turn.store(1, cuda::memory_order_release);
        return;
    }
    do
        found = 2;
    while (!turn.compare_exchange_strong(found, 3, cuda::memory_order_release, cuda::memory_order_acquire) && !found);
    *out = *data;
}
__global__ void barriers(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[256];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, s, in, sizeof(int) * 256, bar);
    bar.arrive_and_wait();
    int v = s[255 - threadIdx.x];
    auto token = bar.arrive();
    bar.wait(std::move(token));
    s[threadIdx.x] = v * 2;
    bar.arrive_and_wait();
    out[threadIdx.x] = s[(threadIdx.x + 1) % 256];
}
__global__ void pipes(const int *in, int *out, int n)
{
    __shared__ int s[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(block, s[0], in, sizeof s[0], pipe);
    pipe.producer_commit();
    for (int b = 0; b < n; b++) {
        if (b + 1 < n) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[(b + 1) % 2], in + (b + 1) * 64, sizeof s[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += s[b % 2][63 - threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}
__global__ void cgcopy(const int *in, int *out)
{
    __shared__ int s[256];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, s, in, sizeof s);
    cg::wait(b);
    out[threadIdx.x] = s[255 - threadIdx.x];
}
int main()
{
    int *in, *out;
    double *d;
    unsigned *t;
    cudaMallocManaged(&in, 8192);
    cudaMallocManaged(&out, 8192);
    cudaMallocManaged(&d, 8);
    cudaMallocManaged(&t, 8);
    for (int i = 0; i < 2048; i++)
        in[i] = i;
    *d = 0;
    *t = 0;
    out[100] = 0;
    tiles<<<1, 256>>>(in, out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[2]);
    refs<<<8, 64>>>(out + 100, d, t, out + 200, out + 101);
    cudaDeviceSynchronize();
    printf("%d %g %d\n", out[100], *d, out[101]);
    barriers<<<1, 256>>>(in, out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[255]);
    pipes<<<1, 64>>>(in, out, 8);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[63]);
    cgcopy<<<1, 256>>>(in, out);
    cudaDeviceSynchronize();
    printf("%d\n", out[0]);
    cuda::atomic<int> h(5);
    h += 3;
    int e = 8;
    int before = h.load();
    printf("%d %d\n", before, (int)h.compare_exchange_strong(e, 1));
    out[1] = 0;
    failing<<<2, 1>>>(out, out + 1, out + 2);
    cudaDeviceSynchronize();
    printf("%d\n", out[2]);
}
