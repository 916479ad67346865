#define _GNU_SOURCE
#include "run_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "answer.h"
#include "run_folder.h"

enum { RUNS_AT_ONCE = 2, HEARTBEAT = 300 /* milliseconds */ };

struct run {
    pid_t runner;
    int events; /* what it says */
    int life;   /* when this is closed, it ends */
};

static atomic_int under_way, runs_end;

/* The runner's end of both pipes becomes its stdin and stdout; it inherits nothing else. */
static _Noreturn void become_runner(int life, int events, char *const *arguments)
{
    if (dup2(life, STDIN_FILENO) < 0 || dup2(events, STDOUT_FILENO) < 0)
        _exit(126);
    for (int i = STDERR_FILENO + 1; i < 1024; i++)
        close(i);
    execv(arguments[0], arguments);
    _exit(127);
}

static int start_runner(struct run *run, char *const *arguments)
{
    int life[2], events[2];

    if (pipe2(life, O_CLOEXEC) != 0)
        return 0;
    if (pipe2(events, O_CLOEXEC) != 0) {
        close(life[0]);
        close(life[1]);
        return 0;
    }
    run->runner = fork();
    if (run->runner == 0)
        become_runner(life[0], events[1], arguments);
    close(life[0]);
    close(events[1]);
    run->life = life[1];
    run->events = events[0];
    if (run->runner > 0)
        return 1;
    close(run->life);
    close(run->events);
    return 0;
}

/* Waits for the runner, which has ended or does so now. */
static void finish(struct run *run)
{
    if (run->runner <= 0)
        return;
    close(run->life);
    close(run->events);
    while (waitpid(run->runner, NULL, 0) < 0 && errno == EINTR)
        ;
    run->runner = 0;
    under_way--;
}

/* Empty lines tell nothing, but that somebody still reads them. */
static ssize_t read_events(void *context, uint64_t position, char *to, size_t most)
{
    struct run *run = context;
    struct pollfd watched = {run->events, POLLIN, 0};
    ssize_t got;

    (void)position;
    if (run->runner == 0)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (runs_end)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (poll(&watched, 1, HEARTBEAT) <= 0) {
        *to = '\n';
        return 1;
    }
    got = read(run->events, to, most);
    if (got > 0)
        return got;
    if (got < 0 && errno == EINTR) {
        *to = '\n';
        return 1;
    }
    finish(run);
    return MHD_CONTENT_READER_END_OF_STREAM;
}

static void forget(void *context)
{
    finish(context);
    free(context);
}

/* A place among those that run at once; returns 0 if all are taken. */
static int take_place(void)
{
    int now = under_way;

    while (now < RUNS_AT_ONCE)
        if (atomic_compare_exchange_weak(&under_way, &now, now + 1))
            return 1;
    return 0;
}

static struct run *start(const struct run_request *request, char *id)
{
    struct path runner = path_of("%s/build/playground/runner", settings.lab), folder, source;
    struct run *run = calloc(1, sizeof *run);
    char *arguments[] = {runner.text,
                         (char *)settings.lab,
                         folder.text,
                         source.text,
                         (char *)request->n,
                         (char *)request->block,
                         (char *)request->device,
                         NULL};

    if (run != NULL &&
        make_run_folder(request->file, request->text, request->length, id, &folder, &source) &&
        start_runner(run, arguments))
        return run;
    free(run);
    return NULL;
}

enum MHD_Result answer_run(struct MHD_Connection *connection, const struct run_request *request)
{
    char id[ID_BYTES];

    if (!take_place())
        return answer_line(connection, MHD_HTTP_TOO_MANY_REQUESTS, "busy\n");
    struct run *run = start(request, id);
    if (run == NULL) {
        under_way--;
        return answer_line(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "cannot start\n");
    }
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read_events, run, forget);
    if (response == NULL)
        forget(run);
    else
        MHD_add_response_header(response, "X-Run", id);
    return answer_with(connection, MHD_HTTP_OK, response, "application/x-ndjson", NULL);
}

void end_runs(void)
{
    runs_end = 1;
}
