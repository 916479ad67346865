// Vectors, and a matrix with vectors, beside sums made here in long double. Each call is made in
// both pointer modes, with increments of either sign and 0, and with n of 0; what lies between the
// elements must stay as it is. Prints how many calls were right.
#include <cublas_v2.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#include "real.h"

static cublasHandle_t handle;
static int right, wrong;

static void judge(bool is_right, const char *what, int n, int incx, int incy)
{
    right += is_right;
    wrong += !is_right;
    if (!is_right)
        printf("wrong: %s n %d incx %d incy %d\n", what, n, incx, incy);
}

/* Memory with elements `step` apart, of which the others hold a value that must stay. */
template <class real> struct strided {
    int n, increment;
    std::vector<real> all, before;
    real *device;

    strided(int count, int step) : n(count), increment(step)
    {
        all.resize(1 + (size_t)(n ? n - 1 : 0) * abs(step) + 3);
        for (size_t i = 0; i < all.size(); i++)
            all[i] = (real)(rand() % 2001 - 1000) / 64;
        before = all;
        cudaMalloc(&device, all.size() * sizeof(real));
        cudaMemcpy(device, all.data(), all.size() * sizeof(real), cudaMemcpyHostToDevice);
    }
    ~strided()
    {
        cudaFree(device);
    }
    size_t at(int i) const
    {
        return increment < 0 ? (size_t)(n - 1 - i) * -increment : (size_t)i * increment;
    }
    /* Gets it back; 1 if the elements are those, to the relative error, and all else is as before.
     */
    bool is(const std::vector<long double> &expected, long double error)
    {
        cudaMemcpy(all.data(), device, all.size() * sizeof(real), cudaMemcpyDeviceToHost);
        std::vector<char> used(all.size());
        for (int i = 0; i < (int)expected.size(); i++) {
            used[at(i)] = 1;
            if (increment && !near(all[at(i)], expected[i], error))
                return false;
        }
        if (!increment && n && !near(all[0], expected[n - 1], error))
            return false;
        for (size_t i = 0; i < all.size(); i++)
            if (!used[i] && all[i] != before[i])
                return false;
        return true;
    }
};

/* A scalar where the pointer mode wants it; results come back with value(). */
template <class real> struct scalar {
    real host, *device;
    bool on_device;

    scalar(bool in_device_mode, real value) : host(value), on_device(in_device_mode)
    {
        cudaMalloc(&device, sizeof host);
        cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice);
        cublasSetPointerMode(handle,
                             on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST);
    }
    ~scalar()
    {
        cudaFree(device);
    }
    real *pointer()
    {
        return on_device ? device : &host;
    }
    real value()
    {
        if (on_device)
            cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
        return host;
    }
};

template <class real> static void elements(int n, int incx, int incy, bool mode)
{
    typedef blas<real> b;
    std::vector<long double> sum, scaled, copied, swapped;
    strided<real> x(n, incx), y(n, incy), z(n, incy), one(n, incx), other(n, incy);
    strided<real> positive(n, abs(incx));
    std::vector<real> walking = y.before;
    scalar<real> alpha(mode, (real)-1.375);

    for (int i = 0; i < n; i++) {
        long double value = (long double)alpha.host * x.before[x.at(i)] + walking[y.at(i)];

        walking[y.at(i)] = (real)value;
        sum.push_back(value);
        copied.push_back(x.before[x.at(i)]);
        swapped.push_back(other.before[other.at(i)]);
        scaled.push_back((long double)alpha.host * positive.before[positive.at(i)]);
    }
    b::axpy(handle, n, alpha.pointer(), x.device, incx, y.device, incy);
    judge(y.is(sum, 4) && x.is(copied, 0), "axpy", n, incx, incy);
    b::copy(handle, n, x.device, incx, z.device, incy);
    judge(z.is(copied, 0), "copy", n, incx, incy);
    if (incx && incy) {
        std::vector<long double> gone;

        for (int i = 0; i < n; i++)
            gone.push_back(one.before[one.at(i)]);
        b::swap(handle, n, one.device, incx, other.device, incy);
        judge(one.is(swapped, 0) && other.is(gone, 0), "swap", n, incx, incy);
        b::scal(handle, n, alpha.pointer(), positive.device, abs(incx));
        judge(positive.is(scaled, 2), "scal", n, incx, incy);
    }
}

