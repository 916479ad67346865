/*
 * Clocks, waiting, traps, failed assertions.
 */
#ifndef SIM_MISCELLANY_H
#define SIM_MISCELLANY_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "attributes.h"
#include "sim.h"

/* Of the modelled device (docs/clock.md). clock() is translated to the same. */
SIM_INLINE long long clock64()
{
    return sim_clock();
}

SIM_INLINE void __nanosleep(unsigned int nanoseconds)
{
    sim_nanosleep(nanoseconds);
}

/*
 * Launches run one after another here: all before this one have ended, and triggers are not needed.
 */
SIM_INLINE void cudaGridDependencySynchronize() {}
SIM_INLINE void cudaTriggerProgrammaticLaunchCompletion() {}

SIM_INLINE void __trap()
{
    sim_trap();
}

#ifndef __clang__
/* A promise to nvcc's optimiser. */
#define __builtin_assume(condition) ((void)0)
#endif

namespace cuda_sim {
inline long long clock_on_host()
{
    return ::clock();
}

/* A failed assert on the host, in a function that also runs on the device. */
inline void assert_fail_on_host(const char *expression, const char *file, int line,
                                const char *function)
{
    fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
}
}

#endif
