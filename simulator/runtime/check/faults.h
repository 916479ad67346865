/*
 * Errors that a thread's next access would run into, found before it happens.
 * Those that a GPU answers by killing the kernel do not return: the launch is
 * stopped.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include "base/worker.h"

/* An address that is neither global nor shared memory. Returns if it is constant data. */
void fault_foreign_address(struct worker *worker, uintptr_t address, unsigned size, unsigned what,
                           uintptr_t pc);

/* The host's address of a __device__ variable, which came from the host. */
_Noreturn void fault_variable_address(struct worker *worker, uintptr_t address, unsigned size,
                                      unsigned what, const char *name, uintptr_t pc);

_Noreturn void fault_misaligned(struct worker *worker, uintptr_t address, unsigned size,
                                unsigned what, uintptr_t pc);
_Noreturn void fault_stack_overflow(struct worker *worker, uintptr_t pc);

/* The host touches device memory: prints the finding and ends the program, status 1. */
_Noreturn void fault_device_pointer_on_host(uintptr_t address, uintptr_t pc);

/* Catches what the hooks cannot see: installs a handler for SIGSEGV. */
void fault_catch_signals(void);

/* Gives the calling host thread a stack for that handler. */
void fault_own_stack(void);

#endif
