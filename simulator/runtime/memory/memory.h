/*
 * The simulated devices' global memory: one range of addresses (the arena), its shadow, and the
 * allocations in it. Sizes and offsets are in bytes.
 *
 * The arena has three parts. Device memory, one device's after the other's: the host cannot touch
 * it while no kernel runs. Memory of both sides: managed and pinned. Stand-in addresses for
 * __device__ variables and registered host memory: their bytes are elsewhere, their shadow is here.
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

/* The content of new memory: a huge int, a float that is not a number, a huge double. */
#define JUNK_WORD 0x7FBADBADu

enum part { PART_DEVICE, PART_VISIBLE, PART_STAND_IN, PARTS };

struct memory {
    uintptr_t base;         /* of the arena */
    size_t size;            /* of the arena, all parts */
    uintptr_t start[PARTS]; /* of each part */
    size_t part_size[PARTS];
    size_t device_size; /* of one device's range in PART_DEVICE */
    uint8_t *state;     /* one byte for each byte of the arena */
    size_t page;        /* bytes of one of the host's pages */
    int open;           /* the host side may touch device memory now */
    uint64_t opened;    /* how often that has begun */
    uint8_t *touched;   /* of each chunk of PART_DEVICE: see memory_touch */
    unsigned forgotten; /* how often addresses of freed allocations were given away again */
    size_t behind;      /* allocations begin so many bytes behind a multiple of 512 */
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

/* A launch that has stored to bytes of an allocation which nobody had written before. */
struct writer {
    uint64_t launch;           /* struct run's; 0: none has */
    uint64_t look;             /* the run's number */
    const char *kernel, *file; /* its name; where the launch stands, NULL if unknown */
    int line;
    uint64_t blocks;
    unsigned threads;           /* in a block */
    unsigned smallest, largest; /* stores to unwritten bytes, of all launches so far; bytes */
};

/* A copy or fill by the host that has written the beginning of an allocation, and no more of it. */
struct host_beginning {
    uintptr_t pc;     /* the caller of that */
    const char *call; /* its name */
    size_t size;      /* bytes; 0: there is none, or the host has written other parts since */
};

struct allocation {
    uintptr_t start; /* its addresses in the arena */
    size_t size;
    uintptr_t real; /* the address of the bytes: start itself, or host memory */
    enum allocation_kind kind;
    int device;           /* its owner; of host memory: the current one when it was made */
    const char *name;     /* of a variable, else NULL */
    uintptr_t pc;         /* the caller that made it */
    const char *call;     /* the name of the call; NULL: the usual one for its kind */
    int number;           /* of the allocation, counted from 1 */
    int address_given;    /* of a variable: for each device a bit: the program has the address */
    int managed_variable; /* __managed__ */
    int passed;           /* the running launch got its address as an argument */
    int freed;
    int of_graph;    /* allocated by a node of a graph */
    int graph_nodes; /* nodes that allocate or free it, and reserve its addresses */
    int written;     /* every byte is known to be written */
    int mirrored;    /* a snapshot has been taken of it */
    /* the launch that has written it last, and that before: see check/written.h */
    struct writer writer, before;
    struct host_beginning beginning;
};

/* Reserves the arena and its shadow; ends the program with status 3 if it cannot. */
void memory_start(void);
/*
 * Asks for large pages, for speed, in a range that has bytes_of_16 bytes for 16 bytes of the arena.
 * Where a part begins it stays with small ones, up to memory_expect: a small program touches a few
 * of these, and the system would clear 2 MB for it.
 */
void memory_large_pages(void *range, size_t bytes_of_16);
/*
 * These bytes of the arena will be used, and have not been. Where they are many, large pages are
 * asked for in all ranges, also where a part begins, but not for the little that the last page has
 * of them.
 */
void memory_expect(uintptr_t start, size_t size);

/* Lets this process touch device memory, and forbids it again; calls nest. */
void memory_open(void);
void memory_close(void);

/* Bytes of device memory that share one flag of memory_touched. */
#define MEMORY_CHUNK ((size_t)64 << 10)

/* The flag of an address of device memory: 1 if its chunk may have changed since the snapshot. */
static inline uint8_t *memory_touched(uintptr_t address)
{
    return &memory.touched[(address - memory.start[PART_DEVICE]) / MEMORY_CHUNK];
}

/* To be called for each write to these bytes. Other memory than a device's is ignored. */
void memory_touch(uintptr_t start, size_t size);

/* All device memory may have changed: in a run without hooks. */
void memory_touch_all(void);

static inline int memory_contains(uintptr_t address)
{
    return address - memory.base < memory.size;
}

/* 1 if the address is in the memory of a device, which the host cannot access. */
static inline int memory_is_a_devices(uintptr_t address)
{
    return address - memory.start[PART_DEVICE] < memory.part_size[PART_DEVICE];
}

/* The number of that device. */
static inline int memory_device(uintptr_t address)
{
    return (int)((address - memory.start[PART_DEVICE]) / memory.device_size);
}

/*
 * Allocates size bytes, marks them as unwritten, and fills them with junk; unless is_filled, they
 * are zeros and count as written.
 * Returns NULL if the device has less than size bytes left. pc: the caller, for reports.
 */
struct allocation *allocation_make(int device, size_t size, int is_filled,
                                   enum allocation_kind kind, uintptr_t pc);

/*
 * Addresses for memory of a graph. The memory exists from allocation_begin to allocation_free.
 * allocation_begin returns 0 if the device has less than its size left.
 */
struct allocation *allocation_reserve(int device, size_t size, uintptr_t pc);
int allocation_begin(struct allocation *allocation);

/* The last allocation that failed because of a limit: the limit, and the caller. */
struct allocation_failure {
    const char *call; /* NULL: none has failed */
    size_t size;
    const char *limit_name;
    size_t limit;
    uintptr_t pc;
};
extern struct allocation_failure allocation_failure;

/* The same for malloc in a kernel, whose launch holds the lock. */
struct allocation *allocation_make_in_kernel(size_t size, uintptr_t pc);

/* Makes stand-in addresses in the arena for host memory. The bytes count as written. */
struct allocation *allocation_stand_in(uintptr_t real, size_t size, enum allocation_kind kind,
                                       const char *name, uintptr_t pc);

/* Frees the allocation. It stays in the list, as freed, until its addresses are used again. */
void allocation_free(struct allocation *allocation);

void allocation_free_in_kernel(struct allocation *allocation);

/* The allocation around an arena address, also if it is freed; or NULL. */
struct allocation *allocation_find(uintptr_t address);

/* The stand-in whose real bytes hold the address, or NULL. */
struct allocation *allocation_of_host(uintptr_t real);

/* 1 if the address, in the arena or not, is memory that the host can write at any time. */
int allocation_is_the_hosts(uintptr_t address);

/* All allocations in order of address. Stores their number to *count. */
struct allocation **allocation_list(size_t *count);

/* The function is called whenever allocations that were freed are about to leave that list. */
void allocation_before_forgetting(void (*function)(void));

/* A hash of where the allocations are. */
uint64_t allocation_layout(void);

/* Bytes of the device's memory in use (device and managed). */
size_t allocation_used(int device);

/* Frees all memory of the device except variables (cudaDeviceReset). */
void allocation_free_all(int device);

/* Marks [start, start + size) of the arena as written. */
void memory_mark_written(uintptr_t start, size_t size);

/* Fills with JUNK_WORD; start is 4-byte aligned. */
void memory_junk(void *start, size_t size);

#endif
