/*
 * The view: the program's launches, recorded for a page (SIM_VIEW) or a trace (SIM_TRACE). A few
 * blocks of each launch are recorded step by step. Of launches with one kernel and shape, one is
 * kept. At the end the few most important ones are written. The format: docs/view_format.md.
 * Without SIM_VIEW and SIM_TRACE nothing here costs time.
 */
#ifndef VIEW_H
#define VIEW_H

#include "base/run.h"
#include "base/worker.h"
#include "report/kernel.h"

/*
 * To be called once, before main. Ends the program with one line on stderr: with status 2 if a
 * setting is wrong, with status 3 if a file cannot be written.
 */
void view_start(void);

/*
 * A launch begins, or begins anew. middle: the block to show from the middle of the grid. The
 * second function adds a worker's counters when its blocks have ended.
 */
void view_start_launch(const struct run *run, uint64_t middle);
void view_add_counts(const struct worker *worker);

/* The number of launches so far; 1 if none of them had a block of SIM_VIEW_BLOCKS. */
uint64_t view_launches(void);
int view_asks_in_vain(void);

/* The viewed launch's own sum of modelled times; NULL without a view. */
struct modelled *view_modelled(void);

/* The launch is over. Its findings are printed, but not yet forgotten. */
void view_end_launch(int error);

/* The worker's block begins; and ends. */
void view_start_block(struct worker *worker);
void view_end_block(struct worker *worker);

/*
 * At the program's end: writes the files. Returns 0, or -1 after one line on stderr for each file
 * that failed.
 */
int view_write(void);

#endif
