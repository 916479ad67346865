/*
 * The interface between translated CUDA code and the simulator's runtime.
 *
 * The translator (simcc) and the CUDA headers (include)
 * turn every CUDA construct into one of the calls below; the runtime
 * (runtime) answers them. Host-side API calls (cudaMalloc, ...) are
 * in include/cuda_runtime_api.h.
 *
 * Unless a comment says otherwise, a function here may be called only by a
 * simulated thread, that is, while a kernel runs.
 */
#ifndef SIM_H
#define SIM_H

#include <stddef.h>
#include <stdint.h>

#include "program.h"

#ifdef __cplusplus
extern "C" {
#define SIM_THREAD_LOCAL __thread /* thread_local would be read through a function */
#else
#define SIM_THREAD_LOCAL _Thread_local
#endif

/* Two calls in the branches of an if stay two, each with its line (clang). */
#if defined(__has_attribute)
#if __has_attribute(nomerge)
#define SIM_NOT_MERGED __attribute__((nomerge))
#endif
#endif
#ifndef SIM_NOT_MERGED
#define SIM_NOT_MERGED
#endif

#define SIM_WARP_SIZE 32

/* Largest dynamic shared memory of a block, in bytes, on any device. */
#define SIM_SHARED_MEMORY_LIMIT (227 * 1024)

/* Most bytes that a kernel's parameters may take (since CUDA 12.1; before, 4096). */
#define SIM_PARAMETER_LIMIT 32764

struct sim_index {
    unsigned int x, y, z;
};

/*
 * The running thread's indices. The runtime sets them at each switch of threads; translated code
 * reads them in a way that the compiler does not instrument.
 */
extern SIM_THREAD_LOCAL struct sim_index sim_thread_index;
extern SIM_THREAD_LOCAL struct sim_index sim_block_index;
extern SIM_THREAD_LOCAL struct sim_index sim_block_size;
extern SIM_THREAD_LOCAL struct sim_index sim_grid_size;

/* Start of the block's dynamic shared memory. */
extern SIM_THREAD_LOCAL char sim_dynamic_shared[SIM_SHARED_MEMORY_LIMIT]
    __attribute__((aligned(128)));

/*
 * Threads of one warp that the code of a kernel without hooks (--plain) may run one after the
 * other, as a loop: all that come after the running one and have not begun. The runtime sets it
 * before it calls a launch's loop. As soon as a thread has to wait, there are none left.
 */
struct sim_loop {
    unsigned int left;             /* threads */
    int on_device;                 /* no thread is about to launch: no need for sim_is_launched */
    unsigned int *thread;          /* the running one's number */
    const struct sim_index *index; /* its indices; behind them those of the next ones */
};
extern SIM_THREAD_LOCAL struct sim_loop sim_loop;

/* ---- Launches (called by the host) -------------------------------------- */

struct sim_launch {
    struct sim_index grid, block;
    size_t dynamic_shared; /* bytes */
    void *stream;          /* a cudaStream_t */
    int cooperative;       /* all blocks resident, grid barrier allowed */
    const void *function;  /* the kernel's address: its identity */
    const char *name;      /* its name with template arguments, for reports */
    const char *file;      /* where the launch stands */
    int line;
    void (*body)(void *arguments);      /* calls the kernel once, as one thread */
    void (*loop)(void *arguments);      /* the same, for all of struct sim_loop; or NULL */
    void (*run_block)(void *arguments); /* the same, once for all threads of a block; or NULL */
    int is_short;    /* there are no loops in run_block but for those over a block's threads */
    void *arguments; /* passed to body; copied by the caller beforehand */
    const uint64_t *chosen; /* not NULL: the only blocks that run, in ascending order */
    uint64_t chosen_count;  /* of them, not 0 */
    int from_last;          /* the last block runs first, and then one before the other */
    int all_begin; /* where blocks run one at a time, each waits at its first barrier until the next
                      has begun: the last of those that the device has room for is done first */
    int error_is_returned;  /* the launch returns an error */
    const void *values;     /* the parameters' values, which are the kernel's to read */
    size_t value_bytes;
    const void *const *pointers; /* those among the values */
    size_t pointer_count;
    void **places;  /* where each of the values is; NULL if that is not known */
    uintptr_t call; /* the program's call, where file and line are the kernel's; else 0 */
};

/* ---- Launches in kernels: they wait until the running one has ended. */

/*
 * sim_set_launching: this thread is about to call a kernel to launch it. sim_is_launched: whether
 * the kernel that begins is to launch itself: so on the host, and after sim_set_launching, whose
 * configuration sim_take_launching then returns. Between sim_stop_recording and
 * sim_go_on_recording, which takes what it returned, nothing counts as the kernel's.
 */
void sim_set_launching(const void *configuration);
int sim_is_launched(void);
const void *sim_take_launching(void);
void *sim_stop_recording(void);
void sim_go_on_recording(void *recording);
void sim_launch_later(const struct sim_launch *launch);
/* Before a launch, from its line: a stream that does not exist is a finding. */
void sim_check_stream(void *stream);

/*
 * Runs a kernel to its end. Returns a cudaError_t as an int; launch errors are also stored for
 * cudaGetLastError and cudaPeekAtLastError.
 */
int sim_launch(const struct sim_launch *launch);

/* A parameter of a kernel, as its value is stored: its size and alignment in bytes, a stack's at
 * least; and whether it is an address of memory. */
struct sim_parameter {
    unsigned int size;
    unsigned short alignment;
    unsigned char is_address;
};

/*
 * Makes a kernel known under its address before main starts, so that functions
 * that are given only the address (cudaLaunchKernel, cudaFuncGetAttributes,
 * occupancy queries) find its name, its limits and a way to call it.
 */
struct sim_kernel {
    const void *function;
    const char *name;
    const char *file;
    int line;
    int maximum_threads; /* of __launch_bounds__, 0 where there is none */
    /* calls the kernel once with the values that arguments[0], [1], ... point to */
    void (*invoke)(void **arguments);
    size_t parameter_count;
    const struct sim_parameter *stored; /* each parameter */
    const char *parameters; /* their names, a comma after each; "name...," is all that are left */
    struct sim_kernel *next;
};
void sim_register_kernel(struct sim_kernel *kernel);

/* Stores those of a kernel's arguments that are addresses of memory; returns how many. */
size_t sim_find_pointers(const struct sim_kernel *kernel, void *const *arguments,
                         const void **pointers);

/*
 * The name of a kernel, with template arguments, out of the compiler's name of the type
 * cuda_sim::name_tag<kernel>. Another name is returned as it is. demangle: the C++ library's
 * abi::__cxa_demangle, which programs in C lack.
 */
const char *sim_kernel_name(const char *type,
                            char *(*demangle)(const char *, char *, size_t *, int *));

/* A __device__ or __constant__ variable, for cudaMemcpyToSymbol and the checks. */
enum sim_variable_kind { SIM_VARIABLE_DEVICE, SIM_VARIABLE_CONSTANT, SIM_VARIABLE_MANAGED };
struct sim_variable {
    void *address;
    size_t size; /* bytes */
    enum sim_variable_kind kind;
    const char *name;
    struct sim_variable *next;
};
void sim_register_variable(struct sim_variable *variable);

#include "judging.h"

/*
 * Declares a __shared__ array, or, if is_array is 0, another variable: it is valid memory from here
 * on, in this launch, and has a name. Called at its definition each time a thread passes it; cheap.
 * site is a static int that starts at 0, one for each definition, which lets the runtime return at
 * once when it knows it.
 */
void sim_shared_array(int *site, const volatile void *address, size_t size, const char *name,
                      int is_array);

/* ---- Barriers ------------------------------------------------------------ */

enum sim_barrier_kind {
    SIM_BARRIER_PLAIN, /* __syncthreads: returns 0 */
    SIM_BARRIER_COUNT, /* _count: how many threads' predicates are not 0 */
    SIM_BARRIER_AND,   /* _and: 1 if all are not 0 */
    SIM_BARRIER_OR,    /* _or: 1 if any is not 0 */
    SIM_BARRIER_PLACE  /* times n, is added for a barrier behind n others on its source line */
};
/* kind: enum sim_barrier_kind, and perhaps a multiple of SIM_BARRIER_PLACE. */
SIM_NOT_MERGED int sim_block_barrier(unsigned int kind, int predicate);
/* The same in a kernel of which simcc knows that its threads may run ahead. */
SIM_NOT_MERGED int sim_block_barrier_ahead(unsigned int kind, int predicate);
void sim_phase_ends(void); /* in run_block: all threads of the block have reached the barrier */
SIM_NOT_MERGED void sim_warp_barrier(unsigned int mask); /* __syncwarp */

/* An array of the thread that a GPU has in local memory: local_arrays.h. The runtime's alone. */
struct sim_local_array {
    uintptr_t start;
    size_t bytes;
    struct sim_local_array *next;
};
/* It is declared; is_set: with values. And its scope ends. */
void sim_local_array_begins(struct sim_local_array *array, const volatile void *start, size_t bytes,
                            int is_set);
void sim_local_array_ends(struct sim_local_array *array);
SIM_NOT_MERGED void sim_grid_barrier(void);      /* cooperative launches only */
SIM_NOT_MERGED void sim_kernel_ends(int behind); /* simcc: behind a last barrier, and a tail */
int sim_cooperative(void);                       /* 1 in such a launch, else 0 */
/* Ends any other launch with a finding. */
SIM_NOT_MERGED void sim_require_cooperative(void);

/* ---- Exchanges within a warp --------------------------------------------- */

enum sim_shuffle_kind { SIM_SHUFFLE_INDEX, SIM_SHUFFLE_UP, SIM_SHUFFLE_DOWN, SIM_SHUFFLE_XOR };
/*
 * value: the lane's operand, in the low bytes; size: its bytes, 1 to 8 (counts
 * as one exchange for 4 bytes, two for 8). argument: lane, delta or lane mask.
 * width: 1, 2, 4, 8, 16 or 32. in_range, where not NULL, is set to 1 if the
 * source lane lies in the lane's own segment, else 0 (the result is then the
 * lane's own value).
 */
SIM_NOT_MERGED uint64_t sim_shuffle(enum sim_shuffle_kind kind, unsigned int mask, uint64_t value,
                                    size_t size, unsigned int argument, int width, int *in_range);

/* Also for __any_sync, __all_sync. */
SIM_NOT_MERGED unsigned int sim_ballot(unsigned int mask, int predicate);
SIM_NOT_MERGED unsigned int sim_active_mask(void);
SIM_NOT_MERGED unsigned int sim_match_any(unsigned int mask, uint64_t value);
SIM_NOT_MERGED unsigned int sim_match_all(unsigned int mask, uint64_t value, int *all_equal);

enum sim_reduce_kind {
    SIM_REDUCE_ADD,
    SIM_REDUCE_MIN_SIGNED,
    SIM_REDUCE_MIN_UNSIGNED,
    SIM_REDUCE_MAX_SIGNED,
    SIM_REDUCE_MAX_UNSIGNED,
    SIM_REDUCE_AND,
    SIM_REDUCE_OR,
    SIM_REDUCE_XOR
};
SIM_NOT_MERGED unsigned int sim_reduce(enum sim_reduce_kind kind, unsigned int mask,
                                       unsigned int value);

/* ---- Memory -------------------------------------------------------------- */

enum sim_type {
    SIM_INT32,
    SIM_UINT32,
    SIM_INT64,
    SIM_UINT64,
    SIM_FLOAT,
    SIM_DOUBLE,
    SIM_UINT16,
    SIM_ONE_HALF,
    SIM_TWO_HALVES, /* in 32 bits */
    SIM_ONE_BFLOAT,
    SIM_TWO_BFLOATS,
    SIM_UINT8
};
enum sim_atomic_kind {
    SIM_ATOMIC_ADD,
    SIM_ATOMIC_SUB,
    SIM_ATOMIC_EXCHANGE,
    SIM_ATOMIC_MIN,
    SIM_ATOMIC_MAX,
    SIM_ATOMIC_INCREMENT,
    SIM_ATOMIC_DECREMENT,
    SIM_ATOMIC_COMPARE_AND_SWAP,
    SIM_ATOMIC_AND,
    SIM_ATOMIC_OR,
    SIM_ATOMIC_XOR,
    SIM_ATOMIC_LOAD, /* changes nothing */
    SIM_ATOMIC_STORE /* as an exchange, but finds nothing */
};
/*
 * Performs the atomic on *address and returns the value found there. operand,
 * compare (only for compare-and-swap) and the result hold a value of the given
 * type in their low bytes (by value, so that nothing passes through memory that
 * the compiler would instrument). scope: how many threads see it as one
 * operation: the block's, the device's or the system's. SIM_SCOPE_OF_BARRIER is added where the
 * word is a barrier's: the number of expected arrivals, or what lies behind it as sim_waits_at
 * wants it.
 */
enum sim_scope { SIM_SCOPE_BLOCK, SIM_SCOPE_DEVICE, SIM_SCOPE_SYSTEM, SIM_SCOPE_OF_BARRIER = 4 };
SIM_NOT_MERGED uint64_t sim_atomic(enum sim_atomic_kind kind, enum sim_type type,
                                   volatile void *address, uint64_t operand, uint64_t compare,
                                   enum sim_scope scope);

void sim_fence(enum sim_scope scope); /* fence.sc: __threadfence_block, __threadfence, _system */
void sim_light_fence(enum sim_scope scope); /* fence.acq_rel */

/*
 * The memory order of an atomic: sim_release right before it, sim_acquire right after it. By PTX
 * they work through the word of that atomic alone.
 */
void sim_release(enum sim_scope scope);
void sim_acquire(enum sim_scope scope);

/*
 * Asynchronous copies to shared memory, for the checks; the copying itself is done at once, by
 * loads and stores before. The thread's copies so far are a group (COMMIT); it waits for all groups
 * but the last ones (WAIT, number). Or they are to complete at a barrier (BIND, before COMMIT) at
 * which their thread arrives (ARRIVE), and a thread has waited (ARRIVED, number: 1 if it is over).
 */
enum sim_copy {
    SIM_COPY_TO, /* the target and the source of a piece; number: bytes */
    SIM_COPY_FROM,
    SIM_COPY_COMMIT,
    SIM_COPY_WAIT,
    SIM_COPY_BIND,
    SIM_COPY_ARRIVE,
    SIM_COPY_ARRIVED
};
void sim_copy(enum sim_copy step, const volatile void *address, unsigned int number);
/* A copy of up to 16 bytes, within 16 aligned ones; from: NULL for zeros. */
void sim_copy_begins(const volatile void *to, const volatile void *from, unsigned int bytes);
/* A copy of that many bytes needs addresses that are multiples of it. */
void sim_copy_needs(const volatile void *to, const volatile void *from, unsigned int bytes);

/*
 * The thread begins to wait at a barrier made of atomics, whose words have the number of expected
 * arrivals and that of those still missing; or NULL: it goes on.
 */
void sim_waits_at(const volatile unsigned int *counts);

/* It has arrived at one, and goes on without waiting. */
void sim_has_arrived(void);

/*
 * malloc and free in kernels. NULL where the heap (cudaLimitMallocHeapSize) or the device's memory
 * has no room. To free any other address than sim_malloc's is a finding.
 */
void *sim_malloc(size_t size);
void sim_free(void *pointer);

/* ---- Errors and the rest -------------------------------------------------- */

/* A failed assert() in a kernel: prints it, ends the launch with cudaErrorAssert. */
void sim_assert_failed(const char *expression, const char *file, int line, const char *function);
/*
 * The running kernel, which a launcher has called that does not know its __launch_bounds__, allows
 * fewer threads in a block: prints it, ends the launch with cudaErrorInvalidValue.
 */
void sim_bound_exceeded(int threads);
SIM_NOT_MERGED void sim_trap(void); /* __trap */
/* simcc calls it in loops that have neither an access nor an end: in a kernel, ends the launch. */
void sim_endless_loop(void);
/* Names something that the simulator lacks, with the line, and ends the program (exit 3). */
void sim_unsupported(const char *what);
/*
 * printf in a kernel: collected by block, printed in block order when the launch ends. The lanes
 * of a warp that are at one call print together: clang must not copy it into several branches.
 */
#ifndef __CUDA__ /* an editor's clang knows no such function on the device */
#ifdef __clang__
__attribute__((convergent))
#endif
int sim_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
#endif
long long sim_clock(void);                    /* cycles on the modelled device */
unsigned long long sim_globaltimer(void);     /* nanoseconds */
void sim_nanosleep(unsigned int nanoseconds); /* lets other threads run */

/* The multiprocessor on which the block would run, and how many the device has. */
unsigned int sim_multiprocessor_id(void);
unsigned int sim_multiprocessor_count(void);

/* 1 while the caller is a simulated thread, else 0. May be called anywhere. */
int sim_in_kernel(void);

#ifdef __cplusplus
}
#endif

#endif
