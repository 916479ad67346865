#include "launch/same_launch.h"

#include <string.h>

#include "base/allocate.h"

/*
 * The values of a launch's parameters one by one: the bytes between them are whatever the compiler
 * left there, and differ from launch to launch of the same values.
 */
static size_t bytes_of_values(const struct sim_kernel *kernel)
{
    size_t bytes = 0;
    for (size_t i = 0; i < kernel->parameter_count; i++)
        bytes += kernel->stored[i].size;
    return bytes;
}

char *same_launch_values(const struct sim_launch *launch, const struct kernel *kernel)
{
    const struct sim_kernel *registered = kernel->registered;
    char *values = allocate(bytes_of_values(registered) + 1), *next_value = values;
    for (size_t i = 0; i < registered->parameter_count; next_value += registered->stored[i++].size)
        memcpy(next_value, launch->places[i], registered->stored[i].size);
    return values;
}

static int are_values(const char *values, const struct sim_launch *launch,
                      const struct sim_kernel *kernel)
{
    for (size_t i = 0; i < kernel->parameter_count; values += kernel->stored[i++].size)
        if (memcmp(values, launch->places[i], kernel->stored[i].size))
            return 0;
    return 1;
}

int launches_are_equal(const struct sim_launch *known, const struct sim_launch *launch,
                       const struct kernel *kernel)
{
    return !memcmp(&known->grid, &launch->grid, sizeof known->grid) &&
           !memcmp(&known->block, &launch->block, sizeof known->block) &&
           known->dynamic_shared == launch->dynamic_shared &&
           known->cooperative == launch->cooperative && !known->chosen && !launch->chosen &&
           known->from_last == launch->from_last && known->all_begin == launch->all_begin &&
           are_values(known->values, launch, kernel->registered);
}
