/*
 * Kernels that kernels launch: they run when the launch that asked for them has ended, in the
 * order of its blocks. That is one of the orders that a GPU may choose.
 */
#ifndef CHILDREN_H
#define CHILDREN_H

/* A run of a launch begins: what an earlier run of it has asked for is forgotten. */
void children_discard(void);

/*
 * Runs what the launch that has just ended has asked for. Returns the error with which one of them
 * has failed, or 0; one that is refused is only named.
 */
int children_run(void);

#endif
