/*
 * Findings: what the checks have found wrong. They are collected while a launch
 * runs, printed to stderr when it has ended, and make the program exit with 1.
 */
#ifndef FINDINGS_H
#define FINDINGS_H

#include "check/race.h"
#include "base/worker.h"

#define BLOCK_UNKNOWN UINT64_MAX

enum finding_kind {
    FINDING_RACE, FINDING_RACE_BETWEEN_BLOCKS, FINDING_OUT_OF_BOUNDS, FINDING_USE_AFTER_FREE,
    FINDING_MISALIGNED, FINDING_HOST_POINTER, FINDING_NULL_POINTER, FINDING_DEVICE_POINTER,
    FINDING_UNINITIALISED, FINDING_BARRIER_NOT_REACHED, FINDING_BARRIER_LINES, FINDING_GRID_BARRIER,
    FINDING_INACTIVE_LANE, FINDING_MASK, FINDING_ENDLESS, FINDING_ASSERTION,
    FINDING_INVALID_ARGUMENT, FINDING_KINDS
};

/*
 * Notes a finding at a pc, and at another one (0: none). what: one line that
 * says what happened, printf-like. The same finding again only counts. In a
 * parallel run it instead makes the launch start again, serially.
 */
void finding_add(struct worker *worker, enum finding_kind kind, uintptr_t pc,
                 uintptr_t other_pc, const char *what, ...)
    __attribute__((format(printf, 5, 6)));

/* Counts the finding if it was noted before in this launch; 1 if so. Saves naming everything. */
int finding_again(struct worker *worker, enum finding_kind kind, uintptr_t pc,
                  uintptr_t other_pc);

/* A finding of the host's, outside any launch: printed at once. */
void finding_on_host(enum finding_kind kind, uintptr_t pc, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/* Findings about accesses, with what they need said. */
void finding_race(struct worker *worker, const struct access *access,
                  const struct access *other, uint64_t other_block);
void finding_invalid_access(struct worker *worker, const struct access *access);
void finding_uninitialised(struct worker *worker, const struct access *access);

/* Names a thread of the running block, or an address, in a buffer of the caller's. */
const char *name_thread(const struct worker *worker, unsigned thread, uint64_t block,
                        char *text, size_t size);
const char *name_address(struct worker *worker, uintptr_t address, char *text, size_t size);

/* Prints the findings of a launch that has ended; count of lines so far. */
void findings_print(const char *kernel);

/* How many findings were printed. */
unsigned findings_count(void);

/* The last line, if there were findings. */
void findings_summary(void);

#endif
