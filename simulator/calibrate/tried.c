#include "tried.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "modelled.h"
#include "search.h"

struct trial {
    double *value; /* of each constant */
    double *nanoseconds;
};

static struct trial *trial;
static unsigned trials;

static struct trial *find(const double *value, unsigned count)
{
    for (unsigned i = trials; i-- > 0;)
        if (!memcmp(trial[i].value, value, count * sizeof *value))
            return &trial[i];
    return NULL;
}

const double *tried_times(const struct measured_times *measured, unsigned count, char **names)
{
    struct trial now = {allocate((count + 1) * sizeof(double)), NULL};
    for (unsigned i = 0; i < count; i++)
        now.value[i] = *search_constant(names[i]);
    const struct trial *before = find(now.value, count);
    if (before) {
        free(now.value);
        return before->nanoseconds;
    }
    now.nanoseconds = allocate(measured->count * sizeof *now.nanoseconds);
    modelled_times(measured, now.nanoseconds);
    trial = allocate_again(trial, (trials + 1) * sizeof *trial);
    trial[trials++] = now;
    return now.nanoseconds;
}
