/*
 * Findings: what the checks have found wrong. They are collected while a launch
 * runs and printed to stderr when it has ended. Errors make the program exit with
 * 1; notes do not.
 */
#ifndef FINDINGS_H
#define FINDINGS_H

#include "base/worker.h"
#include "check/race.h"
#include "check/target.h"
#include "report/advice.h"

#define BLOCK_UNKNOWN UINT64_MAX
#define FINDINGS_MOST 1000      /* different ones in one launch; more are dropped */

struct finding {
    enum finding_kind kind;
    enum finding_level level;
    uintptr_t pc, other_pc;     /* where; other_pc is 0 if only one place is concerned */
    const char *advice;
    char *what;                 /* happened; one line, of the first time */
    uint64_t count;             /* times in this launch */
};

/* Two accesses that nothing orders. */
struct race {
    struct access access, earlier;
    uint64_t earlier_block;     /* linear index of the earlier access's block, or BLOCK_UNKNOWN */
    enum finding_level level;
    enum race_advice advice;
};

/*
 * Notes an error at a pc, and at another one (0: none). what: one line that
 * says what happened, printf-like. The same finding again only counts. In a
 * parallel run it instead makes the launch start again, serially.
 */
void finding_add(struct worker *worker, enum finding_kind kind, uintptr_t pc,
                 uintptr_t other_pc, const char *what, ...)
    __attribute__((format(printf, 5, 6)));

/* The same for a finding of any level and advice; its what and count are not looked at. */
void finding_add_as(struct worker *worker, const struct finding *finding, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Counts the finding if one of its kind, level, pcs and advice was noted before in
 * this launch; 1 if so. Saves naming everything.
 */
int finding_again(struct worker *worker, const struct finding *finding);

/* A finding of the host's, outside any launch: printed at once. */
void finding_on_host(enum finding_kind kind, uintptr_t pc, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/* Findings about accesses, with what they need said. */
void finding_race(struct worker *worker, const struct race *race);
void finding_invalid_access(struct worker *worker, const struct access *access);
void finding_uninitialised(struct worker *worker, const struct access *access);

/*
 * Names a thread of the running block, an address (worker: NULL on the host), or what
 * an address was meant for, in a buffer of the caller's.
 */
const char *name_thread(const struct worker *worker, unsigned thread, uint64_t block,
                        char *text, size_t size);
const char *name_address(struct worker *worker, uintptr_t address, char *text, size_t size);
const char *name_target(const struct target *target, uintptr_t address, char *text, size_t size);

/*
 * The findings of the current launch that are not printed yet, in the order in
 * which they were met; their number is stored to *count. The same pcs may be there
 * several times, with different levels and advice. Valid until the next finding is
 * added.
 */
const struct finding *findings_list(unsigned *count);

/* Forgets them, printed or not. */
void findings_discard(void);

/* Prints the findings of a launch of the kernel that has ended (NULL: of the host). */
void findings_print(const char *kernel);

/* How many errors were printed. */
unsigned findings_count(void);

/* The last line, if there were findings. */
void findings_summary(void);

#endif
