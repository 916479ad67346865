// Products of matrices beside sums made here in long double: all transpositions, leading dimensions
// larger than the matrix, sizes of 0 and around the tiles, alpha and beta of 0, batches, types that
// the call names. What lies between the columns must stay as it is. Prints how many calls were
// right.
#include <cublas_v2.h>
#include <functional>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

static cublasHandle_t handle;
static int right, wrong;

/* How to go from a number to a type of elements, and how near its results are. */
template <class type> struct kind;
template <> struct kind<float> {
    static constexpr double unit = 1.2e-7;
    static constexpr cudaDataType name = CUDA_R_32F;
};
template <> struct kind<double> {
    static constexpr double unit = 2.3e-16;
    static constexpr cudaDataType name = CUDA_R_64F;
};
template <> struct kind<__half> {
    static constexpr double unit = 1e-3;
    static constexpr cudaDataType name = CUDA_R_16F;
};
template <> struct kind<__nv_bfloat16> {
    static constexpr double unit = 8e-3;
    static constexpr cudaDataType name = CUDA_R_16BF;
};

/* Matrices of a batch, `rows` x `columns` in a space of `ld` rows each; multiples of an eighth. */
template <class type> struct matrices {
    int rows, columns, ld, count;
    size_t stride;
    std::vector<type> all;
    type *device;

    matrices(int r, int c, int more, int number)
        : rows(r), columns(c), ld((r ? r : 1) + more), count(number)
    {
        stride = (size_t)ld * c + more + 1;
        all.resize(stride * number + 1);
        for (type &element : all)
            element = type((float)(rand() % 33 - 16) / 8);
        cudaMalloc(&device, all.size() * sizeof(type));
        cudaMemcpy(device, all.data(), all.size() * sizeof(type), cudaMemcpyHostToDevice);
    }
    ~matrices()
    {
        cudaFree(device);
    }
    double get(int number, bool transposed, int i, int j) const
    {
        return (
            double)all[number * stride + (transposed ? (size_t)i * ld + j : (size_t)j * ld + i)];
    }
    /* A list of pointers to them, in the device's memory. */
    type **list() const
    {
        std::vector<type *> pointers;
        type **copied;

        for (int i = 0; i < count; i++)
            pointers.push_back(device + i * stride);
        cudaMalloc(&copied, (count + 1) * sizeof *copied);
        cudaMemcpy(copied, pointers.data(), count * sizeof *copied, cudaMemcpyHostToDevice);
        return copied;
    }
};

struct shape {
    int m, n, k, more, count;
    cublasOperation_t transa, transb;
    double alpha, beta;
};

/* Calls the function with A, B, C, and looks at C. */
template <class type, class result>
using function = cublasStatus_t(matrices<type> &, matrices<type> &, matrices<result> &);

template <class type, class result>
static void check(const char *name, const shape &s,
                  const std::function<function<type, result>> &call)
{
    bool ta = s.transa != CUBLAS_OP_N, tb = s.transb != CUBLAS_OP_N;
    matrices<type> a(ta ? s.k : s.m, ta ? s.m : s.k, s.more, s.count);
    matrices<type> b(tb ? s.n : s.k, tb ? s.k : s.n, s.more, s.count);
    matrices<result> c(s.m, s.n, s.more, s.count);
    std::vector<result> got(c.all.size());
    bool is_right = true;

    if (s.beta == 0 && s.alpha != 0) { // nobody may read it
        cudaFree(c.device);
        cudaMalloc(&c.device, c.all.size() * sizeof(result));
    }
    is_right = call(a, b, c) == CUBLAS_STATUS_SUCCESS;
    if (s.beta != 0 || s.alpha == 0)
        cudaMemcpy(got.data(), c.device, got.size() * sizeof(result), cudaMemcpyDeviceToHost);
    else
        for (int i = 0; i < s.count; i++)
            if (s.m && s.n)
                cublasGetMatrix(s.m, s.n, sizeof(result), c.device + i * c.stride, c.ld,
                                got.data() + i * c.stride, c.ld);
    for (size_t at = 0; at < got.size(); at++) {
        int number = (int)(at / c.stride), row = (int)(at % c.stride) % c.ld;
        int column = (int)(at % c.stride) / c.ld;
        double before = (double)c.all[at];
        long double sum = 0, size = 1;

        if (number >= s.count || row >= s.m || column >= s.n) {
            if (s.beta != 0 && (double)got[at] != before)
                is_right = false;
            continue;
        }
        for (int k = 0; k < s.k; k++) {
            long double product =
                (long double)a.get(number, ta, row, k) * b.get(number, tb, k, column);

            sum += product;
            size += fabsl(product);
        }
        sum = s.alpha * sum + (s.beta != 0 ? s.beta * before : 0);
        if (!(fabsl((double)got[at] - sum) <=
              kind<result>::unit * fabsl(sum) +
                  4 * kind<float>::unit * size * (sizeof(type) == 8 ? 1e-9 : 1)))
            is_right = false;
    }
    right += is_right;
    wrong += !is_right;
    if (!is_right)
        printf("wrong: %s m %d n %d k %d more %d count %d trans %d %d alpha %g beta %g\n", name,
               s.m, s.n, s.k, s.more, s.count, s.transa, s.transb, s.alpha, s.beta);
}

