/*
 * The recorder's less frequent cases, called by the hooks (hooks.c).
 */
#ifndef RECORD_H
#define RECORD_H

#include "base/batch_layout.h"
#include "base/worker.h"

/*
 * An access that the hook cannot record at once: outside a kernel, a recording
 * that is full, an address that is neither global nor shared memory, or not
 * aligned. Records it, reports it, or lets it pass.
 */
void record_unusual(uintptr_t address, unsigned size, unsigned what, int aligned, uintptr_t pc);

/* An access of any size (memcpy and the like): words if all is whole words, else pieces of at most
 * 2 bytes. what: 0 or EVENT_WRITE. */
void record_range(uintptr_t address, size_t size, unsigned what, uintptr_t pc);

/* The same of a structure that is aligned to 2^log2 bytes, 1 to 16: in pieces of so many, the last
 * ones smaller. An address that is not aligned so is a finding. */
void record_pieces(uintptr_t address, size_t size, unsigned log2, unsigned what, uintptr_t pc);

/* Before record_range, for a read that copies structures: see access_note_copy. */
void record_copy(size_t unit, uintptr_t pc);
/* The reads at pc keep the bits beside a bit-field that is stored. */
void record_kept(uintptr_t pc);

/*
 * The lane goes on when its earlier events are merged: before a strong access, which
 * orders others, and before memory is freed.
 */
void record_wait_to_be_merged(uintptr_t pc);

/* Before a volatile access: keeps lanes in lockstep, notices spinning. what: 0 or EVENT_WRITE. */
void record_volatile(uintptr_t address, unsigned size, unsigned what, uintptr_t pc);

/* A strong access of the thread. changes: the word has another value then. See check/polled.h. */
void record_poll(uintptr_t address, int changes);

/*
 * Before an atomic: waits until the lane's earlier events are merged, and until all blocks
 * before its own have ended. kind: whether it reads and writes. pair: ACCESS_PAIR or 0. Returns -1
 * if the launch was stopped.
 */
int record_before_atomic(enum sim_atomic_kind kind, uintptr_t address, unsigned size, unsigned pair,
                         enum sim_scope scope, uintptr_t pc);

/*
 * In a run that looks exactly, after a store was recorded: if it is a plain one, ends the messages
 * at its bytes; notes its value when it is there. real: where the bytes are. what: as recorded.
 */
void record_store(uintptr_t real, unsigned size, unsigned what);

/* An access to local memory; place: in the lane's stack. what: EVENT_LOCAL and more. */
void record_local(uintptr_t place, unsigned what, uintptr_t pc);

/* Makes room in a full recording; 0 if there is nothing to record. */
int record_make_room(void);

/* Ends the launch if the running fibre's stack is nearly used up. */
void record_stack_used_up(uintptr_t pc);
static inline int record_is_stack_used_up(uintptr_t stack_pointer)
{
    return recorder.limit && stack_pointer - recorder.stack < RECORDER_STACK_RESERVE;
}
static inline void record_check_stack(uintptr_t stack_pointer, uintptr_t pc)
{
    if (record_is_stack_used_up(stack_pointer))
        record_stack_used_up(pc);
}

/* The compare-and-swap that was recorded last has failed. */
void record_failed_swap(void);

/*
 * Records an atomic, performed by the caller afterwards (what: EVENT_ATOMIC and ACCESS_
 * bits), a fence (address: its scope) or a printf (address: its number).
 */
void record_special(unsigned what, unsigned log2_size, uintptr_t address, uintptr_t pc);

#endif
