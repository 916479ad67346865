/*
 * Generators: see generators.h.
 */
#include "cuda_api/generators.h"

#include <stdlib.h>

#include "base/api_lock.h"
#include "base/settings.h"
#include "report/findings.h"

/* The newest first: the address of one that was destroyed may be another's by now. */
static struct known {
    curandGenerator_t generator;
    int destroyed;
    struct known *next;
} * generators;

static struct known *find_known(curandGenerator_t generator)
{
    struct known *known = generators;

    while (known && known->generator != generator)
        known = known->next;
    return known;
}

int generator_note(curandGenerator_t generator)
{
    struct known *known = malloc(sizeof *known);

    if (!known)
        return 0;
    api_lock();
    *known = (struct known){.generator = generator, .next = generators};
    generators = known;
    api_unlock();
    return 1;
}

void generator_forget(curandGenerator_t generator)
{
    api_lock();
    find_known(generator)->destroyed = 1;
    api_unlock();
}

int generator_is_known(curandGenerator_t generator, uintptr_t pc, const char *call)
{
    api_lock();
    const struct known *known = find_known(generator);
    int is_known = known && !known->destroyed;
    const char *wrong = known ? "was destroyed" : "was never created";
    api_unlock();

    if (!is_known && generator && settings.checks)
        finding_on_host(FINDING_INVALID_ARGUMENT, pc,
                        "%s: the generator %s: CURAND_STATUS_NOT_INITIALIZED", call, wrong);
    return is_known;
}
