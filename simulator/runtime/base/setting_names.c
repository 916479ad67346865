/*
 * The names of the settings, to find those that are misspelt.
 */
#include "base/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

#define LETTERS_APART 2 /* at most, of a name that is taken for a misspelt one */

/* Of those that are as near, the first is meant. */
static const char *const names[] = {
    "SIM_REPORT", "SIM_DEVICE",    "SIM_DEVICES",    "SIM_VIEW",  "SIM_CHECKS",
    "SIM_CLOCK",  "SIM_COUNTERS",  "SIM_CSV",        "SIM_GUARD", "SIM_CLOCK_RECORDING",
    "SIM_LIMIT",  "SIM_LINES_CSV", "SIM_MEMORY",     "SIM_ORDER", "SIM_PHASES_CSV",
    "SIM_REPEAT", "SIM_PROGRESS",  "SIM_THREADS",    "SIM_TRACE", "SIM_VIEW_BLOCKS",
    "SIM_WAIT",   "SIM_WATCHDOG",  "SIM_WHAT_IF_CSV"};
#define NAME_COUNT (sizeof names / sizeof *names)

static void check_name(const char *name)
{
    const char *nearest = names[0];
    for (size_t i = 0; i < NAME_COUNT; i++) {
        unsigned apart = name_distance(name, names[i]);
        if (!apart)
            return;
        if (apart < name_distance(name, nearest))
            nearest = names[i];
    }
    if (name_distance(name, nearest) > LETTERS_APART)
        return; /* another program's */
    fprintf(stderr, "simulator: there is no %s: is %s meant?\n", name, nearest);
    exit(2);
}

void settings_check_names(void)
{
    extern char **environ;
    for (char **variable = environ; variable && *variable; variable++) {
        char name[64];
        size_t length = strcspn(*variable, "=");
        if (strncmp(*variable, "SIM_", 4) || length >= sizeof name)
            continue;
        memcpy(name, *variable, length);
        name[length] = 0;
        check_name(name);
    }
}
