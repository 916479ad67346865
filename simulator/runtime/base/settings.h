/*
 * The user's settings, from environment variables (docs/simulator.md).
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stddef.h>
#include <stdint.h>

enum report { REPORT_NONE, REPORT_COUNTERS, REPORT_LINES, REPORT_CLOCK };

struct settings {
    int threads;             /* SIM_THREADS: host threads */
    int counters;            /* SIM_COUNTERS: 0 turns them off */
    int checks;              /* SIM_CHECKS: 0 turns them off */
    int clock;               /* SIM_CLOCK: 0 turns it off; it needs the counters */
    int clock_only;          /* SIM_CLOCK=only: run no blocks but those that the clock looks at */
    int adversarial;         /* SIM_ORDER=adversarial */
    double wait;             /* SIM_WAIT: seconds that a rank waits for others (NCCL) */
    uint64_t limit;          /* SIM_LIMIT: steps of one thread before a launch is endless */
    uint64_t watchdog;       /* SIM_WATCHDOG: seconds, see launch/watchdog.h; 0: none */
    size_t memory;           /* SIM_MEMORY: bytes of device memory, of each device */
    int devices;             /* SIM_DEVICES: how many there are */
    enum report report;      /* SIM_REPORT */
    const char *csv;         /* SIM_CSV: file, or NULL */
    const char *lines_csv;   /* SIM_LINES_CSV: file, or NULL */
    const char *phases_csv;  /* SIM_PHASES_CSV: file, or NULL */
    const char *what_if_csv; /* SIM_WHAT_IF_CSV: file, or NULL */
    int repeat;              /* SIM_REPEAT: run launches, too, that repeat another */
    int guard;               /* SIM_GUARD: looks whether functions return to their callers */
    int progress;            /* SIM_PROGRESS: a line on stderr while a launch runs */
    const char *view;        /* SIM_VIEW: file for a page of the run, or NULL */
    const char *trace;       /* SIM_TRACE: file for a time line, or NULL */
    int instrumented;        /* compiled with the hooks (not --plain) */
};
extern struct settings settings;

/* 1 if kernels are recorded at all: instrumented, and counters or checks on. */
int settings_recording(void);

/* 1 if the clock runs: kernels are recorded, and it is on. */
int settings_clock(void);

/* 1 if the answers to "what if" are wanted: costs taken away from the modelled times. */
int settings_what_if(void);

/*
 * Reads the environment. Ends the program with status 2 and one line on stderr
 * for a value that makes no sense. Called once, before main.
 */
void settings_read(void);

/* Ends the program as settings_read does. allowed: the values that the variable may have. */
_Noreturn void settings_refuse(const char *name, const char *value, const char *allowed);

/*
 * Ends the program (status 2) for a variable of the environment whose name is nearly that of a
 * setting, which it names. Names that are far from all settings are other programs'.
 */
void settings_check_names(void);

#endif
