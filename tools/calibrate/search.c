#include "search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device.h"
#include "modelled.h"
#include "tried.h"

#define FACTOR_FIRST  1.5
#define FACTOR_LAST   1.02
#define SMALLEST_STEP 1e-5 /* in the mean error: less is no progress */

double *search_constant(const char *name)
{
    for (const struct device_constant *c = device_constants; c->name; c++)
        if (!strcmp(c->name, name))
            return (double *)((char *)&device + c->offset);
    fprintf(stderr, "fit: there is no constant %s\n", name);
    exit(2);
}

/* What is changed, and what it is changed for. */
struct fit {
    const struct measured_times *measured;
    unsigned count;
    char **names;
};

/* Mean error, with its square besides: what is far off counts for more. */
static double mean_error(const struct fit *fit)
{
    const double *nanoseconds = tried_times(fit->measured, fit->count, fit->names);
    double sum = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < fit->measured->count; i++) {
        const struct measured *time = &fit->measured->time[i];
        if (time->is_left_out)
            continue;
        double error = modelled_error(time, nanoseconds[i]);
        sum += error + error * error;
        count++;
    }
    return sum / count;
}

/* Tries a constant larger and smaller by a factor, again and again. Returns the least error, and
   leaves the constant at its value there. */
static double improve(const struct fit *fit, double *constant, double least, double factor)
{
    double start = least, kept = *constant;
    for (int way = 0; way < 2 && least == start; way++) { /* if one way helps, the other does not */
        for (;;) {
            *constant = way == 0 ? kept * factor : kept / factor;
            double now = mean_error(fit);
            if (!(now < least - SMALLEST_STEP))
                break;
            least = now;
            kept = *constant;
        }
        *constant = kept;
    }
    return least;
}

void search(const struct measured_times *measured, unsigned count, char **names)
{
    struct fit fit = {measured, count, names};
    double least = mean_error(&fit);
    for (double factor = FACTOR_FIRST; factor > FACTOR_LAST; factor = sqrt(factor)) {
        for (unsigned i = 0; i < count; i++) {
            double *constant = search_constant(names[i]);
            least = improve(&fit, constant, least, factor);
            fprintf(stderr, "%-24s %12.6g  mean error %.4f\n", names[i], *constant, least);
        }
    }
}
