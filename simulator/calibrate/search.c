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
#define SMALLEST_STEP 1e-4 /* in the mean error: less is no progress */

static const struct device_constant *find_constant(const char *name)
{
    for (const struct device_constant *c = device_constants; c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    fprintf(stderr, "fit: there is no constant %s\n", name);
    exit(2);
}

double *search_constant(const char *name)
{
    return (double *)((char *)&device + find_constant(name)->offset);
}

void search_set(const char *name, double value)
{
    *search_constant(name) = device_constant_is_whole(find_constant(name)) ? round(value) : value;
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
static double improve(const struct fit *fit, const char *name, double least, double factor)
{
    double start = least, kept = *search_constant(name);
    for (int way = 0; way < 2 && least == start; way++) { /* if one way helps, the other does not */
        for (;;) {
            search_set(name, way == 0 ? kept * factor : kept / factor);
            double now = mean_error(fit);
            if (!(now < least - SMALLEST_STEP))
                break;
            least = now;
            kept = *search_constant(name);
        }
        search_set(name, kept);
    }
    return least;
}

void search(const struct measured_times *measured, unsigned count, char **names)
{
    struct fit fit = {measured, count, names};
    double least = mean_error(&fit);
    for (double factor = FACTOR_FIRST; factor > FACTOR_LAST; factor = sqrt(factor)) {
        for (unsigned i = 0; i < count; i++) {
            least = improve(&fit, names[i], least, factor);
            fprintf(stderr, "%-24s %12.6g  mean error %.4f\n", names[i], *search_constant(names[i]),
                    least);
        }
    }
}