template <class real> static void sums(int n, int incx, int incy, bool mode)
{
    typedef blas<real> b;
    strided<real> x(n, incx), y(n, incy);
    scalar<real> dot(mode, 77), sum(mode, 77), norm(mode, 77);
    scalar<int> most(mode, 77), least(mode, 77);
    long double product = 0, all = 0, squares = 0;
    int largest = 0, smallest = 0;

    for (int i = 0; i < n; i++) {
        product += (long double)x.before[x.at(i)] * y.before[y.at(i)];
        if (incx <= 0)
            continue;
        long double value = fabsl(x.before[x.at(i)]);

        all += value;
        squares += value * value;
        if (!largest || value > fabsl(x.before[x.at(largest - 1)]))
            largest = i + 1;
        if (!smallest || value < fabsl(x.before[x.at(smallest - 1)]))
            smallest = i + 1;
    }
    b::dot(handle, n, x.device, incx, y.device, incy, dot.pointer());
    judge(near(dot.value(), product, 4), "dot", n, incx, incy);
    b::asum(handle, n, x.device, incx, sum.pointer());
    judge(near(sum.value(), all, 4), "asum", n, incx, incy);
    b::nrm2(handle, n, x.device, incx, norm.pointer());
    judge(near(norm.value(), sqrtl(squares), 4), "nrm2", n, incx, incy);
    b::amax(handle, n, x.device, incx, most.pointer());
    judge(most.value() == largest, "amax", n, incx, incy);
    b::amin(handle, n, x.device, incx, least.pointer());
    judge(least.value() == smallest, "amin", n, incx, incy);
}

/* A matrix with vectors: m x n in a space of ld rows. */
template <class real>
static void with_matrix(int m, int n, int ld, int incx, int incy, bool mode, real factor,
                        real share)
{
    typedef blas<real> b;
    strided<real> a((n ? n - 1 : 0) * ld + m, 1);
    scalar<real> alpha(mode, factor), beta(mode, share);

    for (int t = 0; t < 3; t++) {
        cublasOperation_t operation = (cublasOperation_t)t;
        int rows = t ? n : m, columns = t ? m : n;
        strided<real> x(columns, incx), y(rows, incy);
        std::vector<long double> expected;

        if (share == 0 && m && n) { // beta 0: what is there is not read
            for (int i = 0; i < rows; i++)
                y.before[y.at(i)] = (real)NAN;
            cudaMemcpy(y.device, y.before.data(), y.before.size() * sizeof(real),
                       cudaMemcpyHostToDevice);
        }
        for (int i = 0; i < rows; i++) {
            long double sum = 0;

            for (int k = 0; k < columns; k++)
                sum += (long double)a.before[t ? i * ld + k : k * ld + i] * x.before[x.at(k)];
            expected.push_back(!m || !n     ? y.before[y.at(i)]
                               : share == 0 ? factor * sum
                                            : factor * sum + share * y.before[y.at(i)]);
        }
        b::gemv(handle, operation, m, n, alpha.pointer(), a.device, ld, x.device, incx,
                beta.pointer(), y.device, incy);
        judge(y.is(expected, 8), "gemv", m, n, ld);
    }
    strided<real> x(m, incx), y(n, incy);
    std::vector<real> expected = a.before;

    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            expected[j * ld + i] += factor * x.before[x.at(i)] * y.before[y.at(j)];
    b::ger(handle, m, n, alpha.pointer(), x.device, incx, y.device, incy, a.device, ld);
    judge(a.is(std::vector<long double>(expected.begin(), expected.begin() + a.n), 64), "ger", m, n,
          ld);
}

template <class real> static void all()
{
    static const int increments[] = {1, 3, -1, -2, 0};

    for (int n : {0, 1, 37})
        for (int incx : increments)
            for (int incy : increments) {
                elements<real>(n, incx, incy, incx == incy);
                sums<real>(n, incx, incy, incx != incy);
            }
    for (int m : {0, 1, 33})
        for (int n : {0, 1, 7})
            for (int increment : {1, -3}) {
                with_matrix<real>(m, n, m + 1, increment, 1, 0, (real)1.5, (real)0);
                with_matrix<real>(m, n, m ? m : 1, 1, increment, 1, (real)-0.75, (real)2);
                with_matrix<real>(m, n, m + 4, increment, increment, 0, (real)0, (real)0.5);
            }
    /* no overflow on the way, and none lost */
    real large[2] = {std::numeric_limits<real>::max() / 2, std::numeric_limits<real>::max() / 4};
    real small[2] = {std::numeric_limits<real>::min() * 3, std::numeric_limits<real>::min() * 4};
    real *x;

    cudaMalloc(&x, sizeof large);
    for (real *pair : {large, small}) {
        scalar<real> norm(0, 0);

        cublasSetVector(2, sizeof(real), pair, 1, x, 1);
        blas<real>::nrm2(handle, 2, x, 1, norm.pointer());
        judge(near(norm.value(),
                   sqrtl((long double)pair[0] * pair[0] + (long double)pair[1] * pair[1]), 4),
              "nrm2 of a far number", 2, 1, 1);
    }
    cudaFree(x);
}

int main()
{
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return 1;
    all<float>();
    all<double>();
    cublasDestroy(handle);
    printf("%d right, %d wrong\n", right, wrong);
    return wrong != 0;
}
