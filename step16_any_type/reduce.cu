/*
 * Step 16: any type, any operator
 *
 * Step 14 adds up ints: its blocks' sums meet in whatever order they come, inside two words that
 * can only add. That is wrong for floats, whose sums depend on the order, for a minimum with its
 * place, which fits no such word, and for operators that are not commutative. Here the order of
 * all combinations follows from n alone, one kernel takes the type and the operator as template
 * parameters, and the blocks' results meet as the lanes' do: neighbours first, in a tree.
 *
 * Run it:  make step16 run
 *          make step16 run ARGS="--type float --op argmin"
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/elements.h"
#include "../common/expected.h"
#include "../common/lab.h"
#include "operators.h"
#include "order.h"

/* The value of the lane `distance` places on: of any type that is made of 32-bit words. */
template <typename type> __device__ type fromLane(type value, unsigned int distance)
{
    union {
        type whole;
        unsigned int words[sizeof(type) / sizeof(unsigned int)];
    } moving;

    moving.whole = value;
#pragma unroll
    for (unsigned int i = 0; i < sizeof(type) / sizeof(unsigned int); i++)
        moving.words[i] = __shfl_down_sync(0xFFFFFFFF, moving.words[i], distance);
    return moving.whole;
}

/* Combines one value of each lane of a warp, in order: neighbours first. Lane 0 gets the result.
 * All 32 lanes must call it. */
template <typename Operator>
__device__ typename Operator::accumulator warpCombine(typename Operator::accumulator value)
{
#pragma unroll
    for (unsigned int distance = 1; distance < 32; distance *= 2)
        value = Operator::combine(value, fromLane(value, distance));
    return value;
}

/* Combines the warps' values in the same order; all lanes of the block's first warp must call it.
 */
template <typename Operator, unsigned int iWarps>
__device__ typename Operator::accumulator combineWarps(const typename Operator::accumulator *smem)
{
    unsigned int lane = threadIdx.x % 32;
    return warpCombine<Operator>(lane < iWarps ? smem[lane] : Operator::identity());
}

/*
 * Reduces one warp's part of a tile: iLoads rows, of 16 bytes for each lane. first is the place of
 * this lane's first element. Lane 0 gets the result.
 */
template <typename Operator, typename element, unsigned int iLoads>
__device__ typename Operator::accumulator warpReduce(const element *g_idata, size_t first, size_t n,
                                                     bool is_whole)
{
    const unsigned int pack = PACK(element);

    typename Operator::accumulator rows[iLoads], values[pack];
    union {
        int4 load;
        element elements[pack];
    } a[iLoads];

    if (is_whole) {
        // all loads are on their way before the first combination needs one
#pragma unroll
        for (unsigned int k = 0; k < iLoads; k++)
            a[k].load = *(const int4 *)(g_idata + first + 32 * pack * k);
#pragma unroll
        for (unsigned int k = 0; k < iLoads; k++) {
#pragma unroll
            for (unsigned int i = 0; i < pack; i++)
                values[i] = Operator::lift(a[k].elements[i], first + 32 * pack * k + i);
            rows[k] = fold<Operator>(values, pack);
        }
    } else { // the input's end, or an input that does not stand at a multiple of 16 bytes
#pragma unroll
        for (unsigned int k = 0; k < iLoads; k++) {
#pragma unroll
            for (unsigned int i = 0; i < pack; i++) {
                size_t idx = first + 32 * pack * k + i;
                values[i] = idx < n ? Operator::lift(g_idata[idx], idx) : Operator::identity();
            }
            rows[k] = fold<Operator>(values, pack);
        }
    }

    // rows lie one behind the other: only commutative operators may take a lane's part of all first
    if (!Operator::is_commutative)
#pragma unroll
        for (unsigned int k = 0; k < iLoads; k++)
            rows[k] = warpCombine<Operator>(rows[k]);
    typename Operator::accumulator value = fold<Operator>(rows, iLoads);
    return Operator::is_commutative ? warpCombine<Operator>(value) : value;
}

/*
 * Reduces all n elements into *g_result. A tile is what iWarps warps reduce; any number of warps
 * and any number of blocks take these parts in turn, and none of it changes the order. g_partial
 * and g_ticket have room for meeting_size(n) of each; the tickets are 0 before the launch and after
 * it.
 */
