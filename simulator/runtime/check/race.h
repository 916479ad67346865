/*
 * The race detector's memory: who last wrote and read each 4 bytes, and which
 * accesses are ordered by barriers, fences and atomics.
 *
 * Time within a block is counted in ticks: each synchronisation starts a new
 * one. An access is stamped with its thread and tick; it is ordered before a
 * later one if a synchronisation in between includes both threads.
 */
#ifndef RACE_H
#define RACE_H

#include <stdint.h>

struct worker;

/*
 * owner: the unit (one block of one launch) of the last access, and flags.
 * write, read: stamps of the last write and read, 0 if there is none.
 * write_site, read_site: where they stand in the program (site.h).
 */
struct cell {
    uint32_t owner;
    uint32_t write;
    uint32_t read;
    uint16_t write_site;
    uint16_t read_site;
};

#define OWNER_WRITTEN 0x80000000u       /* the owner wrote */
#define OWNER_SHARED 0x40000000u        /* other units read too */
#define OWNER_ATOMIC 0x20000000u        /* the owner used atomics only */
#define OWNER_BYTES 0x10000000u         /* look at the four byte cells instead */
#define OWNER_UNIT 0x0FFFFFFFu
#define UNITS_MOST OWNER_UNIT

#define STAMP_TICK_SHIFT 10
#define STAMP_TICKS_MOST ((1u << 20) - 1)
#define STAMP_FLAG 0x40000000u          /* read: by several lanes of a warp */
#define STAMP_FLAG_2 0x80000000u        /* read: by several warps; write: an atomic */

static inline uint32_t stamp_of(unsigned thread, unsigned tick)
{
    return thread | tick << STAMP_TICK_SHIFT;
}
static inline unsigned stamp_thread(uint32_t stamp)
{
    return stamp & 1023;
}
static inline unsigned stamp_tick(uint32_t stamp)
{
    return stamp >> STAMP_TICK_SHIFT & STAMP_TICKS_MOST;
}

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* One access by one thread, for the detector and its reports. */
struct access {
    uintptr_t address;
    unsigned size;
    enum access_kind kind;
    unsigned thread;            /* linear in the block */
    uint16_t site;
    uintptr_t pc;
};

/* Checks and notes an access to global (in the arena) or shared memory. */
void race_access_global(struct worker *worker, const struct access *access);
void race_access_shared(struct worker *worker, const struct access *access);

/* Forgets all accesses to global memory (when units start anew). */
void race_forget_everything(void);

#endif
