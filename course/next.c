/*
 * The next thing to do in a step: a finding of the checks, else what its first failed test says.
 */
#include <stdio.h>
#include <string.h>

#include "grading.h"

/* The first BAD or MISSING line of a test's text, without that word; or NULL. */
static const char *first_wrong(const struct outcome *it)
{
    const char *line = it->text;

    while (line != NULL && *line != '\0') {
        if (strncmp(line, "    BAD     ", 12) == 0 || strncmp(line, "    MISSING ", 12) == 0)
            return line + 12;
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return NULL;
}

int is_in_list(const char *list, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = list; at != NULL && (at = strstr(at, name)) != NULL; at += length)
        if ((at == list || at[-1] == ' ' || at[-1] == ',') &&
            (at[length] == '\0' || at[length] == ' ' || at[length] == ','))
            return 1;
    return 0;
}

/* A finding explains more than a wrong sum. */
static int has_finding(const struct outcome *it)
{
    const char *wrong = first_wrong(it);

    return wrong != NULL && strcmp(it->name, "clean") == 0 && strncmp(wrong, "n = ", 4) != 0;
}

void find_next(const struct step_result *result, const char *hidden, char *next, size_t bytes)
{
    const struct outcome *worst = NULL;

    for (int i = 0; i < result->count; i++) {
        const struct outcome *it = &result->outcomes[i];

        if (it->is_skipped || it->points == it->of || is_in_list(hidden, it->name))
            continue;
        if (worst == NULL || has_finding(it))
            worst = it;
    }
    next[0] = '\0';
    if (worst == NULL)
        return;
    const char *wrong = first_wrong(worst);

    snprintf(next, bytes, "%s: %.*s", worst->name,
             wrong != NULL ? (int)strcspn(wrong, "\n") : (int)strlen(worst->title),
             wrong != NULL ? wrong : worst->title);
}
