/*
 * cuRAND's generators as the host knows them: handles.
 */
#ifndef GENERATORS_H
#define GENERATORS_H

#include <stdint.h>

#include "curand.h"

/* Notes a generator that was made. Returns 0 if there is no memory for that. */
int generator_note(curandGenerator_t generator);

/* A generator that was noted is about to be freed. */
void generator_forget(curandGenerator_t generator);

/*
 * 1 for a generator that was made and not destroyed. Otherwise 0 and, but for NULL, a finding: a
 * pointer that nobody has set leads anywhere. call, pc: the function and its caller.
 */
int generator_is_known(curandGenerator_t generator, uintptr_t pc, const char *call);

#endif
