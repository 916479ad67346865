// Complex numbers as C functions, and the standard library by libcu++'s name.
// out: product -5+10i, quotient 0.5-0.5i, sum 4+6i, difference -2-2i
// out: size 5, conjugate 3-4i, fused -4+12i, 1e+200, 3
// out: standard: 10, 2147483647, 4, 3
#include <cuComplex.h>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>

__global__ void compute(cuFloatComplex *f, cuDoubleComplex *d)
{
    const cuFloatComplex a = make_cuFloatComplex(1, 2), b = make_cuComplex(3, 4);

    f[0] = cuCmulf(a, b);
    f[1] = cuCaddf(a, b);
    f[2] = cuCsubf(a, b);
    f[3] = make_cuFloatComplex(cuCabsf(b), cuCrealf(b));
    f[4] = cuConjf(b);
    f[5] = cuCfmaf(a, b, make_cuFloatComplex(1, 2));
    d[0] = cuCdiv(make_cuDoubleComplex(1, 0), make_cuDoubleComplex(1, 1));
    d[1] = cuCdiv(make_cuDoubleComplex(1e200, 0), make_cuDoubleComplex(1, 0));
    d[2] = cuComplexFloatToDouble(f[4]);
}

__global__ void standard(int *to)
{
    cuda::std::array<int, 4> numbers{1, 2, 3, 4};
    int sum = 0;

    static_assert(cuda::std::is_same<cuda::std::remove_const<const int>::type, int>::value, "");
    for (int number : numbers)
        sum += number;
    to[0] = sum;
    to[1] = cuda::std::numeric_limits<int>::max();
    to[2] = (int)numbers.size();
    to[3] = cuda::std::get<1>(cuda::std::make_tuple(1, 3));
}

int main()
{
    cuFloatComplex *f;
    cuDoubleComplex *d;
    int *to;

    cudaMallocManaged(&f, 6 * sizeof *f);
    cudaMallocManaged(&d, 3 * sizeof *d);
    cudaMallocManaged(&to, 4 * sizeof *to);
    compute<<<1, 1>>>(f, d);
    standard<<<1, 1>>>(to);
    cudaDeviceSynchronize();
    printf("product %g%+gi, quotient %g%+gi, sum %g%+gi, difference %g%+gi\n", f[0].x, f[0].y,
           d[0].x, d[0].y, f[1].x, f[1].y, f[2].x, f[2].y);
    printf("size %g, conjugate %g%+gi, fused %g%+gi, %g, %g\n", f[3].x, f[4].x, f[4].y, f[5].x,
           f[5].y, d[1].x, cuCreal(d[2]));
    printf("standard: %d, %d, %d, %d\n", to[0], to[1], to[2], to[3]);
    return 0;
}