template <typename Operator, typename element, unsigned int iWarps, unsigned int iLoads>
__global__ void reduceAnyType_16(const element *g_idata, typename Operator::accumulator *g_partial,
                                 unsigned int *g_ticket, typename Operator::accumulator *g_result,
                                 size_t n)
{
    typedef typename Operator::accumulator accumulator;
    const size_t tile_size = (size_t)iWarps * iLoads * 32 * PACK(element);

    __shared__ accumulator smem[32]; // one value per warp
    __shared__ bool is_last;         // whether this block is the last of its group to finish

    unsigned int tid = threadIdx.x;
    size_t tiles = (n - 1) / tile_size + 1;

    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        bool is_whole = (tile + 1) * tile_size <= n && (uintptr_t)g_idata % sizeof(int4) == 0;

        for (unsigned int warp = tid / 32; warp < iWarps; warp += blockDim.x / 32) {
            size_t lanes = (tile * iWarps + warp) * iLoads * 32 + tid % 32;
            accumulator value =
                warpReduce<Operator, element, iLoads>(g_idata, lanes * PACK(element), n, is_whole);
            if (tid % 32 == 0)
                smem[warp] = value;
        }
        __syncthreads(); // every warp has left its value

        accumulator value = Operator::identity();
        if (tid < 32)
            value = combineWarps<Operator, iWarps>(smem);

        // the tiles' values stand side by side; GROUP neighbours at a time become one, by the block
        // that is the last of them to finish, until one is left
        accumulator *g_level = g_partial;
        unsigned int *g_tickets = g_ticket;
        size_t place = tile, count = tiles;
        while (count > 1) {
            size_t group = place / GROUP, groups = (count - 1) / GROUP + 1;
            unsigned int members =
                (unsigned int)(group + 1 < groups ? GROUP : count - group * GROUP);
            if (tid == 0) {
                g_level[place] = value;
                __threadfence(); // whoever sees this ticket drawn sees the value too
                is_last = atomicInc(&g_tickets[group], members - 1) == members - 1;
                __threadfence(); // and the last one sees the values of all
            }
            __syncthreads(); // all know whether theirs is the last block; smem is free
            if (!is_last)
                break;
            for (unsigned int warp = tid / 32; warp < GROUP / 32; warp += blockDim.x / 32) {
                unsigned int member = 32 * warp + tid % 32;
                accumulator other =
                    member < members ? g_level[group * GROUP + member] : Operator::identity();
                other = warpCombine<Operator>(other);
                if (tid % 32 == 0)
                    smem[warp] = other;
            }
            __syncthreads();
            if (tid < 32)
                value = combineWarps<Operator, GROUP / 32>(smem);
            g_level += count;
            g_tickets += groups;
            place = group;
            count = groups;
        }
        if (tid == 0 && count == 1)
            *g_result = value;
        __syncthreads(); // smem is free for the next tile
    }
}

/* A kernel, and what its tiles are. */
template <typename Operator, typename element> struct shape {
    void (*kernel)(const element *, typename Operator::accumulator *, unsigned int *,
                   typename Operator::accumulator *, size_t);
    unsigned int warps, loads;
};

template <typename Operator, typename element, unsigned int iWarps, unsigned int iLoads>
static struct shape<Operator, element> shape_of() {
    return {reduceAnyType_16<Operator, element, iWarps, iLoads>, iWarps, iLoads};
}

/* The tiles that were measured to be fast for so many bytes: chosen by n, and by nothing else. */
template <typename Operator, typename element>
static struct shape<Operator, element> choose_shape(size_t n) {
    size_t bytes = n * sizeof(element);

    if (bytes <= 8192)
        return shape_of<Operator, element, 16, 1>();
    if (bytes <= 16384)
        return shape_of<Operator, element, 16, 2>();
    return shape_of<Operator, element, 16, 4>();
}

/* How many values and tickets so many tiles need: one for each group of each level, at most. */
static size_t
meeting_size(size_t tiles)
{
    return tiles + tiles / (GROUP - 1) + 64;
}

// of 32-bit integers so many add up to 64 bits at most; and blocks of a grid
#define N_MAX    (1ULL << 32)
#define GRID_MAX 0x7FFFFFFFULL

/* What the command line asks for. */
struct setting {
    struct options options;
    unsigned long long type, operation, values, grid;
    struct device device;
};

/* Says what is reduced, and what must come out. */
static void print_expected(const struct setting *setting, const struct expected *expected,
                           int depth)
{
    char text[48];

    if (!talks_to_people(&setting->options))
        return;
    answer_text(expected->operation, expected->type, &expected->answer, text);
    printf("CPU: %s %s", operation_names[setting->operation], text);
    if (!expected->is_promised)
        printf(" if nothing overflows on the way: the order decides");
    else if (expected->bound > 0)
        printf(", within %.3g", expected->bound);
    if (expected->is_promised && expected->second_bound > 0)
        printf(" and %.3g", expected->second_bound);
    if (expected->is_promised && (expected->bound > 0 || expected->second_bound > 0))
        printf(" (no element is rounded more than %d times)", depth);
    printf("\n");
    fflush(stdout);
}

