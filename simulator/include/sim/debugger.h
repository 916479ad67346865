/*
 * What a debugger knows of the runtime, which has no debug information in a program:
 * debugger/simcc_gdb.py.
 */
#ifndef SIM_DEBUGGER_H
#define SIM_DEBUGGER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Offsets and sizes in bytes, in the order of simcc_gdb.py's LAYOUT; the first is the table's
 * version. */
extern const uint64_t sim_debugger_layout[];

/* The host threads that run blocks, each as a struct slot; and how many there are. */
struct slot;
extern struct slot **const sim_debugger_slots;
extern const unsigned *const sim_debugger_slot_count;

/*
 * A debugger stops here: the program calls it when it has found a mistake. what: it, as it will be
 * printed; pc, other_pc: where calls at the places of both accesses return to, or 0; is_note: it
 * does no harm.
 */
void sim_debugger_finding(const char *kind, const char *what, uintptr_t pc, uintptr_t other_pc,
                          int is_note);

#ifdef __cplusplus
}
#endif

#endif
