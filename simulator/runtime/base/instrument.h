/*
 * Instruments observe running kernels. Counters, phases, the clock and its trace, the view and the
 * checks are each one: a struct of functions, which warp/ and launch/ call without knowing the
 * instrument. cuda_api/start.c lists them. A function that an instrument does not need is NULL.
 *
 *     launch_begins   worker_begins
 *         block_begins
 *             step  request  exchange  missing  inactive  fence  parting  strong  store  copy
 *             constant  local  barrier  (of the grid: phase_begins  block_goes_on)
 *         block_ends
 *     launch_ends     worker_ends    launch_over
 *
 * Several workers (host threads) run blocks at a time. A function that gets a worker is called in
 * its thread, unless a comment says otherwise. An instrument's data for a worker are thread-local
 * variables. Instruments are called in the order in which they were added; at a block's end in the
 * opposite order, so that an instrument that uses another one sees it still at work.
 */
#ifndef INSTRUMENT_H
#define INSTRUMENT_H

#include "base/request.h"
#include "base/site.h"
#include "base/worker.h"

struct run;

/* A step of the running warp that has no addresses: a basic block. */
struct step {
    event_t event;
    unsigned lanes; /* mask */
    unsigned depth; /* of calls, from KERNEL_DEPTH on */
    int is_entry;   /* it is the first in its function */
};

/* Lanes of the running warp access arrays of theirs in local memory. */
struct local_request {
    event_t event;
    unsigned lanes;   /* mask */
    unsigned sectors; /* of 32 bytes */
    unsigned lines;   /* of 128 */
};

struct instrument {
    const char *name; /* for a debugger */
    int wants_cost;   /* of requests: struct request has it then */
    int after_error;  /* also told of what a warp has done before an error of it ended the launch */

    /* ---- Of a launch: in the thread that launches, while no block runs. */

    /*
     * A launch begins, or begins again (base/look.h): its earlier events do not count.
     * Called with run_lock.
     */
    void (*launch_begins)(struct run *run);
    /* All blocks have met at a grid barrier, and go on. Called with run_lock, by one of them. */
    void (*phase_begins)(struct run *run);
    /* It has ended, well or not: once for each worker that has taken part. */
    void (*worker_ends)(const struct worker *worker);
    /* It has ended well, and will not begin again. */
    void (*launch_ends)(const struct run *run);
    /*
     * It is over; error: a cudaError_t. Its findings are printed, not yet forgotten. Also of a
     * launch that was not run since it repeats another (launch/repeat.h).
     */
    void (*launch_over)(int error);

    /* ---- Of a worker and its block. */

    /* The worker is new. Called with run_lock. */
    void (*worker_begins)(struct worker *worker);
    /*
     * A block begins. Returns 1 if the functions of a running block are to be called for it, 0 if
     * not. NULL: 1 in each launch that is recorded. In other launches they are not called.
     */
    int (*block_begins)(struct worker *worker);
    /* It goes on after a grid barrier. */
    void (*block_goes_on)(struct worker *worker);
    /* It has ended, or was stopped; also where block_begins has returned 0. */
    void (*block_ends)(struct worker *worker);

    /* ---- Of the running block, in the order in which the merger takes its warps' steps. */

    /* The running warp runs a basic block. */
    void (*step)(struct worker *worker, const struct step *step);
    /* It makes a request, all of it to global memory or all to shared. */
    void (*request)(struct worker *worker, const struct request *request);
    /*
     * These of its lanes have exchanged something (EVENT_EXCHANGE; their struct exchange has the
     * results), or passed a barrier of the warp (EVENT_WARP_BARRIER); mask.
     */
    void (*exchange)(struct worker *worker, event_t event, unsigned lanes);
    /* Lanes of it have executed a fence; the addresses of the request are its scopes. */
    void (*fence)(struct worker *worker, const struct request *request);
    /* Lanes (mask) of it touch memory for the first time since they diverged at the branch. */
    void (*parting)(struct worker *worker, event_t branch, unsigned lanes);
    /*
     * It waits at an exchange for lanes that do not come, and will no longer: one of those that
     * have come, their common mask, and the lanes that are missing.
     */
    void (*missing)(struct worker *worker, unsigned lane, unsigned mask, unsigned missing);
    /* A lane of it reads from one that takes no part in the exchange. */
    void (*inactive)(struct worker *worker, unsigned lane, unsigned source);
    /* The running thread is about to make a strong access; its earlier events are merged. */
    void (*strong)(struct worker *worker, const struct strong_access *access);
    /*
     * Only in a look that is exact: the running thread stores plainly. The call comes at once,
     * before that of its request. Also of each piece of a larger store.
     */
    void (*store)(struct worker *worker, uintptr_t address, unsigned size);
    /*
     * The lane begins an asynchronous copy or waits for some (EVENT_COPY). recorded: enum sim_copy,
     * its number and address.
     */
    void (*copy)(struct worker *worker, event_t event, unsigned lane, uint64_t recorded);
    /* Lanes (mask) of it load from constant memory; address: by lane. Recorded only for this. */
    void (*constant)(struct worker *worker, unsigned lanes, const uint64_t *address);
    /* They access local memory. Recorded only for this. */
    void (*local)(struct worker *worker, const struct local_request *request);
    /*
     * The block's barrier (EVENT_BARRIER) opens, or all of the block are at that of the grid
     * (EVENT_GRID_BARRIER): the threads still wait at it.
     */
    void (*barrier)(struct worker *worker, unsigned what);
};

