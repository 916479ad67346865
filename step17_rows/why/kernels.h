/*
 * What why.cu puts in the place of step 17's kernels: one change each.
 */
#ifndef WHY_KERNELS_H
#define WHY_KERNELS_H

/* Short rows without a tile: `lanes` threads read each row where it lies. */
__global__ void __launch_bounds__(128)
    rowsWithoutTile(const float *g_idata, float *g_odata, size_t rows, unsigned int columns,
                    unsigned int lanes)
{
    unsigned int tid = threadIdx.x;
    size_t row = (size_t)blockIdx.x * (128 / lanes) + tid / lanes;
    float sum = 0;

    if (row < rows)
        for (unsigned int i = tid % lanes; i < columns; i += lanes)
            sum += g_idata[row * columns + i];
    sum = RowSum::combineLanes(sum, lanes);
    if (row < rows && tid % lanes == 0)
        g_odata[row] = sum;
}

/*
 * The same loop, whose words stand side by side: with `lanes` threads for each row of that length,
 * a warp reads what its rows have, 32 words at a time. Each thread has as many words as before, but
 * of other rows: the sums are wrong. The last rows, up to a warp's, are left out, since the last
 * words of the others reach into them.
 */
__global__ void __launch_bounds__(128)
    wordsSideBySide(const float *g_idata, float *g_odata, size_t rows, unsigned int columns,
                    unsigned int lanes)
{
    unsigned int tid = threadIdx.x;
    unsigned int step = 32 / lanes; // rows of a warp, and what a lane's index grows by
    size_t row = (size_t)blockIdx.x * (128 / lanes) + tid / lanes;
    size_t first = (size_t)blockIdx.x * (128 / lanes) + tid / 32 * step;
    size_t begin = first * columns + tid % 32 - tid % lanes * step;
    float sum = 0;

    if (first + step < rows)
        for (unsigned int i = tid % lanes; i < columns; i += lanes)
            sum += g_idata[begin + i * step];
    sum = RowSum::combineLanes(sum, lanes);
    if (row < rows && tid % lanes == 0)
        g_odata[row] = sum;
}

/* Rows of unequal lengths: as many threads for each, whatever its length. */
template <unsigned int iThreads>
__global__ void __launch_bounds__(128)
    rowsOfThreads(const float *g_idata, const size_t *g_offsets, float *g_odata, size_t rows)
{
    unsigned int tid = threadIdx.x;
    size_t row = (size_t)blockIdx.x * (128 / iThreads) + tid / iThreads;
    float sum = 0;

    if (row < rows)
        for (size_t i = g_offsets[row] + tid % iThreads; i < g_offsets[row + 1]; i += iThreads)
            sum += g_idata[i];
    sum = iThreads > 32 ? step17::blockCombine<RowSum, 128>(sum) : RowSum::combineLanes(sum, 32);
    if (row < rows && tid % iThreads == 0)
        g_odata[row] = sum;
}

/* The maximum of a row, to be known before softmax's sum. */
struct RowMaximum {
    typedef float accumulator;
    typedef float result;

    static __device__ float padding()
    {
        return -INFINITY;
    }
    static __device__ accumulator identity()
    {
        return -INFINITY;
    }
    static __device__ accumulator take(accumulator a, float x)
    {
        return fmaxf(a, x);
    }
    template <unsigned int iFours>
    static __device__ accumulator take(accumulator a, const float4 (&x)[iFours])
    {
#pragma unroll
        for (unsigned int k = 0; k < iFours; k++)
            a = fmaxf(a, fmaxf(fmaxf(x[k].x, x[k].y), fmaxf(x[k].z, x[k].w)));
        return a;
    }
    static __device__ accumulator combineLanes(accumulator a, unsigned int lanes)
    {
        for (unsigned int distance = lanes / 2; distance > 0; distance /= 2)
            a = fmaxf(a, __shfl_down_sync(0xFFFFFFFF, a, distance));
        return a;
    }
    static __device__ result finish(accumulator a)
    {
        return a;
    }
};

/* The second pass: softmax's sum of rows whose maximum is known. A warp has two, as in step 17. */
__global__ void __launch_bounds__(256)
    rowPowers(const float *g_idata, const float *g_maxima, struct softmax_pair *g_odata,
              struct step17::sharing sharing)
{
    unsigned int lane = threadIdx.x % 32;
    size_t first = ((size_t)blockIdx.x * (256 / 32) + threadIdx.x / 32) * 2;

    float4 a[2][2];
    float odd[2], maximum[2];
#pragma unroll
    for (unsigned int r = 0; r < 2; r++) {
        size_t row = first + r;
        struct step17::run_of_numbers run = step17::runOf(g_idata + row * sharing.columns,
                                                          row < sharing.rows ? sharing.columns : 0);
#pragma unroll
        for (unsigned int k = 0; k < 2; k++)
            a[r][k] = step17::fourOrPadding<Softmax>(run, lane + k * 32);
        odd[r] = step17::oddOrPadding<Softmax>(run, lane);
        maximum[r] = row < sharing.rows ? g_maxima[row] : 0.0f;
    }
#pragma unroll
    for (unsigned int r = 0; r < 2; r++) {
        float sum = Softmax::power(odd[r], maximum[r]);
#pragma unroll
        for (unsigned int k = 0; k < 2; k++)
            sum += (Softmax::power(a[r][k].x, maximum[r]) + Softmax::power(a[r][k].y, maximum[r])) +
                   (Softmax::power(a[r][k].z, maximum[r]) + Softmax::power(a[r][k].w, maximum[r]));
        sum = RowSum::combineLanes(sum, 32);
        if (lane == 0 && first + r < sharing.rows)
            g_odata[first + r] = {maximum[r], sum};
    }
}

/* Softmax whose sum so far is scaled for each number, not once for all that a lane has loaded. */
struct ScaledForEach : Softmax {
    using Softmax::take;
    template <unsigned int iFours>
    static __device__ accumulator take(accumulator a, const float4 (&x)[iFours])
    {
#pragma unroll
        for (unsigned int k = 0; k < iFours; k++)
            a = take(take(take(take(a, x[k].x), x[k].y), x[k].z), x[k].w);
        return a;
    }
};

#endif
