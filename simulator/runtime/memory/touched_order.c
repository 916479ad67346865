#include "memory/touched_order.h"

#include <stdlib.h>

#include "base/allocate.h"

static struct {
    uint64_t blocks;
    uint32_t *turns; /* by block */
    uint32_t most;
} order;

void touched_order_begin(uint64_t blocks)
{
    free(order.turns);
    order.turns = blocks ? allocate(blocks * sizeof *order.turns) : NULL;
    order.blocks = blocks;
    order.most = 1;
}

int touched_order_known(void)
{
    return order.blocks > 0;
}

uint32_t touched_order_turn(uint64_t block)
{
    if (block >= order.blocks)
        return 0;
    uint32_t turn = order.turns[block]++;
    if (turn + 1 > order.most)
        order.most = turn + 1;
    return turn;
}

double touched_order_part(uint32_t turn)
{
    return (double)turn / order.most;
}

uint32_t touched_range_apart(const struct touched_range *range)
{
    unsigned first = range->least[0] == UINT32_MAX, last = range->least[1] != UINT32_MAX;
    uint32_t apart = range->most[last] - range->least[first];
    uint64_t around = order.blocks - range->least[1] + range->most[0];
    return order.blocks && first != last && around < apart ? (uint32_t)around : apart;
}
