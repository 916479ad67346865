/*
 * Prints simcc's table of flags.
 * usage: flag_list done|harmless|refused|own   as Markdown, for docs/flags.md
 *        flag_list all                         one flag a line, with tabs between its fields: its
 * fate, what stands behind it (0 or 1), the reason, its names
 */
#include <stdio.h>
#include <string.h>

#include "simcc/flag_table.h"

static const char *fate(const struct flag *flag)
{
    return flag->origin == FLAG_OF_SIMCC   ? "own"
           : flag->action == FLAG_REFUSED  ? "refused"
           : flag->action == FLAG_HARMLESS ? "harmless"
                                           : "done";
}

static void print_row(const struct flag *flag)
{
    const char *value = flag->value == VALUE_NONE ? "" : " VALUE";

    printf("| `%s%s`", flag->names[0], value);
    if (flag->names[1] && strcmp(flag->names[1], flag->names[0] + 1))
        printf(", `%s`", flag->names[1]);
    printf("%s | %s |\n", flag->origin == FLAG_OF_HOST ? " (the host's)" : "", flag->about);
}

int main(int count, char **arguments)
{
    const char *wanted = count == 2 ? arguments[1] : "";
    int is_all = !strcmp(wanted, "all");

    if (!is_all && !strstr(" done harmless refused own ", wanted)) {
        fprintf(stderr, "usage: %s done|harmless|refused|own|all\n", arguments[0]);
        return 2;
    }
    if (!is_all)
        printf("| flag | %s |\n|---|---|\n",
               !strcmp(wanted, "harmless") || !strcmp(wanted, "refused") ? "why" : "what it does");
    for (const struct flag *flag = flag_table; flag->names[0]; flag++) {
        if (is_all)
            printf("%s\t%d\t%s\t%s\t%s\n", fate(flag), flag->value != VALUE_NONE, flag->about,
                   flag->names[0], flag->names[1] ? flag->names[1] : "");
        else if (!strcmp(fate(flag), wanted))
            print_row(flag);
    }
    return 0;
}
