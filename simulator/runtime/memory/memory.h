/*
 * The simulated devices' global memory: one range of addresses (the arena),
 * its shadow, and the allocations in it. Sizes and offsets are in bytes.
 *
 * The arena has three parts: device memory, one device's after the other's, which
 * the host cannot touch while no kernel runs; memory that both sides may use (managed and pinned);
 * and stand-in addresses for __device__ variables and registered host memory, which live elsewhere
 * but have their shadow here.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* The state of one byte: part of no allocation, allocated but not written, written. */
#define STATE_INVALID     0
#define STATE_UNWRITTEN   1
#define STATE_WRITTEN     3
#define STATE_WORD(state) ((state)*0x01010101u)

/* What new memory holds: a huge int, a float that is no number, a huge double. */
#define JUNK_WORD 0x7FBADBADu

enum part { PART_DEVICE, PART_VISIBLE, PART_STAND_IN, PARTS };

struct memory {
    uintptr_t base;         /* of the arena */
    size_t size;            /* of the arena, all parts */
    uintptr_t start[PARTS]; /* where each part starts */
    size_t part_size[PARTS];
    size_t device_size; /* of PART_DEVICE: what one device has of it */
    uint8_t *state;     /* one byte for each byte of the arena */
    size_t page;        /* bytes of one of the host's pages */
    int open;           /* the host side may touch device memory now */
    uint8_t *touched;   /* of each chunk of PART_DEVICE: see memory_touch */
};
extern struct memory memory;

enum allocation_kind {
    ALLOCATION_DEVICE,
    ALLOCATION_MANAGED,
    ALLOCATION_PINNED,
    ALLOCATION_REGISTERED,
    ALLOCATION_VARIABLE,
    ALLOCATION_CONSTANT,
    ALLOCATION_HEAP /* by malloc in a kernel */
};

struct allocation {
    uintptr_t start; /* its addresses in the arena */
    size_t size;
    uintptr_t real; /* where the bytes are: start itself, or host memory */
    enum allocation_kind kind;
    int device;           /* whose it is; of host memory: the current one when it was made */
    const char *name;     /* of a variable, else NULL */
    uintptr_t pc;         /* the caller that made it */
    const char *call;     /* by which call, if not by the usual one for its kind; else NULL */
    int number;           /* of the allocation, counted from 1 */
    int address_given;    /* of a variable: for which devices its address was asked, one bit each */
    int managed_variable; /* __managed__ */
    int passed;           /* the running launch was given it all the same */
    int freed;
    int of_graph;    /* a node of a graph allocates it */
    int graph_nodes; /* that allocate or free it: nobody else gets its addresses till there are none
                      */
    int written;     /* every byte is known to be written */
    int mirrored;    /* there was a snapshot of it */
};

/* Reserves the arena and its shadow; ends the program with status 3 if it cannot. */
void memory_start(void);

/* Lets this process touch device memory, and forbids it again; calls nest. */
void memory_open(void);
void memory_close(void);

/* Bytes of device memory of which is known together whether they may have changed. */
#define MEMORY_CHUNK ((size_t)64 << 10)

/* Whether the chunk that the address of device memory is in may have changed since the snapshot. */
static inline uint8_t *memory_touched(uintptr_t address)
{
    return &memory.touched[(address - memory.start[PART_DEVICE]) / MEMORY_CHUNK];
}

/* Whoever has written to these bytes, or will, says so; other memory than a device's does not
 * matter. */
void memory_touch(uintptr_t start, size_t size);

/* All of it may have changed: a run whose stores are not told of. */
void memory_touch_all(void);

static inline int memory_contains(uintptr_t address)
{
    return address - memory.base < memory.size;
}

/* 1 if the address is in the memory of a device, where the host cannot go. */
static inline int memory_is_a_devices(uintptr_t address)
{
    return address - memory.start[PART_DEVICE] < memory.part_size[PART_DEVICE];
}

/* Of which device, then. */
static inline int memory_device(uintptr_t address)
{
    return (int)((address - memory.start[PART_DEVICE]) / memory.device_size);
}

/*
 * Finds room, marks it unwritten and fills it with junk, up to reach bytes from either end. Returns
 * NULL if less than size bytes are left to the device. pc: the caller, for reports.
 */
struct allocation *allocation_make(int device, size_t size, size_t reach, enum allocation_kind kind,
                                   uintptr_t pc);

/*
 * Addresses for memory of a graph. Nothing is there until allocation_begin, nor after
 * allocation_free; the first gives 0 if less than its size is left to the device.
 */
struct allocation *allocation_reserve(int device, size_t size, uintptr_t pc);
int allocation_begin(struct allocation *allocation);

/* The last allocation that failed for want of room: which limit it met, and where. */
struct allocation_failure {
    const char *call; /* NULL: none has failed */
    size_t size;
    const char *limit_name;
    size_t limit;
    uintptr_t pc;
};
extern struct allocation_failure allocation_failure;

/* The same for a kernel, whose launch holds the lock: ALLOCATION_HEAP. */
struct allocation *allocation_make_in_kernel(size_t size, uintptr_t pc);

/* Gives host memory of the given place a stand-in in the arena; bytes count as written. */
struct allocation *allocation_stand_in(uintptr_t real, size_t size, enum allocation_kind kind,
                                       const char *name, uintptr_t pc);

/* Frees it; it stays known as freed until its addresses are used again. */
void allocation_free(struct allocation *allocation);

void allocation_free_in_kernel(struct allocation *allocation);

/* The allocation (freed ones included) around an arena address, or NULL. */
struct allocation *allocation_find(uintptr_t address);

/* The stand-in whose real bytes hold the address, or NULL. */
struct allocation *allocation_of_host(uintptr_t real);

/* 1 if the address, in the arena or not, is memory that the host can write at any time. */
int allocation_is_the_hosts(uintptr_t address);

/* All allocations in order of address; count is stored to *count. */
struct allocation **allocation_list(size_t *count);

/* Bytes of the device's memory in use (device and managed). */
size_t allocation_used(int device);

/* Frees all that is the device's but variables (cudaDeviceReset). */
void allocation_free_all(int device);

/* Marks [start, start + size) of the arena as written. */
void memory_mark_written(uintptr_t start, size_t size);

/* Fills with JUNK_WORD; start is 4-byte aligned. */
void memory_junk(void *start, size_t size);

#endif
