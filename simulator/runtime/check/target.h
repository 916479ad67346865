/*
 * The array that an access outside all arrays was meant for. An address does not tell the pointer
 * that it came from. So the target is the array that the same line has accessed before, or else the
 * nearest array, if one is near.
 */
#ifndef TARGET_H
#define TARGET_H

#include "base/worker.h"
#include "memory/memory.h"
#include "memory/shared_memory.h"

struct target {
    const struct allocation *allocation; /* or NULL: a shared array, */
    const struct shared_array *shared;   /* or NULL: no array at all */
    long long offset;                    /* of the address from the array's start; bytes */
    int wrapped; /* an unsigned index below 0 wrapped around; the offset is the true one */
    int known;   /* the same line has accessed the array before */
};

/*
 * Finds the target of an access to the address. earlier: a valid address (global or
 * shared memory) that the same line accessed, or 0. worker: NULL on the host.
 */
struct target target_find(struct worker *worker, uintptr_t address, uintptr_t earlier);

/*
 * 1 if the address is so near to the target that it must come from an index out of
 * bounds; 0 if it may be some other memory of the process.
 */
int target_is_near(const struct target *target);

/*
 * 1 if the address, which is far from the target's array, lies in a shared array that another
 * kernel has and this one has not: then that is the target.
 */
int target_is_of_another_kernel(const struct worker *worker, uintptr_t address,
                                struct target *target);

/* Before a warp's request is checked: keeps one of its valid addresses for the site. */
void target_note(struct worker *worker, uint16_t site, const uint64_t *address, unsigned count);

/*
 * An address for target_find: one that a lane of the running warp has recorded for the same event,
 * or the last valid one of the site; 0 if there is none. end: the end of the running lane's
 * recording.
 */
uintptr_t target_recorded(struct worker *worker, event_t event, const event_t *end);

#endif
