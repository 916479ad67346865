/*
 * Deferred launches: see deferred_launch.h.
 */
#include "launch/deferred_launch.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "report/kernel.h"

#define ARGUMENTS_MOST 1024

struct deferred_launch {
    struct sim_launch launch;
    const struct sim_kernel *kernel;
    void *storage; /* the arguments' values */
    void **copied; /* where each of them is */
    const void **pointers;
};

static void invoke(void *data)
{
    struct deferred_launch *deferred = data;
    deferred->kernel->invoke(deferred->copied);
}

/* Gives it copies of its arguments. */
static void set_arguments(struct deferred_launch *deferred, void **arguments)
{
    const struct sim_kernel *kernel = deferred->kernel;
    struct sim_launch *launch = &deferred->launch;
    launch->value_bytes = kernel_copy_arguments(kernel, arguments, NULL, NULL);
    deferred->storage = allocate(launch->value_bytes + 16);
    kernel_copy_arguments(kernel, arguments, deferred->storage, deferred->copied);
    launch->values = deferred->storage;
    launch->pointer_count = sim_find_pointers(kernel, deferred->copied, deferred->pointers);
    launch->pointers = deferred->pointers;
    launch->places = deferred->copied;
}

struct deferred_launch *deferred_launch_make(const struct sim_launch *launch)
{
    struct kernel *kernel = kernel_find(launch->function, launch->name);
    if (!kernel->registered || !launch->places)
        return NULL;
    struct deferred_launch *deferred = allocate(sizeof *deferred);
    deferred->launch = *launch;
    deferred->kernel = kernel->registered;
    deferred->copied = allocate(ARGUMENTS_MOST * sizeof *deferred->copied);
    deferred->pointers = allocate(ARGUMENTS_MOST * sizeof *deferred->pointers);
    deferred->launch.body = invoke;
    deferred->launch.loop = NULL; /* of arguments that are kept as the host passes them */
    deferred->launch.run_block = NULL;
    deferred->launch.arguments = deferred;
    deferred->launch.error_is_returned = 1;
    set_arguments(deferred, launch->places);
    return deferred;
}

void deferred_launch_free(struct deferred_launch *deferred)
{
    if (!deferred)
        return;
    free(deferred->storage);
    free(deferred->copied);
    free(deferred->pointers);
    free(deferred);
}

struct sim_launch *deferred_launch_get(struct deferred_launch *deferred)
{
    return &deferred->launch;
}
