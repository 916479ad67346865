/*
 * Which look at a launch follows which.
 *
 *     with checks                                     without
 *
 *     PARALLEL --------+-----------+-------.          UNCHECKED_PARALLEL     UNCHECKED_SHORT
 *        | restart     |           |       |             | restart,             | the same
 *        v             | doubt     |       |             | doubt, observe       |
 *     SERIAL --------. |           |       |             v                      v
 *        | doubt     | |           |       |          UNCHECKED_SERIAL       UNCHECKED_ONCE
 *        v           | |           |       |
 *     QUICK <--------(-'           |       |
 *        | exact     | exact       | exact |
 *        v           v             |       |
 *     EXACT <--------+-------------'       |
 *        | observe                         | observe, from each of the four above
 *        v                                 v
 *     OBSERVING <--------------------------+------- exact, observe -- QUICK_OBSERVED
 *        | aside
 *        v
 *     PROBING -- however it ends --> ANSWERED
 *
 *     PARALLEL, SERIAL, QUICK, EXACT -- flags --> AHEAD -- doubt, exact --> AHEAD_EXACT
 *                                                   |                            |
 *                                     AGAIN <-------'<-- however they end -------'
 *
 *     EXACT, OBSERVING -- full --> GATHERING -- however it ends --> EXACT, which is not full again
 *
 * AGAIN goes on as QUICK does, but for flags. QUICK, QUICK_OBSERVED -- undefined --> SCRAMBLED,
 * which is the last look if its results are the same, and else goes on with AGAIN.
 *
 * A launch whose last look has ended well, but in which one warp has fetched all work with a
 * counter, is looked at once more: SHARED, in which warps take turns. If that changes nothing, or
 * something is wrong there, it goes on with AGAIN, QUICK, EXACT or OBSERVING, and is not shared
 * again.
 *
 * The launches of a kernel begin with PARALLEL, or SERIAL where blocks are not to run side by side;
 * once a launch of it has been looked at otherwise, with SERIAL, QUICK or QUICK_OBSERVED. A look
 * that ends because blocks ask for the time is repeated. A look that has no arrow for the reason of
 * its end is the last one. UNCHECKED_SHORT has no copy of memory: after it, what is wrong is looked
 * for with what the blocks have stored so far.
 */
#include "base/look.h"

const struct look_properties look_table[LOOKS] = {
    [LOOK_PARALLEL] = {.repeatable = 1, .remembered = LOOK_PARALLEL},
    [LOOK_SERIAL] = {.serial = 1, .repeatable = 1, .remembered = LOOK_SERIAL},
    [LOOK_QUICK] = {.serial = 1, .counts = 1, .repeatable = 1, .remembered = LOOK_QUICK},
    [LOOK_QUICK_OBSERVED] = {.serial = 1,
                             .counts = 1,
                             .repeatable = 1,
                             .remembered = LOOK_QUICK_OBSERVED},
    [LOOK_EXACT] =
        {.serial = 1, .counts = 1, .exact = 1, .repeatable = 1, .remembered = LOOK_QUICK},
    [LOOK_GATHERING] =
        {.serial = 1, .counts = 1, .gathers = 1, .repeatable = 1, .remembered = LOOK_QUICK},
    [LOOK_OBSERVING] = {.serial = 1,
                        .counts = 1,
                        .exact = 1,
                        .observes = 1,
                        .repeatable = 1,
                        .settled = 1,
                        .remembered = LOOK_QUICK_OBSERVED},
    [LOOK_PROBING] = {.serial = 1,
                      .counts = 1,
                      .exact = 1,
                      .observes = 1,
                      .opposite = 1,
                      .repeatable = 1,
                      .settled = 1,
                      .remembered = LOOK_QUICK_OBSERVED},
    [LOOK_ANSWERED] = {.serial = 1,
                       .counts = 1,
                       .exact = 1,
                       .observes = 1,
                       .repeatable = 1,
                       .settled = 1,
                       .remembered = LOOK_QUICK_OBSERVED},
    [LOOK_AHEAD] = {.serial = 1, .changes_blocks = 1, .repeatable = 1, .remembered = LOOK_PARALLEL},
    [LOOK_AHEAD_EXACT] = {.serial = 1,
                          .counts = 1,
                          .exact = 1,
                          .changes_blocks = 1,
                          .repeatable = 1,
                          .remembered = LOOK_PARALLEL},
    [LOOK_SCRAMBLED] =
        {.serial = 1, .counts = 1, .scrambles = 1, .repeatable = 1, .remembered = LOOK_PARALLEL},
    [LOOK_AGAIN] = {.serial = 1, .counts = 1, .repeatable = 1, .remembered = LOOK_PARALLEL},
    [LOOK_SHARED] =
        {.serial = 1, .shares = 1, .repeatable = 1, .settled = 1, .remembered = LOOK_PARALLEL},
    [LOOK_UNCHECKED_PARALLEL] = {.repeatable = 1, .remembered = LOOK_PARALLEL},
    [LOOK_UNCHECKED_SERIAL] =
        {.serial = 1, .counts = 1, .repeatable = 1, .settled = 1, .remembered = LOOK_SERIAL},
    [LOOK_UNCHECKED_SHORT] = {.remembered = LOOK_PARALLEL},
    [LOOK_UNCHECKED_ONCE] = {.serial = 1, .counts = 1, .settled = 1, .remembered = LOOK_PARALLEL},
};

