/*
 * Kernels that kernels launch: they run when the launch that asked for them has ended, in the
 * order of its blocks. That is one of the orders that a GPU may choose.
 */
#ifndef CHILDREN_H
#define CHILDREN_H

/* A run of a launch begins: the launches that an earlier run asked for are forgotten. */
void children_discard(void);

/*
 * Runs the launches that the one that has just ended asked for. Returns the error of the one that
 * failed, or 0. A refused one is only named.
 */
int children_run(void);

#endif
