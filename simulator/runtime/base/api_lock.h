/*
 * One host thread at a time is inside the simulator: programs may call CUDA
 * from several.
 */
#ifndef API_LOCK_H
#define API_LOCK_H

#include <stdint.h>

/* Nest; the same host thread may lock again. */
void api_lock(void);
void api_unlock(void);

/* How long host threads have been inside, in nanoseconds; or what all threads of the program have
 * used of processors meanwhile. */
int64_t api_time_inside(int by_processor);

#endif
