/*
 * Running other programs: see process.h.
 */
#define _GNU_SOURCE /* pipe2, environ */
#include "process.h"

#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Read by the signal handler: paths that are complete before they are counted. */
static char folder[4096];
static char *files[256];
static volatile sig_atomic_t file_count;
static volatile sig_atomic_t child;

void remove_temporary_files(void)
{
    for (int i = 0; i < file_count; i++)
        unlink(files[i]);
    if (*folder)
        rmdir(folder);
}

static void end_by_signal(int number)
{
    if (child > 0) { /* it may still make a file: only then they are removed */
        kill(child, number);
        waitpid(child, NULL, 0);
    }
    remove_temporary_files();
    signal(number, SIG_DFL);
    raise(number);
}

void make_temporary_folder(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    const char *parent = getenv("TMPDIR");

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], end_by_signal);
    snprintf(folder, sizeof folder, "%s/simcc-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(folder)) {
        fprintf(stderr, "simcc: cannot make a temporary folder %s: %s\n", folder, strerror(errno));
        *folder = 0;
        exit(3);
    }
    atexit(remove_temporary_files);
}

char *temporary_file(const char *suffix)
{
    char *path = text_format("%s/%d%s", folder, (int)file_count, suffix);

    if ((size_t)file_count == sizeof files / sizeof *files) {
        fprintf(stderr, "simcc: too many input files at once\n");
        exit(3);
    }
    files[file_count] = path;
    file_count++;
    return text_format("%s", path);
}

static void fail_to_start(const char *program)
{
    fprintf(stderr, "simcc: cannot run %s: %s\n", program, strerror(errno));
    exit(3);
}

static void show(const struct strings *command)
{
    for (size_t i = 0; i < command->count; i++)
        fprintf(stderr, "%s%s", i ? " " : "", command->data[i]);
    fputc('\n', stderr);
}

/* Starts the command with target_fd (1 or 2) on a pipe; its reading end is *pipe_end. */
static void start(const struct strings *command, int target_fd, int *pipe_end)
{
    int ends[2];
    pid_t id;
    posix_spawn_file_actions_t actions;

    if (pipe2(ends, O_CLOEXEC))
        fail_to_start(command->data[0]);
    fflush(NULL);
    posix_spawn_file_actions_init(&actions);
    if (target_fd)
        posix_spawn_file_actions_adddup2(&actions, ends[1], target_fd);
    /* no copy of simcc, as fork would make: after a large file that takes a while */
    errno = posix_spawnp(&id, command->data[0], &actions, NULL, command->data, environ);
    if (errno)
        fail_to_start(command->data[0]);
    posix_spawn_file_actions_destroy(&actions);
    child = id;
    close(ends[1]);
    *pipe_end = ends[0];
}

static int finish(int pipe_end, struct text *output)
{
    char buffer[4096];
    ssize_t length;
    int status;

    while ((length = read(pipe_end, buffer, sizeof buffer)) > 0)
        if (output)
            text_add(output, buffer, (size_t)length);
    close(pipe_end);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        exit(3);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int run_command(const struct strings *command, const struct options *options, struct text *errors)
{
    int pipe_end, status;

    if (options->verbose)
        show(command);
    if (options->dry_run)
        return 0;
    start(command, errors ? 2 : 0, &pipe_end);
    status = finish(pipe_end, errors);
    return status;
}

int read_command(const struct strings *command, struct text *output)
{
    int pipe_end;

    start(command, 1, &pipe_end);
    return finish(pipe_end, output);
}
