/*
 * Step 16: any type, any operator
 *
 * Step 14 adds up ints: its blocks' sums meet in the order in which they come, in two words that
 * can only add. That is wrong for floats, whose sums depend on the order, for a minimum with its
 * place, which fits no such word, and for operators that are not commutative. Here the order of
 * all combinations follows from n alone, one kernel takes the type and the operator as template
 * parameters, and the blocks' results meet as the lanes' do: neighbours first, in a tree. This is a
 * new program, to be read from the top: four of five lines are not step 14's.
 *
 * Run it:  make step16 run
 *          make step16 run ARGS="--type float --op argmin"
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "lanes.h"     /* warpCombine, combineWarps */
#include "meeting.h"   /* post, collect, drawTicket */
#include "operators.h" /* Sum, Minimum, ... */
#include "order.h"     /* the order, on the host too */
#include "setting.h"   /* the command line */

/*
 * Reduces one warp's part of a tile, whose first row begins at index start: in each round iLoads
 * rows, of 16 bytes for each lane. Lane 0 gets the result.
 */
template <typename Operator, unsigned int iWarps, unsigned int iLoads, typename element,
          typename index>
__device__ typename Operator::accumulator warpReduce(const element *g_idata, index start, index n,
                                                     unsigned int rounds)
{
    typedef typename Operator::accumulator accumulator;
    const unsigned int pack = PACK(element);
    const unsigned int row = 32 * pack; // elements
    const unsigned int next = row * rows_apart<Operator>(iWarps);

    bool is_aligned = (uintptr_t)g_idata % sizeof(int4) == 0;
    index first = start + threadIdx.x % 32 * pack;
    accumulator value = Operator::identity(), values[pack], rows[iLoads];
    union {
        int4 load;
        element elements[pack];
    } a[iLoads];

#pragma unroll 1
    for (unsigned int round = 0; round < rounds; round++) {
        if (__builtin_expect(is_aligned && start + next * (iLoads - 1) + row <= n, 1)) {
            // all loads are on their way before the first combination needs one
#pragma unroll
            for (unsigned int k = 0; k < iLoads; k++)
                a[k].load = *(const int4 *)(g_idata + first + next * k);
#pragma unroll
            for (unsigned int k = 0; k < iLoads; k++) {
#pragma unroll
                for (unsigned int i = 0; i < pack; i++)
                    values[i] = Operator::lift(a[k].elements[i], next * k + i);
                rows[k] = foldOfLane<Operator>(values, pack);
            }
        } else { // the input's end, or one that does not stand at a multiple of 16 bytes
#pragma unroll
            for (unsigned int k = 0; k < iLoads; k++) {
#pragma unroll
                for (unsigned int i = 0; i < pack; i++) {
                    index idx = first + next * k + i;
                    values[i] =
                        idx < n ? Operator::lift(g_idata[idx], next * k + i) : Operator::identity();
                }
                rows[k] = foldOfLane<Operator>(values, pack);
            }
        }

        // SOLUTION BEGIN: all rows of a lane at once, if commutative; else row by row
        if (Operator::is_commutative) {
            accumulator of_round = Operator::move(foldOfLane<Operator>(rows, iLoads), first);
            value = Operator::combine(value, of_round);
        } else {
#pragma unroll
            for (unsigned int k = 0; k < iLoads; k++)
                rows[k] = warpCombine<Operator>(Operator::move(rows[k], first));
            value = Operator::combine(value, fold<Operator>(rows, iLoads));
        }
        // SOLUTION END
        start += next * iLoads;
        first += next * iLoads;
    }
    return Operator::is_commutative ? warpCombine<Operator>(value) : value;
}

/*
 * Reduces the tile that begins at index start, the parts of iWarps warps in `rounds` rounds, by a
 * block of `warps` warps. The first thread gets the result. All threads must call it; smem has room
 * for iWarps values.
 */
template <typename Operator, unsigned int iWarps, unsigned int iLoads, typename element,
          typename index>
