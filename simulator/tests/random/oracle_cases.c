/*
 * Tests the oracle itself: small executions, written by hand, whose races can be
 * worked out on paper. Prints a line for each that it judges wrongly.
 */
#include <stdio.h>
#include <string.h>

#include "oracle.h"

/* clang-format off: a table */
/* b: block, t: thread, l: line, a: address */
#define READ(b, t, l, a, bytes)                                                                    \
    {                                                                                              \
        .type = EVENT_IS_READ, .block = b, .thread = t, .line = l, .address = a, .size = bytes     \
    }
#define WRITE(b, t, l, a, bytes, v)                                                                \
    {                                                                                              \
        .type = EVENT_IS_WRITE, .block = b, .thread = t, .line = l, .address = a, .size = bytes,   \
        .value = v                                                                                 \
    }
#define VOLATILE_READ(b, t, l, a)                                                                  \
    {                                                                                              \
        .type = EVENT_IS_READ, .block = b, .thread = t, .line = l, .address = a, .size = 4,        \
        .is_volatile = 1                                                                           \
    }
#define VOLATILE_WRITE(b, t, l, a, lanes)                                                          \
    {                                                                                              \
        .type = EVENT_IS_WRITE, .block = b, .thread = t, .line = l, .address = a, .size = 4,       \
        .is_volatile = 1, .together = lanes, .value = t                                            \
    }
#define SHARED_WRITE(b, t, l, a)                                                                   \
    {                                                                                              \
        .type = EVENT_IS_WRITE, .block = b, .thread = t, .line = l, .address = a, .size = 4,       \
        .value = t, .space = SPACE_SHARED                                                          \
    }
#define COPY_BEGINS(b, t, l, a)                                                                    \
    {                                                                                              \
        .type = EVENT_IS_WRITE, .block = b, .thread = t, .line = l, .address = a, .size = 4,       \
        .is_copy = 1, .is_async = 1                                                                \
    }
#define ATOMIC(b, t, l, a, bytes, s)                                                               \
    {                                                                                              \
        .type = EVENT_IS_ATOMIC, .block = b, .thread = t, .line = l, .address = a, .size = bytes,  \
        .scope = SCOPE_##s                                                                         \
    }
#define CAS(b, t, l, a, bytes, s)                                                                  \
    {                                                                                              \
        .type = EVENT_IS_ATOMIC, .block = b, .thread = t, .line = l, .address = a, .size = bytes,  \
        .scope = SCOPE_##s, .is_cas = 1                                                            \
    }
#define FAILED_CAS(b, t, l, a, bytes, s)                                                           \
    {                                                                                              \
        .type = EVENT_IS_ATOMIC, .block = b, .thread = t, .line = l, .address = a, .size = bytes,  \
        .scope = SCOPE_##s, .is_cas = 1, .has_failed = 1                                           \
    }
#define FENCE(b, t, l, s)                                                                          \
    {                                                                                              \
        .type = EVENT_IS_FENCE, .block = b, .thread = t, .line = l, .scope = SCOPE_##s             \
    }
#define LIGHT_FENCE(b, t, l, s)                                                                    \
    {                                                                                              \
        .type = EVENT_IS_FENCE, .block = b, .thread = t, .line = l, .scope = SCOPE_##s,            \
        .is_light = 1                                                                              \
    }
#define BLOCK_BARRIER(b, t, l)                                                                     \
    {                                                                                              \
        .type = EVENT_IS_BLOCK_BARRIER, .block = b, .thread = t, .line = l                         \
    }
#define WARP_BARRIER(b, t, l)                                                                      \
    {                                                                                              \
        .type = EVENT_IS_WARP_BARRIER, .block = b, .thread = t, .line = l                          \
    }

