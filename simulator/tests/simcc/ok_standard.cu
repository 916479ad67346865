// Small parts of libcu++, and Thrust with the thread that calls it.
// out: blocks 4, up 12, down 8, twice 1.5, of the host's library 127 7 2
// out: sorted 1 2 3 4, sum 10, place 2
// out: first 7
#include <cstdio>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/climits>
#include <cuda/std/cstring>
#include <cuda/std/iterator>
#include <cuda/std/variant>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

__global__ void alone(int *items, int *results)
{
    thrust::sort(thrust::seq, items, items + 4, thrust::greater<int>());
    thrust::sort_by_key(thrust::device, items, items + 4, results);
    results[0] = thrust::reduce(thrust::seq, items, items + 4);
    results[1] = (int)(thrust::lower_bound(thrust::seq, items, items + 4, 3) - items);
}

template <class iterator> cuda::std::iter_value_t<iterator> first_of(iterator from)
{
    cuda::std::iter_difference_t<iterator> none = 0;
    static_assert(std::is_same<cuda::std::iter_reference_t<iterator>, const short &>::value, "");

    return from[none];
}

int main()
{
    int *items, results[4] = {}, *there;
    const int unsorted[4] = {3, 1, 4, 2}, some[2] = {};
    auto twice = cuda::proclaim_return_type<float>([=](double x) { return 2 * x; });

    printf("blocks %d, up %d, down %u, twice %g, of the host's library %d %d %d\n",
           cuda::ceil_div(10, 3), cuda::round_up(10, 4), cuda::round_down(10u, 4u), twice(0.75),
           CHAR_MAX, (int)cuda::std::strlen("letters"), (int)cuda::std::size(some));
    cudaMallocManaged(&items, sizeof unsorted);
    cudaMallocManaged(&there, sizeof results);
    memcpy(items, unsorted, sizeof unsorted);
    memcpy(there, results, sizeof results);
    alone<<<1, 1>>>(items, there);
    cudaDeviceSynchronize();
    printf("sorted %d %d %d %d, sum %d, place %d\n", items[0], items[1], items[2], items[3],
           there[0], there[1]);
    const short numbers[] = {7, 8};
    printf("first %d\n", first_of((const short *)numbers));
    return 0;
}
