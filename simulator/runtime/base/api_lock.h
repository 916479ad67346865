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

/*
 * Nanoseconds of CLOCK_MONOTONIC, less those in which host threads have been inside: it stands
 * while somebody is. Or of CLOCK_PROCESS_CPUTIME_ID, less what the program has used of processors
 * meanwhile. Neither ever goes back.
 */
int64_t api_time_outside(int by_processor);

#endif
