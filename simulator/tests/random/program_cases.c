/*
 * Tests what leads from a program to the oracle's verdict: small programs, written by
 * hand, are run, and the races of what happened must be those worked out on paper, for the
 * oracle and for the simulator's own detector. Prints a line for each that is not.
 */
#include <stdio.h>
#include <string.h>

#include "execution.h"
#include "oracle.h"
#include "valid.h"

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
#define STRUCTURE(who)                                                                             \
    {                                                                                              \
        OP_READ, who, DATA, 12, SCOPE_DEVICE                                                       \
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

/* clang-format off: a table */
static const struct test {
    const char *name;
    const char *races; /* as pairs_describe says them; behind a ? if they only may be */
    struct program program;
} tests[] = {
    {"flag with fences of the block",
     "",
     {1,
      64,
      6,
      {DO(WRITE, ONE(0, 0), DATA), FENCE(ONE(0, 0), BLOCK), DO(EXCHANGE, ONE(0, 0), FLAG),
       DO(SPIN, ONE(0, 32), FLAG), FENCE(ONE(0, 32), BLOCK), DO(READ, ONE(0, 32), DATA)}}},
    {"the same, the spinning thread in an earlier warp",
     "",
     {1,
      64,
      6,
      {DO(WRITE, ONE(0, 32), DATA), FENCE(ONE(0, 32), BLOCK), DO(EXCHANGE, ONE(0, 32), FLAG),
       DO(SPIN, ONE(0, 0), FLAG), FENCE(ONE(0, 0), BLOCK), DO(READ, ONE(0, 0), DATA)}}},
    {"volatile flag between lanes of one warp, in shared memory",
     "",
     {1,
      32,
      6,
      {DO(WRITE, ONE(0, 7), DATA), FENCE(ONE(0, 7), BLOCK), DO(VOLATILE_WRITE, ONE(0, 7), SHARED),
       DO(SPIN_VOLATILE, ONE(0, 3), SHARED), FENCE(ONE(0, 3), BLOCK), DO(READ, ONE(0, 3), DATA)}}},
    {"no fence of the reader in an earlier block",
     " 0-4B",
     {2,
      1,
      5,
      {DO(WRITE, ONE(1, 0), DATA), FENCE(ONE(1, 0), DEVICE), DO(EXCHANGE, ONE(1, 0), FLAG),
       DO(SPIN, ONE(0, 0), FLAG), DO(READ, ONE(0, 0), DATA)}}},
    {"lock with fences, two lanes of one warp",
     "",
     {1,
      32,
      5,
      {DO(LOCK, RANGE(0, 0, 2), FLAG), FENCE(RANGE(0, 0, 2), DEVICE),
       STORE_THREAD(WRITE, RANGE(0, 0, 2), DATA), FENCE(RANGE(0, 0, 2), DEVICE),
       STORE(0, EXCHANGE, RANGE(0, 0, 2), FLAG)}}},
    {"lock without the fence before its release, three blocks",
     " 2-2B",
     {3,
      1,
      4,
      {DO(LOCK, ALL, FLAG), FENCE(ALL, DEVICE), STORE_THREAD(WRITE, ALL, DATA),
       STORE(0, EXCHANGE, ALL, FLAG)}}},
    {"a read, a warp barrier, the same lane reads and writes",
     "",
     {1,
      32,
      4,
      {DO(READ, ALL, DATA), WARP_BARRIER(RANGE(0, 0, 32)), DO(READ, ONE(0, 1), DATA),
       STORE(10, WRITE, ONE(0, 1), DATA)}}},
    {"flag set and read by atomics of the block, two blocks",
     " 0-5B 2-3B",
     {2,
      1,
      6,
      {DO(WRITE, ONE(0, 0), DATA), FENCE(ONE(0, 0), DEVICE), DO_IN_BLOCK(ADD, ONE(0, 0), FLAG),
       DO_IN_BLOCK(SPIN, ONE(1, 0), FLAG), FENCE(ONE(1, 0), DEVICE), DO(READ, ONE(1, 0), DATA)}}},
    {"a read races with the other warp's atomic",
     " 0-3",
     {1,
      64,
      4,
      {DO(READ, ONE(0, 0), DATA), WARP_BARRIER(RANGE(0, 0, 32)), DO(ADD, ONE(0, 1), DATA),
       DO(ADD, ONE(0, 32), DATA)}}},
    {"an atomic races with a read behind the other warp's atomic",
     "? 0-2",
     {1, 64, 3, {DO(ADD, ONE(0, 0), DATA), DO(ADD, ONE(0, 32), DATA), DO(READ, ONE(0, 32), DATA)}}},
    {"what the writer does behind its fence is not ordered",
     " 2-6B",
     {2,
      1,
      7,
      {DO(WRITE, ONE(0, 0), DATA), FENCE(ONE(0, 0), DEVICE), DO(READ, ONE(0, 0), DATA),
       DO(EXCHANGE, ONE(0, 0), FLAG), DO(SPIN, ONE(1, 0), FLAG), FENCE(ONE(1, 0), DEVICE),
       STORE(2, WRITE, ONE(1, 0), DATA)}}},
    {"the last block reads what all have written",
     "",
     {3,
      1,
      6,
      {DO(WRITE, ALL, BY_BLOCK(0)), FENCE(ALL, DEVICE), DO(TICKET, ALL, FLAG),
       FENCE(TICKET(2), DEVICE), DO(READ, TICKET(2), BY_BLOCK(1)),
       DO(READ, TICKET(2), BY_BLOCK(2))}}},
    {"the last but one does so too early",
     " 0-4B",
     {3,
      1,
      6,
      {DO(WRITE, ALL, BY_BLOCK(0)), FENCE(ALL, DEVICE), DO(TICKET, ALL, FLAG),
       FENCE(TICKET(1), DEVICE), DO(READ, TICKET(1), BY_BLOCK(1)),
       DO(READ, TICKET(1), BY_BLOCK(3))}}},
    {"all write and execute fences, one thread tells, all see behind a barrier",
     "",
     {2,
      64,
      8,
      {STORE_THREAD(WRITE, RANGE(0, 0, 32), IN_GLOBAL(0)), FENCE(RANGE(0, 0, 64), DEVICE),
       BLOCK_BARRIER, DO(EXCHANGE, ONE(0, 40), FLAG), DO(SPIN, ONE(1, 3), FLAG), BLOCK_BARRIER,
       FENCE(RANGE(1, 0, 64), DEVICE), DO(READ, RANGE(1, 0, 32), IN_GLOBAL(1))}}},
    {"the same with light fences",
     " 0-7B",
     {2,
      64,
      8,
      {STORE_THREAD(WRITE, RANGE(0, 0, 32), IN_GLOBAL(0)), LIGHT_FENCE(RANGE(0, 0, 64), DEVICE),
       BLOCK_BARRIER, DO(EXCHANGE, ONE(0, 40), FLAG), DO(SPIN, ONE(1, 3), FLAG), BLOCK_BARRIER,
       LIGHT_FENCE(RANGE(1, 0, 64), DEVICE), DO(READ, RANGE(1, 0, 32), IN_GLOBAL(1))}}},
    {"the fence of one writer is missing",
     " 0-7B",
     {2,
      64,
      8,
      {STORE_THREAD(WRITE, RANGE(0, 0, 32), IN_GLOBAL(0)), FENCE(RANGE(0, 1, 64), DEVICE),
       BLOCK_BARRIER, DO(EXCHANGE, ONE(0, 40), FLAG), DO(SPIN, ONE(1, 3), FLAG), BLOCK_BARRIER,
       FENCE(RANGE(1, 0, 64), DEVICE), DO(READ, RANGE(1, 0, 32), IN_GLOBAL(1))}}},
    {"what was fenced before a light acquire is fenced for a later signal of another thread",
     "",
     {3,
      64,
      10,
      {DO(WRITE, ONE(0, 0), DATA), FENCE(ONE(0, 0), DEVICE), DO(EXCHANGE, ONE(0, 0), FLAG),
       DO(SPIN, ONE(1, 3), FLAG), LIGHT_FENCE(ONE(1, 3), DEVICE), BLOCK_BARRIER,
       DO(EXCHANGE, ONE(1, 40), FLAG_2), DO(SPIN, ONE(2, 0), FLAG_2), FENCE(ONE(2, 0), DEVICE),
       DO(READ, ONE(2, 0), DATA)}}},
    {"a block barrier between writes and reads",
     "",
     {2,
      64,
      3,
      {STORE_THREAD(WRITE, RANGE(ANY_BLOCK, 0, 32), BY_THREAD(0)), BLOCK_BARRIER,
       DO(READ, RANGE(ANY_BLOCK, 0, 32), BY_THREAD(1))}}},
    {"no barrier between writes and reads",
     " 0-1",
     {2,
      64,
      2,
      {STORE_THREAD(WRITE, RANGE(ANY_BLOCK, 0, 32), BY_THREAD(0)),
       DO(READ, RANGE(ANY_BLOCK, 0, 32), BY_THREAD(1))}}},
    {"volatile accesses of a warp in lockstep",
     " 0-1",
     {1,
      32,
      2,
      {STORE_THREAD(VOLATILE_WRITE, ALL, BY_THREAD(0)), DO(VOLATILE_READ, ALL, BY_THREAD(1))}}},
    {"the same behind a fence",
     "",
     {1,
      32,
      3,
      {FENCE(ALL, BLOCK), STORE_THREAD(VOLATILE_WRITE, ALL, BY_THREAD(0)),
       DO(VOLATILE_READ, ALL, BY_THREAD(1))}}},
    {"two threads read, wait at a cuda::barrier for others, and write",
     " 0-3 3-3",
     {1,
      34,
      4,
      {DO(READ, RANGE(0, 2, 4), SHARED), ARRIVE(LANE_1), WAIT(RANGE(0, 2, 4)),
       STORE_THREAD(WRITE, RANGE(0, 2, 4), SHARED)}}},
    {"the same, a barrier, and one of them writes",
     "",
     {1,
      34,
      5,
      {DO(READ, RANGE(0, 2, 4), SHARED), ARRIVE(LANE_1), WAIT(RANGE(0, 2, 4)), BLOCK_BARRIER,
       STORE_THREAD(WRITE, ONE(0, 2), SHARED)}}},
    {"a thread's atomics of 4 and of 8 bytes, and another's of 8",
     " 0-2",
     {1,
      32,
      3,
      {DO_IN_BLOCK(ADD, ONE(0, 1), FLAG), IN_DOUBLE_WORD(CAS, ONE(0, 1)),
       IN_DOUBLE_WORD(CAS, ONE(0, 8))}}},
    {"all of 8",
     "",
     {1,
      32,
      3,
      {IN_DOUBLE_WORD(ADD, ONE(0, 1)), IN_DOUBLE_WORD(CAS, ONE(0, 1)),
       IN_DOUBLE_WORD(CAS, ONE(0, 8))}}},
    {"a store ends the signal that it writes over",
     " 0-5",
     {1,
      96,
      6,
      {DO(WRITE, ONE(0, 0), DATA), FENCE(ONE(0, 0), DEVICE), DO(EXCHANGE, ONE(0, 0), FLAG),
       ORDERED(STORE, RELAXED, ONE(0, 32)), ORDERED(ADD, ACQUIRE, ONE(0, 64)),
       DO(READ, ONE(0, 64), DATA)}}},
    {"an exchange passes it on",
     "",
     {1,
      96,
      6,
      {DO(WRITE, ONE(0, 0), DATA), FENCE(ONE(0, 0), DEVICE), DO(EXCHANGE, ONE(0, 0), FLAG),
       ORDERED(EXCHANGE, RELAXED, ONE(0, 32)), ORDERED(ADD, ACQUIRE, ONE(0, 64)),
       DO(READ, ONE(0, 64), DATA)}}},
    {"the thread that releases stores there once more",
     "",
     {1,
      64,
      5,
      {DO(WRITE, ONE(0, 0), DATA), ORDERED(STORE, RELEASE, ONE(0, 0)),
       ORDERED(STORE, RELAXED, ONE(0, 0)), ORDERED(ADD, ACQUIRE, ONE(0, 32)),
       DO(READ, ONE(0, 32), DATA)}}},
    {"an acquire of another word",
     " 0-4",
     {1,
      64,
      5,
      {DO(WRITE, ONE(0, 0), DATA), ORDERED(STORE, RELEASE, ONE(0, 0)), DO(ADD, ONE(0, 32), FLAG),
       ACQUIRE_OTHER(ONE(0, 32)), DO(READ, ONE(0, 32), DATA)}}},
    {"a relaxed read, and an acquire of the same word behind it",
     "",
     {1,
      96,
      6,
      {DO(WRITE, ONE(0, 0), DATA), ORDERED(STORE, RELEASE, ONE(0, 0)), DO(ADD, ONE(0, 32), FLAG),
       ORDERED(STORE, RELAXED, ONE(0, 32)), ORDERED(ADD, ACQUIRE, ONE(0, 32)),
       DO(READ, ONE(0, 32), DATA)}}},
    /* Each copies byte by byte: a list of four bytes has four accesses of each thread. */
    {"all threads copy by bytes, and one of a later block stores a byte",
     "? 0-0 0-0B 0-1 0-1B",
     {3, 64, 2, {COPY(11, ALL), BYTE(ONE(2, 40))}}},
    {"what an asynchronous copy reads may be loaded meanwhile, not stored",
     "? 1-2",
     {1, 64, 3, {{OP_LOAD, ONE(0, 32), FLAG, 4, SCOPE_BLOCK, .order = ORDER_RELAXED}, ORDERED(STORE, RELAXED, ONE(0, 32)),
                 {OP_COPY_ASYNC, ONE(0, 0), SHARED, 4, SCOPE_DEVICE, .from = FLAG}}}},
    {"all lanes store the same value", " 0-0n", {1, 32, 1, {DO(WRITE, ALL, DATA)}}},
    {"a compare-and-swap loop with a plain first read",
     " 0-1n 0-1Bn",
     {2, 2, 2, {DO(READ, ALL, DATA), DO(CAS_LOOP, ALL, DATA)}}},
    /* Of its three loads, which the compiler may join, the first can be one more first read. */
    {"the same, and a structure is read in between",
     "? 0-2 1-2",
     {1, 2, 3, {DO(READ, ONE(0, 0), DATA), STRUCTURE(ONE(0, 0)), DO(CAS_LOOP, ALL, DATA)}}},
};
/* clang-format on */

int main(void)
{
    static struct executions executions;
    struct execution *execution = executions.list;
    unsigned count = sizeof tests / sizeof *tests, wrong = 0;
    for (unsigned i = 0; i < count; i++) {
        char text[PAIRS_TEXT];
        struct verdict verdict;
        execute(&tests[i].program, &executions);
        oracle_judge(execution->events, execution->count, &verdict);
        pairs_describe(&verdict.most, text);
        int valid = program_is_valid(&tests[i].program);
        int undecided = tests[i].races[0] == '?';
        int decided = !memcmp(&verdict.least, &verdict.most, sizeof verdict.most);
        if (valid && decided == !undecided && !execution->other_finding &&
            !strcmp(text, tests[i].races + undecided) && pairs_fit(&execution->found, &verdict))
            continue;
        wrong++;
        printf("%s: races are '%s', for the oracle '%s'", tests[i].name, tests[i].races, text);
        pairs_describe(&execution->found, text);
        printf(", found '%s'%s\n", text, valid ? "" : "; not a valid program");
    }
    printf("%u programs, %u wrong\n", count, wrong);
    return wrong != 0;
}
