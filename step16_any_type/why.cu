/*
 * Step 16: what does an order cost, and what do its ideas save?
 *
 * Step 14's sums meet in any order; those of step 16 in one that follows from n alone. All here is
 * done for ints, whose sum is the same in every order, so that step 14 can stand beside it. The mail
 * gives way to step 13's fences, the early ticket to a late one, and the whole meeting to one atomic
 * addition; and the sum is told that it is not commutative, in both ways in which that counts.
 *
 * Run it:  make step16 why
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>
#include <type_traits>

#include "../common/lab.h"
#include "../common/why/launches.h"

namespace step14
{
#include "../step14_speed_of_light/reduce.cu"
}
#undef N_MAX // each step has its own
#include "meeting.h"
#include "setting.h"
namespace step16
{
#include "kernels.h"
}

/* Sums that hand their numbers from lane to lane by shuffles, as most operators must. */
struct Shuffled : Sum<int> {
};

/* The same, but each warp has a part of the tile to itself. */
struct Apart : Sum<int> {
};
template <> constexpr unsigned int rows_apart<Apart>(unsigned int)
{
    return 1;
}
template <> constexpr unsigned int warps_apart<Apart>(unsigned int rows)
{
    return rows;
}

/* The same, but no row may be combined before the lanes of the row in front of it. */
struct InOrder : Sum<int> {
    static const bool is_commutative = false;
};

enum end {
    LATE_TICKET, /* drawn when the tile is done */
    FENCES,      /* values stored as they are, and a fence before the ticket and behind it */
    ONE_ADDITION /* to a total that is 0 before: no meeting, and no order */
};

/* Step 16's joinLast, but by fences in the place of mail. */
__device__ bool joinByFences(long long *value, size_t tile, size_t count, long long *g_values,
                             unsigned int *g_ticket, long long *smem)
{
    __shared__ bool is_last;

    unsigned int tid = threadIdx.x;

    while (count > 1) {
        size_t group = tile / GROUP, groups = (count - 1) / GROUP + 1;
        unsigned int members = members_of(tile, count);

        if (tid == 0) {
            g_values[tile] = *value;
            __threadfence();
            is_last = drawTicket(g_ticket, tile, count) == members - 1;
            __threadfence();
        }
        __syncthreads();
        if (!is_last)
            return false;

        for (unsigned int warp = tid / 32; warp < GROUP / 32; warp += blockDim.x / 32) {
            unsigned int member = 32 * warp + tid % 32;
            long long other = member < members ? g_values[group * GROUP + member] : 0;
            other = warpCombine<Sum<int>>(other);
            if (tid % 32 == 0)
                smem[warp] = other;
        }
        __syncthreads();
        if (tid < 32)
            *value = combineWarps<Sum<int>, GROUP / 32>(smem);
        g_values += count;
        g_ticket += groups;
        tile = group;
        count = groups;
    }
    return true;
}

// room for the smallest tiles of the largest n
enum { MAIL_WORDS = 1 << 19, TICKETS = 1 << 10 };
__device__ long long g_values[MAIL_WORDS]; // not the mail, which every launch must leave 0

/* Step 16 with another end. */
template <int end, unsigned int iLoads>
__global__ void __launch_bounds__(BLOCK_MAX, step16::blocks_at_once<Sum<int>, iLoads>())
    ended(const int *g_idata, unsigned long long *g_mail, unsigned int *g_ticket,
          long long *g_result, size_t n, unsigned int rounds, size_t tiles)
{
    __shared__ __align__(16) long long smem[32];

    unsigned int tid = threadIdx.x;

    size_t tile_size = (size_t)step16::TILE_WARPS * iLoads * rounds * 32 * PACK(int);
    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        long long value = step16::tileReduce<Sum<int>, step16::TILE_WARPS, iLoads>(
            g_idata, tile * tile_size, n, rounds, blockDim.x / 32, smem);
        if (end == ONE_ADDITION) {
            if (tid == 0)
                atomicAdd((unsigned long long *)g_result, (unsigned long long)value);
        } else if (end == FENCES) {
            if (joinByFences(&value, tile, tiles, g_values, g_ticket, smem) && tid == 0)
                *g_result = value;
        } else {
            unsigned int ticket = tid == 0 ? drawTicket(g_ticket, tile, tiles) : 0;
            if (step16::joinLast<Sum<int>>(&value, ticket, tile, tiles, g_mail, g_ticket, smem) &&
                tid == 0)
                *g_result = value;
        }
        __syncthreads();
    }
}

// 0 before each launch, as every launch leaves it
__device__ unsigned long long g_mail[MAIL_WORDS];
__device__ unsigned int g_tickets[TICKETS];

/* Where those are; asked once, since launches are timed. */
struct meeting_place {
    unsigned long long *g_mail;
    unsigned int *g_ticket;
};
static struct meeting_place meeting_place(void)
{
    static struct meeting_place place;

