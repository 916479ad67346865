/*
 * A launch as a view records it: some blocks step by step, the findings, and the run of the clock's
 * model. It stays in memory until the program ends. The other files of this room write it.
 */
#ifndef RECORDED_H
#define RECORDED_H

#include <stddef.h>
#include <stdint.h>

#include "base/site.h"
#include "base/worker.h"
#include "report/findings.h"
#include "report/kernel.h"

struct view_step {
    event_t event;   /* as in site.h; EVENT_BRANCH: lanes have parted there */
    uint32_t lanes;  /* mask */
    uint32_t traced; /* index of the same step in the clock's trace, or VIEW_NOT_TRACED */
    uint32_t detail; /* of a request or exchange: where it starts in the block's words;
                        of a block's or grid's barrier: those that the block had passed */
};

#define VIEW_NOT_TRACED UINT32_MAX

struct view_warp {
    struct view_step *steps;
    size_t count, room;
};

/*
 * A request in the block's words: this header; its array's number; the offset of each lane in the
 * space (from the start of the arena or of shared memory); then, if they are known, the values of
 * each lane, view_value_words words each.
 */
struct view_request {
    uint16_t cost;  /* sectors or wavefronts */
    uint8_t global; /* else shared memory */
    uint8_t known;  /* the values are */
    uint8_t lanes;  /* how many */
};

/*
 * An exchange in the block's words: this header, the values that lanes gave, the values that they
 * received.
 */
struct view_exchange {
    uint8_t operation; /* enum view_operation: see steps.h */
    uint8_t size;      /* bytes of a value */
    uint8_t lanes;
    uint32_t argument; /* of a shuffle, that of the first lane */
};

_Static_assert(sizeof(struct view_request) <= sizeof(uint64_t), "it is one word");

/* Words of a value: old and new of an atomic, both halves of 16 bytes. */
static inline unsigned view_value_words(event_t event)
{
    return (event & EVENT_CLASS) == EVENT_ATOMIC || (event & EVENT_SIZE) == 4 ? 2 : 1;
}

/* A turn of a warp: its steps until another warp runs. */
struct view_turn {
    uint32_t warp, steps;
};

#define VIEW_WITH_FINDINGS 2 /* blocks kept because of findings, at most */

/* The reasons to record a block, as a mask. */
enum { VIEW_FIRST = 1, VIEW_LAST = 2, VIEW_MIDDLE = 4, VIEW_FINDINGS = 8, VIEW_ASKED = 16 };

struct view_block {
    uint64_t index; /* linear */
    unsigned why;
    int over; /* it has ended */
    unsigned warps;
    struct view_warp *warp;
    struct view_turn *turns;
    size_t turn_count, turn_room;
    uint64_t *words;
    size_t word_count, word_room;
    uint64_t dropped; /* steps without room */
};

/* An array that requests access. */
struct view_array {
    int global;     /* else shared memory */
    uint64_t start; /* in its space */
    size_t size;
    uintptr_t address; /* of global memory: its address in the program */
    char *name;        /* of a variable or a shared array, "" else */
    char *parameters;  /* of the kernel, that point into it: "in, out" */
    const char *kind;
    uintptr_t pc; /* of the call that made it, or 0 */
};

/* One of a finding's accesses. */
struct view_access {
    const char *kind; /* "read", "write", "atomic" */
    uintptr_t pc;
    uint64_t block;
    unsigned thread, size;
    unsigned array;
    int64_t offset;    /* from the array's start */
    uintptr_t address; /* in the program */
    /* its position among the recorded steps; viewed: NULL if it is not recorded */
    struct view_block *viewed;
    size_t step;
};

#define VIEW_ACCESSES_MOST 2

struct view_finding {
    struct finding finding; /* its what is a copy */
    uint64_t block;
    unsigned count; /* of accesses */
    struct view_access access[VIEW_ACCESSES_MOST];
};

struct view_model;

struct view_launch {
    const struct kernel *kernel;
    struct sim_index grid, block;
    size_t dynamic_shared;
    uint64_t number;        /* of the program's launches, from 1 */
    int error;              /* its result, a cudaError_t */
    struct profile profile; /* its own counters; times only if `timed` */
    int timed;
    struct view_block **blocks;
    unsigned block_count;
    struct view_array *arrays;
    unsigned array_count;
    unsigned after_finding; /* blocks recorded after the first with a finding */
    struct view_finding *findings;
    unsigned finding_count;
    struct view_model *model; /* NULL without the clock */
    void *input;              /* of the clock's model: see clock/viewed.h; or NULL */
    void (*free_input)(void *input);
};

/* The view's part of the block that this host thread runs. */
struct viewed {
    struct view_block *block; /* NULL: it is not viewed */
    uint32_t barriers;        /* that it has passed, of the block and of the grid */
    unsigned last_array[2];   /* 1 + the number of the last one, in shared and global memory */
    struct seen seen;
};
extern _Thread_local struct viewed viewed;

/* The running launch, if it is viewed; and its run. */
extern struct view_launch *view_current;
extern const struct run *view_run;

/* Frees the launch and all its parts. */
void view_launch_free(struct view_launch *launch);
void view_block_free(struct view_block *block);

#endif
