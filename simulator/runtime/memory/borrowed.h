/*
 * What a mirror of device memory need not copy: large pages that nobody writes to while a launch
 * runs, mostly of arrays that kernels read. The mirror borrows them: its copy is the memory itself.
 * The page is read-only meanwhile, and is copied when a thread is about to write to it.
 *
 * A page for which the mirror has taken memory once is copied each time, as any other.
 */
#ifndef BORROWED_H
#define BORROWED_H

#include "memory/mirror.h"

/* Failing writes come to borrowed_return as long as the function says so; before, none do. */
void borrowed_allow(int (*writes_are_caught)(void));

/*
 * To be called of each allocation before it is saved: borrows pages of its that have changed, and
 * gives those back that it has, if others than the launch before have written to them.
 */
void borrowed_choose(struct mirror *mirror, const struct allocation *a);

/* The allocation is about to be freed. */
void borrowed_forget(const struct allocation *a);

/* When all are saved: the borrowed pages are read-only until memory_close, or a write. */
void borrowed_protect(void);

/* 1 as long as that is so: what is borrowed then is as it was. */
int borrowed_holds(void);

/*
 * A write to that address has failed. Copies the page; returns 1 if the write is to be tried again,
 * 0 if the failure has another cause. May be called by several threads, also by a signal's handler.
 */
int borrowed_return(uintptr_t address);

#endif
