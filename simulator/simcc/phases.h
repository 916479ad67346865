/*
 * Kernels as loops over the threads of a block, for --plain: one loop from each barrier to the
 * next.
 *
 *     int t = threadIdx.x;       int kept_t[1024];
 *     s[t] = in[t];              for each thread {
 *                                    int t = threadIdx.x; s[t] = in[t]; kept_t[thread] = t;
 *                                }
 *     __syncthreads();           the barrier is passed
 *     out[t] = s[255 - t];       for each thread { int t = kept_t[thread]; out[t] = s[255 - t]; }
 *
 * The threads run in the order in which they do otherwise, and so find the same values, but need no
 * stack of their own. It takes a kernel whose barriers stand where all threads go the same way: a
 * loop or a branch around a barrier hangs on nothing that is a thread's own. Any other kernel, and
 * any with a word that is not known here, runs as ever.
 */
#ifndef SIMCC_PHASES_H
#define SIMCC_PHASES_H

#include "tokens.h"

/*
 * The member sim_phases of struct sim_site, as a new string, and sim_is_short, which is 1 if the
 * kernel has no loop; NULL: the kernel has none. first, open, body: where its declaration, its
 * parameters and its body begin.
 */
char *kernel_phases(const struct source *source, size_t first, size_t open, size_t body);

#endif
