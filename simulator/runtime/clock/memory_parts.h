/*
 * The parts of the model's memory: L2 (memory_l2.c), atomics (memory_atomics.c), requests as they
 * would be if they were coalesced (memory_coalesced.c); all else is in memory_system.c.
 */
#ifndef MEMORY_PARTS_H
#define MEMORY_PARTS_H

#include "clock/memory_system.h"

#define SECTOR 32 /* bytes */
#define WORD   4

/* A request to L2: the sectors of one line that L1 does not have. */
struct beyond {
    unsigned sectors; /* how many */
    unsigned missed;  /* how many of these L2 does not have */
    unsigned partial; /* of a store: those that it writes in part */
    double bytes;     /* that memory has to move for those */
    double lines;     /* 1; less if they stand side by side with others */
    double joins;     /* of a store: the part that goes with an earlier one (store_joins.h)... */
    unsigned words;   /* ... and how many words then come on top */
};

/* A load or an atomic is near or far: the distance of its line from the request's other lines. */
enum access_to_l2 { LOAD_NEAR, LOAD_FAR, STORE };

/*
 * The key of a line. Where a trace represents another block, its lines count as different ones,
 * unless blocks share them.
 */
uint64_t memory_key(const struct requester *requester, const struct trace_line *line);

/* Looks which of the line's sectors L2 has, and adds those that it gets. */
struct beyond memory_look_in_l2(struct memory_system *system, const struct trace_line *line,
                                uint64_t key, unsigned sectors, enum access_to_l2 access);

/* Makes the answer that of its latest part. */
void memory_keep_latest(struct answer *answer, double ready, double queued, enum time_cause queue,
                        enum time_cause cause);

/* Gets sectors from L2, or from memory. Returns the time at which they arrive. */
double memory_fetch(struct memory_system *system, const struct beyond *beyond, int is_load,
                    double now, struct answer *answer);

/*
 * 1 if one lane performs the atomic for its warp. nvcc aggregates where it sees that all lanes add
 * a whole number of 32 bits to one address. An increment that wraps around is each lane's own.
 */
int memory_is_done_by_one_lane(const struct trace_event *event, int computed);

/*
 * L2 performs atomics in units. Each unit has some adjacent bytes, and takes the sectors of a
 * request one after another. A sector's lanes go together if their addresses differ, else one by
 * one. Where other blocks use the line, the atomics of other multiprocessors queue, too.
 */
void memory_atomic_line(struct memory_system *system, const struct requester *requester,
                        const struct trace_line *line, enum access_to_l2 access,
                        const struct trace_event *event, int computed, double now,
                        struct answer *answer);

/* 1 if it is a sum of floats in shared memory. */
int memory_is_shared_sum(const struct trace_event *event);

/* How many instructions the warp has for such a sum. */
double memory_shared_sum_instructions(const struct trace_event *event);

/* Such a sum: the warp continues when all its lanes have succeeded. */
struct answer memory_shared_sum(struct memory_system *system, const struct requester *requester,
                                const struct trace_event *event, double now);

/* How many instructions more it has while others are ahead. */
double memory_shared_sum_tries(const struct memory_system *system, const struct answer *answer);

/* Wavefronts that a request for shared memory takes without bank conflicts: its bytes, 128 at a
 * time.
 */
unsigned memory_least_wavefronts(const struct trace_event *event);

/* The lines that the words of a load or store would need if they stood side by side. */
unsigned memory_lines_coalesced(const struct requester *requester, const struct trace_event *event);

/* 1 if the load or store touches more lines or sectors than that. */
int memory_is_uncoalesced(const struct requester *requester, const struct trace_event *event);

/* The load or store as if its words stood side by side; past_l1: a load that L1 does not serve. */
void memory_coalesced(struct memory_system *system, const struct requester *requester,
                      const struct trace_event *event, int past_l1, double now,
                      struct answer *answer);

#endif
