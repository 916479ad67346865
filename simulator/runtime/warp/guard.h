/*
 * Checks the return addresses of a kernel's functions at their ends: for untrusted code, compiled
 * with frame pointers. A thread's stores to its own stack are not recorded: it could overwrite a
 * return address there.
 */
#ifndef GUARD_H
#define GUARD_H

#include <stdint.h>

/* A function of a thread begins, or ends; frame: its frame pointer. */
void guard_enter(uintptr_t frame, uintptr_t pc);
void guard_leave(uintptr_t frame, uintptr_t pc);

#endif
