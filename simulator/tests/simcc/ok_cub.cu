// CUB, written for the simulator: warp, block and device reductions, scans, sort, select.
// out: sum ok
// out: max 999
// out: exscan bad 0
// out: inscan bad 0
// out: sort ok
// out: even 50247 50247
// out: block 1 1 1
// out: arg 1
#include <cub/cub.cuh>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
template <int B> __global__ void br(const int *in, int *out)
{
    typedef cub::BlockReduce<int, B> BR;
    __shared__ typename BR::TempStorage t;
    int v = BR(t).Sum(in[blockIdx.x * B + threadIdx.x]);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
    typedef cub::BlockScan<int, B> BS;
    __shared__ typename BS::TempStorage s;
    int x;
    BS(s).ExclusiveSum(in[blockIdx.x * B + threadIdx.x], x);
    out[1 + threadIdx.x + blockIdx.x] = x;
    typedef cub::WarpReduce<int> WR;
    __shared__ typename WR::TempStorage w[B / 32];
    int m = WR(w[threadIdx.x / 32]).Reduce(in[threadIdx.x], cub::Max());
    if (threadIdx.x == 32)
        out[1 + B] = m;
}
/* Calls it as CUB wants to be called: first for the size of its storage, then for the result. */
template <class Call> static void with_storage(Call call)
{
    size_t bytes = 0;
    void *storage = NULL;
    call(storage, bytes);
    cudaMalloc(&storage, bytes);
    call(storage, bytes);
    cudaFree(storage);
}
int main()
{
    int n = 100003;
    std::vector<int> h(n);
    for (auto &x : h)
        x = rand() % 1000;
    int *d, *o, *o2;
    cudaMalloc(&d, n * 4);
    cudaMalloc(&o, n * 4 + 4096);
    cudaMalloc(&o2, n * 4);
    cudaMemcpy(d, h.data(), n * 4, cudaMemcpyHostToDevice);
    long long *t;
    cudaMalloc(&t, 8);
    with_storage([&](void *s, size_t &b) { cub::DeviceReduce::Sum(s, b, d, t, n); });
    long long r, want = 0;
    cudaMemcpy(&r, t, 8, cudaMemcpyDeviceToHost);
    for (auto x : h)
        want += x;
    printf("sum %s\n", r == want ? "ok" : "BAD");
    int mx;
    with_storage([&](void *s, size_t &b) { cub::DeviceReduce::Max(s, b, d, o, n); });
    cudaMemcpy(&mx, o, 4, cudaMemcpyDeviceToHost);
    printf("max %d\n", mx);
    with_storage([&](void *s, size_t &b) { cub::DeviceScan::ExclusiveSum(s, b, d, o, n); });
    std::vector<int> g(n);
    cudaMemcpy(g.data(), o, n * 4, cudaMemcpyDeviceToHost);
    int run = 0, bad = 0;
    for (int i = 0; i < n; i++) {
        bad += g[i] != run;
        run += h[i];
    }
    printf("exscan bad %d\n", bad);
    with_storage([&](void *s, size_t &b) { cub::DeviceScan::InclusiveSum(s, b, d, o, n); });
    cudaMemcpy(g.data(), o, n * 4, cudaMemcpyDeviceToHost);
    run = bad = 0;
    for (int i = 0; i < n; i++) {
        run += h[i];
        bad += g[i] != run;
    }
    printf("inscan bad %d\n", bad);
    with_storage([&](void *s, size_t &b) { cub::DeviceRadixSort::SortKeys(s, b, d, o, n); });
    cudaMemcpy(g.data(), o, n * 4, cudaMemcpyDeviceToHost);
    auto hs = h;
    std::sort(hs.begin(), hs.end());
    printf("sort %s\n", g == hs ? "ok" : "BAD");
    auto even = [] __device__(int x) { return x % 2 == 0; };
    with_storage([&](void *s, size_t &b) { cub::DeviceSelect::If(s, b, d, o, o2, n, even); });
    int c;
    cudaMemcpy(&c, o2, 4, cudaMemcpyDeviceToHost);
    printf("even %d %d\n", c,
           (int)std::count_if(h.begin(), h.end(), [](int x) { return x % 2 == 0; }));
    br<128><<<1, 128>>>(d, o);
    int k[130];
    cudaMemcpy(k, o, sizeof k, cudaMemcpyDeviceToHost);
    int w = 0;
    for (int i = 0; i < 128; i++)
        w += h[i];
    int w2 = 0;
    for (int i = 0; i < 127; i++)
        w2 += h[i];
    int m = 0;
    for (int i = 32; i < 64; i++)
        m = std::max(m, h[i]);
    printf("block %d %d %d\n", k[0] == w, k[128] == w2, k[129] == m);
    cub::KeyValuePair<int, int> *kv, hk;
    cudaMalloc(&kv, 8);
    with_storage([&](void *s, size_t &b) { cub::DeviceReduce::ArgMax(s, b, d, kv, n); });
    cudaMemcpy(&hk, kv, 8, cudaMemcpyDeviceToHost);
    printf("arg %d\n", hk.key == std::max_element(h.begin(), h.end()) - h.begin());
}
