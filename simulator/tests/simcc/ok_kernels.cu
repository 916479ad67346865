// Kernels in every shape: templates, specialisations, overloads, unnamed parameters.
// out: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18
#include <limits.h>
#include <stdio.h>
#include <type_traits>

struct three { int a, b, c; };
enum class mode { plus, minus };

__global__ void declared_first(int *p);
extern "C" __global__ void c_name(int *p) { *p = 2; }
static __global__ void local(int *p) { *p = 3; }
namespace { void __global__ hidden(int *const __restrict__ p, const int) { *p = 4; } }
inline __global__ void __launch_bounds__(64, 2) bounded(int *p) { *p = 5; }
__launch_bounds__(128) __global__ void bounded_first(int *p) { *p = 6; }

template <typename T, int N, typename = void, unsigned = 3>
__global__ void __launch_bounds__(N) unnamed(T *p, int, float = 1) { *p = (T)7; }

template <typename T> __global__ void special(T *p) { *p = -1; }
template <> __global__ void special<int>(int *p) { *p = 8; }

__global__ void overloaded(int *p, int v) { *p = v; }
__global__ void overloaded(int *p, float v) { *p = (int)(v * 2); }

template <typename... Ts> __global__ void pack(int *p, Ts... values) { *p = (0 + ... + values); }
template <mode M, class T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
__global__ void enabled(T *p) { *p = M == mode::plus ? 12 : -12; }
__global__ void by_value(int *p, const three t, int more[]) { *p = t.a + t.b + t.c + (more == nullptr); }
template <template <class> class C, class T> __global__ void nested(C<T> c) { *c.p = 14; }
template <class T> struct holder { T *p; };
template <int (*operation)(int)> __global__ void applied(int *p) { *p = operation(14); }
__device__ __forceinline__ int increment(int x) { return x + 1; }
template <class Operation> __global__ void functor(int *p, Operation operation) { *p = operation(4); }
struct square { __host__ __device__ int operator()(int x) const { return x * x; } };
template <int threads, int line, class file>
__launch_bounds__(threads < INT_MAX ? threads : CHAR_BIT) __global__ void odd_names(file *p)
{
    *p = threads + line;
}

[[maybe_unused]] __global__ void attributes(int *p, [[maybe_unused]] int unused) { *p = 17; }

__global__ void declared_first(int *p) { *p = 1; }

int main()
{
    int *p;
    cudaMallocManaged(&p, 18 * sizeof(int));
    declared_first<<<1, 1>>>(p);
    c_name<<<1, 1>>>(p + 1);
    local<<<1, 1>>>(p + 2);
    hidden<<<1, 1>>>(p + 3, 0);
    bounded<<<1, 1>>>(p + 4);
    bounded_first<<<1, 1>>>(p + 5);
    unnamed<int, 32><<<1, 1>>>(p + 6, 0);
    special<<<1, 1>>>(p + 7);
    overloaded<<<1, 1>>>(p + 8, 9);
    overloaded<<<1, 1>>>(p + 9, 5.0f);
    pack<<<1, 1>>>(p + 10, 1, 4L, (short)6);
    enabled<mode::plus><<<1, 1>>>(p + 11);
    by_value<<<1, 1>>>(p + 12, {5, 5, 2}, NULL);
    nested<<<1, 1>>>(holder<int>{p + 13});
    applied<increment><<<1, 1>>>(p + 14);
    functor<<<1, 1>>>(p + 15, square());
    attributes<<<1, 1>>>(p + 16, 0);
    odd_names<CHAR_BIT, 10><<<1, 1>>>(p + 17);
    cudaDeviceSynchronize();
    for (int i = 0; i < 18; i++)
        printf("%d%c", p[i], i < 17 ? ' ' : '\n');
    return 0;
}
