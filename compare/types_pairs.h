/*
 * The contestants of types.cu: how each of them reduces, for every pair of a type and an operator.
 */
#ifndef TYPES_PAIRS_H
#define TYPES_PAIRS_H

#include <cub/device/device_reduce.cuh>
#include <cuda_runtime.h>

#include "step16.h" // the kernels of steps 16 and 14, as they are
#undef N_MAX        // each has its own
#include "step14.h"

enum { STEP16, CUB, STEP14, ANY_ORDER, CONTESTANTS };

/* Where everything is: the same memory for all pairs. */
static struct {
    const struct options *options;
    const struct device *device;
    size_t pool_bytes, storage_bytes;
    char *d_pool, *d_storage, *d_result;
    unsigned long long *d_mail;
    unsigned int *d_ticket;
    struct meeting *d_meeting;
    FILE *csv;
    cudaEvent_t start, stop;
} lab;

/* A pair of type and operator: NULL for a contestant that takes no part. */
struct pair {
    enum element_type type;
    enum operation operation;
    size_t element_bytes;
    void (*enqueue[CONTESTANTS])(size_t n);
    struct answer (*answer[CONTESTANTS])();
};

// ---- step 16 -----------------------------------------------------------------------------------

template <typename Operator, typename element> static void enqueue_step16(size_t n)
{
    typedef typename Operator::accumulator accumulator;
    struct step16::shape<Operator, element> shape = step16::choose_shape<Operator, element>(n);

    shape.kernel<<<(unsigned int)shape.tiles, 32 * shape.warps>>>(
        (const element *)lab.d_pool, lab.d_mail, lab.d_ticket, (accumulator *)lab.d_result, n,
        shape.rounds, shape.tiles);
    CHECK(cudaGetLastError());
}

