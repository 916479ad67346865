/*
 * Looks, where a kernel's functions end, whether they go back to where they were called: for code
 * that nobody trusts, compiled with frame pointers. A thread may store what it likes in its own
 * stack, without a record; so that is where it could lead the program astray.
 */
#ifndef GUARD_H
#define GUARD_H

#include <stdint.h>

/* A function of a thread begins, or ends; frame: what its frame pointer holds. */
void guard_enter(uintptr_t frame, uintptr_t pc);
void guard_leave(uintptr_t frame, uintptr_t pc);

#endif
