/*
 * What simcc's code for batches of hooks knows of the runtime: where the recorder's words are, and
 * how the tables in the section sim_batches look.
 */
#ifndef BATCH_LAYOUT_H
#define BATCH_LAYOUT_H

/* Offsets in struct recorder, in bytes. */
#define RECORDER_EVENT       0
#define RECORDER_ADDRESS     8
#define RECORDER_OPEN        16
#define RECORDER_MARKS       24
#define RECORDER_CALLS       32
#define RECORDER_BASE        40
#define RECORDER_GLOBAL_OPEN 48
#define RECORDER_SHARED      56
#define RECORDER_SHARED_OPEN 64
#define RECORDER_STACK       72
#define RECORDER_PASSES      88

#define RECORDER_ADDRESS_STEP  264  /* bytes from each address of a lane to its next one */
#define RECORDER_STACK_RESERVE 2048 /* bytes that a fibre must keep free for the runtime itself */

#define BATCH_EVENTS 16    /* offset of a table's events, in bytes */
#define BATCH_BEGINS 0x100 /* beside a hook's place: nothing of its batch has been written down */

/* A hook in a table: its pc, and above it what it records. */
#define BATCH_WHAT_SHIFT    48
#define BATCH_EVENT_WRITE   0x08
#define BATCH_EVENT_BLOCK   0x10
#define BATCH_EVENT_ENTER   0x20
#define BATCH_EVENT_EXIT    0x30
#define BATCH_EVENT_BARRIER 0x70
#define BATCH_ALIGNED       0x100 /* an access that must be */

#endif
