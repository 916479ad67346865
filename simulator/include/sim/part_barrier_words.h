/*
 * The words of a barrier for some of a block's threads, for part_barriers.h and the runtime.
 */
#ifndef SIM_PART_BARRIER_WORDS_H
#define SIM_PART_BARRIER_WORDS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How many arrivals are expected and, in one word, how many of them are missing and, above that,
 * the phase: as sim_waits_at wants them.
 */
struct sim_part_barrier {
    unsigned int unused, expected;
    uint64_t state;
};

/*
 * To be called before each arrival at the barrier of that number, among bytes of shared memory. New
 * in this block, or where nobody has arrived, it expects so many threads from here on. Returns 0 if
 * threads have arrived that expect another number, else 1.
 */
int sim_part_barrier_begins(struct sim_part_barrier *barriers, size_t bytes, unsigned int number,
                            unsigned int expected);

/* Some thread of the program may arrive at a barrier and not wait there. Returns 1. */
int sim_part_barrier_arrives(void);

/* 1 if sim_part_barrier_arrives has been called, else 0. */
int sim_part_barrier_arrivals(void);

#ifdef __cplusplus
}
#endif

#endif
