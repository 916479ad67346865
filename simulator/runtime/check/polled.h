/*
 * Flags: words of global or shared memory that one warp changes by atomics or volatile stores, and
 * another looks at without changing them. A launch with flags is tried in a third order
 * (base/look.c): warps, and with them blocks, change at such stores, after one or a few, so that
 * each runs ahead of the others for a while.
 */
#ifndef POLLED_H
#define POLLED_H

#include "base/run.h"
#include "base/worker.h"

/* A launch begins: says whether it is small enough to be tried, and has not been so often. */
void polled_new_launch(struct run *run);

/* A run of it begins. */
void polled_new_run(const struct run *run);

/* The running thread has made a strong access. changes: the word's value is another now. */
void polled_note(const struct worker *worker, uintptr_t address, int changes);

/* 1 if the launch has flags, and is to be tried in the third order. */
int polled_is_worth_trying(const struct run *run);

/* In the third order: 1 if the thread is to give way to others before its store there. */
int polled_gives_way(const struct worker *worker, uintptr_t address);

#endif
