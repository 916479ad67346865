/*
 * The end of everything that a run has started.
 */
#ifndef DESCENDANTS_H
#define DESCENDANTS_H

/*
 * From here on, processes whose parents have ended are this process's children, whatever group or
 * session they made for themselves. Returns 0 if the system refuses.
 */
int adopt_descendants(void);

/* Kills them all, and waits until none is left. To be called after adopt_descendants. */
void end_descendants(void);

#endif
