/*
 * Launches that repeat another: the same kernel with the same grid and parameters, where all memory
 * is as it was then. Its effect is known: that of the other. Programs that time a kernel launch it
 * hundreds of times; so only the first few are run. The changes of a launch are copied; large ones
 * only when it is met for the second time. One like the launch right before it: see relaunch.h.
 *
 * A launch is run again where it depends on more than memory, or changes more: if the kernel has
 * asked for the time, printed, allocated or launched, if there are several devices, or a view is
 * recorded. SIM_REPEAT=1 runs every launch.
 */
#ifndef REPEAT_H
#define REPEAT_H

#include "base/run.h"
#include "check/written.h"
#include "memory/snapshot.h"
#include "check/watched.h"
#include "memory/touched.h"
#include "report/findings.h"
#include "report/kernel.h"
#include "report/times.h"

/* The counts and effects of one launch; the times of its events are in profile.modelled. */
struct outcome {
    struct snapshot_changes changes; /* of memory */
    struct profile profile;
    int is_timed; /* by the clock, which then knows: */
    struct launch_time time;
    struct touched_effect l2;
    struct written *written; /* arrays that it has written first, where it may be repeated */
    size_t written_count;
    struct finding *findings; /* where the launch may be repeated */
    unsigned finding_count;
    struct watched_range *touched; /* where the order of streams is checked, else NULL */
    size_t touched_count;
};

void outcome_free(struct outcome *outcome);

/* Everything that a launch depends on. If is_one is 0, it is no key and matches none. */
struct repeat_key {
    int is_one;
    const struct sim_launch *launch;
    const struct kernel *kernel;
    int device;
    int ordered; /* the order of streams is checked */
    uint64_t memory;
};

/* 1 if the settings, and the kernel, allow that the launch is not run. */
int repeat_is_possible(const struct run *run);

/* Of one that has ended: 1 if it depends on memory alone and changes nothing else. */
int repeat_depends_on_memory(const struct run *run);

/* Of a launch that is about to run, after snapshot_take. */
struct repeat_key repeat_key(const struct run *run);

/*
 * If the launch repeats one that is known: applies that one's changes to memory and L2, adds its
 * findings, and returns its outcome. Else NULL.
 */
const struct outcome *repeat_launch(const struct repeat_key *key);

/*
 * The launch has ended without an error: keeps its outcome if it may be repeated, and returns it
 * where it is kept. Else NULL, and the outcome is still the caller's.
 */
struct outcome *repeat_keep(const struct repeat_key *key, const struct run *run,
                            struct outcome *outcome);

/* Forgets all launches: something has changed that they may depend on. */
void repeat_forget(void);

#endif
