/*
 * The simulated device: its limits, and the constants of the clock's model (docs/clock_model.md has
 * the meaning and the source of each). There is one table for each device in devices/. SIM_DEVICE
 * chooses one, and may override single constants.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <stddef.h>

/*
 * X(name, unit, meaning). Cycles are those of the multiprocessors' clock; "a multiprocessor"
 * and "a scheduler" are each one of theirs.
 */
#define DEVICE_CONSTANTS(X)                                                                        \
    /* public figures */                                                                           \
    X(multiprocessors, "", "multiprocessors")                                                      \
    X(clock, "MHz", "what the multiprocessors' clock runs at under load")                          \
    X(clock_limit, "MHz", "the clock rate that the device reports")                                \
    X(memory_clock, "MHz", "the memory clock that the device reports")                             \
    X(bus_width, "bits", "of the memory's bus")                                                    \
    X(memory, "MiB", "device memory")                                                              \
    X(l2_size, "KiB", "L2 cache")                                                                  \
    X(l2_kept, "", "of L2: how long a sweep may be for the next one to find it there")             \
    X(l2_halves, "", "of L2: each keeps what the multiprocessors of all ask for")                  \
    X(l1_size, "KiB", "L1 cache and shared memory, of a multiprocessor")                           \
    X(shared_size, "KiB", "shared memory of a multiprocessor at most")                             \
    X(shared_opt_in, "KiB", "shared memory of a block that asks for more than 48 KiB, at most")    \
    X(shared_reserved, "bytes", "shared memory of each block that the system takes")               \
    X(registers, "", "32-bit registers of a multiprocessor")                                       \
    X(threads, "", "threads resident on a multiprocessor at most")                                 \
    X(blocks, "", "blocks resident on a multiprocessor at most")                                   \
    X(schedulers, "", "schedulers of a multiprocessor")                                            \
    /* instructions */                                                                             \
    X(issue_width, "", "instructions that a scheduler issues a cycle")                             \
    X(integer_units, "", "units for integers: 2 if sums go to that of the products, too")          \
    X(integer_issue, "cycles", "a scheduler is busy with an integer instruction of a warp")        \
    X(multiply_issue, "cycles", "the same, integer multiplication")                                \
    X(float_issue, "cycles", "the same, float")                                                    \
    X(double_issue, "cycles", "the same, double")                                                  \
    X(convert_issue, "cycles", "the same, conversions")                                            \
    X(to_float_issue, "cycles", "the same, from integers to float, and between float and half")    \
    X(integer_divide, "instructions", "an integer division")                                       \
    X(integer_divide_latency, "cycles", "from an integer division to its result")                  \
    X(float_divide, "instructions", "a float division or root")                                    \
    X(double_divide, "instructions", "a double division or root")                                  \
    X(latency, "cycles", "from an instruction to one that needs its result")                       \
    X(double_latency, "cycles", "the same, double")                                                \
    X(issue_wait, "cycles", "a warp waits behind each of its instructions")                        \
    X(comparison_wait, "cycles", "more behind a comparison, before what hangs on its result")      \
    X(branch_wait, "cycles", "more behind a branch that is not predicated")                        \
    X(issued_ahead, "", "instructions that stand between a result and its use at most")            \
    X(straight_share, "", "GPU instructions for one of the host's, outside inner loops")           \
    X(loop_share, "", "the same in inner loops, which nvcc unrolls")                               \
    X(work_share, "", "the same, on integers that follow from one another")                        \
    X(unrolled, "", "iterations of an inner loop whose loads are under way together")              \
    X(unrolled_unequal, "", "the same, if the number of iterations differs from lane to lane")     \
    /* memory */                                                                                   \
    X(shared_latency, "cycles", "from a load of shared memory to its value")                       \
    X(shared_cycles, "cycles", "shared memory is busy with a wavefront")                           \
    X(shared_conflict, "cycles", "shared memory is busy with each further wavefront")              \
    X(shared_ahead, "cycles", "a request for it can wait while its warp goes on")                  \
    X(shared_replay, "cycles", "more until its value for each further wavefront")                  \
    X(constant_address, "cycles", "constant memory is busy with each address, if lanes differ")    \
    X(exchange_latency, "cycles", "from a shuffle to its result")                                  \
    X(exchange_cycles, "cycles", "the same unit is busy with a shuffle")                           \
    X(global_in_l1, "", "1 if loads of global memory go through L1, else 0")                       \
    X(l1_latency, "cycles", "from a load to its value, if L1 has it")                              \
    X(l1_cycles, "cycles", "the load/store unit is busy with 128 bytes or a line, if L1 has it")   \
    X(store_latency, "cycles", "from a store to global memory until a barrier no longer waits")    \
    X(l2_latency, "cycles", "from a load to its value, if L2 has it")                              \
    X(l2_bandwidth, "bytes/cycle", "from L2 to a multiprocessor")                                  \
    X(l2_queue, "cycles", "more until a value comes, if L2 is busy half the time")                 \
    X(l2_line, "cycles", "the way to L2 is busy with a line, however little of it is asked for")   \
    X(l2_partial_line, "cycles", "the same, of a store that writes sectors of it in part")         \
    X(l2_partial_sector, "cycles", "more for each further sector of the line")                     \
    X(local_sector, "cycles", "the same, of a sector that is stored in local memory")              \
    X(l2_alone, "", "of l2_line and the like: for a multiprocessor that asks alone")               \
    X(l2_total, "bytes/cycle", "from L2 to all multiprocessors together")                          \
    X(memory_latency, "cycles", "from a load to its value, if memory alone has it")                \
    X(memory_queue, "cycles", "more until a value comes, if the memory is busy half the time")     \
    X(mixed_queue, "cycles", "the same, where as much is written as read")                         \
    X(memory_share, "", "of the peak bandwidth that loads reach")                                  \
    X(mixed_share, "", "of the peak bandwidth where as much is written as read")                   \
    X(memory_granule, "bytes", "that memory delivers at least")                                    \
    X(memory_scatter, "", "times the memory traffic of lines far from those asked for with them")  \
    X(partial_write, "", "times the memory traffic of a sector that is written in part")           \
    X(sectors_under_way, "", "sectors that a multiprocessor can have asked L2 for")                \
    /* atomics, fences, barriers */                                                                \
    X(atomic_latency, "cycles", "from an atomic on global memory to its result")                   \
    X(atomic_interval, "cycles", "between atomics on one address, in L2")                          \
    X(atomic_whole, "cycles", "the same, where a sector's words are all changed")                  \
    X(float_atomic_interval, "cycles", "the same, on floating point")                              \
    X(swap_interval, "cycles", "between compare-and-swaps that fail on one address, in L2")        \
    X(atomic_units, "", "parts of L2 that perform atomics side by side")                           \
    X(atomic_unit_bytes, "bytes", "in a row that one of them has")                                 \
    X(atomic_sector, "cycles", "one of them is busy with the first of a sector's atomics")         \
    X(shared_atomic, "cycles", "shared memory is busy with each lane of an atomic on one address") \
    X(fence_latency, "cycles", "a __threadfence")                                                  \
    X(barrier_latency, "cycles", "a __syncthreads, of whoever comes last")                         \
    X(barrier_warp, "cycles", "more for each warp of the block")                                   \
    X(warp_barrier, "cycles", "a __syncwarp")                                                      \
    X(grid_barrier, "ns", "a grid's barrier")                                                      \
    /* blocks and launches */                                                                      \
    X(block_start, "cycles", "from a block's start to its first instruction")                      \
    X(first_start, "cycles", "more for the blocks that start first: no cache has the code yet")    \
    X(block_interval, "cycles", "between the starts of two blocks on a multiprocessor")            \
    X(block_warp, "cycles", "more for each warp of the block")                                     \
    X(block_total, "cycles", "between the starts of two blocks anywhere")                          \
    X(launch, "ns", "from event to event around an empty kernel")                                  \
    X(launch_gap, "ns", "between kernels of a stream, when the next waits already")                \
    X(host_call, "ns", "a call of the host that starts something")                                 \
    X(copy_start, "ns", "a copy within the device, or a memset, before its first byte")            \
    X(copy_share, "", "of the peak bandwidth that a copy within the device reaches")               \
    X(fill_share, "", "of the peak bandwidth that a memset reaches")                               \
    X(bus_bandwidth, "GB/s", "copies between host and device")                                     \
    X(bus_latency, "ns", "such a copy, before its first byte")                                     \
    X(pageable_to_device, "GB/s", "from host memory that is not page-locked")                      \
    X(pageable_to_host, "GB/s", "to such memory")                                                  \
    /* several devices */                                                                          \
    X(peer_bandwidth, "GB/s", "from one device to another")                                        \
    X(collective_latency, "ns", "a call of NCCL among several ranks, before its first byte")

