/*
 * What order.c and fence.c keep of the running block.
 */
#ifndef ORDER_STATE_H
#define ORDER_STATE_H

#include "base/worker.h"
#include "check/fence.h"

struct order {
    int used; /* some thread of the block synchronises by more than barriers */
    int met;  /* the block has used strong accesses to global memory */
    struct thread_order thread[THREADS_IN_BLOCK];
    struct messages *shared; /* at the words of shared memory */
    uintptr_t *left;         /* words of global memory where the block has left messages */
    unsigned left_count, left_room;
};

#endif
