#define _GNU_SOURCE
#include "limited.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { VERDICTS = 3, FILES_MOST = 256, INHERITED_MOST = 1024 };

/* Processes and threads beside those that the user has: some are for the user's other programs. */
enum { TASKS_MORE = 512 };

extern char **environ;

/* Lowers a limit; one that is lower already stays. */
static void limit(int what, rlim_t value)
{
    struct rlimit bound;

    if (getrlimit(what, &bound) != 0)
        _exit(126);
    if (value < bound.rlim_max)
        bound.rlim_max = value;
    bound.rlim_cur = bound.rlim_max;
    if (setrlimit(what, &bound) != 0)
        _exit(126);
}

static void open_as(int descriptor, const char *path, int flags)
{
    int file = open(path, flags, 0644);

    if (file < 0 || dup2(file, descriptor) < 0)
        _exit(126);
    if (file != descriptor)
        close(file);
}

/* How many processes and threads the user has now: the limit on them counts all. */
static rlim_t tasks_of_user(void)
{
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    rlim_t count = 0;

    while (processes != NULL && (entry = readdir(processes)) != NULL) {
        char path[300];
        struct stat status;

        snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
        if (isdigit((unsigned char)entry->d_name[0]) && stat(path, &status) == 0 &&
            status.st_uid == getuid())
            count += status.st_nlink - 2; /* a folder for each thread */
    }
    if (processes != NULL)
        closedir(processes);
    return count;
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The same, not older than a second: it takes as long as to start a program. */
static rlim_t recent_tasks(void)
{
    static rlim_t tasks;
    static double counted;

    if (counted == 0 || now() - counted > 1) {
        counted = now();
        tasks = tasks_of_user();
    }
    return tasks;
}

/* To be read from stdin: from a file, since a pipe would hold some of it only. */
static void offer_input(const char *text)
{
    FILE *file = tmpfile();

    if (file == NULL || fputs(text, file) < 0 || fflush(file) != 0 ||
        lseek(fileno(file), 0, SEEK_SET) != 0 || dup2(fileno(file), STDIN_FILENO) < 0)
        _exit(126);
}

/*
 * Keeps the process, and the threads that it will start, on the processor on which it has begun:
 * the system has just chosen it. A program that runs kernels has two threads that wait for each
 * other at each launch. On two processors either wakes one that sleeps, which takes a third of the
 * time of small launches. Where that is not allowed, it only takes longer.
 */
static void stay_on_one_processor(void)
{
    cpu_set_t processors;
    int here = sched_getcpu();

    if (here < 0 || here >= CPU_SETSIZE)
        return;
    CPU_ZERO(&processors);
    CPU_SET(here, &processors);
    sched_setaffinity(0, sizeof processors, &processors);
}

static _Noreturn void become(const struct command *command, rlim_t tasks)
{
    setpgid(0, 0);
    open_as(STDIN_FILENO, "/dev/null", O_RDONLY);
    if (command->input != NULL)
        offer_input(command->input);
    open_as(STDOUT_FILENO, command->log, O_WRONLY | O_CREAT | O_APPEND);
    dup2(STDOUT_FILENO, STDERR_FILENO);
    if (command->verdicts != NULL)
        open_as(VERDICTS, command->verdicts, O_WRONLY | O_CREAT | O_TRUNC);
    else
        close(VERDICTS);
    for (int i = VERDICTS + 1; i < INHERITED_MOST; i++)
        close(i);
    if (command->has_one_processor)
        stay_on_one_processor();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, (rlim_t)command->seconds);
    limit(RLIMIT_NOFILE, FILES_MOST);
    if (command->file_size > 0)
        limit(RLIMIT_FSIZE, command->file_size);
    if (command->address_space > 0)
        limit(RLIMIT_AS, command->address_space);
    limit(RLIMIT_NPROC, tasks + TASKS_MORE);
    if (command->folder != NULL && chdir(command->folder) != 0)
        _exit(126);
    execvpe(command->arguments[0], command->arguments,
            command->environment != NULL ? command->environment : environ);
    _exit(127);
}

/*
 * Waits for the child, at most until that time; SIGCHLD is blocked, so that the end of a child
 * wakes this up, and is not missed. Returns 1 if it has ended: it is left a zombie until its group
 * is dealt with, so that the number stays its own.
 */
static int has_ended_by(pid_t child, double end, const sigset_t *child_ends)
{
    for (;;) {
        siginfo_t ended = {0};
        double left = end - now();

        if (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT | WNOHANG) != 0 ||
            ended.si_pid != 0)
            return 1;
        if (left <= 0)
            return 0;
        struct timespec most = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
        sigtimedwait(child_ends, NULL, &most);
    }
}

enum ending run_limited(const struct command *command, int *status)
{
    double end = now() + (double)command->real_time * command->seconds;
    rlim_t tasks = recent_tasks();
    sigset_t child_ends, before;
    int raw = 0;

    *status = 0;
    sigemptyset(&child_ends);
    sigaddset(&child_ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_ends, &before);
    pid_t child = fork();
    if (child == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        become(command, tasks);
    }
    if (child < 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        return NOT_STARTED;
    }
    setpgid(child, child); /* both do it: whichever comes first */
    int is_late = !has_ended_by(child, end, &child_ends);
    kill(-child, SIGKILL);
    while (waitpid(child, &raw, 0) < 0 && errno == EINTR)
        ;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (is_late)
        return RAN_OUT_OF_REAL_TIME;
    if ((WIFSIGNALED(raw) && WTERMSIG(raw) == SIGXCPU) ||
        (WIFSIGNALED(raw) && WTERMSIG(raw) == SIGKILL))
        return RAN_OUT_OF_TIME;
    if (WIFSIGNALED(raw)) {
        *status = WTERMSIG(raw);
        return CRASHED;
    }
    *status = WEXITSTATUS(raw);
    return *status >= 126 ? NOT_STARTED : ENDED;
}
