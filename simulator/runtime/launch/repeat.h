/*
 * Launches that repeat another: the same kernel with the same grid and parameters, where all memory
 * is as it was then. What it would do is known: what the other has done. Programs that time a
 * kernel launch it hundreds of times; so only the first few are run. What a launch changes is
 * kept; much is not before it has been met twice.
 *
 * Launches are not taken for repetitions where more counts than memory, or more than memory is
 * changed: if the kernel has asked for the time, printed, allocated or launched, if the order of
 * streams is looked at, or a view is wanted. SIM_REPEAT=1 runs every launch.
 */
#ifndef REPEAT_H
#define REPEAT_H

#include "base/run.h"
#include "memory/snapshot.h"
#include "memory/touched.h"
#include "report/findings.h"
#include "report/kernel.h"
#include "report/times.h"

/* What one launch has counted, and done; its places stand in profile.modelled. */
struct outcome {
    struct snapshot_changes changes; /* of memory */
    struct profile profile;
    int is_timed; /* by the clock, which then knows: */
    struct launch_time time;
    struct touched_effect l2;
    struct finding *findings; /* what was found, where it may be repeated */
    unsigned finding_count;
};

/* What a launch depends on. It is no key at all, which nothing fits, if is_one is 0. */
struct repeat_key {
    int is_one;
    const struct sim_launch *launch;
    const struct kernel *kernel;
    int device;
    uint64_t memory;
};

/* Of a launch that is about to run; memory: what snapshot_take has returned. */
struct repeat_key repeat_key(const struct run *run, uint64_t memory);

/*
 * If the launch repeats one that is known: does to memory and L2 what that one has done, finds what
 * it has found, and returns what it would count. Else NULL.
 */
const struct outcome *repeat_launch(const struct repeat_key *key);

/* The launch has ended without an error: keeps what was seen, if it may be repeated; or frees it.
 */
void repeat_keep(const struct repeat_key *key, const struct run *run, struct outcome *outcome);

/* Forgets all launches: something has changed that they may depend on. */
void repeat_forget(void);

#endif
