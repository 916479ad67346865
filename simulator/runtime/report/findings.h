/*
 * Findings: what the checks have found wrong. They are collected while a launch
 * runs, printed to stderr when it has ended, and make the program exit with 1.
 */
#ifndef FINDINGS_H
#define FINDINGS_H

#include <stdarg.h>
#include <stdint.h>

enum finding_kind {
    FINDING_RACE, FINDING_RACE_BETWEEN_BLOCKS, FINDING_OUT_OF_BOUNDS, FINDING_USE_AFTER_FREE,
    FINDING_MISALIGNED, FINDING_HOST_POINTER, FINDING_NULL_POINTER, FINDING_DEVICE_POINTER,
    FINDING_UNINITIALISED, FINDING_BARRIER_NOT_REACHED, FINDING_BARRIER_LINES,
    FINDING_INACTIVE_LANE, FINDING_MASK, FINDING_ENDLESS, FINDING_ASSERTION,
    FINDING_INVALID_ARGUMENT, FINDING_KINDS
};

/*
 * Keeps a finding at a pc, and at another one (0: none). what: one line that says what
 * happened, printf-like. The same finding again only counts.
 */
void findings_keep(enum finding_kind kind, uintptr_t pc, uintptr_t other_pc, const char *what,
                   va_list arguments);

/* Counts the finding if it was kept before in this launch; 1 if so. */
int findings_again(enum finding_kind kind, uintptr_t pc, uintptr_t other_pc);

/* A finding of the host's, outside any launch: printed at once. */
void finding_on_host(enum finding_kind kind, uintptr_t pc, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints the findings of a launch that has ended; count of lines so far. */
void findings_print(const char *kernel);

/* How many findings were printed. */
unsigned findings_count(void);

/* The last line, if there were findings. */
void findings_summary(void);

#endif