/* The value at an offset of the result's memory. */
template <typename type> static type result_at(size_t offset)
{
    type value;

    CHECK(cudaMemcpy(&value, lab.d_result + offset, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

template <typename Operator> static struct answer answer_step16()
{
    return Operator::finish(result_at<typename Operator::accumulator>(0));
}

// ---- CUB ---------------------------------------------------------------------------------------

/* Operators as CUB wants them: objects that can be called. */
template <typename Operator> struct combining {
    typedef typename Operator::accumulator accumulator;
    __host__ __device__ accumulator operator()(accumulator a, accumulator b) const
    {
        return Operator::combine(a, b);
    }
};
template <typename Operator, typename element> struct lifting {
    __host__ __device__ typename Operator::accumulator operator()(element x) const
    {
        return Operator::lift(x, 0);
    }
};

/* Lifts and combines in CUB: for operators that have no function of their own there. */
template <typename Operator, typename element> static void enqueue_cub(size_t n)
{
    CHECK(cub::DeviceReduce::TransformReduce(
        lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool,
        (typename Operator::accumulator *)lab.d_result, (int)n, combining<Operator>(),
        lifting<Operator, element>(), Operator::identity()));
}

/* CUB's own sum. */
template <typename element> static void enqueue_cub_sum(size_t n)
{
    CHECK(cub::DeviceReduce::Sum(lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool,
                                 (typename Sum<element>::accumulator *)lab.d_result, (int)n));
}

/* The same of narrow numbers, which become floats first. */
template <typename element> static void enqueue_cub_narrow_sum(size_t n)
{
    CHECK(cub::DeviceReduce::TransformReduce(
        lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool, (float *)lab.d_result,
        (int)n, ::cuda::std::plus<>(), lifting<Sum<element>, element>(), 0.0f));
}
template <> void enqueue_cub_sum<__half>(size_t n)
{
    enqueue_cub_narrow_sum<__half>(n);
}
template <> void enqueue_cub_sum<__nv_bfloat16>(size_t n)
{
    enqueue_cub_narrow_sum<__nv_bfloat16>(n);
}

template <typename element> static void enqueue_cub_minimum(size_t n)
{
    CHECK(cub::DeviceReduce::Min(lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool,
                                 (element *)lab.d_result, (int)n));
}

template <typename element> static void enqueue_cub_maximum(size_t n)
{
    CHECK(cub::DeviceReduce::Max(lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool,
                                 (element *)lab.d_result, (int)n));
}

enum { INDEX_AT = 16 }; /* where the place of a minimum goes */

template <typename element> static void enqueue_cub_argmin(size_t n)
{
    CHECK(cub::DeviceReduce::ArgMin(lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool,
                                    (element *)lab.d_result, (long long *)(lab.d_result + INDEX_AT),
                                    (long long)n));
}

/* The extreme that CUB found, as a number of the type. */
template <typename element> static struct answer answer_cub_extreme()
{
    return answer_of(carry(result_at<element>(0)));
}

template <typename element> static struct answer answer_cub_argmin()
{
    struct answer answer = answer_of(carry(result_at<element>(0)));

    answer.index = (unsigned long long)result_at<long long>(INDEX_AT);
    return answer;
}

// ---- the two others ----------------------------------------------------------------------------

static void enqueue_step14(size_t n)
{
    struct shape shape = choose_shape(n, lab.device);

    shape.kernel<<<shape.grid, shape.block>>>((const int *)lab.d_pool, (long long *)lab.d_result,
                                              lab.d_meeting, n);
    CHECK(cudaGetLastError());
}

/* Step 16's tiles, but each block adds its sum to *g_sum as soon as it has it. */
template <typename element, unsigned int iWarps, unsigned int iLoads, unsigned int iAlone>
__global__ void __launch_bounds__(iAlone > 0 ? 32 * iWarps : (unsigned int)BLOCK_MAX,
                                  step16::blocks_at_once<Sum<element>, iLoads>())
    reduceInAnyOrder(const element *g_idata, element *g_sum, size_t n, unsigned int rounds)
{
    __shared__ __align__(16) element smem[32];
    size_t tile_size = (size_t)iWarps * iLoads * rounds * 32 * PACK(element);
    element sum;

    if (iAlone > 0)
        sum = step16::aloneReduce<Sum<element>, iWarps, iLoads, iAlone>(g_idata, (unsigned int)n,
                                                                          smem);
    else
        sum = step16::tileReduce<Sum<element>, iWarps, iLoads>(g_idata, blockIdx.x * tile_size, n,
                                                                 rounds, iWarps, smem);
    if (threadIdx.x == 0)
        atomicAdd(g_sum, sum);
}

/* Of step 16's shape: as many warps, loads and rounds. */
template <typename element> static void enqueue_any_order(size_t n)
{
    struct step16::shape<Sum<element>, element> shape =
        step16::choose_shape<Sum<element>, element>(n);
    bool is_alone = shape.tiles == 1;
    void (*kernel)(const element *, element *, size_t, unsigned int) =
        is_alone ? reduceInAnyOrder<element, 16, 8, 1> : reduceInAnyOrder<element, 16, 8, 0>;

    if (shape.loads == 4)
        kernel =
            is_alone ? reduceInAnyOrder<element, 16, 4, 1> : reduceInAnyOrder<element, 16, 4, 0>;
    else if (shape.loads == 2)
        kernel =
            is_alone ? reduceInAnyOrder<element, 16, 2, 1> : reduceInAnyOrder<element, 16, 2, 0>;
    else if (shape.loads == 1)
        kernel = reduceInAnyOrder<element, 16, 1, 1>;
    kernel<<<(unsigned int)shape.tiles, 32 * shape.warps>>>(
        (const element *)lab.d_pool, (element *)lab.d_result, n, shape.rounds);
    CHECK(cudaGetLastError());
}

// ---- all pairs ---------------------------------------------------------------------------------

template <typename Operator, typename element>
static struct pair pair_of(enum element_type type, enum operation operation,
                           void (*cub)(size_t) = enqueue_cub<Operator, element>,
                           struct answer (*cub_answer)() = answer_step16<Operator>)
{
    return {type,
            operation,
            sizeof(element),
            {enqueue_step16<Operator, element>, cub, NULL, NULL},
            {answer_step16<Operator>, cub_answer, NULL, NULL}};
}

/* The pair of that type's numbers and the operator. */
template <typename element>
static struct pair pair_of_numbers(enum element_type type, enum operation operation)
{
    switch (operation) {
    case OPERATION_MINIMUM:
        return pair_of<Minimum<element>, element>(type, operation, enqueue_cub_minimum<element>,
                                                  answer_cub_extreme<element>);
    case OPERATION_MAXIMUM:
        return pair_of<Maximum<element>, element>(type, operation, enqueue_cub_maximum<element>,
                                                  answer_cub_extreme<element>);
    case OPERATION_ARGMIN:
        return pair_of<ArgMinimum<element>, element>(type, operation, enqueue_cub_argmin<element>,
                                                     answer_cub_argmin<element>);
    case OPERATION_PRODUCT: return pair_of<Product<element>, element>(type, operation);
    case OPERATION_MOMENTS: return pair_of<Moments<element>, element>(type, operation);
    case OPERATION_AND: return pair_of<And<element>, element>(type, operation);
    default: return pair_of<Sum<element>, element>(type, operation, enqueue_cub_sum<element>);
    }
}

/* The pair of that type's maps and their composition. */
template <typename number> static struct pair pair_of_maps(enum element_type type)
{
    return pair_of<Compose<number>, struct map_of<number>>(type, OPERATION_AFFINE, NULL, NULL);
}

static struct pair find_pair(enum element_type type, enum operation operation)
{
    bool is_maps = operation == OPERATION_AFFINE;

    switch (type) {
    case ELEMENT_UNSIGNED:
        return is_maps ? pair_of_maps<unsigned int>(type)
                       : pair_of_numbers<unsigned int>(type, operation);
    case ELEMENT_FLOAT:
        return is_maps ? pair_of_maps<float>(type) : pair_of_numbers<float>(type, operation);
    case ELEMENT_DOUBLE:
        return is_maps ? pair_of_maps<double>(type) : pair_of_numbers<double>(type, operation);
    case ELEMENT_INT64: return pair_of_numbers<long long>(type, operation);
    case ELEMENT_HALF: return pair_of_numbers<__half>(type, operation);
    case ELEMENT_BFLOAT16: return pair_of_numbers<__nv_bfloat16>(type, operation);
    default: return pair_of_numbers<int>(type, operation);
    }
}

/* The pair, with the further contestants that there are for it. */
static struct pair make_pair_of(enum element_type type, enum operation operation)
{
    struct pair pair = find_pair(type, operation);

    if (operation != OPERATION_SUM)
        return pair;
    if (type == ELEMENT_INT) {
        pair.enqueue[STEP14] = enqueue_step14;
        pair.answer[STEP14] = answer_step16<Sum<int>>;
    } else if (type == ELEMENT_FLOAT) {
        pair.enqueue[ANY_ORDER] = enqueue_any_order<float>;
        pair.answer[ANY_ORDER] = answer_step16<Sum<float>>;
    } else if (type == ELEMENT_DOUBLE) {
        pair.enqueue[ANY_ORDER] = enqueue_any_order<double>;
        pair.answer[ANY_ORDER] = answer_step16<Sum<double>>;
    }
    return pair;
}

#endif
