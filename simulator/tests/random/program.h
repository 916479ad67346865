/*
 * A random kernel: a short list of slots, each one operation that some of the
 * threads perform. Every thread goes through the slots in order, in one launch or, from a slot on,
 * in a second one.
 */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <stdint.h>

#define BLOCKS_MOST   3
#define THREADS_MOST  96 /* in a block */
#define SLOTS_MOST    24
#define WARP_LANES    32
#define ALL_LANES     0xFFFFFFFFu
#define BARRIERS_MOST 2    /* of cuda::barrier */
#define AREA_BYTES    256  /* of global memory, and of each block's shared memory */
#define GLOBAL_BYTES  1024 /* of global memory with the rows, which lie behind its area */

enum operation {
    OP_READ,
    OP_WRITE,
    OP_VOLATILE_READ,
    OP_VOLATILE_WRITE, /* 1, 2, 4 or 8 bytes; the first two also 3, 12, 16 or 20 */
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
    OP_WARP_BARRIER,
    OP_LDG,          /* __ldg */
    OP_COPY,         /* memcpy of the size to the place, from another one */
    OP_LOAD,         /* cuda::atomic_ref: load, */
    OP_STORE,        /* store; and OP_ADD and OP_EXCHANGE, if they have an order */
    OP_EXIT,         /* return */
    OP_ARRIVE,       /* at a cuda::barrier of the block */
    OP_WAIT,         /* until all who are to arrive there have done so */
    OP_TILE_BARRIER, /* of cooperative groups: each of tiles of so many lanes as size says */
    OP_GRID_BARRIER, /* the same of the grid, in a cooperative launch */
    OP_COPY_ASYNC,   /* 4, 8 or 16 bytes from global to shared memory, at any time until */
    OP_COPY_COMMIT,  /* the group of the thread's copies that this ends */
    OP_COPY_WAIT     /* is waited for: all groups but the last prior ones */
};

/* How an operation is written, where there are several ways. */
enum spelling {
    SPELLED_CUDA, /* CUDA's functions; atomics with an order: cuda::atomic_ref */
    SPELLED_PTX,
    SPELLED_CXX /* cooperative groups, cuda::pipeline */
};

/* Of an atomic: ORDER_NONE is that of atomicAdd and the like, relaxed. */
enum order {
    ORDER_NONE,
    ORDER_RELAXED,
    ORDER_ACQUIRE,
    ORDER_RELEASE,
    ORDER_ACQ_REL,
    ORDER_SEQ_CST
};

enum scope { SCOPE_BLOCK, SCOPE_DEVICE, SCOPE_SYSTEM };
enum space { SPACE_GLOBAL, SPACE_SHARED, SPACE_FRESH /* global, and not written yet */ };

#define ANY_BLOCK  (-1)
#define ANY_TICKET (-1)

/* The threads that perform a slot: those that all of this holds for. */
struct who {
    int block;           /* or ANY_BLOCK */
    unsigned first, end; /* threads [first, end) of a block */
    unsigned lanes;      /* mask of lanes, the same in each warp */
    int ticket;          /* threads that drew this ticket, or ANY_TICKET */
};

/* The byte offset in the area: offset + stride * ((thread + shift + block * block_step) % modulus)
 */
struct place {
    enum space space;
    unsigned offset;  /* a multiple of the access's size */
    unsigned modulus; /* 1: the same place for all threads */
    unsigned shift, block_step;
    unsigned stride; /* bytes; 0: the access's size */
};

struct slot {
    enum operation operation;
    struct who who;
    struct place place;
    unsigned size;     /* bytes; 0 for fences and barriers, but lanes of a tile */
    enum scope scope;  /* of atomics and fences */
    unsigned constant; /* what is stored or added: this number, */
    int plus_thread;   /* and, if set, the thread's number in the grid */
    unsigned compare;  /* OP_CAS: what is expected */
    enum order order;  /* of an atomic */
    int as_vector;     /* OP_READ, OP_WRITE: of a vector of short or char */
    enum spelling spelling;
    struct place from; /* OP_COPY, OP_COPY_ASYNC: the source */
    unsigned prior;    /* OP_COPY_WAIT: 0 or 1 */
    unsigned barrier;  /* OP_ARRIVE, OP_WAIT: its number; one slot alone arrives there */
};

struct program {
    unsigned blocks, threads; /* threads in a block */
    unsigned slot_count;
    struct slot slots[SLOTS_MOST];
    unsigned second; /* the slot with which a second launch begins; 0: there is one launch */
    int frees;       /* SPACE_FRESH is freed before the second launch */
};

/* 1 if the operation touches memory. */
int accesses_memory(enum operation operation);
/* 1 if it is an atomic, alone or in a loop. */
int is_atomic(enum operation operation);
/* 1 if it may change memory (what an atomic stores may be what was there). */
int may_store(enum operation operation);

/* 1 if an access of that size is made of several of 1 or 4 bytes, or of 16 at once. */
int is_wide(unsigned size);
/* The value of the thread's operand in an access of the size: all bytes of a wide one are the same.
 */
uint64_t cut_to_size(uint64_t value, unsigned size);

/* 1 if the thread performs the slot, whatever its ticket: the slot names it, and it has not exited.
 */
int slot_names(const struct program *program, const struct slot *slot, unsigned block,
               unsigned thread);

/* 1 if both slots belong to the same launch. */
int same_launch(const struct program *program, unsigned a, unsigned b);

/* The bytes from one thread's place to the next one's, and from the area's start to the place's
 * end. */
unsigned place_stride(const struct place *place, unsigned size);
unsigned place_end(const struct place *place, unsigned size);

/* The byte offset of the slot's access, or of its source, for the thread. */
unsigned place_offset(const struct place *place, unsigned size, unsigned block, unsigned thread);
unsigned slot_offset(const struct slot *slot, unsigned block, unsigned thread);

/* What the thread stores or adds, before it is cut to the size. */
uint64_t slot_operand(const struct program *program, const struct slot *slot, unsigned block,
                      unsigned thread);

/* The lanes of the thread's warp that perform the slot: the mask of a warp barrier. */
unsigned slot_warp_mask(const struct program *program, const struct slot *slot, unsigned block,
                        unsigned thread);

/* How many threads of the block arrive at the cuda::barrier. */
unsigned arriving_threads(const struct program *program, unsigned barrier, unsigned block);
/* 1 if there are any. */
int uses_barriers(const struct program *program);
/* 1 if some slot has that operation. */
int has_operation(const struct program *program, enum operation operation);

/* 1 if some slot touches shared memory, or arrives at a barrier that lies there. */
int uses_shared(const struct program *program);

#endif
