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
 * Once, before main. Ends the program with one line on stderr: with status 2 if a setting makes
 * no sense, with status 3 if a file cannot be written.
 */
void view_start(void);

/*
 * A launch begins, or begins anew. middle: the block to show from the middle of the grid.
 * Then what a worker has counted when its blocks have ended.
 */
void view_start_launch(const struct run *run, uint64_t middle);
void view_add_counts(const struct worker *worker);

/* How many launches there were so far; and 1 if none had a block that SIM_VIEW_BLOCKS names. */
uint64_t view_launches(void);
int view_asks_in_vain(void);

/* Where its modelled time is to be added, too; NULL without a view. */
struct modelled *view_modelled(void);

/* It is over, and its findings are printed but not yet forgotten. */
void view_end_launch(int error);

/* The worker's block begins; and ends. */
void view_start_block(struct worker *worker);
void view_end_block(struct worker *worker);

/* At the program's end: writes the files. 0, or -1 and one line on stderr for each that failed. */
int view_write(void);

#endif
