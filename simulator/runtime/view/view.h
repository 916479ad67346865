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
 * To be called once, before main: adds the view's instrument if a view is wanted. Ends the program
 * with one line on stderr: with status 2 if a setting is wrong, with status 3 if a file cannot be
 * written.
 */
void view_start(void);

/* The number of launches so far; 1 if none of them had a block of SIM_VIEW_BLOCKS. */
uint64_t view_launches(void);
int view_asks_in_vain(void);

/* The viewed launch's own sum of modelled times; NULL without a view. */
struct modelled *view_modelled(void);

/* Keeps the model's input with the viewed launch, until both are freed. */
void view_keep_input(void *input, void (*free_input)(void *input));

/* The view's part in base/instrument.h; the rest is in view/steps.h. */
void view_launch_begins(struct run *run);
void view_worker_ends(const struct worker *worker);
void view_launch_over(int error);
int view_block_begins(struct worker *worker);
void view_block_ends(struct worker *worker);

/*
 * Opens the files now, and reads what they will show of the source, for a program that forbids
 * itself to do it later. Returns 0, after one line on stderr, if one of them cannot be opened.
 */
int view_open(void);

/*
 * At the program's end: writes the files. Returns 0, or -1 after one line on stderr for each file
 * that failed.
 */
int view_write(void);

#endif
