/*
 * Findings of the checks: errors and notes. They are collected while a launch
 * runs and printed to stderr when it has ended. Errors make the program exit with
 * findings_status(); notes do not.
 */
#ifndef FINDINGS_H
#define FINDINGS_H

#include <stdarg.h>
#include <stdint.h>

#include "report/advice.h"

#define FINDINGS_MOST 1000 /* different ones in one launch; more are dropped */

struct finding {
    enum finding_kind kind;
    enum finding_level level;
    uintptr_t pc, other_pc; /* in the code; other_pc is 0 if only one is concerned */
    const char *advice;
    const void *array; /* of races and accesses out of bounds: identifies that of the first time */
    char *what;        /* happened the first time, in one line */
    uint64_t count;    /* times in this launch; of races: pairs of accesses */
    int shown;         /* it was printed */
};

/*
 * If this launch has a finding of the same kind, level, pcs and advice already (any advice if this
 * one has none yet): adds the count to that one's and returns 1.
 */
int findings_again(const struct finding *finding);

/* Adds a finding. Its description is given as for printf; finding->what is not read. */
void findings_keep(const struct finding *finding, const char *what, va_list arguments);

/* A finding of the host's, outside any launch: printed at once. */
void finding_on_host(enum finding_kind kind, uintptr_t pc, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with an advice of its own; NULL: that of its kind. */
void finding_on_host_advising(enum finding_kind kind, const char *advice, uintptr_t pc,
                              const char *what, ...) __attribute__((format(printf, 4, 5)));

/* The same as finding_on_host as a note. */
void note_on_host(enum finding_kind kind, uintptr_t pc, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with an advice of its own. */
void note_on_host_advising(enum finding_kind kind, const char *advice, uintptr_t pc,
                           const char *what, ...) __attribute__((format(printf, 4, 5)));

/* The same as an error, with two pcs. */
void finding_on_host_at(enum finding_kind kind, const char *advice, uintptr_t pc,
                        uintptr_t other_pc, const char *what, ...)
    __attribute__((format(printf, 5, 6)));

/*
 * The findings of the current launch that are not forgotten yet, in the order in
 * which they were met; their number is stored to *count. The same pcs may be there
 * several times, with different levels and advice. Valid until the next finding is
 * added.
 */
const struct finding *findings_list(unsigned *count);

/* Marks the one of that number in the list as shown. */
void findings_mark_shown(unsigned number);

/* Forgets them, printed or not. */
void findings_discard(void);

/* All of this launch are notes from here on. */
void findings_become_notes(void);

/* A copy of the list, with its number stored to *count, for findings_found; and its end. */
struct finding *findings_copy(unsigned *count);
void findings_free(struct finding *copied, unsigned count);

/* Adds the findings of another launch to this one, which has none yet. */
void findings_found(const struct finding *copied, unsigned count);

/* Those of the host that were printed; their number is stored to *count. Valid to the end. */
const struct finding *findings_on_host(unsigned *count);

/*
 * Prints the findings of a launch of the kernel that has ended (NULL: of the host), as far as
 * they are to be shown.
 */
void findings_print(const char *kernel);

/* The number of errors that were printed. */
unsigned findings_count(void);

/*
 * What a program with errors ends with, whatever its own status is: SIM_FINDINGS_STATUS, or what
 * it has asked for (sim_findings_end_with).
 */
int findings_status(void);

/* The last line, if there were findings. */
void findings_summary(void);

#endif
