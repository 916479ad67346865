/*
 * The operations of a program's basic blocks, instruction by instruction, as far as the clock needs
 * them. simcc reads them off the compiler's assembly and puts them into the program, in the section
 * sim_operations: for each call of the basic blocks' hook one struct operations, its operations
 * behind it. Where a compiler's assembly cannot be read, the section is empty, and the clock counts
 * the events of the hooks.
 *
 * The registers are the host's, as stand-ins for a GPU's: they show which operation depends on
 * which. Copies between them, and between them and the stack, cost a GPU nothing.
 */
#ifndef OPERATIONS_H
#define OPERATIONS_H

#include <stddef.h>
#include <stdint.h>

/* The kinds of operations, as a GPU has them. */
enum operation_kind {
    OPERATION_MOVE,     /* a copy, or code of our own headers: no instruction on a GPU */
    OPERATION_INTEGER,  /* add, subtract, logic, shift, compare, select, address arithmetic */
    OPERATION_MULTIPLY, /* of integers */
    OPERATION_DIVIDE,   /* of integers, and remainders */
    OPERATION_CONVERT,  /* from floating point to integers, and what double takes part in */
    OPERATION_TO_FLOAT, /* of an integer or a half; and back to half */
    OPERATION_FLOAT,    /* add, multiply, compare */
    OPERATION_DOUBLE,
    OPERATION_FLOAT_DIVIDE, /* division, square root */
    OPERATION_DOUBLE_DIVIDE,
    OPERATION_FUNCTION, /* a call of a mathematical function, with its own cost */
    OPERATION_BRANCH,   /* conditional; waits for its operands */
    OPERATION_JUMP,     /* unconditional */
    OPERATION_LOAD,     /* of memory that the hooks may have recorded */
    OPERATION_STORE,
    OPERATION_CALL, /* of the runtime (barrier, exchange, atomic, fence), or of a function */
    OPERATION_KINDS
};

/* Registers, by number: 0 is none. */
enum operation_register {
    OPERATION_NO_REGISTER = 0,
    OPERATION_GENERAL = 1, /* 16 of them; 1 has a function's result */
    OPERATION_VECTOR = 17, /* 32 of them */
    OPERATION_FLAGS = 49,  /* the result of a comparison */
    OPERATION_STACK = 50,  /* slots of the stack frame */
    OPERATION_REGISTERS = 256
};

#define OPERATION_SIGNED 2   /* of a division: see `special` */
#define HEADER_ASKED     1   /* of a branch in a loop's header: the source asks to unroll it, ... */
#define HEADER_COUNTED   2   /* ... nvcc counts its rounds, though its step is unknown, ... */
#define HEADER_ENDLESS   4   /* ... or cannot, as its counter may wrap around */
#define HEADER_WIDE      8   /* its counter has 64 bits */
#define SIDE_WHOLE       31u /* of a branch: see `side` */
#define SIDE_JOINED      30u

/* A side of a branch. */
struct operation_side {
    uint8_t instructions : 5; /* SIDE_WHOLE: nvcc cannot predicate them, or nobody knows them */
    uint8_t loads : 2;        /* of these: 3 are that many or more */
    uint8_t stores : 1;       /* 1 if there are any */
};

struct operation {
    uint8_t kind;
    uint8_t to;      /* register written */
    uint8_t from[3]; /* registers read; for a load those of its address alone */
    /*
     * 1 if nvcc makes one instruction of it and the one before (a product and a sum); of an
     * OPERATION_INTEGER that reads nothing: 1 if it gets threadIdx.
     */
    uint8_t doubles : 1;
    /*
     * 1 for logic, comparisons, choices and shifts to the right: of a GPU's units for integers
     * only one has them, and it has those of floats, too.
     */
    uint8_t is_logic : 1;
    /*
     * OPERATION_MOVE: 1 if its value comes from elsewhere: an element of an array of the thread's.
     * OPERATION_FUNCTION: 1 if it has a slow way, with which nvcc unrolls no loop around it.
     */
    uint8_t is_unknown : 1;
    /*
     * OPERATION_FUNCTION: how many of its instructions the unit for special functions and
     * conversions computes. OPERATION_MULTIPLY and _DIVIDE: 1 if neither operand is a constant,
     * OPERATION_SIGNED if it divides numbers with signs.
     * OPERATION_MOVE: 1 if it puts two words into one number of 64 bits.
     * OPERATION_BRANCH and _JUMP: HEADER_ASKED and so on, if it belongs to the header of a loop of
     * which the source says so.
     */
    uint8_t special : 4;
    /*
     * OPERATION_BRANCH and _JUMP: 1 if it belongs to the header of a loop that nvcc unrolls as a
     * whole, as its number of rounds stands in the source. What else the header has, is moves.
     */
    uint8_t is_whole : 1;
    union {
        /*
         * OPERATION_LOAD, _STORE and _CALL: the event's pc (the return address of the hook or the
         * called function) less the basic block's.
         */
        uint16_t place;
        /*
         * OPERATION_MOVE, _INTEGER, _MULTIPLY and _DIVIDE: its instructions where its operands are
         * of 64 bits, two registers of a GPU; 0: they are not. simcc/wide.h has the numbers.
         */
        uint8_t wide;
        /*
         * OPERATION_BRANCH: what it can pass by, up to its target, and what stands behind the
         * target, which a jump at the end of the former passes by. SIDE_JOINED of the former: &&
         * joins its condition with the next branch's, and the other side is what it passes by.
         */
        struct {
            struct operation_side skipped, other;
        } side;
        /* OPERATION_FUNCTION: its instructions, and those of them in double precision. */
        struct {
            uint8_t instructions, doubles;
        } function;
    };
};
_Static_assert(sizeof(struct operation) == 8, "as simcc writes them");

struct operations {
    uint64_t pc; /* of the event EVENT_BLOCK: the return address of the basic block's hook */
    uint32_t count;
    uint32_t unused;
    struct operation operation[];
};
_Static_assert(sizeof(struct operations) == 16, "as simcc writes them");

/* The tables of a program, by pc. */
struct operations_table {
    const struct operations **blocks; /* sorted */
    size_t count;
};

/* Those of this program, once operations_start has been called; then any host thread may look. */
extern struct operations_table program_operations;

/* Sorts the program's tables; called once. */
void operations_start(void);

/* Sorts the tables that stand in [start, end), one after another. */
void operations_sort(struct operations_table *table, const void *start, const void *end);

/* The number of the first basic block at pc or behind it; table->count if there is none. */
size_t operations_from(const struct operations_table *table, uint64_t pc);

/* The operations of the basic block with this pc; NULL if they are not known. */
const struct operations *operations_find(const struct operations_table *table, uint64_t pc);

#endif
