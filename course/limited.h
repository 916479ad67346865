/*
 * Runs one command of a test, with limits: a failure costs that test and nothing else.
 */
#ifndef LIMITED_H
#define LIMITED_H

/* How a command ended. */
enum ending { ENDED, RAN_OUT_OF_TIME, RAN_OUT_OF_REAL_TIME, CRASHED, NOT_STARTED };

struct command {
    char *const *arguments;
    char *const *environment;         /* NULL: the grader's own */
    const char *folder;               /* to run in; NULL: here */
    const char *input;                /* a few bytes to read from stdin, or NULL */
    const char *log;                  /* file for stdout and stderr */
    const char *verdicts;             /* file behind descriptor 3, or NULL */
    int has_one_processor;            /* all its threads take turns on one */
    int seconds;                      /* of processor time */
    int real_time;                    /* limit on elapsed time, as a multiple of these seconds */
    unsigned long long address_space; /* bytes; 0: no limit */
    unsigned long long file_size;     /* bytes that a file may grow to; 0: no limit */
};

/*
 * Runs it in a process group of its own, waits, and ends the rest of the group. It may open 256
 * files, and with all other processes of the user start 512 more. Stores the exit status where it
 * ended by itself, or the signal where it crashed.
 */
enum ending run_limited(const struct command *command, int *status);

#endif