/* An entry of 0 ends the launch: it is LOOK_PARALLEL, which follows no other look. */
static const enum look after[LOOKS][STOPS] = {
    [LOOK_PARALLEL] = {[STOP_RESTART] = LOOK_SERIAL,
                       [STOP_DOUBT] = LOOK_QUICK,
                       [STOP_EXACT] = LOOK_EXACT,
                       [STOP_OBSERVE] = LOOK_OBSERVING,
                       [STOP_FLAGS] = LOOK_AHEAD},
    [LOOK_SERIAL] = {[STOP_DOUBT] = LOOK_QUICK,
                     [STOP_EXACT] = LOOK_EXACT,
                     [STOP_OBSERVE] = LOOK_OBSERVING,
                     [STOP_FLAGS] = LOOK_AHEAD},
    [LOOK_QUICK] = {[STOP_EXACT] = LOOK_EXACT,
                    [STOP_OBSERVE] = LOOK_OBSERVING,
                    [STOP_FLAGS] = LOOK_AHEAD,
                    [STOP_UNDEFINED] = LOOK_SCRAMBLED},
    [LOOK_QUICK_OBSERVED] = {[STOP_EXACT] = LOOK_OBSERVING,
                             [STOP_OBSERVE] = LOOK_OBSERVING,
                             [STOP_UNDEFINED] = LOOK_SCRAMBLED},
    [LOOK_EXACT] =
        {[STOP_OBSERVE] = LOOK_OBSERVING, [STOP_FULL] = LOOK_GATHERING, [STOP_FLAGS] = LOOK_AHEAD},
    [LOOK_GATHERING] = {[0 ... STOPS - 1] = LOOK_EXACT},
    [LOOK_OBSERVING] = {[STOP_FULL] = LOOK_GATHERING, [STOP_ASIDE] = LOOK_PROBING},
    [LOOK_PROBING] = {[0 ... STOPS - 1] = LOOK_ANSWERED},
    [LOOK_AHEAD] = {[0 ... STOPS - 1] = LOOK_AGAIN},
    [LOOK_AHEAD_EXACT] = {[0 ... STOPS - 1] = LOOK_AGAIN},
    [LOOK_SCRAMBLED] = {[0 ... STOPS - 1] = LOOK_AGAIN},
    [LOOK_AGAIN] = {[STOP_EXACT] = LOOK_EXACT, [STOP_OBSERVE] = LOOK_OBSERVING},
    [LOOK_SHARED] = {[STOP_DOUBT] = LOOK_QUICK,
                     [STOP_EXACT] = LOOK_EXACT,
                     [STOP_OBSERVE] = LOOK_OBSERVING,
                     [STOP_FETCHED] = LOOK_AGAIN},
    [LOOK_UNCHECKED_PARALLEL] = {[STOP_RESTART] = LOOK_UNCHECKED_SERIAL,
                                 [STOP_DOUBT] = LOOK_UNCHECKED_SERIAL,
                                 [STOP_OBSERVE] = LOOK_UNCHECKED_SERIAL},
    [LOOK_UNCHECKED_SHORT] = {[STOP_RESTART] = LOOK_UNCHECKED_ONCE,
                              [STOP_DOUBT] = LOOK_UNCHECKED_ONCE,
                              [STOP_OBSERVE] = LOOK_UNCHECKED_ONCE},
};

enum look look_first(int checks, int one_at_a_time, int is_short, enum look remembered)
{
    int is_parallel = remembered == LOOK_PARALLEL && !one_at_a_time;
    if (!checks && is_parallel)
        return is_short ? LOOK_UNCHECKED_SHORT : LOOK_UNCHECKED_PARALLEL;
    if (!checks)
        return LOOK_UNCHECKED_ONCE;
    return is_parallel || remembered != LOOK_PARALLEL ? remembered : LOOK_SERIAL;
}

enum look look_after(enum look look, enum stop why)
{
    if (look == LOOK_AHEAD && (why == STOP_EXACT || why == STOP_DOUBT))
        return LOOK_AHEAD_EXACT;
    if (why == STOP_FETCHED && look != LOOK_SHARED)
        return LOOK_SHARED;
    if (after[look][why])
        return after[look][why];
    return why == STOP_TIMED ? look : LOOK_OVER;
}

enum look look_of_endless(enum look look)
{
    if (look_table[look].changes_blocks)
        return look; /* what happens there does not count if it does not end */
    return look_table[look].exact || look == LOOK_SERIAL ? LOOK_QUICK : look;
}
