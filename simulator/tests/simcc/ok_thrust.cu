// Thrust, written for the simulator: vectors, algorithms, iterators, on the device and the host.
// out: 499500
// out: 999
// out: 338350
// out: 0 999
// out: 0
// out: 498501
// out: 499500
// out: 9
// out: 99 100
// out: 500 1
// out: 338350
// out: 300
// out: 3
// out: 499500
// out: 1001 1
// out: 021
// out: 2
// out: 501
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform.h>
#include <thrust/sort.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/copy.h>
#include <thrust/extrema.h>
#include <thrust/count.h>
#include <thrust/inner_product.h>
#include <thrust/unique.h>
#include <thrust/functional.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/zip_iterator.h>
#include <cstdio>
struct square {
    __host__ __device__ float operator()(float x) const
    {
        return x * x;
    }
};
struct odd {
    __host__ __device__ bool operator()(int x) const
    {
        return x & 1;
    }
};
int main()
{
    thrust::host_vector<int> h(1000);
    for (int i = 0; i < 1000; i++)
        h[i] = (i * 7919) % 1000;
    thrust::device_vector<int> d = h;
    printf("%d\n", thrust::reduce(d.begin(), d.end()));
    printf("%d\n", thrust::reduce(d.begin(), d.end(), 0, thrust::maximum<int>()));
    thrust::device_vector<float> f(100);
    thrust::sequence(f.begin(), f.end(), 1.0f);
    printf("%g\n",
           thrust::transform_reduce(f.begin(), f.end(), square(), 0.0f, thrust::plus<float>()));
    thrust::sort(d.begin(), d.end());
    printf("%d %d\n", (int)d[0], (int)d[999]);
    thrust::copy(d.begin(), d.end(), h.begin());
    int bad = 0;
    for (int i = 0; i < 1000; i++)
        bad += h[i] != i;
    printf("%d\n", bad);
    thrust::device_vector<int> e(1000);
    thrust::exclusive_scan(d.begin(), d.end(), e.begin());
    printf("%d\n", (int)e[999]);
    thrust::inclusive_scan(thrust::device, d.begin(), d.end(), d.begin());
    printf("%d\n", (int)d.back());
    thrust::transform(e.begin(), e.end(), d.begin(), e.begin(), thrust::plus<int>());
    printf("%d\n", (int)e[3]);
    auto m = thrust::max_element(f.begin(), f.end());
    printf("%d %g\n", (int)(m - f.begin()), (float)*m);
    printf("%ld %ld\n", (long)thrust::count_if(e.begin(), e.end(), odd()),
           (long)thrust::count(h.begin(), h.end(), 3));
    printf("%g\n", thrust::inner_product(f.begin(), f.end(), f.begin(), 0.0f));
    int *raw;
    cudaMalloc(&raw, 400);
    thrust::device_ptr<int> p(raw);
    thrust::fill(p, p + 100, 3);
    printf("%d\n", thrust::reduce(thrust::device, raw, raw + 100));
    thrust::device_vector<int> u(10, 1);
    u[3] = 2;
    auto end = thrust::unique(u.begin(), u.end());
    printf("%d\n", (int)(end - u.begin()));
    printf("%d\n", thrust::reduce(h.begin(), h.end()));
    e.push_back(5);
    int *q = thrust::raw_pointer_cast(e.data());
    printf("%zu %d\n", e.size(), q != 0);
    thrust::device_vector<int> keys(3), vals(3);
    keys[0] = 3;
    keys[1] = 1;
    keys[2] = 2;
    thrust::sequence(vals.begin(), vals.end());
    thrust::sort_by_key(keys.begin(), keys.end(), vals.begin(), thrust::greater<int>());
    printf("%d%d%d\n", (int)vals[0], (int)vals[1], (int)vals[2]);
    thrust::for_each(vals.begin(), vals.end(), [=] __device__(int x) { raw[x] = x; });
    printf("%d\n", (int)p[2]);
    thrust::device_vector<int> out(1001);
    auto oe = thrust::copy_if(e.begin(), e.end(), out.begin(), odd());
    printf("%d\n", (int)(oe - out.begin()));
}
