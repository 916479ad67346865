/*
 * Running other programs, and the temporary files of a run.
 */
#ifndef SIMCC_PROCESS_H
#define SIMCC_PROCESS_H

#include "options.h"

/*
 * Makes a folder for temporary files, removed with all of them at exit and when
 * simcc is ended by a signal.
 */
void make_temporary_folder(void);
/* Before simcc gives its place to another program. */
void remove_temporary_files(void);
/* A new name in that folder; the caller owns the string. */
char *temporary_file(const char *suffix);

/*
 * Runs a command and waits. Returns its exit status; a command that cannot be started is a clear
 * line and exit 3. With -v it is printed on stderr, too, and with --dryrun only that. If errors is
 * not NULL, the command's stderr goes there, and is not shown.
 */
struct text;
int run_command(const struct strings *command, const struct options *options, struct text *errors);
/* The same, with its stdout in output. */
int read_command(const struct strings *command, struct text *output);

#endif
