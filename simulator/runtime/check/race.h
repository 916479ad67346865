/*
 * The race detector. It looks twice.
 *
 * The quick look (quick.h) keeps a few words for each 4 bytes of memory and costs little. If it has
 * no doubt, there is no race. It doubts where it cannot tell that two accesses are ordered. Then
 * the launch runs again from its start, one block at a time. The exact look (exact.h) keeps every
 * access that may still matter, decides by CUDA's memory model and reports.
 */
#ifndef RACE_H
#define RACE_H

#include <stddef.h>
#include <stdint.h>

#include "sim/sim.h"

struct worker;

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* One access by one thread, for the detector and its reports. */
struct access {
    uintptr_t address;
    unsigned size; /* bytes */
    enum access_kind kind;
    unsigned thread; /* linear in the block */
    uint16_t site;
    uintptr_t pc;
    /* what only the exact look needs: */
    int is_volatile;
    int is_compare_and_swap, is_exchange, is_load; /* of atomics */
    int has_failed;                                /* a compare-and-swap that has stored nothing */
    int is_pending;       /* of an asynchronous copy, which may still read */
    int is_wide;          /* a store; other lanes of its request store to other addresses */
    enum sim_scope scope; /* of atomics */
    int has_value;        /* of writes: */
    uint64_t value;       /* what was stored */
};

struct run;

/* Makes the part of the detector that all workers share, after memory_start. */
void race_start_global(void);

/* Makes a worker's part of the detector; ends the program with status 3 if memory is out. */
void race_start(struct worker *worker);

/* A launch with checks begins, before its blocks run. */
void race_new_launch(const struct run *run);

/* All blocks have met at a grid barrier: their later accesses come after all earlier ones. */
void race_new_phase(void);

/* A block begins, or goes on after a grid barrier, with a unit of its own; it has ended. */
void race_new_block(struct worker *worker);
void race_end_block(struct worker *worker);

/*
 * A kernel's thread frees memory of the heap at the pc: that races with all accesses to it that
 * do not come before. Only an exact look knows.
 */
void race_free(struct worker *worker, uintptr_t address, size_t size, uintptr_t pc);

/* Global memory was freed: forgets the accesses to it. */
void race_forget(uintptr_t address, size_t size);

/* When units start anew: forgets all accesses to global, or to all workers' shared memory. */
void race_forget_global(void);
void race_forget_shared(void);

#endif