__device__ typename Operator::accumulator tileReduce(const element *g_idata, index start, index n,
                                                     unsigned int rounds, unsigned int warps,
                                                     typename Operator::accumulator *smem)
{
    typedef typename Operator::accumulator accumulator;
    unsigned int tid = threadIdx.x;
    unsigned int part = 32 * PACK(element) * warps_apart<Operator>(rounds * iLoads);

    // SOLUTION BEGIN: each warp takes parts of the tile in turn, and leaves what they come to
#pragma unroll 1
    for (unsigned int warp = tid / 32; warp < iWarps; warp += warps) {
        accumulator value =
            warpReduce<Operator, iWarps, iLoads>(g_idata, start + warp * part, n, rounds);
        if (tid % 32 == 0)
            smem[warp] = value;
    }
    __syncthreads(); // every warp has left its value
    // SOLUTION END
    return tid < 32 ? combineWarps<Operator, iWarps>(smem) : Operator::identity();
}

/*
 * The same for a tile that has the input to itself, by a block of iWarps warps: no turns to take,
 * and indices of 32 bits, so that the way to the first load is short and straight.
 */
template <typename Operator, unsigned int iWarps, unsigned int iLoads, unsigned int iRounds,
          typename element>
__device__ typename Operator::accumulator aloneReduce(const element *g_idata, unsigned int n,
                                                      typename Operator::accumulator *smem)
{
    typedef typename Operator::accumulator accumulator;
    unsigned int tid = threadIdx.x, warp = tid / 32;
    unsigned int part = 32 * PACK(element) * warps_apart<Operator>(iRounds * iLoads);

    accumulator value = warpReduce<Operator, iWarps, iLoads>(g_idata, warp * part, n, iRounds);
    if (tid % 32 == 0)
        smem[warp] = value;
    __syncthreads(); // every warp has left its value
    if (is_folded_sooner<accumulator>())
        return tid == 0 ? foldWarps<Operator, iWarps>(smem) : Operator::identity();
    return tid < 32 ? combineWarps<Operator, iWarps>(smem) : Operator::identity();
}

/*
 * The values of count tiles stand side by side. GROUP neighbours at a time become one, by the block
 * that was the last of them to draw a ticket, and these again, until one is left. True for the
 * block that has it: then *value, in its first thread, is the result. All threads of a block must
 * call it; ticket is the first thread's.
 */
template <typename Operator>
__device__ bool joinLast(typename Operator::accumulator *value, unsigned int ticket, size_t tile,
                         size_t count, unsigned long long *g_mail, unsigned int *g_ticket,
                         typename Operator::accumulator *smem)
{
    typedef typename Operator::accumulator accumulator;
    __shared__ bool is_last;

    unsigned int tid = threadIdx.x;

    while (count > 1) {
        size_t group = tile / GROUP, groups = (count - 1) / GROUP + 1;
        unsigned int members = members_of(tile, count);

        // SOLUTION BEGIN: post the value; who drew the last ticket combines those of the group
        if (tid == 0) {
            post(g_mail + tile * WORDS(accumulator), *value);
            is_last = ticket == members - 1;
        }
        __syncthreads(); // all know whether theirs is the last block; smem is free
        if (!is_last)
            return false;
        if (tid == 0 && groups > 1)
            ticket = drawTicket(g_ticket + groups, group, groups);

        for (unsigned int warp = tid / 32; warp < GROUP / 32; warp += blockDim.x / 32) {
            unsigned int member = 32 * warp + tid % 32;
            accumulator other = Operator::identity();
            if (member < members)
                other =
                    collect<accumulator>(g_mail + (group * GROUP + member) * WORDS(accumulator));
            other = warpCombine<Operator>(other);
            if (tid % 32 == 0)
                smem[warp] = other;
        }
        __syncthreads();
        if (tid < 32)
            *value = combineWarps<Operator, GROUP / 32>(smem);
        // SOLUTION END
        g_mail += count * WORDS(accumulator);
        g_ticket += groups;
        tile = group;
        count = groups;
    }
    return true;
}

/* Of blocks with BLOCK_MAX threads, how many a multiprocessor is to hold: two, if it can, leave 32
 * registers for each thread, which do for small accumulators and few loads; one leaves 64. */
template <typename Operator, unsigned int iLoads> constexpr unsigned int blocks_at_once()
{
    return iLoads <= 4 && sizeof(typename Operator::accumulator) <= 4 ? LARGEST_BLOCKS : 1;
}