#define FORMS(name, letter, type)                                                                  \
    static void name(const shape &s)                                                               \
    {                                                                                              \
        type alpha = type((float)s.alpha), beta = type((float)s.beta);                             \
        if (s.count == 1)                                                                          \
            check<type, type>("gemm", s, [&](auto &a, auto &b, auto &c) {                          \
                return cublas##letter##gemm(handle, s.transa, s.transb, s.m, s.n, s.k, &alpha,     \
                                            a.device, a.ld, b.device, b.ld, &beta, c.device,       \
                                            c.ld);                                                 \
            });                                                                                    \
        check<type, type>("strided", s, [&](auto &a, auto &b, auto &c) {                           \
            return cublas##letter##gemmStridedBatched(                                             \
                handle, s.transa, s.transb, s.m, s.n, s.k, &alpha, a.device, a.ld, a.stride,       \
                b.device, b.ld, b.stride, &beta, c.device, c.ld, c.stride, s.count);               \
        });                                                                                        \
        check<type, type>("batched", s, [&](auto &a, auto &b, auto &c) {                           \
            return cublas##letter##gemmBatched(handle, s.transa, s.transb, s.m, s.n, s.k, &alpha,  \
                                               a.list(), a.ld, b.list(), b.ld, &beta, c.list(),    \
                                               c.ld, s.count);                                     \
        });                                                                                        \
    }

FORMS(single, S, float)
FORMS(doubled, D, double)
FORMS(halved, H, __half)

/* The types of A and B, of C, of alpha and beta. */
template <class type, class result, class factor>
static void named(const shape &s, cublasComputeType_t compute)
{
    factor alpha = factor((float)s.alpha), beta = factor((float)s.beta);

    check<type, result>("strided by types", s, [&](auto &a, auto &b, auto &c) {
        return cublasGemmStridedBatchedEx(
            handle, s.transa, s.transb, s.m, s.n, s.k, &alpha, a.device, kind<type>::name, a.ld,
            a.stride, b.device, kind<type>::name, b.ld, b.stride, &beta, c.device,
            kind<result>::name, c.ld, c.stride, s.count, compute, CUBLAS_GEMM_DEFAULT);
    });
    if (s.count != 1)
        return;
    check<type, result>("by types", s, [&](auto &a, auto &b, auto &c) {
        return cublasGemmEx(handle, s.transa, s.transb, s.m, s.n, s.k, &alpha, a.device,
                            kind<type>::name, a.ld, b.device, kind<type>::name, b.ld, &beta,
                            c.device, kind<result>::name, c.ld, compute,
                            CUBLAS_GEMM_DEFAULT_TENSOR_OP);
    });
}

int main()
{
    cublasCreate(&handle);
    static const int sizes[][3] = {{0, 3, 2}, {3, 0, 2}, {3, 2, 0},   {1, 1, 1},
                                   {1, 6, 5}, {9, 1, 5}, {8, 4, 257}, {70, 37, 300}};
    for (int i = 0; i < 8 * 9; i++) {
        const int *size = sizes[i / 9];
        shape s = {size[0],
                   size[1],
                   size[2],
                   i % 3,
                   1 + i % 2,
                   (cublasOperation_t)(i % 3),
                   (cublasOperation_t)(i / 3 % 3),
                   1.5,
                   i % 4 < 2 ? 0 : -0.5};

        single(s);
        if (i % 2)
            doubled(s);
        else if (size[2] < 100)
            halved(s);
    }
    for (int i = 0; i < 3; i++) {
        shape s = {17,
                   12,
                   40,
                   i,
                   1 + i % 2,
                   CUBLAS_OP_N,
                   CUBLAS_OP_T,
                   i == 2 ? 0.0 : 2,
                   i == 1 ? 0.0 : 0.25};

        halved(s);
        named<__half, __half, __half>(s, CUBLAS_COMPUTE_16F);
        named<__half, __half, float>(s, CUBLAS_COMPUTE_32F);
        named<__half, float, float>(s, CUBLAS_COMPUTE_32F);
        named<__nv_bfloat16, __nv_bfloat16, float>(s, CUBLAS_COMPUTE_32F);
        named<__nv_bfloat16, float, float>(s, CUBLAS_COMPUTE_32F_FAST_16BF);
        named<float, float, float>(s, CUBLAS_COMPUTE_32F_FAST_TF32);
        named<double, double, double>(s, CUBLAS_COMPUTE_64F);
        doubled(s);
    }
    cublasDestroy(handle);
    printf("%d right, %d wrong\n", right, wrong);
    return wrong != 0;
}
