// Ways to write kernels, launches and shared variables.
// out: 92
// out: 16 48
void __global__ first(int *p)
{
    p[threadIdx.x] += 1;
}
template <typename T, int N = 4>
__launch_bounds__(N * 16) __global__ void bounded(T *__restrict p, const T v = T(2))
{
    p[threadIdx.x] += v;
}
#define DEFINE(name, n)                                                                            \
    __global__ void name##_kernel(int *p)                                                          \
    {                                                                                              \
        p[threadIdx.x] += n;                                                                       \
    }
DEFINE(third, 3)
template <class T> struct bar {
    typedef T type;
};
template <class T> __global__ void fourth(typename T::type *p)
{
    p[threadIdx.x] += 4;
}
namespace a
{
inline namespace b
{
[[maybe_unused]] static __global__ void fifth(int *p)
{
    p[threadIdx.x] += 5;
}
} // namespace b
} // namespace a
template <class... T> __global__ void sum(int *p, T... values)
{
    p[threadIdx.x] += (0 + ... + values);
}
__global__ auto seventh(int *p) -> void
{
    p[threadIdx.x] += 7;
}
class starter
{
  public:
    void (*kernel)(int *);
    int secret = 8;
    void go(int *p)
    {
        this->kernel<<<1, 32>>>(p);
        (*kernel)<<<1, 32>>>(p);
    }
    friend __global__ void eighth(int *p, starter s);
};
__global__ void eighth(int *p, starter s)
{
    p[threadIdx.x] += s.secret;
}
template <auto n> __global__ void constant(int *p)
{
    p[threadIdx.x] += n;
}

__global__ void shared(int *p)
{
    __shared__ alignas(16) char raw[64];
    static __shared__ alignas(double) volatile float pair[2], other[3];
    volatile __shared__ int flag;

    if (threadIdx.x == 0) {
        raw[5] = 7;
        pair[1] = 8;
        other[2] = 1;
        flag = 32;
    }
    __syncthreads();
    if (threadIdx.x == 31) {
        p[0] = raw[5] + (int)pair[1] + (int)other[2] + ((size_t)raw % 16 != 0);
        p[1] = p[0] + flag;
    }
}

// clang-format off: blanks and lines within <<< >>> are what is tested
int main()
{
    int *p, n = 8192;
    starter s = {first};

    cudaMallocManaged(&p, 128);
    memset(p, 0, 128);
    first<<<(n >> 13), 32>>>(p);
    first<<<n >> 13, 32>>>(p);
    bounded<int><<<1, 32>>>(p);
    bounded<<<1, 32>>>(p, 6);
    third_kernel<<<{1}, {32}>>>(p);
    fourth<bar<int>><<<1, 32, (size_t)16 << 1>>>(p);
    fourth<bar<int> > <<<1, 32>>> (p);
    ::a::b::fifth<<<1, 32>>>(p), a::fifth<<<1, 32>>>(p);
    sum<<<1, 32>>>(p, 1, 2, 3L);
    sum<<<1, 32>>>(p);
    seventh
        <<<
        1, 32
        >>>
        (p);
    s.go(p);
    eighth<<<1, 32>>>(p, s);
    constant<9><<<n / 8192, n / 256>>>(p);
    void (*table[])(int *) = {constant<10>, first};
    table[0]<<<1, 32>>>(p);
    (n > 3 ? constant<11> : first)<<<1, 32>>>(p);
    if (n)
        first<<<1, 32>>>(p);
    else
        seventh<<<1, 32>>>(p);
    [&](auto kernel) { kernel<<<1, 32>>>(p); }(seventh);
    cudaDeviceSynchronize();
    printf("%d\n", p[3]);
    shared<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d\n", p[0], p[1]);
    return 0;
}