/*
 * Reduces all n elements into *g_result. Any number of warps and any number of blocks take the
 * tiles in turn, and none of it changes the order. iAlone is not 0 where there is one tile only,
 * and a block of iWarps warps for it: its rounds. g_mail and g_ticket have room for meeting_size()
 * values and tickets; all are 0 before a launch and after it.
 */
template <typename Operator, typename element, unsigned int iWarps, unsigned int iLoads,
          unsigned int iAlone>
__global__ void __launch_bounds__(iAlone > 0 ? 32 * iWarps : (unsigned int)BLOCK_MAX,
                                  blocks_at_once<Operator, iLoads>())
    reduceAnyType_16(const element *g_idata, unsigned long long *g_mail, unsigned int *g_ticket,
                     typename Operator::accumulator *g_result, size_t n, unsigned int rounds,
                     size_t tiles)
{
    typedef typename Operator::accumulator accumulator;

    __shared__ __align__(16) accumulator smem[32]; // one value per warp, for loads of 16 bytes

    unsigned int tid = threadIdx.x;

    if (iAlone > 0) {
        accumulator value =
            aloneReduce<Operator, iWarps, iLoads, iAlone>(g_idata, (unsigned int)n, smem);
        if (tid == 0)
            *g_result = value;
        return;
    }

    size_t tile_size = (size_t)iWarps * iLoads * rounds * 32 * PACK(element);
    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        // asked for now, and needed when the tile is done: no thread waits for the answer
        unsigned int ticket = tid == 0 ? drawTicket(g_ticket, tile, tiles) : 0;
        accumulator value = tileReduce<Operator, iWarps, iLoads>(g_idata, tile * tile_size, n,
                                                                 rounds, blockDim.x / 32, smem);
        bool is_all = joinLast<Operator>(&value, ticket, tile, tiles, g_mail, g_ticket, smem);
        if (is_all && tid == 0)
            *g_result = value;
        __syncthreads(); // smem is free for the next tile
    }
}

#include "shapes.h" /* choose_shape */

/* The device's memory: the elements, the mail and the tickets of the blocks, and the result. */
template <typename Operator, typename element> struct memory {
    typedef typename Operator::accumulator accumulator;

    element *d_idata;
    unsigned long long *d_mail;
    unsigned int *d_ticket;
    accumulator *d_result;
    size_t input_bytes, mail_bytes, ticket_bytes;

    /* How much is needed; ends the program if the device has less. */
    memory(size_t n, size_t tiles)
    {
        input_bytes = n * sizeof(element);
        mail_bytes = meeting_size(tiles) * WORDS(accumulator) * sizeof(long long);
        ticket_bytes = meeting_size(tiles) * sizeof(unsigned int);
        require_device_memory(input_bytes + mail_bytes + ticket_bytes + sizeof(accumulator));
    }

    void allocate_with(const element *h_idata)
    {
        CHECK(cudaMalloc((void **)&d_idata, input_bytes));
        CHECK(cudaMalloc((void **)&d_mail, mail_bytes));
        CHECK(cudaMalloc((void **)&d_result, sizeof(accumulator)));
        CHECK(cudaMalloc((void **)&d_ticket, ticket_bytes));
        CHECK(cudaMemset(d_mail, 0, mail_bytes)); // once, for all launches
        CHECK(cudaMemset(d_ticket, 0, ticket_bytes));
        CHECK(cudaMemcpy(d_idata, h_idata, input_bytes, cudaMemcpyHostToDevice));
    }

    void release()
    {
        CHECK(cudaFree(d_idata));
        CHECK(cudaFree(d_mail));
        CHECK(cudaFree(d_result));
        CHECK(cudaFree(d_ticket));
    }
};

/* The answer that the order gives, bit by bit, worked out on the host. */
template <typename Operator, typename element>
static struct answer answer_in_order(const element *h_idata, size_t n,
                                     const struct shape<Operator, element> &shape)
{
    typedef typename Operator::accumulator accumulator;
    accumulator *h_partial = (accumulator *)allocate(shape.tiles * sizeof(accumulator));
    struct answer answer = Operator::finish(
        reduceInOrder<Operator>(h_idata, n, shape.warps, shape.loads, shape.rounds, h_partial));

    free(h_partial);
    return answer;
}

