/*
 * A random kernel: a short list of slots, each one operation that some of the
 * threads perform. Every thread goes through the slots in order.
 */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <stdint.h>

#define BLOCKS_MOST  3
#define THREADS_MOST 96 /* in a block */
#define SLOTS_MOST   24
#define WARP_LANES   32
#define ALL_LANES    0xFFFFFFFFu
#define AREA_BYTES   256 /* of global memory, and of each block's shared memory */

enum operation {
    OP_READ,
    OP_WRITE,
    OP_VOLATILE_READ,
    OP_VOLATILE_WRITE, /* 1, 2, 4 or 8 bytes */
    OP_ADD,
    OP_EXCHANGE,
    OP_CAS,           /* one atomic of 4 or 8 bytes */
    OP_CAS_LOOP,      /* adds by compare-and-swap; starts with what was read last */
    OP_TICKET,        /* the thread's ticket = atomicAdd(word, 1) */
    OP_SPIN,          /* while (atomicAdd(word, 0) == 0); */
    OP_SPIN_VOLATILE, /* while (*(volatile unsigned *)word == 0); */
    OP_LOCK,          /* while (atomicCAS(word, 0, 1)); */
    OP_FENCE,         /* __threadfence: fence.sc */
    OP_LIGHT_FENCE,   /* cuda::atomic_thread_fence(memory_order_acq_rel) */
    OP_BLOCK_BARRIER,
    OP_WARP_BARRIER
};

enum scope { SCOPE_BLOCK, SCOPE_DEVICE, SCOPE_SYSTEM };
enum space { SPACE_GLOBAL, SPACE_SHARED };

#define ANY_BLOCK  (-1)
#define ANY_TICKET (-1)

/* The threads that perform a slot: those that all of this holds for. */
struct who {
    int block;           /* or ANY_BLOCK */
    unsigned first, end; /* threads [first, end) of a block */
    unsigned lanes;      /* mask of lanes, the same in each warp */
    int ticket;          /* threads that drew this ticket, or ANY_TICKET */
};

/* The byte offset in the area: offset + size * ((thread + shift + block * block_step) % modulus) */
struct place {
    enum space space;
    unsigned offset;  /* a multiple of the access's size */
    unsigned modulus; /* 1: the same place for all threads */
    unsigned shift, block_step;
};

struct slot {
    enum operation operation;
    struct who who;
    struct place place;
    unsigned size;     /* bytes; 0 for fences and barriers */
    enum scope scope;  /* of atomics and fences */
    unsigned constant; /* what is stored or added: this number, */
    int plus_thread;   /* and, if set, the thread's number in the grid */
    unsigned compare;  /* OP_CAS: what is expected */
};

struct program {
    unsigned blocks, threads; /* threads in a block */
    unsigned slot_count;
    struct slot slots[SLOTS_MOST];
};

/* 1 if the operation touches memory. */
int accesses_memory(enum operation operation);
/* 1 if it is an atomic, alone or in a loop. */
int is_atomic(enum operation operation);
/* 1 if it may change memory (what an atomic stores may be what was there). */
int may_store(enum operation operation);

/* 1 if the thread performs the slot, whatever its ticket. */
int slot_names(const struct slot *slot, unsigned block, unsigned thread);

/* The byte offset in the area where the thread performs the slot. */
unsigned slot_offset(const struct slot *slot, unsigned block, unsigned thread);

/* What the thread stores or adds, before it is cut to the size. */
uint64_t slot_operand(const struct program *program, const struct slot *slot, unsigned block,
                      unsigned thread);

/* The lanes of the thread's warp that perform the slot: the mask of a warp barrier. */
unsigned slot_warp_mask(const struct program *program, const struct slot *slot, unsigned thread);

/* 1 if some slot touches shared memory. */
int uses_shared(const struct program *program);

#endif
