/*
 * One request: an instruction of a warp that touches memory, with the lanes
 * that take part in it.
 */
#ifndef BASE_REQUEST_H
#define BASE_REQUEST_H

#include <stdint.h>

#include "base/site.h"
#include "sim/sim.h"

/* Sectors of global memory side by side: [first, end), counted from address 0. */
struct sectors {
    uint64_t first, end;
};

struct request {
    event_t event;
    uint16_t site;                   /* of the event */
    unsigned count;                  /* of lanes, 1 to 32 */
    unsigned lane[SIM_WARP_SIZE];    /* ascending */
    uint64_t address[SIM_WARP_SIZE]; /* of each of them */
    const unsigned *place;           /* by lane: of its address among those that it has recorded */
    int global;                      /* all of it goes to global memory, or all to shared */
    /* only if an instrument needs the cost: */
    unsigned cost; /* sectors of global memory, or wavefronts of shared */
    /* of one to global memory: */
    unsigned bytes; /* different ones that it asks for */
    unsigned ranges;
    struct sectors range[SIM_WARP_SIZE]; /* ascending; no sector is in two */
    unsigned attributes;                 /* ACCESS_ bits of the last of them */
    uint64_t value[SIM_WARP_SIZE]; /* with ACCESS_VALUE, a store's; ACCESS_SWAP: 1 if it failed */
};

#endif