    if (place.g_mail == NULL) {
        CHECK(cudaGetSymbolAddress((void **)&place.g_mail, g_mail));
        CHECK(cudaGetSymbolAddress((void **)&place.g_ticket, g_tickets));
    }
    return place;
}

template <typename Operator>
static struct launched launch_shape(const struct numbers *numbers,
                                    const struct step16::shape<Operator, int> &shape,
                                    typename step16::shape<Operator, int>::kernel_type kernel)
{
    struct meeting_place place = meeting_place();
    unsigned int grid = (unsigned int)shape.tiles, block = 32 * shape.warps;

    kernel<<<grid, block>>>(numbers->g_idata, place.g_mail, place.g_ticket, numbers->g_total,
                            numbers->n, shape.rounds, shape.tiles);
    CHECK(cudaGetLastError());
    return {grid, block, 0, 0};
}

static struct launched step_14(const struct numbers *numbers)
{
    struct step14::shape shape = step14::choose_shape(numbers->n, numbers->device);

    shape.kernel<<<shape.grid, shape.block>>>(numbers->g_idata, numbers->g_total,
                                              (struct step14::meeting *)numbers->g_zeros,
                                              numbers->n);
    CHECK(cudaGetLastError());
    return {shape.grid, shape.block, 0, 0};
}

/* Step 16's kernel for ints with this operator, in its own shape. */
template <typename Operator> static struct launched step_16(const struct numbers *numbers)
{
    auto shape = step16::choose_shape<Operator, int>(numbers->n);

    return launch_shape<Operator>(numbers, shape, shape.kernel);
}

/* In the same shape; one tile alone has no end to change. */
template <int end> static struct launched with_end(const struct numbers *numbers)
{
    auto shape = step16::choose_shape<Sum<int>, int>(numbers->n);
    auto kernel = shape.tiles == 1   ? shape.kernel
                  : shape.loads == 2 ? ended<end, 2>
                  : shape.loads == 4 ? ended<end, 4>
                                     : ended<end, 8>;

    struct launched launched = launch_shape<Sum<int>>(numbers, shape, kernel);
    launched.kernel = shape.tiles == 1 ? "step16::reduceAnyType_16<Sum<int>" : NULL;
    return launched;
}

/* Step 16 with one round for each tile. */
static struct launched one_round(const struct numbers *numbers)
{
    auto shape = step16::choose_shape<Sum<int>, int>(numbers->n);

    if (shape.tiles > 1 && shape.rounds > 1)
        shape = step16::shape_of<Sum<int>, int, 8, 0>(numbers->n, 1);
    return launch_shape<Sum<int>>(numbers, shape, shape.kernel);
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 14: sums that meet in any order", "step14::reduceSpeedOfLight_14", step_14,
         SUM_RIGHT, TOTAL_POISONED, ANYWHERE},
        {'b', "step 16: an order, early tickets, mail", "step16::reduceAnyType_16<Sum<int>",
         step_16<Sum<int>>, SUM_RIGHT, TOTAL_POISONED, ANYWHERE},
        {'c', "the ticket drawn when the tile is done", "ended<0", with_end<LATE_TICKET>,
         SUM_RIGHT, TOTAL_POISONED, ANYWHERE},
        {'d', "the same, and fences in the place of mail", "ended<1", with_end<FENCES>, SUM_RIGHT,
         TOTAL_POISONED, ANYWHERE},
        {'e', "one atomic addition for each tile", "ended<2", with_end<ONE_ADDITION>, SUM_RIGHT,
         TOTAL_ZERO, ANYWHERE},
        {'f', "shuffles within a warp", "step16::reduceAnyType_16<Shuffled", step_16<Shuffled>,
         SUM_RIGHT, TOTAL_POISONED, ANYWHERE},
        {'g', "shuffles, and a part of a tile for each warp", "step16::reduceAnyType_16<Apart",
         step_16<Apart>, SUM_RIGHT, TOTAL_POISONED, ANYWHERE},
        {'h', "shuffles, a part for each warp, row by row", "step16::reduceAnyType_16<InOrder",
         step_16<InOrder>, SUM_RIGHT, TOTAL_POISONED, ANYWHERE},
        {'i', "one round for each tile", "step16::reduceAnyType_16<Sum<int>", one_round, SUM_RIGHT,
         TOTAL_POISONED, ANYWHERE},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'b', "any order: one that follows from n"},
        {'b', 'e', "the order and its meeting"},
        {'c', 'b', "the wait for the ticket, drawn late"},
        {'d', 'c', "the fences: mail instead"},
        {'f', 'b', "shuffles within a warp: __reduce_add_sync instead"},
        {'h', 'f', "what an operator that is not commutative needs"},
        {'h', 'g', "exchanges for each row: one time for all"},
        {'g', 'f', "parts of warps: all read side by side"},
        {'i', 'b', "small parts of a lane: more rounds for each tile"},
        {},
    };
    return take_away(argc, argv, {512, 512}, variants, comparisons); // those of both steps
}
