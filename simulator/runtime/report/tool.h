/*
 * Another program that is run for what it prints, without a shell, which takes as long to start as
 * a small program does.
 */
#ifndef TOOL_H
#define TOOL_H

#include <stdio.h>
#include <sys/types.h>

struct tool {
    FILE *says; /* what it prints, NULL if it did not start; its errors are not kept */
    pid_t process;
};

/* Starts command[0], which is looked for in PATH, with LC_ALL=C; command ends with NULL. */
struct tool tool_start(const char *const *command);

/* Waits for one that has started. */
void tool_end(struct tool tool);

#endif
