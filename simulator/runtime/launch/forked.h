/*
 * Processes made by fork() after a kernel has run: they have none of the host threads that ran it.
 */
#ifndef FORKED_H
#define FORKED_H

/*
 * Called before each kernel runs. Returns cudaSuccess, or cudaErrorInitializationError in a child
 * of the process that has run kernels before: CUDA, too, cannot be used there. Once, a note says
 * so.
 */
int forked_error(void);

#endif