#define INSTRUMENTS_MOST 6

/* Of some instruments, those that have the function, and a NULL. */
#define HOOKS(name, ...) void (*name[INSTRUMENTS_MOST + 1])(struct worker * worker, __VA_ARGS__)
struct hooks {
    int wants_cost; /* one of them does */
    HOOKS(step, const struct step *step);
    HOOKS(request, const struct request *request);
    HOOKS(exchange, event_t event, unsigned lanes);
    HOOKS(fence, const struct request *request);
    HOOKS(parting, event_t branch, unsigned lanes);
    HOOKS(missing, unsigned lane, unsigned mask, unsigned missing);
    HOOKS(inactive, unsigned lane, unsigned source);
    HOOKS(strong, const struct strong_access *access);
    HOOKS(store, uintptr_t address, unsigned size);
    HOOKS(copy, event_t event, unsigned lane, uint64_t recorded);
    HOOKS(constant, unsigned lanes, const uint64_t *address);
    HOOKS(local, const struct local_request *request);
    HOOKS(barrier, unsigned what);
};
#undef HOOKS

/* Adds an instrument, which stays; once, before the first launch. */
void instrument_add(const struct instrument *instrument);

/* Each calls the function of that name, of all instruments that have it. */
void instruments_launch_begins(struct run *run);
void instruments_phase_begins(struct run *run);
void instruments_worker_ends(const struct worker *worker);
void instruments_launch_ends(const struct run *run);
void instruments_launch_over(int error);
void instruments_worker_begins(struct worker *worker);
void instruments_block_begins(struct worker *worker);
void instruments_block_goes_on(struct worker *worker);
void instruments_block_ends(struct worker *worker);

/* From here on, only those follow the block that are told after an error. */
void instruments_after_error(struct worker *worker);

/*
 * The same for the instruments that follow the running block. Where there is none, the first entry
 * of a list is NULL.
 */
#define CALL_HOOKS(name, ...)                                                                      \
    for (unsigned hook = 0; worker->hooks->name[hook]; hook++)                                     \
    worker->hooks->name[hook](worker, __VA_ARGS__)

static inline void instruments_step(struct worker *worker, const struct step *step)
{
    CALL_HOOKS(step, step);
}

static inline void instruments_request(struct worker *worker, const struct request *request)
{
    CALL_HOOKS(request, request);
}

static inline void instruments_exchange(struct worker *worker, event_t event, unsigned lanes)
{
    CALL_HOOKS(exchange, event, lanes);
}

static inline void instruments_fence(struct worker *worker, const struct request *request)
{
    CALL_HOOKS(fence, request);
}

static inline void instruments_parting(struct worker *worker, event_t branch, unsigned lanes)
{
    CALL_HOOKS(parting, branch, lanes);
}

static inline void instruments_missing(struct worker *worker, unsigned lane, unsigned mask,
                                       unsigned missing)
{
    CALL_HOOKS(missing, lane, mask, missing);
}

static inline void instruments_inactive(struct worker *worker, unsigned lane, unsigned source)
{
    CALL_HOOKS(inactive, lane, source);
}

static inline void instruments_strong(struct worker *worker, const struct strong_access *access)
{
    CALL_HOOKS(strong, access);
}

static inline void instruments_store(struct worker *worker, uintptr_t address, unsigned size)
{
    CALL_HOOKS(store, address, size);
}

static inline void instruments_copy(struct worker *worker, event_t event, unsigned lane,
                                    uint64_t recorded)
{
    CALL_HOOKS(copy, event, lane, recorded);
}

static inline void instruments_constant(struct worker *worker, unsigned lanes,
                                        const uint64_t *address)
{
    CALL_HOOKS(constant, lanes, address);
}

static inline void instruments_local(struct worker *worker, const struct local_request *request)
{
    CALL_HOOKS(local, request);
}

static inline void instruments_barrier(struct worker *worker, unsigned what)
{
    CALL_HOOKS(barrier, what);
}
#undef CALL_HOOKS

#endif
