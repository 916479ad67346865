/*
 * The code of a batch of hooks, and its table. The offsets are those of struct recorder, the
 * table's form is that of struct batch: runtime/warp/batch.h.
 */
#ifndef SIMCC_BATCH_CODE_H
#define SIMCC_BATCH_CODE_H

#include "text.h"

enum { BATCH_MOST = 16 }; /* hooks in a batch */

enum batch_kind {
    BATCH_NONE,
    BATCH_BLOCK,
    BATCH_ENTER,
    BATCH_EXIT,
    BATCH_ACCESS /* with its address */
};

struct batched {
    enum batch_kind kind;
    unsigned size; /* of an access, in bytes */
    int writes, is_aligned;
    unsigned number;    /* of its code */
    struct text label;  /* that a table has for it; without length: none */
    struct text behind; /* the code from it to the next one */
};

struct batch {
    unsigned count, accesses;
    int calls;    /* a function's begin or end is among them */
    int barriers; /* 1: of one basic block, which does no more than call a barrier */
    struct batched hooks[BATCH_MOST];
};

struct coder {
    int position_independent;
    unsigned hooks, batches;  /* how many there are */
    struct text slow, tables; /* to be written */
    char *group;              /* COMDAT group of the last table, or NULL */
    const char *addresses;    /* where this batch has the addresses' end: a register, or "" */
};

/*
 * Writes the batch, and empties it. group: the COMDAT group that its code is in, or "". Behind the
 * call of its barrier the label .Lsim_passed, with the number of its first hook, is to follow.
 */
void write_batch(struct coder *coder, struct batch *batch, const char *group, struct text *output);

/* At the end of a function: what is called where something is unusual. */
void write_slow_ways(struct coder *coder, struct text *output);

/* At the end of all code; frees what the coder has. */
void write_tables(struct coder *coder, struct text *output);

#endif
