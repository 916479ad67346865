/*
 * The results of all reductions that step 16's program makes, in its own order: what a kernel is
 * held against where it asks for an operator or a type (course/promised.h).
 */
#include <cuda_runtime.h>

#include "operators.h"
#include "order.h"

extern "C" {
#include "../promised.h"
}

#include "../../common/types/element.h"

/* What the simulator has for a kernel, and a GPU too; the grader, which runs none, has this: of
 * numbers that are drawn, of which none is special. */
extern "C" float sim_narrow_to_float(uint32_t value, unsigned int format)
{
    enum { APART = 127 - 15 /* of the exponents that a float and a half store */ };
    uint32_t sign = (value & 0x8000) << 16, rest = value & 0x7FFF;
    uint32_t bits = format == SIM_BFLOAT ? value << 16
                    : rest == 0          ? sign
                                         : sign | ((rest << 13) + (APART << 23));
    float real;

    memcpy(&real, &bits, sizeof real);
    return real;
}

enum { TILES_MOST = 1024 };

/* Where their tiles' values stand: one reduction after the other. */
static unsigned long long room[TILES_MOST * PROMISED_BYTES / sizeof(unsigned long long)];

struct tile {
    unsigned int warps, loads, rounds;
};

template <typename Operator, typename element>
static void reduce(const void *elements, size_t n, struct tile tile, void *result)
{
    typedef typename Operator::accumulator accumulator;
    static_assert(sizeof(accumulator) <= PROMISED_BYTES, "results have room");
    accumulator all = reduceInOrder<Operator>((const element *)elements, n, tile.warps, tile.loads,
                                              tile.rounds, (accumulator *)room);

    memcpy(result, &all, sizeof all);
}

template <typename element>
static void reduce_numbers(unsigned int operation, const void *elements, size_t n, struct tile tile,
                           void *to)
{
    switch (operation) {
    case OPERATION_MINIMUM: return reduce<Minimum<element>, element>(elements, n, tile, to);
    case OPERATION_MAXIMUM: return reduce<Maximum<element>, element>(elements, n, tile, to);
    case OPERATION_PRODUCT: return reduce<Product<element>, element>(elements, n, tile, to);
    case OPERATION_ARGMIN: return reduce<ArgMinimum<element>, element>(elements, n, tile, to);
    case OPERATION_MOMENTS: return reduce<Moments<element>, element>(elements, n, tile, to);
    case OPERATION_AND: return reduce<And<element>, element>(elements, n, tile, to);
    default: return reduce<Sum<element>, element>(elements, n, tile, to);
    }
}

template <typename number>
static void reduce_any(unsigned int operation, const void *elements, size_t n, struct tile tile,
                       void *to)
{
    if (operation == OPERATION_AFFINE)
        return reduce<Compose<number>, struct map_of<number>>(elements, n, tile, to);
    return reduce_numbers<number>(operation, elements, n, tile, to);
}

extern "C" void promised_in_order(unsigned int operation, unsigned int type, const void *elements,
                                  size_t n, unsigned int warps, unsigned int loads,
                                  unsigned int rounds, void *to)
{
    struct tile tile = {warps, loads, rounds};

    switch (type) {
    case ELEMENT_UNSIGNED: return reduce_any<unsigned int>(operation, elements, n, tile, to);
    case ELEMENT_FLOAT: return reduce_any<float>(operation, elements, n, tile, to);
    case ELEMENT_DOUBLE: return reduce_any<double>(operation, elements, n, tile, to);
    case ELEMENT_INT64: return reduce_numbers<long long>(operation, elements, n, tile, to);
    case ELEMENT_HALF: return reduce_numbers<__half>(operation, elements, n, tile, to);
    case ELEMENT_BFLOAT16: return reduce_numbers<__nv_bfloat16>(operation, elements, n, tile, to);
    default: return reduce_numbers<int>(operation, elements, n, tile, to);
    }
}