struct test {
    const char *name;
    const char *least, *most; /* races, as pairs_describe says them */
    unsigned count;
    const struct event *events;
};
/* clang-format on */
#define CASE(name, races, ...) UNDECIDED(name, races, races, __VA_ARGS__)
/* It depends on when a plain write happened that races with atomics. */
#define UNDECIDED(name, least, most, ...)                                                          \
    {                                                                                              \
        name, least, most, sizeof((struct event[]){__VA_ARGS__}) / sizeof(struct event),           \
            (const struct event[])                                                                 \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

#define G  0  /* addresses: data, */
#define F  16 /* a flag or lock, */
#define F2 20 /* another one */

static const struct test tests[] = {
    /* ---- Flags ---- */
    CASE("a plain read beside a compare-and-swap that fails", " 0-1Bn", READ(0, 0, 0, G, 4),
         FAILED_CAS(1, 0, 1, G, 4, DEVICE)),
    CASE("beside one that does not", " 0-1B", READ(0, 0, 0, G, 4), CAS(1, 0, 1, G, 4, DEVICE)),
    CASE("one that its thread's own compare-and-swap follows", " 0-1Bn", READ(0, 0, 0, G, 4),
         CAS(0, 0, 1, G, 4, DEVICE), CAS(1, 0, 1, G, 4, DEVICE)),
    UNDECIDED("where a copy may write in between", " 0-1n 0-2n 0-2Bn 1-2Bn", " 0-1 0-2 0-2B 1-2B",
              COPY_BEGINS(0, 0, 0, G), READ(0, 0, 1, G, 4), CAS(0, 0, 2, G, 4, DEVICE),
              CAS(1, 0, 2, G, 4, DEVICE)),
    CASE("a plain write beside one that fails", " 0-1B", WRITE(0, 0, 0, G, 4, 1),
         FAILED_CAS(1, 0, 1, G, 4, DEVICE)),
    CASE("flag with fences of the block, two warps", "", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, BLOCK), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(0, 32, 3, F, 4, DEVICE),
         FENCE(0, 32, 4, BLOCK), READ(0, 32, 5, G, 4)),
    CASE("the same between blocks", " 0-5B", WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, BLOCK),
         ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(1, 0, 3, F, 4, DEVICE), FENCE(1, 0, 4, BLOCK),
         READ(1, 0, 5, G, 4)),
    CASE("between blocks, one fence of the block", " 0-5B", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(1, 0, 3, F, 4, DEVICE),
         FENCE(1, 0, 4, BLOCK), READ(1, 0, 5, G, 4)),
    CASE("between blocks, scopes mixed but wide enough", "", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, SYSTEM), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(1, 0, 3, F, 4, SYSTEM),
         FENCE(1, 0, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("no fence of the writer", " 0-5B", WRITE(0, 0, 0, G, 4, 1), ATOMIC(0, 0, 2, F, 4, DEVICE),
         ATOMIC(1, 0, 3, F, 4, DEVICE), FENCE(1, 0, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("no fence of the reader", " 0-5B", WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, DEVICE),
         ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(1, 0, 3, F, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("a barrier is no fence of the reader", " 0-5", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, BLOCK), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(0, 1, 3, F, 4, DEVICE),
         WARP_BARRIER(0, 1, 4), READ(0, 1, 5, G, 4)),
    CASE("the reader was too early", " 0-5B", ATOMIC(1, 0, 3, F, 4, DEVICE),
         WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE),
         FENCE(1, 0, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("flag set and read by atomics of the block, two blocks", " 0-5B 2-3B",
         WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, BLOCK),
         ATOMIC(1, 0, 3, F, 4, BLOCK), FENCE(1, 0, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("one of the two atomics of the block suffices to race", " 0-5B 2-3B",
         WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE),
         ATOMIC(1, 0, 3, F, 4, BLOCK), FENCE(1, 0, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("volatile flag", "", WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, DEVICE),
         VOLATILE_WRITE(0, 0, 2, F, 1), VOLATILE_READ(1, 0, 3, F), FENCE(1, 0, 4, DEVICE),
         READ(1, 0, 5, G, 4)),
    CASE("plain flag", " 0-5B 2-3B", WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, DEVICE),
         WRITE(0, 0, 2, F, 4, 1), VOLATILE_READ(1, 0, 3, F), FENCE(1, 0, 4, DEVICE),
         READ(1, 0, 5, G, 4)),
    CASE("any fence before the flag will do, and any behind it", "", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), FENCE(0, 0, 6, BLOCK), ATOMIC(0, 0, 2, F, 4, DEVICE),
         ATOMIC(1, 0, 3, F, 4, DEVICE), FENCE(1, 0, 7, BLOCK), FENCE(1, 0, 4, DEVICE),
         READ(1, 0, 5, G, 4)),
    CASE("what the writer does behind its fence is not ordered", " 2-6B", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), READ(0, 0, 2, G, 4), ATOMIC(0, 0, 3, F, 4, DEVICE),
         ATOMIC(1, 0, 4, F, 4, DEVICE), FENCE(1, 0, 5, DEVICE), WRITE(1, 0, 6, G, 4, 2)),
    CASE("what the reader does before its fence is not ordered", " 0-4B", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(1, 0, 3, F, 4, DEVICE),
         READ(1, 0, 4, G, 4), FENCE(1, 0, 5, DEVICE)),

    /* ---- Fences of other threads than those of the flag ---- */
    CASE("fence.sc of the writer, another thread of its block tells", "", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), BLOCK_BARRIER(0, 0, 2), BLOCK_BARRIER(0, 32, 2),
         ATOMIC(0, 32, 3, F, 4, DEVICE), ATOMIC(1, 0, 4, F, 4, DEVICE), FENCE(1, 0, 5, DEVICE),
         READ(1, 0, 6, G, 4)),
    CASE("the same with a light fence of the writer", " 0-6B", WRITE(0, 0, 0, G, 4, 1),
         LIGHT_FENCE(0, 0, 1, DEVICE), BLOCK_BARRIER(0, 0, 2), BLOCK_BARRIER(0, 32, 2),
         ATOMIC(0, 32, 3, F, 4, DEVICE), ATOMIC(1, 0, 4, F, 4, DEVICE), FENCE(1, 0, 5, DEVICE),
         READ(1, 0, 6, G, 4)),
    CASE("with a light fence of the reader", " 0-6B", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), BLOCK_BARRIER(0, 0, 2), BLOCK_BARRIER(0, 32, 2),
         ATOMIC(0, 32, 3, F, 4, DEVICE), ATOMIC(1, 0, 4, F, 4, DEVICE),
         LIGHT_FENCE(1, 0, 5, DEVICE), READ(1, 0, 6, G, 4)),
    CASE("light fences of the threads that tell and see", "", WRITE(0, 0, 0, G, 4, 1),
         BLOCK_BARRIER(0, 0, 2), BLOCK_BARRIER(0, 32, 2), LIGHT_FENCE(0, 32, 1, DEVICE),
         ATOMIC(0, 32, 3, F, 4, DEVICE), ATOMIC(1, 0, 4, F, 4, DEVICE),
         LIGHT_FENCE(1, 0, 5, DEVICE), READ(1, 0, 6, G, 4)),
    CASE("the fence behind the barrier, in the thread that does not tell", " 0-6B",
         WRITE(0, 0, 0, G, 4, 1), BLOCK_BARRIER(0, 0, 2), BLOCK_BARRIER(0, 32, 2),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 32, 3, F, 4, DEVICE), ATOMIC(1, 0, 4, F, 4, DEVICE),
         FENCE(1, 0, 5, DEVICE), READ(1, 0, 6, G, 4)),
    CASE("fence.sc of the reader, another thread of its block sees", "", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(1, 0, 3, F, 4, DEVICE),
         BLOCK_BARRIER(1, 0, 4), BLOCK_BARRIER(1, 32, 4), FENCE(1, 32, 5, DEVICE),
         READ(1, 32, 6, G, 4)),
    CASE("it is before the barrier", " 0-6B", WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, DEVICE),
         ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(1, 0, 3, F, 4, DEVICE), FENCE(1, 32, 5, DEVICE),
         BLOCK_BARRIER(1, 0, 4), BLOCK_BARRIER(1, 32, 4), READ(1, 32, 6, G, 4)),
    CASE("fences for the block do nothing between blocks", " 0-6B", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, BLOCK), BLOCK_BARRIER(0, 0, 2), BLOCK_BARRIER(0, 32, 2),
         ATOMIC(0, 32, 3, F, 4, DEVICE), ATOMIC(1, 0, 4, F, 4, DEVICE), FENCE(1, 0, 5, DEVICE),
         READ(1, 0, 6, G, 4)),
    CASE("a third block sees and tells, without a fence", " 0-8B", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(2, 0, 3, F, 4, DEVICE),
         ATOMIC(2, 0, 5, F2, 4, DEVICE), ATOMIC(1, 0, 6, F2, 4, DEVICE), FENCE(1, 0, 7, DEVICE),
         READ(1, 0, 8, G, 4)),
    CASE("it passes on by light fences what one of its threads saw", "", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(2, 0, 3, F, 4, DEVICE),
         BLOCK_BARRIER(2, 0, 4), BLOCK_BARRIER(2, 1, 4), LIGHT_FENCE(2, 1, 9, DEVICE),
         ATOMIC(2, 1, 5, F2, 4, DEVICE), ATOMIC(1, 0, 6, F2, 4, DEVICE), FENCE(1, 0, 7, DEVICE),
         READ(1, 0, 8, G, 4)),
    CASE("the flag was not set yet", " 0-6B", ATOMIC(1, 0, 4, F, 4, DEVICE),
         WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 3, F, 4, DEVICE),
         FENCE(1, 0, 5, DEVICE), READ(1, 0, 6, G, 4)),
    UNDECIDED("fences of a block, its signal comes back through another", "", " 0-9",
              WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, BLOCK), BLOCK_BARRIER(0, 0, 2),
              BLOCK_BARRIER(0, 32, 2), LIGHT_FENCE(0, 32, 3, DEVICE),
              ATOMIC(0, 32, 4, F, 4, DEVICE), ATOMIC(1, 0, 5, F, 4, DEVICE),
              LIGHT_FENCE(1, 0, 6, DEVICE), ATOMIC(1, 0, 7, F2, 4, DEVICE),
              ATOMIC(0, 64, 8, F2, 4, DEVICE), FENCE(0, 64, 10, BLOCK), READ(0, 64, 9, G, 4)),

    /* ---- Chains of atomics ---- */
    CASE("another thread's atomic in between carries the flag on", "", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(2, 0, 6, F, 4, DEVICE),
         ATOMIC(1, 0, 3, F, 4, DEVICE), FENCE(1, 0, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("an atomic of the block in between does not", " 0-5B 2-6B 3-6B", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(2, 0, 6, F, 4, BLOCK),
         ATOMIC(1, 0, 3, F, 4, DEVICE), FENCE(1, 0, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("a volatile write in between breaks the chain", " 0-5B", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), VOLATILE_WRITE(2, 0, 6, F, 1),
         ATOMIC(1, 0, 3, F, 4, DEVICE), FENCE(1, 0, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("so does the writer's own plain write", " 0-5B 3-6B", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), WRITE(0, 0, 6, F, 4, 1),
         ATOMIC(1, 0, 3, F, 4, DEVICE), FENCE(1, 0, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("a plain write that barriers put in between breaks the chain", " 0-7",
         WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE),
         WARP_BARRIER(0, 0, 3), WARP_BARRIER(0, 1, 3), WRITE(0, 1, 4, F, 4, 1),
         ATOMIC(0, 1, 5, F, 4, DEVICE), FENCE(0, 1, 6, DEVICE), BLOCK_BARRIER(0, 40, 8),
         READ(0, 40, 7, G, 4)),
    CASE("one that a barrier puts before it does not", "", WRITE(0, 1, 3, F, 4, 0),
         BLOCK_BARRIER(0, 0, 4), BLOCK_BARRIER(0, 1, 4), WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(0, 1, 5, F, 4, DEVICE),
         FENCE(0, 1, 6, DEVICE), READ(0, 1, 7, G, 4)),
    CASE("an atomic of other bytes in between breaks it too", " 0-5B 2-6B 3-6B",
         WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE),
         ATOMIC(2, 0, 6, F, 8, DEVICE), ATOMIC(1, 0, 3, F, 4, DEVICE), FENCE(1, 0, 4, DEVICE),
         READ(1, 0, 5, G, 4)),
    CASE("the flag's neighbour is another flag", " 0-5B", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(1, 0, 3, F2, 4, DEVICE),
         FENCE(1, 0, 4, DEVICE), READ(1, 0, 5, G, 4)),
    CASE("two flags, one after the other, through a third block", "", WRITE(0, 0, 0, G, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), ATOMIC(2, 0, 3, F, 4, DEVICE),
         FENCE(2, 0, 4, DEVICE), ATOMIC(2, 0, 5, F2, 4, DEVICE), ATOMIC(1, 0, 6, F2, 4, DEVICE),
         FENCE(1, 0, 7, DEVICE), READ(1, 0, 8, G, 4)),
    CASE("the fences of two flags need not have wide scopes where each is in its block", "",
         WRITE(0, 0, 0, G, 4, 1), FENCE(0, 0, 1, BLOCK), ATOMIC(0, 0, 2, F, 4, BLOCK),
         ATOMIC(0, 32, 3, F, 4, BLOCK), FENCE(0, 32, 4, DEVICE), ATOMIC(0, 32, 5, F2, 4, DEVICE),
         ATOMIC(1, 0, 6, F2, 4, DEVICE), FENCE(1, 0, 7, DEVICE), READ(1, 0, 8, G, 4)),

    /* ---- Locks and tickets ---- */
    CASE("lock with fences, lanes of one warp", "", CAS(0, 0, 0, F, 4, DEVICE),
         CAS(0, 1, 0, F, 4, DEVICE), FENCE(0, 0, 1, DEVICE), WRITE(0, 0, 2, G, 4, 6),
         FENCE(0, 0, 3, DEVICE), ATOMIC(0, 0, 4, F, 4, DEVICE), CAS(0, 1, 0, F, 4, DEVICE),
         FENCE(0, 1, 1, DEVICE), WRITE(0, 1, 2, G, 4, 7), FENCE(0, 1, 3, DEVICE),
         ATOMIC(0, 1, 4, F, 4, DEVICE)),
    CASE("lock without the fence behind it", " 2-2", CAS(0, 0, 0, F, 4, DEVICE),
         WRITE(0, 0, 2, G, 4, 6), FENCE(0, 0, 3, DEVICE), ATOMIC(0, 0, 4, F, 4, DEVICE),
         CAS(0, 1, 0, F, 4, DEVICE), WRITE(0, 1, 2, G, 4, 7), FENCE(0, 1, 3, DEVICE),
         ATOMIC(0, 1, 4, F, 4, DEVICE)),
    CASE("lock released by a volatile write", "", CAS(0, 0, 0, F, 4, DEVICE),
         FENCE(0, 0, 1, DEVICE), WRITE(0, 0, 2, G, 4, 6), FENCE(0, 0, 3, DEVICE),
         VOLATILE_WRITE(0, 0, 4, F, 1), CAS(1, 1, 0, F, 4, DEVICE), FENCE(1, 1, 1, DEVICE),
         WRITE(1, 1, 2, G, 4, 7), FENCE(1, 1, 3, DEVICE)),
    CASE("the last of three tickets", "", WRITE(0, 0, 0, 0, 4, 1), FENCE(0, 0, 1, DEVICE),
         ATOMIC(0, 0, 2, F, 4, DEVICE), WRITE(1, 0, 0, 4, 4, 1), FENCE(1, 0, 1, DEVICE),
         ATOMIC(1, 0, 2, F, 4, DEVICE), WRITE(2, 0, 0, 8, 4, 1), FENCE(2, 0, 1, DEVICE),
         ATOMIC(2, 0, 2, F, 4, DEVICE), FENCE(2, 0, 3, DEVICE), READ(2, 0, 4, 0, 4),
         READ(2, 0, 4, 4, 4)),
    CASE("the last ticket writes what others may still read", " 3-5B", WRITE(0, 0, 0, 0, 4, 1),
         FENCE(0, 0, 1, DEVICE), ATOMIC(0, 0, 2, F, 4, DEVICE), READ(0, 0, 3, 0, 4),
         ATOMIC(1, 0, 2, F, 4, DEVICE), FENCE(1, 0, 4, DEVICE), WRITE(1, 0, 5, 0, 4, 2)),

    /* ---- Barriers ---- */
    CASE("a warp barrier for all lanes that meet", "", READ(0, 0, 0, G, 4), READ(0, 1, 0, G, 4),
         WARP_BARRIER(0, 0, 1), WARP_BARRIER(0, 1, 1), READ(0, 1, 2, G, 4),
         WRITE(0, 1, 3, G, 4, 10)),
    CASE("a warp barrier orders no other warp", " 0-2", READ(0, 0, 0, G, 4), WARP_BARRIER(0, 0, 1),
         WARP_BARRIER(0, 1, 1), WARP_BARRIER(0, 32, 1), ATOMIC(0, 1, 2, G, 4, DEVICE),
         ATOMIC(0, 32, 2, G, 4, DEVICE)),
    CASE("a chain of warp barriers of two lanes", "", WRITE(0, 0, 0, G, 4, 1),
         WARP_BARRIER(0, 0, 1), WARP_BARRIER(0, 1, 1), WARP_BARRIER(0, 1, 2), WARP_BARRIER(0, 2, 2),
         READ(0, 2, 3, G, 4)),
    CASE("the same with the barriers the other way round", " 0-3", WRITE(0, 0, 0, G, 4, 1),
         WARP_BARRIER(0, 1, 2), WARP_BARRIER(0, 2, 2), WARP_BARRIER(0, 0, 1), WARP_BARRIER(0, 1, 1),
         READ(0, 2, 3, G, 4)),
    CASE("a block barrier orders warps", "", WRITE(0, 0, 0, G, 4, 1), BLOCK_BARRIER(0, 0, 1),
         BLOCK_BARRIER(0, 40, 1), READ(0, 40, 2, G, 4)),
    CASE("a block barrier orders no other block", " 0-2B", WRITE(0, 0, 0, G, 4, 1),
         BLOCK_BARRIER(0, 0, 1), BLOCK_BARRIER(1, 0, 1), READ(1, 0, 2, G, 4)),
    CASE("between two barriers nothing is ordered", " 1-1", BLOCK_BARRIER(0, 0, 0),
         BLOCK_BARRIER(0, 1, 0), WRITE(0, 0, 1, G, 4, 1), WRITE(0, 1, 1, G, 4, 2),
         BLOCK_BARRIER(0, 0, 2), BLOCK_BARRIER(0, 1, 2)),
    CASE("a flag carries a barrier's order to another block", "", WRITE(0, 5, 0, G, 4, 1),
         BLOCK_BARRIER(0, 0, 1), BLOCK_BARRIER(0, 5, 1), FENCE(0, 0, 2, DEVICE),
         ATOMIC(0, 0, 3, F, 4, DEVICE), ATOMIC(1, 0, 4, F, 4, DEVICE), FENCE(1, 0, 5, DEVICE),
         BLOCK_BARRIER(1, 0, 6), BLOCK_BARRIER(1, 7, 6), READ(1, 7, 7, G, 4)),

    /* ---- Conflicts ---- */
    CASE("reads do not conflict", "", READ(0, 0, 0, G, 4), READ(1, 0, 0, G, 4)),
    CASE("neighbouring bytes do not conflict", "", WRITE(0, 0, 0, 1, 1, 1), WRITE(0, 1, 0, 0, 1, 2),
         READ(1, 0, 1, 2, 2)),
    CASE("a byte of a word conflicts", " 0-1", WRITE(0, 0, 0, 3, 1, 0), READ(0, 1, 1, 0, 8)),
    CASE("shared memory is the block's own", " 0-0", SHARED_WRITE(0, 0, 0, G),
         SHARED_WRITE(1, 0, 0, G), SHARED_WRITE(1, 1, 0, G)),
    CASE("atomics do not race", "", ATOMIC(0, 0, 0, G, 4, DEVICE), ATOMIC(1, 0, 0, G, 4, SYSTEM),
         ATOMIC(1, 1, 1, G, 4, DEVICE)),
    CASE("atomics of the block do in another block", " 0-1B", ATOMIC(0, 0, 0, G, 4, BLOCK),
         ATOMIC(0, 1, 0, G, 4, BLOCK), ATOMIC(1, 0, 1, G, 4, DEVICE)),
    CASE("atomics of different sizes do", " 0-1B", ATOMIC(0, 0, 0, G, 8, DEVICE),
         ATOMIC(1, 0, 1, G, 4, DEVICE)),
    UNDECIDED("a plain read behind an atomic that has found another's", "", " 0-2",
              ATOMIC(0, 0, 0, G, 4, DEVICE), ATOMIC(0, 32, 1, G, 4, DEVICE), READ(0, 32, 2, G, 4)),
    CASE("an atomic and a volatile read do not race", "", ATOMIC(0, 0, 0, G, 4, DEVICE),
         VOLATILE_READ(1, 0, 1, G)),
    CASE("an atomic of the block and another block's volatile read do", " 0-1B",
         ATOMIC(0, 0, 0, G, 4, BLOCK), VOLATILE_READ(1, 0, 1, G)),

    /* ---- Notes ---- */
    CASE("the same value stored", " 0-0n", WRITE(0, 0, 0, G, 4, 1), WRITE(0, 1, 0, G, 4, 1)),
    CASE("one of three values differs", " 0-0 0-1B", WRITE(0, 0, 0, G, 4, 1),
         WRITE(0, 1, 0, G, 4, 2), WRITE(1, 0, 1, G, 4, 1)),
    CASE("the same value stored in other bytes", " 0-1", WRITE(0, 0, 0, G, 4, 0),
         WRITE(0, 1, 1, G, 8, 0)),
    CASE("the plain first read of a compare-and-swap loop", " 0-1n", READ(0, 0, 0, G, 8),
         CAS(0, 0, 1, G, 8, DEVICE), READ(0, 1, 0, G, 8), CAS(0, 1, 1, G, 8, DEVICE)),
    CASE("two such reads", " 0-2n 1-2n", READ(0, 0, 0, G, 4), READ(0, 0, 1, G, 4),
         CAS(0, 0, 2, G, 4, DEVICE), CAS(0, 1, 2, G, 4, DEVICE)),
    UNDECIDED("a structure is read in between", " 0-2n 1-2n", " 0-2 1-2", READ(0, 0, 0, G, 4),
              READ(0, 0, 1, G, 12), CAS(0, 0, 2, G, 4, DEVICE), CAS(0, 1, 2, G, 4, DEVICE)),
    UNDECIDED("a structure is read in between, and no compare-and-swap follows", " 0-2 1-2n",
              " 0-2 1-2", READ(0, 0, 0, G, 4), READ(0, 0, 1, G, 12), CAS(0, 1, 2, G, 4, DEVICE)),
    UNDECIDED("a structure is written in between", " 0-2 1-2n", " 0-2 1-2", READ(0, 0, 0, G, 4),
              WRITE(0, 0, 1, G, 12, 1), CAS(0, 0, 2, G, 4, DEVICE), CAS(0, 1, 2, G, 4, DEVICE)),
    CASE("a write follows the read", " 0-2 1-2", READ(0, 0, 0, G, 4), WRITE(0, 0, 1, G, 4, 1),
         CAS(0, 1, 2, G, 4, DEVICE)),
    CASE("the read is of other bytes", " 0-1", READ(0, 0, 0, G, 4), CAS(0, 0, 1, G, 8, DEVICE),
         CAS(0, 1, 1, G, 8, DEVICE)),
    CASE("a compare-and-swap of other bytes follows the read", " 0-2 1-2", READ(0, 0, 0, G, 4),
         CAS(0, 0, 1, G, 8, DEVICE), CAS(0, 1, 2, G, 4, DEVICE)),
    CASE("another atomic follows the read", " 0-2", READ(0, 0, 0, G, 4),
         ATOMIC(0, 0, 1, G, 4, DEVICE), CAS(0, 1, 2, G, 4, DEVICE)),
    CASE("nothing follows the read", " 0-2", READ(0, 0, 0, G, 4), CAS(0, 1, 2, G, 4, DEVICE)),
    CASE("the other thread's atomic is no compare-and-swap", " 0-2", READ(0, 0, 0, G, 4),
         CAS(0, 0, 1, G, 4, DEVICE), ATOMIC(0, 1, 2, G, 4, DEVICE)),

    /* ---- Lockstep ---- */
    CASE("lanes that store together and read each other's", " 0-1", VOLATILE_WRITE(0, 0, 0, 0, 3),
         VOLATILE_WRITE(0, 1, 0, 4, 3), VOLATILE_READ(0, 0, 1, 4)),
    CASE("also of another warp", " 0-1", VOLATILE_WRITE(0, 0, 0, 0, 3),
         VOLATILE_WRITE(0, 1, 0, 4, 3), VOLATILE_READ(0, 32, 1, 4)),
    CASE("not of another block", "", VOLATILE_WRITE(0, 0, 0, 0, 3), VOLATILE_WRITE(0, 1, 0, 4, 3),
         VOLATILE_READ(1, 0, 1, 4)),
    CASE("all lanes store in one place: a flag", "", VOLATILE_WRITE(0, 0, 0, 4, 3),
         VOLATILE_WRITE(0, 1, 0, 4, 3), VOLATILE_READ(0, 32, 1, 4)),
    CASE("each lane stores for itself", "", VOLATILE_WRITE(0, 0, 0, 0, 1),
         VOLATILE_WRITE(0, 1, 0, 4, 2), VOLATILE_READ(0, 0, 1, 4)),
    CASE("the lane that stores has executed a fence", "", FENCE(0, 1, 2, BLOCK),
         VOLATILE_WRITE(0, 0, 0, 0, 3), VOLATILE_WRITE(0, 1, 0, 4, 3), VOLATILE_READ(0, 0, 1, 4)),
    CASE("the lane that reads has: no help", " 0-1", FENCE(0, 0, 2, BLOCK),
         VOLATILE_WRITE(0, 0, 0, 0, 3), VOLATILE_WRITE(0, 1, 0, 4, 3), VOLATILE_READ(0, 0, 1, 4)),
    CASE("a warp barrier in between", "", VOLATILE_WRITE(0, 0, 0, 0, 3),
         VOLATILE_WRITE(0, 1, 0, 4, 3), WARP_BARRIER(0, 0, 2), WARP_BARRIER(0, 1, 2),
         VOLATILE_READ(0, 0, 1, 4)),
};

/* 1 if the races are those expected; says so if not. */
static int right(const char *name, const char *expected, const struct pairs *races)
{
    char text[PAIRS_TEXT];
    pairs_describe(races, text);
    if (!strcmp(text, expected))
        return 1;
    printf("%s: races are '%s', not '%s'\n", name, expected, text);
    return 0;
}

int main(void)
{
    unsigned count = sizeof tests / sizeof *tests, wrong = 0;
    for (unsigned i = 0; i < count; i++) {
        struct verdict verdict;
        oracle_judge(tests[i].events, tests[i].count, &verdict);
        wrong += !right(tests[i].name, tests[i].least, &verdict.least) ||
                 !right(tests[i].name, tests[i].most, &verdict.most);
    }
    printf("%u cases, %u wrong\n", count, wrong);
    return wrong != 0;
}
