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
 * Nanoseconds of CLOCK_MONOTONIC, without the time that host threads have spent inside: the clock
 * stands while one of them is there. by_processor: of CLOCK_PROCESS_CPUTIME_ID, without the
 * processor time that was used meanwhile. Neither ever goes back.
 */
int64_t api_time_outside(int by_processor);

#endif
