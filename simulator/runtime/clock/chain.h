/*
 * Blocks that wait for each other, in a chain: each polls a word that another one stores when it
 * has seen its own. The simulator runs them one after another, so that no trace shows the waiting.
 */
#ifndef CHAIN_H
#define CHAIN_H

#include "clock/sample.h"

struct device;

struct chain {
    event_t awaits, tells; /* the accesses that poll a word, and that store the next one's */
    double links;          /* of the chain, for each block; 0: the launch has none */
    double begins;         /* cycles: when the first warp begins to poll */
    double passed;         /* cycles from seeing a word to storing the next, of all warps ... */
    unsigned warps;        /* ... that have stored it */
};

/* The chain that the sampled blocks' addresses show. */
struct chain chain_find(const struct sample *sample);

/*
 * A warp has sent that request: when, and when its result is there. *seen is the warp's own.
 * Returns 1 if it is a poll, for whose result the warp waits.
 */
int chain_note(struct chain *chain, const struct trace_event *event, double sent, double ready,
               double *seen);

/* The least number of cycles that these blocks take, one after another. */
double chain_time(const struct chain *chain, const struct device *device, uint64_t blocks);

#endif
