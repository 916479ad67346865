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
