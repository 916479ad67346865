/*
 * Where an answer is seen: a command of the lab, and a place in its output.
 */
#ifndef SIGHT_H
#define SIGHT_H

struct sight {
    char *line; /* that of the output which has the number */
    int first,
        behind; /* the number's letters in it; first == behind: nothing is there, which is 0 */
    double value;
};

/*
 * Runs a command by the shell, as from a fresh one: what this make was given is not passed on. Its
 * errors go to stderr. Returns its output, or NULL if it failed; *status is then its exit status. A
 * command that was run before is not run again. Outputs are never freed: the program ends soon
 * after.
 */
const char *output_of(const char *command, int *status);

/*
 * Looks for the first line of an output that matches a POSIX extended regular expression; its last
 * pair of parentheses stands around the number, or around the blanks where a number would stand.
 * Returns 1, or 0 if there is no such line. sight->line is the caller's to free.
 */
int find_sight(const char *output, const char *pattern, struct sight *sight);

#endif
