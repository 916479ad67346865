/*
 * Whether a told sentence stands, by what its trial gained on each device at each n.
 */
#ifndef WHY_VERDICT_H
#define WHY_VERDICT_H

#include <stddef.h>

#include "why_columns.h"

enum verdict {
    NO_VERDICT, /* nothing is expected of the trial, or it was not measured */
    STANDS,     /* in all columns */
    IN_PART,    /* in some */
    FALLS,      /* in none */
    VERDICTS
};

/* What a sentence says of its trial, as docs/stories.csv has it. */
struct expectation {
    const char *step, *before, *after; /* the letters of the trial */
    const char *expects;               /* "gain", "none" or "loss"; "": nothing */
    /* the letters of the trial of which this one is said to be the gain; "": it stands for itself
     */
    const char *of_before, *of_after;
};

/* Modelled columns do not count. */
enum verdict why_verdict(const struct why_column *columns, size_t count,
                         const struct expectation *expectation);

#endif
