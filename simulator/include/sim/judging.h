/*
 * For programs that judge kernels: memory for their launches, and what they may ask of these. To be
 * called by the host. Part of sim.h.
 */
#ifndef SIM_JUDGING_H
#define SIM_JUDGING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * cudaMallocManaged for a launch of chosen blocks: the memory is not filled with junk, which would
 * take longer than such a launch: it is zeros, which count as written. Pages cost nothing until
 * they are touched. Returns a cudaError_t as an int.
 */
int sim_malloc_unfilled(void **pointer, size_t size);

/*
 * From here on allocations begin so many bytes behind where they begin else, at a multiple of 512:
 * behind is a multiple of 256, as cudaMalloc promises these alone. What is before them stays free.
 */
void sim_place_allocations(size_t behind);

/*
 * Opens the files of the reports that were asked for, and starts a process that will look up the
 * lines of findings. From here on the runtime asks nothing of the system but memory, time, host
 * threads, and to read and write what is open: a program may forbid itself all else, so that no
 * kernel has it. A view then has the source of files with kernels, and of no others. To be called
 * before the first launch. Returns 1, or 0 if one of these cannot be had.
 */
int sim_prepare_confinement(void);

/*
 * Leaves device memory open to the host's code, which opens and closes it for each call otherwise:
 * for a program whose host code is known to use no device pointer, which would go unseen now. What
 * kernels do is looked at as ever. To be called before the first launch.
 */
void sim_keep_memory_open(void);

/* Reads a source file now, by the name that reports give it: a confined view has it, too, where its
 * kernels are not registered. */
void sim_keep_source(const char *file);

/*
 * To be called before the first launch; kernels must be counted (SIM_COUNTERS). From then on
 * sim_path_is_new says, after a launch that has ended well, whether one of its basic blocks was run
 * in a number of passes as in no launch before: in none, one, 2 to 3, 4 to 7, ... of the warp with
 * the most, or of that with the fewest. Warps of the same number count together. So a program finds
 * launches that a kernel treats in a way of their own. The first launch is new.
 */
void sim_watch_paths(void);
int sim_path_is_new(void);

#ifdef __cplusplus
}
#endif

#endif
