/*
 * The answers to "what if" for the launches that a view shows. They are worked out when the program
 * ends: only then it is known which launches these are.
 */
#ifndef VIEWED_H
#define VIEWED_H

#include "clock/launch_clock.h"

/*
 * Keeps the input of the launch that is over, for the view that has recorded it; does nothing
 * without one. Takes over the clock's sample: to be called when nobody else needs it any more.
 */
void viewed_keep(const struct clocked_launch *launch);

/* At the program's end, before the view is written: adds the answers to the launches it shows. */
void viewed_answer(void);

#endif
