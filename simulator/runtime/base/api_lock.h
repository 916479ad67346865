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

/* How long this host thread has been inside, or waited for it, in nanoseconds; by the processor's
 * clock what all threads of the program have used meanwhile. */
int64_t api_time_inside(int by_processor);

#endif
