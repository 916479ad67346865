/*
 * What a branch can pass by: the code between it and its target, and, where a jump ends that code,
 * the code between the target and the jump's. nvcc has no branch around a few plain instructions:
 * it predicates them, and all warps issue them. Of conditions that && and || join it makes one, and
 * asks them all.
 */
#ifndef SIMCC_BRANCH_SIDES_H
#define SIMCC_BRANCH_SIDES_H

#include "block.h"

/* A branch whose sides have not ended. */
struct branch_sides {
    unsigned number;   /* names it in the assembly */
    unsigned target;   /* the label at which the side at hand ends */
    unsigned behind;   /* that of the jump which ended the code at hand; 0: none has */
    unsigned side;     /* 0: between the branch and its target, 1: behind that */
    unsigned count[2]; /* instructions of each side */
    unsigned loads[2];
    unsigned stores[2]; /* 1 if there are any */
    unsigned joined;    /* the instructions before the last branch that && joins it with; or 0 */
    unsigned asked;     /* the same of the branch within it, if there is but one; or too many */
};

struct open_branches {
    struct branch_sides *branch;
    size_t count, room;
    unsigned branches;    /* of the file, so far */
    size_t counted;       /* operations of the basic block at hand that belong to a side already */
    unsigned since;       /* instructions since the last branch */
    uint8_t passed[256];  /* 1 for labels of the function that have come, by the lowest bits */
    struct text *numbers; /* gets the sides' sizes, by name */
};

/*
 * An instruction that may go elsewhere, behind the block's operations so far. Returns the number of
 * a conditional branch: its sides are .Lsim_sides<number>, two bytes, each a struct operation_side.
 * 0 for other instructions.
 */
unsigned branch_sides_turn(struct open_branches *open, const struct block *block,
                           const struct statement *statement);

/* A label that the compiler has put there; any other line that is no instruction may be given. */
void branch_sides_label(struct open_branches *open, const struct block *block, const char *line);

/* A call of a function that is no hook: no side that has it is predicated. */
void branch_sides_call(struct open_branches *open);

/* The end of a basic block, before its operations go. */
void branch_sides_end_block(struct open_branches *open, const struct block *block);

/* The end of a function: what is still open ends nowhere. */
void branch_sides_end_function(struct open_branches *open);

#endif
