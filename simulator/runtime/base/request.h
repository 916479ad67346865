/*
 * One request: an instruction of a warp that touches memory, with the lanes
 * that take part in it.
 */
#ifndef BASE_REQUEST_H
#define BASE_REQUEST_H

#include <stdint.h>

#include "base/site.h"
#include "base/worker.h"
#include "sim/sim.h"

/* Sectors of global memory side by side: [first, end), counted from address 0. */
struct sectors {
    uint64_t first, end;
};

/*
 * Lanes side by side in a request whose addresses lie at equal distances: what is asked of each of
 * them is answered for all at once.
 */
struct stretch {
    unsigned count;     /* of lanes */
    uint64_t address;   /* of the first one */
    uint64_t stride;    /* bytes from each to the next, modulo 2^64 */
    uint64_t low, high; /* the lowest and the highest address in it */
};
#define STRETCHES_MOST 4

static inline struct stretch stretch_of(unsigned count, uint64_t address, uint64_t stride)
{
    uint64_t last = address + (count - 1) * stride;
    struct stretch stretch = {count, address, stride, address, last};
    if (last < address) {
        stretch.low = last;
        stretch.high = address;
    }
    return stretch;
}

/* 1 if accesses of size bytes leave no byte between the first and the last of them out. */
static inline int stretch_is_solid(const struct stretch *stretch, unsigned size)
{
    return stretch->stride + size <= 2 * (uint64_t)size;
}

struct request {
    event_t event;
    uint16_t site;           /* of the event */
    unsigned lanes;          /* a mask of them */
    unsigned count;          /* of lanes, 1 to 32 */
    const unsigned *lane;    /* ascending */
    const uint64_t *address; /* of each of them */
    unsigned stretches;      /* in how many all its lanes are, in order; 0: in too many */
    struct stretch stretch[STRETCHES_MOST];
    /* Of its address among those that a lane has recorded: by lane, or NULL: the same for all. */
    const unsigned *places;
    unsigned place;
    int global; /* all of it goes to global memory, or all to shared */
    /* only if an instrument needs the cost: */
    unsigned cost; /* sectors of global memory, or wavefronts of shared */
    /* of one to global memory: */
    unsigned bytes; /* different ones that it asks for */
    unsigned ranges;
    struct sectors range[SIM_WARP_SIZE]; /* ascending; no sector is in two */
    unsigned attributes;                 /* ACCESS_ bits of the last of them */
    uint64_t value[SIM_WARP_SIZE]; /* with ACCESS_VALUE, a store's; ACCESS_SWAP: 1 if it failed */
    /* Where the lanes and their addresses are, if they are not all of a row as it was recorded. */
    unsigned own_lane[SIM_WARP_SIZE];
    uint64_t own_address[SIM_WARP_SIZE];
};

/* Where the lane's address stands in the warp's recordings, and what belongs to it likewise. */
static inline size_t request_recorded_at(const struct request *request, unsigned lane)
{
    unsigned place = request->places ? request->places[lane] : request->place;
    return (size_t)place * ADDRESS_ROW + lane;
}

#endif
