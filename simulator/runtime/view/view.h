/*
 * The view: what a page (SIM_VIEW) or a trace (SIM_TRACE) shows of the program's launches. A few
 * blocks of each launch are written down step by step; of launches of one kernel and shape one
 * is kept, and in the end those few that matter most are written. The format: docs/view_format.md.
 * Nothing here costs anything if neither is asked for.
 */
#ifndef VIEW_H
#define VIEW_H

#include "base/run.h"
#include "base/worker.h"
#include "report/kernel.h"

/*
 * Once, before main: adds the view's instrument where a view is wanted. Ends the program with one
 * line on stderr: with status 2 if a setting makes no sense, with status 3 if a file cannot be
 * written.
 */
void view_start(void);

/* How many launches there were so far; and 1 if none had a block that SIM_VIEW_BLOCKS names. */
uint64_t view_launches(void);
int view_asks_in_vain(void);

/* Where its modelled time is to be added, too; NULL without a view. */
struct modelled *view_modelled(void);

/* The view's part in base/instrument.h; the rest is in view/steps.h. */
void view_launch_begins(struct run *run);
void view_worker_ends(const struct worker *worker);
void view_launch_over(int error);
int view_block_begins(struct worker *worker);
void view_block_ends(struct worker *worker);

/* At the program's end: writes the files. 0, or -1 and one line on stderr for each that failed. */
int view_write(void);

#endif
