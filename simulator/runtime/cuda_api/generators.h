/*
 * cuRAND's generators as the host knows them: handles.
 */
#ifndef GENERATORS_H
#define GENERATORS_H

#include <stdint.h>

#include "curand.h"

/* A generator was made; 0 if there is no memory to note it. Or it was destroyed. */
int generator_note(curandGenerator_t generator);
void generator_forget(curandGenerator_t generator);

/*
 * 1 for a generator that was made and not destroyed. Otherwise 0 and, but for NULL, a finding: a
 * pointer that nobody has set leads anywhere. call, pc: the function and its caller.
 */
int generator_is_known(curandGenerator_t generator, uintptr_t pc, const char *call);

#endif
