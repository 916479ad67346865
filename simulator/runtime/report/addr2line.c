#define _GNU_SOURCE
#include "report/addr2line.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/allocate.h"

extern char **environ;

/*
 * The shell leaves it behind, deaf to the terminal's Ctrl-C: it is no child for whose end the
 * program may happen to wait, and ends when the other end of its socket is closed.
 */
static const char command[] =
    "LC_ALL=C addr2line -a -i -e \"$simulator_lines_of\" <&3 >&3 3<&- 2>/dev/null &";
#define ITS_SOCKET 3

static struct {
    FILE *answers;
    pid_t program; /* that has started it: a fork of the program starts its own */
    ino_t socket;
} helper;

/* A program may have closed all files that it does not know, and opened others. */
static int is_open(void)
{
    struct stat now;

    return helper.answers && helper.program == getpid() && !fstat(fileno(helper.answers), &now) &&
           S_ISSOCK(now.st_mode) && now.st_ino == helper.socket;
}

static void forget(void)
{
    if (helper.answers && is_open())
        fclose(helper.answers);
    helper.answers = NULL;
}

static int spawn_shell(int its_end)
{
    char *arguments[] = {"sh", "-c", (char *)command, NULL};
    posix_spawn_file_actions_t actions;
    pid_t shell;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, its_end, ITS_SOCKET);
    int error = posix_spawn(&shell, "/bin/sh", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return 0;
    waitpid(shell, NULL, 0);
    return 1;
}

static void start(const char *file)
{
    struct stat own;
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return;
    if (ends[1] == ITS_SOCKET) { /* it would be closed when the shell begins */
        ends[1] = dup(ends[1]);
        close(ITS_SOCKET);
    }
    setenv("simulator_lines_of", file, 1); /* whatever letters it has */
    int is_started = spawn_shell(ends[1]) && !fstat(ends[0], &own);
    unsetenv("simulator_lines_of");
    close(ends[1]);
    helper.answers = is_started ? fdopen(ends[0], "r") : NULL;
    if (!helper.answers) {
        close(ends[0]);
        return;
    }
    helper.program = getpid();
    helper.socket = own.st_ino;
}

static int say(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t said = send(fileno(helper.answers), text, length, MSG_NOSIGNAL);

        if (said <= 0)
            return 0;
        text += said;
        length -= (size_t)said;
    }
    return 1;
}

void addr2line_ask(const char *file, const uintptr_t *addresses, size_t count)
{
    size_t size = (count + 1) * sizeof "0x0123456789abcdef\n", length = 0;
    char *text = allocate(size);

    for (size_t i = 0; i < count; i++)
        length +=
            (size_t)snprintf(text + length, size - length, "%#lx\n", (unsigned long)addresses[i]);
    length += (size_t)snprintf(text + length, size - length, "0\n"); /* its answer is the last */
    for (int tries = 0; tries < 2; tries++) { /* it may have been killed since it was asked last */
        if (!is_open()) {
            helper.answers = NULL;
            start(file);
        }
        if (!helper.answers || say(text, length))
            break;
        forget();
    }
    free(text);
}

int addr2line_answers(char *text, int size)
{
    if (!helper.answers)
        return 0;
    if (!fgets(text, size, helper.answers)) {
        forget();
        return 0;
    }
    if (strncmp(text, "0x", 2) || strtoull(text, NULL, 16))
        return 1;
    if (!fgets(text, size, helper.answers))
        forget();
    return 0;
}
