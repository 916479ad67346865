/*
 * Ctrl-C, and kill, while a kernel runs: the program says where the kernel is, writes the reports
 * with what was counted so far, and ends by the signal. A second one ends it at once.
 */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include "base/run.h"

/*
 * The run begins: from here on signals stop it, unless the program catches or ignores them itself;
 * NULL: it has ended.
 */
void interrupt_watch(struct run *run);

/* 1 if a signal has come since the process began. */
int interrupt_came(void);

/* A worker's block was stopped: notes where it was. */
struct worker;
void interrupt_note(const struct worker *worker);

/* Says where the kernel was, writes the reports and ends the program by the signal. */
_Noreturn void interrupt_end(const struct run *run);

#endif
