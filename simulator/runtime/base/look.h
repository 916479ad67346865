/*
 * How a launch is looked at. A launch that is not simple is run several times, from the same
 * memory; each pass is a look. look.c has the drawing of which look follows which, and why.
 */
#ifndef LOOK_H
#define LOOK_H

enum look {
    LOOK_PARALLEL,       /* several blocks at a time; races are looked for quickly */
    LOOK_SERIAL,         /* one block after the other */
    LOOK_QUICK,          /* the same, and findings count */
    LOOK_QUICK_OBSERVED, /* the same, of a kernel that was observed: it will be again */
    LOOK_EXACT,          /* races are looked for exactly */
    LOOK_GATHERING,      /* LOOK_QUICK to the end: which windows are there doubts about? */
    LOOK_OBSERVING,      /* LOOK_EXACT; records the values that atomics find: check/observed.h */
    LOOK_PROBING,        /* the same in the opposite order: check/race_candidates.h */
    LOOK_ANSWERED,       /* LOOK_OBSERVING once more, with the answer */
    LOOK_AHEAD,          /* blocks change at each store to a flag; races are looked for quickly */
    LOOK_AHEAD_EXACT,    /* the same, exactly */
    LOOK_SCRAMBLED,      /* LOOK_QUICK with other undefined values: launch/undefined.h */
    LOOK_AGAIN,          /* LOOK_QUICK after these three */
    LOOK_SHARED,         /* work that one warp has fetched is shared out: check/fetched.h */
    LOOK_UNCHECKED_PARALLEL, /* without checks: several blocks at a time */
    LOOK_UNCHECKED_SERIAL,   /* the same, one after the other */
    LOOK_UNCHECKED_SHORT,    /* several blocks at a time, without a copy of memory */
    LOOK_UNCHECKED_ONCE,     /* one after the other, without a copy of memory */
    LOOKS,
    LOOK_OVER = LOOKS /* after the last look */
};

/* Why a look ends. */
enum stop {
    STOP_NO,        /* all blocks have run to their ends */
    STOP_RESTART,   /* blocks wait for each other: one after the other, please */
    STOP_DOUBT,     /* something is wrong: findings must count */
    STOP_EXACT,     /* there may be a race */
    STOP_FULL,      /* it has more accesses than an exact look can keep */
    STOP_OBSERVE,   /* an atomic's value may order two accesses; or the kernel allocates */
    STOP_UNDEFINED, /* they have, and undefined values are all that was found */
    STOP_TIMED,     /* blocks ask for the time: the clock must follow them all from their starts */
    STOP_ASIDE,     /* all blocks have run to their ends, but there are race candidates */
    STOP_FLAGS,     /* they have, without a finding; but they signal to each other */
    STOP_FETCHED,   /* they have, but one of them has fetched all work with a counter */
    STOP_ERROR,     /* an error that ends the launch */
    STOP_INTERRUPTED, /* a signal that ends the program */
    STOPS
};

struct look_properties {
    unsigned serial : 1;   /* one block runs at a time, in order */
    unsigned counts : 1;   /* findings count; else the launch is run again for them */
    unsigned exact : 1;    /* races are looked for exactly */
    unsigned gathers : 1;  /* where races are doubted goes to exact_gather */
    unsigned observes : 1; /* the values that atomics find are recorded */
    unsigned opposite : 1; /* blocks, warps and lanes run in the opposite of their usual order */
    unsigned changes_blocks : 1; /* blocks change at each store to a flag (check/polled.h) */
    unsigned shares : 1;         /* warps wait that have done their part (check/fetched.h) */
    unsigned scrambles : 1;      /* undefined values are others than usually */
    unsigned repeatable : 1;     /* memory was copied before the launch: it can be run again */
    unsigned settled : 1; /* no other look but for PROBING follows: a kernel may use malloc */
    enum look remembered; /* with which the kernel's next launch begins, once it has come here */
};
extern const struct look_properties look_table[LOOKS];

/*
 * 1 if stores are looked at as they are made, and not only with the warp's next request: what
 * gathers doubts for an exact look must find the same stores in the same order.
 */
static inline int look_sees_stores(const struct look_properties *look)
{
    return look->exact || look->gathers;
}

/*
 * The first look at a launch. one_at_a_time: its blocks are not to run side by side; is_short: a
 * copy of memory would take longer than its blocks, which cannot wait for each other; remembered:
 * the kernel's, at first LOOK_PARALLEL.
 */
enum look look_first(int checks, int one_at_a_time, int is_short, enum look remembered);

/* The look that follows one which has ended for that reason, or LOOK_OVER. */
enum look look_after(enum look look, enum stop why);

/*
 * The look that a launch goes on as when a thread of it is found to be endless: to run it again
 * would take long.
 */
enum look look_of_endless(enum look look);

#endif
