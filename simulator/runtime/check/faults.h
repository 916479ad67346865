/*
 * Errors that a thread's next access would cause, found before it happens. Where a GPU would kill
 * the kernel, the function does not return: the launch is stopped.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include "base/worker.h"

/* An address that is neither global nor shared memory. Returns if it is constant data. */
void fault_foreign_address(struct worker *worker, uintptr_t address, unsigned size, unsigned what,
                           uintptr_t pc);

/* The address is the host's address of a __device__ variable. */
_Noreturn void fault_variable_address(struct worker *worker, uintptr_t address, unsigned size,
                                      unsigned what, const char *name, uintptr_t pc);

/* A write to __constant__ memory, whose stand-in address is given. */
_Noreturn void fault_constant_written(struct worker *worker, uintptr_t address, unsigned size,
                                      unsigned what, uintptr_t pc);

_Noreturn void fault_misaligned(struct worker *worker, uintptr_t address, unsigned size,
                                unsigned what, uintptr_t pc);
/* The same of a variable of the thread's own: local memory. */
_Noreturn void fault_misaligned_local(struct worker *worker, uintptr_t address, unsigned size,
                                      unsigned what, uintptr_t pc);
_Noreturn void fault_stack_overflow(struct worker *worker, uintptr_t pc);

/* The host touches device memory: prints the finding and ends the program. */
_Noreturn void fault_device_pointer_on_host(uintptr_t address, uintptr_t pc);

/* Where a signal has met the thread, of the handler's third argument: as a return address. */
uintptr_t fault_pc(const void *context);

/* Installs a handler for SIGSEGV, for accesses that the hooks cannot see. */
void fault_catch_signals(void);

/* Gives the calling host thread a stack for that handler. */
void fault_own_stack(void);

#endif
