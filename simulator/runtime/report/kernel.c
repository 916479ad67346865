/*
 * The list of kernels and their profiles.
 */
#include "report/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/device_limits.h"
#include "report/lines.h"

static struct sim_kernel *registered;
static struct kernel *first, **last = &first;

/* The kernels' static shared memory, as found by simcc; a table that the linker makes. */
struct shared_size {
    const void *function;
    size_t bytes;
};
extern const struct shared_size __start_sim_shared_sizes[]
    __attribute__((weak, visibility("hidden")));
extern const struct shared_size __stop_sim_shared_sizes[]
    __attribute__((weak, visibility("hidden")));

static size_t static_shared_of(const void *function)
{
    for (const struct shared_size *s = __start_sim_shared_sizes; s < __stop_sim_shared_sizes; s++)
        if (s->function == function)
            return s->bytes;
    return 0;
}

void sim_register_kernel(struct sim_kernel *kernel)
{
    kernel->next = registered;
    registered = kernel;
}

size_t sim_find_pointers(const struct sim_kernel *kernel, void *const *arguments,
                         const void **pointers)
{
    size_t count = 0;
    for (size_t i = 0; i < kernel->parameter_count; i++)
        if (kernel->stored[i].is_address)
            memcpy(&pointers[count++], arguments[i], sizeof *pointers);
    return count;
}

size_t kernel_copy_arguments(const struct sim_kernel *kernel, void *const *arguments, void *storage,
                             void **copied)
{
    size_t used = 0;
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        const struct sim_parameter *parameter = &kernel->stored[i];
        used = (used + parameter->alignment - 1) / parameter->alignment * parameter->alignment;
        if (storage) {
            copied[i] = (char *)storage + used;
            memcpy(copied[i], arguments[i], parameter->size);
        }
        used += parameter->size;
    }
    return used;
}

static const struct sim_kernel *find_registered(const void *function)
{
    for (const struct sim_kernel *k = registered; k; k = k->next)
        if (k->function == function)
            return k;
    return NULL;
}

void kernels_read_ahead(void)
{
    for (const struct sim_kernel *k = registered; k; k = k->next)
        file_read_ahead(k->file);
}

struct kernel *kernel_known(const void *function)
{
    for (struct kernel *k = first; k; k = k->next)
        if (k->function == function)
            return k;
    return find_registered(function) ? kernel_find(function, NULL) : NULL;
}

struct kernel *kernel_find(const void *function, const char *name)
{
    for (struct kernel *k = first; k; k = k->next)
        if (k->function == function)
            return k;
    struct kernel *kernel = allocate(sizeof *kernel);
    kernel->function = function;
    kernel->name = name;
    kernel->registered = find_registered(function);
    kernel->static_shared = static_shared_of(function);
    if (kernel->static_shared < DEVICE_SHARED_DEFAULT)
        kernel->maximum_dynamic_shared = DEVICE_SHARED_DEFAULT - kernel->static_shared;
    if (kernel->registered) {
        kernel->name = kernel->registered->name;
        kernel->file = kernel->registered->file;
        kernel->line = kernel->registered->line;
        kernel->maximum_threads = kernel->registered->maximum_threads;
    }
    *last = kernel;
    last = &kernel->next;
    return kernel;
}

struct kernel *kernel_first(void)
{
    return first;
}

/* The link to the profile of the launch's shape, or the list's end. */
static struct profile **link_of(struct kernel *kernel, const struct sim_launch *launch)
{
    struct profile **link = &kernel->profiles;
    for (; *link; link = &(*link)->next)
        if (!memcmp(&(*link)->grid, &launch->grid, sizeof launch->grid) &&
            !memcmp(&(*link)->block, &launch->block, sizeof launch->block) &&
            (*link)->dynamic_shared == launch->dynamic_shared)
            break;
    return link;
}

int kernel_has_profile(struct kernel *kernel, const struct sim_launch *launch)
{
    return *link_of(kernel, launch) != NULL;
}

static struct profile *make_profile(const struct sim_launch *launch)
{
    struct profile *profile = allocate(sizeof *profile);
    profile->grid = launch->grid;
    profile->block = launch->block;
    profile->dynamic_shared = launch->dynamic_shared;
    return profile;
}

struct profile *kernel_profile(struct kernel *kernel, const struct sim_launch *launch)
{
    struct profile **link = link_of(kernel, launch);
    return *link ? *link : (*link = make_profile(launch));
}

struct profile *kernel_profile_interrupted(struct kernel *kernel, const struct sim_launch *launch)
{
    struct profile **link = &kernel->profiles;
    while (*link)
        link = &(*link)->next;
    *link = make_profile(launch);
    (*link)->interrupted = 1;
    return *link;
}

uint64_t profile_blocks(const struct profile *profile)
{
    return (uint64_t)profile->grid.x * profile->grid.y * profile->grid.z;
}

void profile_add(struct profile *profile, const struct counts *counts, unsigned sites,
                 uint64_t barriers)
{
    if (sites > profile->sites || !profile->counts) {
        struct counts *larger = allocate((sites + 1) * sizeof *larger);
        if (profile->counts)
            memcpy(larger, profile->counts, (profile->sites + 1) * sizeof *larger);
        free(profile->counts);
        profile->counts = larger;
        profile->sites = sites;
    }
    const uint64_t *from = (const uint64_t *)counts;
    uint64_t *to = (uint64_t *)profile->counts;
    for (size_t i = 0; i < (sites + 1) * sizeof *counts / sizeof *from; i++)
        to[i] += from[i];
    profile->barriers += barriers;
}
