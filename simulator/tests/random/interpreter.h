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

/* The line of interpreter.cu that is slot 0's; the others follow. */
extern const int first_slot_line;

/* Runs the program in global memory of AREA_BYTES bytes; returns a cudaError_t. */
int launch_interpreter(unsigned blocks, unsigned threads, char *global);

/* 1 if the running thread, which holds the ticket, performs the slot. */
DEVICE_FUNCTION int takes_part(unsigned slot, uint64_t ticket);

/* The slot, for the running thread. */
DEVICE_FUNCTION int operation_of(unsigned slot);
DEVICE_FUNCTION int size_of(unsigned slot);
DEVICE_FUNCTION int scope_of(unsigned slot);
DEVICE_FUNCTION char *place_of(unsigned slot, char *global, char *shared);
DEVICE_FUNCTION uint64_t operand_of(unsigned slot);
DEVICE_FUNCTION uint64_t compare_of(unsigned slot);
DEVICE_FUNCTION unsigned mask_of(unsigned slot);

/* 1 if the program uses shared memory, which then has to be set to 0 first. */
DEVICE_FUNCTION int shared_wanted(void);

/* Called right after each operation, with the value read and the value stored. */
DEVICE_FUNCTION void log_operation(unsigned slot, uint64_t got, uint64_t stored);

#ifdef __cplusplus
}
#endif

#endif
