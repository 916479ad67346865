#include "job.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../course/limited.h"
#include "../course/run_limits.h"
#include "json.h"
#include "path.h"

enum { LOG_MOST = 64 << 10 /* bytes that the page is told */ };

#define LOG "log.txt"

static const char *const ending_names[] = {[ENDED] = "ended",
                                           [RAN_OUT_OF_TIME] = "time",
                                           [RAN_OUT_OF_REAL_TIME] = "real_time",
                                           [CRASHED] = "crashed",
                                           [NOT_STARTED] = "not_started"};

static void say(const char *event)
{
    printf("{\"event\":\"%s\"}\n", event);
    fflush(stdout);
}

/* The beginning of what the command said. */
static void print_log(void)
{
    char *text = malloc(LOG_MOST);
    FILE *file = fopen(LOG, "r");
    size_t length = file != NULL && text != NULL ? fread(text, 1, LOG_MOST, file) : 0;

    json_string(stdout, text, length);
    printf(",\"cut\":%s", length == LOG_MOST ? "true" : "false");
    if (file != NULL)
        fclose(file);
    free(text);
}

static void say_end(const char *stage, enum ending ending, int status, int seconds)
{
    printf("{\"event\":\"end\",\"stage\":\"%s\",\"ending\":\"%s\",\"status\":%d,", stage,
           ending_names[ending], status);
    printf("\"signal\":");
    const char *signal = ending == CRASHED ? strsignal(status) : "";
    json_string(stdout, signal, strlen(signal));
    printf(",\"forbidden\":%s,\"seconds\":%d,\"log\":",
           ending == CRASHED && status == SIGSYS ? "true" : "false", seconds);
    print_log();
    printf("}\n");
    fflush(stdout);
}

/* Runs a tool with the limits of a compilation; tells the end, and returns 0, if it fails. */
static int use(char *const *arguments)
{
    struct command command = {.arguments = arguments,
                              .log = LOG,
                              .seconds = COMPILE_SECONDS,
                              .real_time = COMPILE_REAL_TIME,
                              .address_space = COMPILE_BYTES,
                              .file_size = COMPILE_FILE_BYTES};
    int status;
    enum ending ending = run_limited(&command, &status);

    if (ending == ENDED && status == 0)
        return 1;
    say_end("compile", ending, status, COMPILE_SECONDS);
    return 0;
}

/* The program's own main is called when no rights are left: playground/confined_main.c. */
static int compile(const struct job *job)
{
    static const char *const parts[] = {"playground/confined_main.o",
                                        "course/judging.o",
                                        "course/numbers.o",
                                        "course/draw.o",
                                        "course/reductions.o",
                                        "course/reduction_kinds.o",
                                        "course/promised.o",
                                        "course/row_kinds.o",
                                        "course/confined.o",
                                        "common.a"};
    enum { PARTS = sizeof parts / sizeof parts[0] };
    struct path simcc = path_of("%s/build/simcc/simcc", job->lab), part[PARTS];
    struct path lab = path_of("-I%s", job->lab);
    char *translate[] = {simcc.text,          "-c", "-o", "kernel.o", "-I.", lab.text,
                         (char *)job->source, NULL};
    char *rename[] = {"objcopy", "--redefine-sym=main=playground_main",
                      "--remove-section=.preinit_array", "kernel.o", NULL};
    char *link[4 + PARTS + 1] = {simcc.text, "-o", "program", "kernel.o"};

    for (size_t i = 0; i < PARTS; i++) {
        part[i] = path_of("%s/build/sim/%s", job->lab, parts[i]);
        link[4 + i] = part[i].text;
    }
    return use(translate) && use(rename) && use(link);
}

static void run(const struct job *job)
{
    struct path device = path_of("SIM_DEVICE=%s", job->device);
    char *arguments[] = {"./program", "-n", (char *)job->n, "-b", (char *)job->block, NULL};
    char *settings[] = {"SIM_THREADS=1",    "SIM_PROGRESS=0",     RUN_STEPS,
                        RUN_DEVICE_MEMORY,  "SIM_VIEW=view.json", "SIM_WHAT_IF_CSV=what_if.csv",
                        "SIM_REPORT=clock", device.text,          NULL};
    struct command command = {.arguments = arguments,
                              .environment = settings,
                              .log = LOG,
                              .seconds = RUN_SECONDS,
                              .real_time = RUN_REAL_TIME,
                              .address_space = RUN_BYTES,
                              .file_size = RUN_FILE_BYTES};
    int status;
    enum ending ending = run_limited(&command, &status);

    say_end("run", ending, status, RUN_SECONDS);
}

void do_job(const struct job *job)
{
    if (chdir(job->folder) != 0) {
        say_end("compile", NOT_STARTED, 0, 0);
        return;
    }
    setenv("TMPDIR", job->folder, 1); /* what a compiler leaves that is stopped goes with the run */
    say("compile");
    if (!compile(job))
        return;
    say("run");
    unlink(LOG);
    run(job);
}