/* Ends the program where the operator does not take the type, or the type has no such values. */
static void refuse_wrong_pairs(const struct setting *setting)
{
    const char *program = setting->options.program, *type = element_names[setting->type];

    if (!operation_takes((enum operation)setting->operation, (enum element_type)setting->type)) {
        fprintf(stderr, "%s: --op %s does not take --type %s, but", program,
                operation_names[setting->operation], type);
        for (int other = 0; other < ELEMENT_TYPES; other++)
            if (operation_takes((enum operation)setting->operation, (enum element_type)other))
                fprintf(stderr, " %s", element_names[other]);
        fprintf(stderr, "\n");
        exit(EXIT_BAD_USAGE);
    }
    if (!values_exist((enum values)setting->values, (enum element_type)setting->type)) {
        fprintf(stderr, "%s: --values %s: --type %s has none\n", program,
                values_names[setting->values], type);
        exit(EXIT_BAD_USAGE);
    }
}

template <typename Operator, typename element> static int reduce(const struct setting *setting)
{
    typedef typename Operator::accumulator accumulator;
    const struct options *options = &setting->options;
    enum operation operation = (enum operation)setting->operation;
    enum element_type type = (enum element_type)setting->type;

    size_t n = options->n;
    struct shape<Operator, element> shape = choose_shape<Operator, element>(n);
    size_t tile_size = (size_t)shape.warps * shape.loads * 32 * PACK(element);
    size_t tiles = (n - 1) / tile_size + 1;
    unsigned int grid = (unsigned int)(setting->grid > 0 ? setting->grid : tiles);
    unsigned int block = options->block;
    size_t input_bytes = n * sizeof(element);
    size_t partial_bytes = meeting_size(tiles) * sizeof(accumulator);
    size_t ticket_bytes = meeting_size(tiles) * sizeof(unsigned int);
    require_device_memory(input_bytes + partial_bytes + ticket_bytes + sizeof(accumulator));

    element *h_idata =
        (element *)make_elements(operation, type, (enum values)setting->values, n, options->seed);
    accumulator *h_partial = (accumulator *)allocate(partial_bytes);
    int depth = depth_of(tiles, shape.loads * PACK(element));
    struct expected expected = expect(operation, type, h_idata, n, depth);
    struct answer in_order =
        Operator::finish(reduceInOrder<Operator>(h_idata, n, shape.warps, shape.loads, h_partial));
    free(h_partial);
    print_setting(options, &setting->device, element_names[type]);
    print_expected(setting, &expected, depth);
    struct result result =
        result_start(options, &setting->device, "reduceAnyType_16", grid, sizeof(element));
    result.what = operation_names[operation];

    element *d_idata;
    accumulator *d_partial, *d_result;
    unsigned int *d_ticket;
    CHECK(cudaMalloc((void **)&d_idata, input_bytes));
    CHECK(cudaMalloc((void **)&d_partial, partial_bytes));
    CHECK(cudaMalloc((void **)&d_result, sizeof(accumulator)));
    CHECK(cudaMalloc((void **)&d_ticket, ticket_bytes));
    CHECK(cudaMemset(d_ticket, 0, ticket_bytes)); // once, for all launches
    CHECK(cudaMemcpy(d_idata, h_idata, input_bytes, cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    for (int run = 0; run <= options->repeat; run++) { // run 0 warms up
        CHECK(cudaMemset(d_partial, 0xFF, partial_bytes));
        CHECK(cudaMemset(d_result, 0xFF, sizeof(accumulator)));

        cool_cache(&setting->device.cache);
        CHECK(cudaEventRecord(start));
        shape.kernel<<<grid, block>>>(d_idata, d_partial, d_ticket, d_result, n);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

        // right: within the bound of the exact result, and the very bits that the order gives
        accumulator value;
        CHECK(cudaMemcpy(&value, d_result, sizeof value, cudaMemcpyDeviceToHost));
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
    CHECK(cudaFree(d_idata));
    CHECK(cudaFree(d_partial));
    CHECK(cudaFree(d_result));
    CHECK(cudaFree(d_ticket));
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
    struct setting setting = {};
    const struct own_option own[] = {
        {"--type", "of what", &setting.type, element_names, 0, 0},
        {"--op", "how two are combined", &setting.operation, operation_names, 0, 0},
        {"--values", "what they are like", &setting.values, values_names, 0, 0},
        {"--grid", "blocks; 0: one for each tile", &setting.grid, NULL, 0, GRID_MAX},
        {},
    };
    const struct command_line allowed = {1ULL << 24, 1ULL << 24, N_MAX, 512, BLOCK_MIN, own};

    setting.options = parse_command_line(argc, argv, &allowed);
    refuse_wrong_pairs(&setting);
    setting.device = select_device(&setting.options);

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
