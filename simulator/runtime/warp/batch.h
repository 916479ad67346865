/*
 * Batches of hooks. simcc puts no calls of hooks into straight code, but code of its own: at the
 * first hook of a batch the events of all of them are written down, and room for their addresses is
 * taken; at each access its address is filled in. That is so while the recorder is open: nothing is
 * unusual, and there is room for all of the batch. Else, and for an address that is neither in
 * global nor in shared memory, or not aligned, the hook's code calls sim_batch_hook. It takes back
 * what is written down from that hook on, does what the hook's own function does, and writes down
 * what comes behind it, if the recorder is open then.
 *
 * A batch without accesses is written down also where the recorder is not open, as far as its marks
 * go; one with a function's begin or end only as far as its calls go. A basic block that does no
 * more than come to a barrier is written down together with it while the thread is ahead.
 */
#ifndef BATCH_H
#define BATCH_H

/* Works out the events of all batches of the program; called once, before any kernel runs. */
void batches_start(void);

#endif
