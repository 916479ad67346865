/*
 * Launches that are kept: see deferred_launch.h.
 */
#include "launch/deferred_launch.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "report/kernel.h"

#define ARGUMENTS_MOST 1024

struct kept_launch {
    struct sim_launch launch;
    const struct sim_kernel *kernel;
    void *storage; /* the arguments' values */
    void **copied; /* where each of them is */
    const void **pointers;
};

static void invoke(void *data)
{
    struct kept_launch *kept = data;
    kept->kernel->invoke(kept->copied);
}

/* Gives it copies of its arguments. */
static void set_arguments(struct kept_launch *kept, void **arguments)
{
    const struct sim_kernel *kernel = kept->kernel;
    struct sim_launch *launch = &kept->launch;
    launch->value_bytes = kernel->copy_arguments(arguments, NULL, NULL);
    kept->storage = allocate(launch->value_bytes + 16);
    kernel->copy_arguments(arguments, kept->storage, kept->copied);
    launch->values = kept->storage;
    launch->pointer_count = kernel->find_pointers(kept->copied, kept->pointers);
    launch->pointers = kept->pointers;
    launch->places = kept->copied;
}

struct kept_launch *kept_make(const struct sim_launch *launch)
{
    struct kernel *kernel = kernel_find(launch->function, launch->name);
    if (!kernel->registered || !launch->places)
        return NULL;
    struct kept_launch *kept = allocate(sizeof *kept);
    kept->launch = *launch;
    kept->kernel = kernel->registered;
    kept->copied = allocate(ARGUMENTS_MOST * sizeof *kept->copied);
    kept->pointers = allocate(ARGUMENTS_MOST * sizeof *kept->pointers);
    kept->launch.body = invoke;
    kept->launch.arguments = kept;
    kept->launch.error_is_returned = 1;
    set_arguments(kept, launch->places);
    return kept;
}

void kept_free(struct kept_launch *kept)
{
    if (!kept)
        return;
    free(kept->storage);
    free(kept->copied);
    free(kept->pointers);
    free(kept);
}

struct sim_launch *kept_launch_of(struct kept_launch *kept)
{
    return &kept->launch;
}
