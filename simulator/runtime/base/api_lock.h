/*
 * One host thread at a time is inside the simulator: programs may call CUDA
 * from several.
 */
#ifndef API_LOCK_H
#define API_LOCK_H

/* Nest; the same host thread may lock again. */
void api_lock(void);
void api_unlock(void);

#endif
