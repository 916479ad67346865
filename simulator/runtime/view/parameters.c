#include "view/parameters.h"

#include <string.h>

#include "base/allocate.h"
#include "report/kernel.h"

static int points_into(const void *pointer, const struct allocation *allocation)
{
    uintptr_t address = (uintptr_t)pointer;
    return address - allocation->start < allocation->size ||
           address - allocation->real < allocation->size;
}

/* Goes from a parameter's name to the next one's; stays where one name is that of all others. */
static const char *next_name(const char *name)
{
    size_t length = strcspn(name, ",");
    if (!name[length] || (length > 3 && !strncmp(name + length - 3, "...", 3)))
        return name;
    return name + length + 1;
}

/* 1 if the list, "a, b", has the name. */
static int has_name(const char *list, const char *name, size_t length)
{
    for (const char *at = list; *at; at += strspn(at, ", ")) {
        size_t own = strcspn(at, ",");
        if (own == length && !strncmp(at, name, length))
            return 1;
        at += own;
    }
    return 0;
}

/* Adds the name to the list. Returns the list. */
static char *add_name(char *list, const char *name, size_t length)
{
    size_t used = strlen(list);
    if (!length || has_name(list, name, length))
        return list;
    list = allocate_again(list, used + length + 3);
    if (used)
        strcat(list, ", ");
    return strncat(list, name, length);
}

char *view_parameters_of(const struct run *run, const struct allocation *allocation)
{
    const struct sim_launch *launch = run->launch;
    const struct sim_kernel *kernel = run->kernel->registered;
    char *list = allocate_string("");
    if (!kernel)
        return list;
    const char *name = kernel->parameters;
    size_t pointer = 0;
    for (size_t i = 0; i < kernel->parameter_count && pointer < launch->pointer_count; i++) {
        if (kernel->stored[i].is_address && points_into(launch->pointers[pointer++], allocation))
            list = add_name(list, name, strcspn(name, ",."));
        name = next_name(name);
    }
    return list;
}
