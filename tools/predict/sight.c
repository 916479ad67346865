#include "sight.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "csv.h"

extern char **environ;

enum { COMMANDS_MOST = 16 };

struct run {
    const char *command;
    char *output;
    int status;
};

/* The commands that a reader types begin with nothing of what this make and its caller were given.
 */
static void forget_settings(void)
{
    static const char *const settings[] = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES",
                                           "N",         "BLOCK",  "REPEAT",    "ARGS",
                                           "BACKEND",   "GPUS"};
    char name[64];

    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        unsetenv(settings[i]);
    for (char **at = environ; *at != NULL;) {
        size_t length = strcspn(*at, "=");

        if (strncmp(*at, "SIM_", 4) == 0 && length < sizeof name) {
            memcpy(name, *at, length);
            name[length] = '\0';
            unsetenv(name);
            at = environ; /* which unsetenv has changed */
        } else {
            at++;
        }
    }
}

static char *read_all(FILE *file)
{
    size_t length = 0, room = 1 << 16;
    char *text = grown(NULL, room);

    for (size_t read; (read = fread(text + length, 1, room - length - 1, file)) > 0;) {
        length += read;
        if (length + 1 == room)
            text = grown(text, room *= 2);
    }
    text[length] = '\0';
    return text;
}

static void run_command(struct run *run)
{
    FILE *output;

    forget_settings();
    fflush(NULL);
    output = popen(run->command, "r");
    if (output == NULL) {
        run->status = 127;
        return;
    }
    run->output = read_all(output);
    int status = pclose(output);
    run->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

const char *output_of(const char *command, int *status)
{
    static struct run runs[COMMANDS_MOST];
    int i = 0;

    while (i < COMMANDS_MOST - 1 && runs[i].command != NULL &&
           strcmp(runs[i].command, command) != 0)
        i++;
    if (runs[i].command == NULL || strcmp(runs[i].command, command) != 0) {
        runs[i] = (struct run){.command = command};
        run_command(&runs[i]);
    }
    *status = runs[i].status;
    return *status == 0 ? runs[i].output : NULL;
}

/* The number between two places of a line; blanks alone are 0. Shrinks the places to the number. */
static void read_number(struct sight *sight)
{
    const char *line = sight->line;

    while (sight->first < sight->behind && isspace((unsigned char)line[sight->first]))
        sight->first++;
    while (sight->first < sight->behind && isspace((unsigned char)line[sight->behind - 1]))
        sight->behind--;
    sight->value = sight->first < sight->behind ? strtod(line + sight->first, NULL) : 0;
}

int find_sight(const char *output, const char *pattern, struct sight *sight)
{
    enum { PARENTHESES_MOST = 4 };
    regmatch_t found[PARENTHESES_MOST + 1];
    regex_t expression;
    int is_found = 0;

    if (regcomp(&expression, pattern, REG_EXTENDED) != 0)
        return 0;
    while (!is_found && *output != '\0') {
        size_t length = strcspn(output, "\n");

        sight->line = strndup(output, length);
        is_found = sight->line != NULL && expression.re_nsub > 0 &&
                   expression.re_nsub <= PARENTHESES_MOST &&
                   regexec(&expression, sight->line, PARENTHESES_MOST + 1, found, 0) == 0;
        if (is_found) {
            sight->first = (int)found[expression.re_nsub].rm_so;
            sight->behind = (int)found[expression.re_nsub].rm_eo;
            read_number(sight);
        } else {
            free(sight->line);
        }
        output += length + (output[length] == '\n');
    }
    regfree(&expression);
    return is_found;
}