struct device {
    const char *key;  /* as SIM_DEVICE names it: h100 */
    const char *name; /* as the device calls itself: NVIDIA H100 80GB HBM3 */
    int major, minor; /* compute capability */
#define DEVICE_MEMBER(name, unit, what) double name;
    DEVICE_CONSTANTS(DEVICE_MEMBER)
#undef DEVICE_MEMBER
};

/* The resource of a multiprocessor that runs out first; of several, the first here. */
enum occupancy_limit {
    OCCUPANCY_THREADS,
    OCCUPANCY_BLOCKS,
    OCCUPANCY_SHARED_MEMORY,
    OCCUPANCY_REGISTERS,
    OCCUPANCY_GRID /* none of these: the grid has no more blocks */
};

/* All devices that have a table, the default first; ends with NULL. */
extern const struct device *const devices[];

/* The simulated device. Set once, by device_read; then only read. */
extern struct device device;

/* A constant's name, its unit, its meaning, and its offset in a struct device. */
struct device_constant {
    const char *name, *unit, *what;
    size_t offset;
};

/* All constants; ends with a name of NULL. */
extern const struct device_constant device_constants[];

/* 1 if the constant must be a whole number. */
int device_constant_is_whole(const struct device_constant *constant);

/*
 * Sets the device as SIM_DEVICE asks ("h100,memory_latency=300"). Ends the program with one line
 * and status 2 if there is no such device or constant, or a value makes no sense.
 */
void device_read(void);

/* Bytes a second that the memory's bus can carry: two transfers a clock. */
double device_peak_bandwidth(const struct device *of);

#endif