template <typename Operator, typename element> static int reduce(const struct setting *setting)
{
    const struct options *options = &setting->options;
    enum operation operation = (enum operation)setting->operation;
    enum element_type type = (enum element_type)setting->type;

    size_t n = options->n;
    struct shape<Operator, element> shape = choose_shape<Operator, element>(n);
    size_t tiles = shape.tiles;
    unsigned int grid = (unsigned int)(setting->grid > 0 ? setting->grid : tiles);
    unsigned int block = options->block;
    auto kernel =
        grid == tiles && block == 32 * shape.warps ? shape.kernel : shape.kernel_of_any_launch;
    struct memory<Operator, element> memory(n, tiles);

    element *h_idata =
        (element *)make_elements(operation, type, (enum values)setting->values, n, options->seed);
    int depth = depth_of(tiles, shape.loads * PACK(element), shape.rounds);
    struct expected expected = expect(operation, type, h_idata, n, depth);
    struct answer in_order = answer_in_order<Operator>(h_idata, n, shape);
    char elements[32];
    snprintf(elements, sizeof elements, "elements of type %s", element_names[type]);
    print_setting(options, &setting->device, elements);
    print_expected(setting, &expected, depth);
    struct result result =
        result_start(options, &setting->device, "reduceAnyType_16", grid, sizeof(element));
    result.what = operation_names[operation];

    memory.allocate_with(h_idata);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    for (int run = 0; run <= options->repeat; run++) { // run 0 warms up
        typename Operator::accumulator value;
        CHECK(cudaMemset(memory.d_result, 0xFF, sizeof value)); // a poisoned output

        cool_cache(&setting->device.cache);
        CHECK(cudaEventRecord(start));
        kernel<<<grid, block>>>(memory.d_idata, memory.d_mail, memory.d_ticket, memory.d_result, n,
                                shape.rounds, tiles);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

        // right: within the bound of the exact result, and the very bits that the order gives
        CHECK(cudaMemcpy(&value, memory.d_result, sizeof value, cudaMemcpyDeviceToHost));
        struct answer answer = Operator::finish(value);
        char text[48], right[48];
        answer_text(operation, type, &answer, text);
        answer_text(operation, type, &expected.answer, right);
        result_run(&result, run, text, right,
                   is_expected(&expected, &answer) && is_same_answer(&answer, &in_order),
                   milliseconds);
    }

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    memory.release();
    free(h_idata);
    result.launch_milliseconds = empty_launch(&setting->device.cache, options->repeat);
    return result_finish(&result);
}

/* The operators that take single numbers. */
template <typename element> static int reduce_numbers(const struct setting *setting)
{
    switch (setting->operation) {
    case OPERATION_MINIMUM: return reduce<Minimum<element>, element>(setting);
    case OPERATION_MAXIMUM: return reduce<Maximum<element>, element>(setting);
    case OPERATION_PRODUCT: return reduce<Product<element>, element>(setting);
    case OPERATION_ARGMIN: return reduce<ArgMinimum<element>, element>(setting);
    case OPERATION_MOMENTS: return reduce<Moments<element>, element>(setting);
    case OPERATION_AND: return reduce<And<element>, element>(setting);
    default: return reduce<Sum<element>, element>(setting);
    }
}

/* And the one that takes maps. */
template <typename number> static int reduce_maps(const struct setting *setting)
{
    return reduce<Compose<number>, struct map_of<number>>(setting);
}

int main(int argc, char **argv)
{
    struct setting setting = read_setting(argc, argv);
    bool is_maps = setting.operation == OPERATION_AFFINE;
    switch (setting.type) {
    case ELEMENT_UNSIGNED:
        return is_maps ? reduce_maps<unsigned int>(&setting)
                       : reduce_numbers<unsigned int>(&setting);
    case ELEMENT_FLOAT:
        return is_maps ? reduce_maps<float>(&setting) : reduce_numbers<float>(&setting);
    case ELEMENT_DOUBLE:
        return is_maps ? reduce_maps<double>(&setting) : reduce_numbers<double>(&setting);
    case ELEMENT_INT64: return reduce_numbers<long long>(&setting);
    case ELEMENT_HALF: return reduce_numbers<__half>(&setting);
    case ELEMENT_BFLOAT16: return reduce_numbers<__nv_bfloat16>(&setting);
    default: return reduce_numbers<int>(&setting);
    }
}
