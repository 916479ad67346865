/*
 * The operations of one basic block, made from its instructions one by one.
 */
#ifndef SIMCC_BLOCK_H
#define SIMCC_BLOCK_H

#include "assembly.h"
#include "instruction.h"

/* Stands for a value between the memory and a computation in one instruction. */
#define REGISTER_PASSING (OPERATION_REGISTERS - 1)

/* An operation on its way into the table. */
struct planned {
    struct operation operation; /* all but its place */
    unsigned label;             /* of the return address, where the operation has a place; else 0 */
    unsigned sides;             /* of a branch: see branch_sides.h; else 0 */
    uint8_t less;               /* the place's distance before that label, in bytes */
    uint8_t dropped;
    uint8_t taken;     /* a multiplication that a sum has taken in */
    uint8_t displaced; /* a register plus a constant, which a GPU's loads and stores add */
};

/* An announced access whose instruction has not come yet. */
struct announced {
    unsigned label;
    uint8_t reads;
    uint8_t writes;
    uint8_t both;         /* at first: the store's event is one byte before the load's */
    uint8_t address;      /* the address's register; 0: it is a constant */
    size_t written;       /* the operation that wrote it: 1 + its index; 0: none in this block */
    uint64_t identity[2]; /* the address as the compiler wrote it; 0: unknown */
};

#define ANNOUNCED_MOST 16

/* The latest load of the block: what follows may read more of what it has loaded. */
struct loaded {
    uint8_t base, index;  /* of its memory operand; both 0: there was none */
    uint8_t to;           /* the register that has its value */
    long offset;          /* of its memory operand */
    size_t written[2];    /* the operations that wrote base and index: as struct known's */
    size_t value_written; /* the operation that wrote the value: likewise */
};

/* The state of a register. */
struct known {
    size_t written;     /* the operation that wrote it last: 1 + its index; 0: none in this block */
    uint64_t identity;  /* of the address that was put there; 0: unknown */
    uint8_t in_frame;   /* it is an address in the stack frame */
    uint8_t of_builtin; /* it is where threadIdx or its kind is: a builtin_kind */
    uint8_t is_upper;   /* it is a number of 32 bits, in the upper half of 64 */
    size_t product;     /* the multiplication whose result it has: as written */
    size_t bitwise;     /* the bitwise operation whose result it has: likewise */
};

struct block {
    struct planned *operations;
    size_t count;
    size_t capacity;
    struct known known[OPERATION_REGISTERS];
    struct announced announced[ANNOUNCED_MOST];
    int announced_count;
    struct loaded loaded;
    uint8_t flags;    /* the register that a branch waits for */
    uint8_t wide;     /* wide_instructions of the instruction at hand */
    size_t intrinsic; /* the operation that stands for an integer intrinsic: 1 + its index */
    size_t tail;      /* how many operations there were after the last jump; 0: no jump */
    enum source_kind source;
    long line;
    int whole;  /* of the loop whose header the instruction at hand belongs to: enum whole_loop */
    int host;   /* the rest asks whether it runs on the host: nothing to a GPU */
    int framed; /* rbp is the frame's pointer: holds for a function */
};

/* Begins a basic block; facts about the function stay. */
void block_begin(struct block *block);

/* The source of the instructions that follow. */
void block_source(struct block *block, enum source_kind source, long line);

/* Takes note where rbp becomes the frame's pointer; in a function's start, too. */
void block_frame(struct block *block, const struct instruction *instruction);

void block_add(struct block *block, const struct instruction *instruction);

/* Adds a call of a function that is no hook; label: of its return address. */
void block_call(struct block *block, const char *name, unsigned label);

/* Takes note of a hook's announcement; label: of the hook's return address. */
void block_announce(struct block *block, int reads, int writes, unsigned label);

/*
 * At the block's end: copies behind its last jump are for code that is reached from elsewhere, too.
 * Where nothing else stands there, they are left out, with the accesses that are announced.
 */
void block_trim(struct block *block);

/* Announced accesses that were not met count as done here: before a call, and at the end. */
void block_settle(struct block *block);

/* ---- For the files that make up block_add and its kind ------------------------------------ */

/* Appends an operation, returns its place. block.c */
size_t block_append(struct block *block, enum operation_kind kind, uint8_t to,
                    const uint8_t from[3]);
/* Appends a computation with a mnemonic's traits; as a MOVE where a GPU has none there. */
void block_compute(struct block *block, enum operation_kind kind, unsigned traits, uint8_t to,
                   const uint8_t from[3]);

/*
 * Appends a load to a register, or a store of one, where the memory operand is one that was
 * announced, and returns 1; else 0. accesses.c
 */
int block_access(struct block *block, const struct operand *operand, int writes, uint8_t value);

/*
 * The register whose value came with that of the memory operand, where it is a further part of what
 * the latest load has loaded: a host reads a vector in parts. 0: it is none. accesses.c
 */
uint8_t block_part(const struct block *block, const struct operand *operand);

/*
 * The register in which the operand's value is. A value that must be loaded for that is put into
 * the register to. values.c
 */
uint8_t block_fetch(struct block *block, const struct operand *operand, uint8_t to);
/* Computes a value and puts it where the instruction's last operand says. */
void block_put(struct block *block, const struct instruction *instruction, enum operation_kind kind,
               unsigned traits, const uint8_t from[3]);
int is_on_stack(const struct block *block, const struct operand *operand);
/* The register that stands for the operand's place on the stack; further: the number of 4 bytes
 * after it. */
uint8_t stack_slot(const struct operand *operand, unsigned further);

#endif
