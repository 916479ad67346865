/*
 * A launch like the one before it, as in loops that time a kernel: what that one has done is still
 * at hand. So the first launch of a kernel can be repeated, too, with nothing kept of its memory,
 * and where L2 is in another state, its time is computed anew from what the clock has recorded.
 *
 * All memory must be as it was before that launch. Where it is as that launch has left it, the
 * launch runs, and if it changes nothing then, the next one need not. (What a launch has read is
 * not known well enough to say so without: compilers hide some loads of structures.) See repeat.h
 * for what is never repeated.
 */
#ifndef RELAUNCH_H
#define RELAUNCH_H

#include "launch/repeat.h"

/*
 * Of a launch that is about to run, before snapshot_take: if it does what the launch before it did,
 * applies its changes to memory and L2, and returns its outcome. Else NULL.
 */
const struct outcome *relaunch(const struct run *run);

/*
 * The launch has ended without an error: keeps its outcome if the next one may be like it.
 * looks: how often it was run. is_own: the outcome is nobody else's, and is freed if not kept.
 */
void relaunch_keep(const struct run *run, unsigned looks, struct outcome *outcome, int is_own);

/* Nothing is known of the last launch any more; or of that outcome, which is to be freed. */
void relaunch_forget(void);
void relaunch_forget_outcome(const struct outcome *outcome);

#endif
