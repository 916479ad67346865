/*
 * Sites: the instructions of the program that touch memory, branch or synchronise.
 * A site is known by its pc, the return address of the hook or call, and gets
 * a small number when it is first met.
 */
#ifndef SITE_H
#define SITE_H

#include <stdint.h>

#include "base/program.h"

#define SITES_MOST 65535

/* The pc of the call of the function in which it stands. */
#define CALLER ((uintptr_t)__builtin_return_address(0))

/*
 * An event as recorded: the pc's distance from the program's start in the upper
 * 24 bits, and in the lower 8 its class and size.
 */
typedef uint32_t event_t;

#define EVENT_SIZE         0x07 /* log2 of the bytes, 0 to 4 */
#define EVENT_WRITE        0x08
#define EVENT_CLASS        0xF0
#define EVENT_ACCESS       0x00
#define EVENT_BLOCK        0x10 /* a basic block starts */
#define EVENT_ENTER        0x20 /* a function starts */
#define EVENT_EXIT         0x30 /* a function returns */
#define EVENT_ATOMIC       0x40
#define EVENT_FENCE        0x50
#define EVENT_BRANCH       0x60 /* not recorded: where the merger saw lanes diverge */
#define EVENT_BARRIER      0x70 /* not recorded: block barriers */
#define EVENT_WARP_BARRIER 0x80 /* not recorded */
#define EVENT_EXCHANGE     0x90 /* not recorded: shuffles, votes, reductions */
#define EVENT_GRID_BARRIER 0xA0 /* not recorded */
/* No steps of the warp, but ordered among them: */
#define EVENT_PRINT    0xB0 /* printf */
#define EVENT_COPY     0xC0 /* an asynchronous copy begins, or is waited for: enum sim_copy */
#define EVENT_CONSTANT 0xD0 /* a load from constant memory */
#define EVENT_LOCAL    0xE0 /* an access to local memory, with its size and EVENT_WRITE */

/*
 * Attributes of an access: above the event until it is recorded, then in the upper 16 bits
 * of the address that is recorded with it.
 */
#define ACCESS_VOLATILE    0x10000u
#define ACCESS_SWAP        0x20000u  /* an atomic compare-and-swap */
#define ACCESS_VALUE       0x40000u  /* a store whose value is noted */
#define ACCESS_SCOPE       0x300000u /* enum sim_scope of an atomic */
#define ACCESS_SCOPE_SHIFT 20
#define ACCESS_FLOATING    0x400000u  /* an atomic on floating point */
#define ACCESS_SEEN        0x800000u  /* its value is noted for a view */
#define ACCESS_EXCHANGE    0x1000000u /* an atomic exchange: perhaps a store that returns nothing */
#define ACCESS_FAILED      0x2000000u /* a compare-and-swap that has found another value */
#define ACCESS_PAIR        0x4000000u /* an atomic on two halves, each of them one by itself */
#define ACCESS_LOAD        0x8000000u /* an atomic that changes nothing */
#define ACCESS_WRAPS       0x10000000u /* an atomic increment or decrement, which wraps around */
#define ACCESS_BARRIER     0x20000000u /* on the words of a barrier for all threads of the block */
/* What is recorded as a fence's address: its scope, and what it is if not PTX's fence.sc. */
#define FENCE_SCOPE   0x3u
#define FENCE_LIGHT   0x4u  /* PTX's fence.acq_rel */
#define FENCE_RELEASE 0x8u  /* the order of the atomic behind it, */
#define FENCE_ACQUIRE 0x10u /* or of the one before it */
/* What stands above the event of an EVENT_COPY: enum sim_copy, and a number. */
#define COPY_NUMBER_BITS 13
#define COPY_NUMBER_MOST ((1u << COPY_NUMBER_BITS) - 1)
#define ADDRESS_BITS     48
#define ATTRIBUTE_SHIFT  (ADDRESS_BITS - 16)

static inline uint64_t recorded_address(uintptr_t address, unsigned what)
{
    return address | (uint64_t)(what >> 16) << ADDRESS_BITS;
}
static inline uintptr_t address_of(uint64_t recorded)
{
    return recorded & (((uint64_t)1 << ADDRESS_BITS) - 1);
}
/* ACCESS_ bits */
static inline unsigned attributes_of(uint64_t recorded)
{
    return (unsigned)(recorded >> ATTRIBUTE_SHIFT) & ~0xFFFFu;
}

/* 1 if the event is no step of the warp. */
static inline int event_is_no_step(event_t event)
{
    unsigned what = event & EVENT_CLASS;
    return what == EVENT_PRINT || what == EVENT_COPY || what == EVENT_CONSTANT ||
           what == EVENT_LOCAL;
}

static inline event_t event_at(uintptr_t pc, unsigned what)
{
    return (event_t)(pc - PROGRAM_START) << 8 | (what & 0xFF);
}
/*
 * A pc within the instruction before the basic block whose hook returns to pc: the
 * branch that falls through to the block. The hook's call is the block's first
 * instruction.
 */
#if defined(__x86_64__)
#define BRANCH_BEFORE(pc) ((pc)-6)
#else
#define BRANCH_BEFORE(pc) ((pc)-5)
#endif

static inline uintptr_t event_pc(event_t event)
{
    return (event >> 8) + PROGRAM_START;
}

/* The counts of a site. Bytes, sectors of 32 bytes; the rest are numbers. */
struct counts {
    uint64_t requests; /* by warps, to global memory; or: barriers, exchanges */
    uint64_t lanes;    /* that took part in them */
    uint64_t sectors;
    uint64_t bytes;
    uint64_t shared_requests;
    uint64_t shared_lanes;
    uint64_t wavefronts;
    uint64_t diverged; /* branches at which a warp's lanes diverged */
    /* no counts, but the checks' state of the site: */
    uint64_t last_address; /* the last valid one, see check/target.h */
    uint64_t copy_unit;    /* if it copies structures, see check/access.h; else 0 */
};
_Static_assert(sizeof(struct counts) == 10 * sizeof(uint64_t), "profile_add takes it as an array");

/* The number of the event's site, 1 to SITES_MOST; 0 if there are too many. */
uint16_t site_number(event_t event);

/* The number of known sites; the event of one of them. */
unsigned site_count(void);
event_t site_event(uint16_t site);

/* Reserves the tables and checks that the program's code fits an event's pc. */
void site_start(void);

#endif
