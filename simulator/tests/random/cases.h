/*
 * Threads, places and slots of the programs in program_cases.c, in few words.
 */
#ifndef CASES_H
#define CASES_H

#include "program.h"

#define ONE(block, thread)                                                                         \
    {                                                                                              \
        block, thread, (thread) + 1, ALL_LANES, ANY_TICKET                                         \
    }
#define RANGE(block, first, end)                                                                   \
    {                                                                                              \
        block, first, end, ALL_LANES, ANY_TICKET                                                   \
    }
#define TICKET(number)                                                                             \
    {                                                                                              \
        ANY_BLOCK, 0, THREADS_MOST, ALL_LANES, number                                              \
    }
#define ALL RANGE(ANY_BLOCK, 0, THREADS_MOST)
#define DATA                                                                                       \
    {                                                                                              \
        SPACE_GLOBAL, 0, 1, 0, 0                                                                   \
    }
#define FLAG                                                                                       \
    {                                                                                              \
        SPACE_GLOBAL, 16, 1, 0, 0                                                                  \
    }
#define FLAG_2                                                                                     \
    {                                                                                              \
        SPACE_GLOBAL, 20, 1, 0, 0                                                                  \
    }
#define SHARED                                                                                     \
    {                                                                                              \
        SPACE_SHARED, 8, 1, 0, 0                                                                   \
    }
#define BY_THREAD(shift)                                                                           \
    {                                                                                              \
        SPACE_SHARED, 0, 32, shift, 0                                                              \
    }
#define IN_GLOBAL(shift)                                                                           \
    {                                                                                              \
        SPACE_GLOBAL, 32, 32, shift, 0                                                             \
    }
#define BY_BLOCK(shift)                                                                            \
    {                                                                                              \
        SPACE_GLOBAL, 32, 4, shift, 1                                                              \
    }
#define FENCE(threads, reach)                                                                      \
    {                                                                                              \
        .operation = OP_FENCE, .who = threads, .scope = SCOPE_##reach                              \
    }
#define LIGHT_FENCE(threads, reach)                                                                \
    {                                                                                              \
        .operation = OP_LIGHT_FENCE, .who = threads, .scope = SCOPE_##reach                        \
    }
#define BLOCK_BARRIER                                                                              \
    {                                                                                              \
        .operation = OP_BLOCK_BARRIER, .who = ALL                                                  \
    }
#define WARP_BARRIER(threads)                                                                      \
    {                                                                                              \
        .operation = OP_WARP_BARRIER, .who = threads                                               \
    }
/* A slot whose atomic has the scope of the device; it stores 1. */
#define DO(what, who, where)                                                                       \
    {                                                                                              \
        OP_##what, who, where, 4, SCOPE_DEVICE, 1, 0, 0                                            \
    }
#define DO_IN_BLOCK(what, who, where)                                                              \
    {                                                                                              \
        OP_##what, who, where, 4, SCOPE_BLOCK, 1, 0, 0                                             \
    }
#define STORE(value, what, who, where)                                                             \
    {                                                                                              \
        OP_##what, who, where, 4, SCOPE_DEVICE, value, 0, 0                                        \
    }
#define STORE_THREAD(what, who, where)                                                             \
    {                                                                                              \
        OP_##what, who, where, 4, SCOPE_DEVICE, 0, 1, 0                                            \
    }

#define ORDERED(what, order, who)                                                                  \
    {                                                                                              \
        OP_##what, who, FLAG, 4, SCOPE_DEVICE, 1, 0, 0, ORDER_##order                              \
    }
#define ACQUIRE_OTHER(who)                                                                         \
    {                                                                                              \
        OP_ADD, who, FLAG_2, 4, SCOPE_DEVICE, 1, 0, 0, ORDER_ACQUIRE                               \
    }
#define IN_DOUBLE_WORD(what, who)                                                                  \
    {                                                                                              \
        OP_##what, who, FLAG, 8, SCOPE_BLOCK, 1, 0, 0                                              \
    }
#define STRONG_STORE(bytes, who)                                                                   \
    {                                                                                              \
        OP_STORE, who, FLAG, bytes, SCOPE_DEVICE, 1, .order = ORDER_RELAXED,                       \
                                                     .spelling = SPELLED_PTX                       \
    }
#define LANE_1                                                                                     \
    {                                                                                              \
        0, 0, THREADS_MOST, 2, ANY_TICKET                                                          \
    }
/* memcpy of so many bytes to the first ones of the data of IN_GLOBAL, from behind the flags. */
#define COPY(bytes, who)                                                                           \
    {                                                                                              \
        OP_COPY, who, {SPACE_GLOBAL, 32, 1, 0, 0}, bytes, SCOPE_DEVICE, .from = {                  \
            SPACE_GLOBAL,                                                                          \
            65,                                                                                    \
            1,                                                                                     \
            0,                                                                                     \
            0                                                                                      \
        }                                                                                          \
    }
#define BYTE(who)                                                                                  \
    {                                                                                              \
        OP_WRITE, who, {SPACE_GLOBAL, 34, 1, 0, 0}, 1, SCOPE_DEVICE, 7                             \
    }
#define ARRIVE(threads)                                                                            \
    {                                                                                              \
        .operation = OP_ARRIVE, .who = threads                                                     \
    }
#define WAIT(threads)                                                                              \
    {                                                                                              \
        .operation = OP_WAIT, .who = threads                                                       \
    }

#endif
