/*
 * Between the interpreting kernel (interpreter.cu) and the program that it
 * interprets (execution.c).
 */
#ifndef INTERPRETER_H
#define INTERPRETER_H

#include "program.h"

#ifdef __cplusplus
extern "C" {
#define DEVICE_FUNCTION __device__
#else
#define DEVICE_FUNCTION
#endif

/*
 * Runs a launch of the program in global memory of GLOBAL_BYTES bytes, and AREA_BYTES that are
 * fresh; cooperative if its blocks meet. Returns a cudaError_t.
 */
int launch_interpreter(unsigned blocks, unsigned threads, int is_cooperative, char *global,
                       char *fresh);

/* The slot whose code the address is in; SLOTS_MOST if none's. */
unsigned slot_of_address(uintptr_t pc);

/* 1 if the running thread, which holds the ticket, performs the slot. */
DEVICE_FUNCTION int takes_part(unsigned slot, uint64_t ticket);

/* The slot, for the running thread. */
DEVICE_FUNCTION int operation_of(unsigned slot);
DEVICE_FUNCTION int size_of(unsigned slot);
DEVICE_FUNCTION int scope_of(unsigned slot);
DEVICE_FUNCTION int order_of(unsigned slot);
DEVICE_FUNCTION int spelling_of(unsigned slot);
DEVICE_FUNCTION int prior_of(unsigned slot);
/* 1 if a structure or a vector is read or written. */
DEVICE_FUNCTION int as_structure(unsigned slot);
DEVICE_FUNCTION char *place_of(unsigned slot, char *global, char *shared, char *fresh);
DEVICE_FUNCTION char *source_of_copy(unsigned slot, char *global, char *shared, char *fresh);
DEVICE_FUNCTION uint64_t operand_of(unsigned slot);
DEVICE_FUNCTION uint64_t compare_of(unsigned slot);
DEVICE_FUNCTION unsigned mask_of(unsigned slot);

/* The number of the slot's cuda::barrier; how many threads of the running block arrive at one. */
DEVICE_FUNCTION int barrier_of(unsigned slot);
DEVICE_FUNCTION int arrivals_of(int barrier);

/* 1 if the program uses shared memory, which then has to be set up first. */
DEVICE_FUNCTION int shared_wanted(void);

/* Called right after each operation, with the value read and the value stored. */
DEVICE_FUNCTION void log_operation(unsigned slot, uint64_t got, uint64_t stored);

/* The same of memcpy: the value that it has read, and then that it has written. */
DEVICE_FUNCTION void log_copy(unsigned slot, uint64_t got);

/* The first bytes of a structure, up to 8; and all of its bytes set to what the operand is there.
 */
DEVICE_FUNCTION uint64_t first_bytes(const void *value, unsigned size);
DEVICE_FUNCTION void fill_bytes(void *value, unsigned size, uint64_t operand);

/* The thread has performed all of its slots. */
DEVICE_FUNCTION void log_end(void);

#ifdef __cplusplus
}
#endif

#endif
