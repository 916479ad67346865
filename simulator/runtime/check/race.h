/*
 * The race detector. It looks twice.
 *
 * The quick look (quick.h) keeps a few words for each 4 bytes of memory and costs
 * little. It is sure where it finds nothing, but it only doubts where something may
 * be wrong: two accesses that it cannot tell to be ordered. Then the launch is run
 * again from its start, one block at a time, and the exact look (exact.h) keeps every
 * access that may still matter, decides by CUDA's memory model and reports.
 */
#ifndef RACE_H
#define RACE_H

#include <stdint.h>

#include "sim/sim.h"

struct worker;

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* One access by one thread, for the detector and its reports. */
struct access {
    uintptr_t address;
    unsigned size;              /* bytes */
    enum access_kind kind;
    unsigned thread;            /* linear in the block */
    uint16_t site;
    uintptr_t pc;
    /* what only the exact look needs: */
    int is_volatile;
    int is_compare_and_swap;    /* of atomics */
    int is_wide;                /* a store whose request has lanes that store to other addresses */
    enum sim_scope scope;       /* of atomics */
    int has_value;              /* of writes: */
    uint64_t value;             /* what was stored */
};

/* A block begins, with a unit of its own (after order_new_block). */
void race_new_block(struct worker *worker);

/* A block has ended. */
void race_end_block(struct worker *worker);

/* A launch begins, on any worker, before its blocks run. */
void race_new_launch(int exact);

/* Forgets all accesses to global memory (when units start anew). */
void race_forget_everything(void);

#endif
