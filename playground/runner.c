/*
 * Runs one kernel, and leaves nothing behind:
 *
 *     runner LAB FOLDER SOURCE N BLOCK DEVICE
 *
 * The process that started it holds the other end of its stdin. When that is closed, or the kernel
 * is done, everything that was started here is ended, whatever it has done to get away.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "descendants.h"
#include "job.h"

/* Waits until the child ends, or nobody wants the result any more. */
static void wait_for(pid_t child, int child_ends)
{
    struct pollfd watched[] = {{STDIN_FILENO, POLLIN, 0}, {child_ends, POLLIN, 0}};

    while (waitpid(child, NULL, WNOHANG) == 0) {
        struct signalfd_siginfo ended;

        if (poll(watched, 2, -1) < 0 && errno != EINTR)
            break;
        if (watched[0].revents != 0)
            break;
        if (watched[1].revents != 0 && read(child_ends, &ended, sizeof ended) < 0)
            break;
    }
}

int main(int argc, char **argv)
{
    sigset_t child_ends, before;

    if (argc != 7) {
        fprintf(stderr, "usage: runner LAB FOLDER SOURCE N BLOCK DEVICE\n");
        return 2;
    }
    const struct job job = {argv[1], argv[2], argv[3], argv[4], argv[5], argv[6]};

    sigemptyset(&child_ends);
    sigaddset(&child_ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_ends, &before);
    int ends = signalfd(-1, &child_ends, SFD_CLOEXEC);
    if (ends < 0 || !adopt_descendants()) {
        perror("runner");
        return 3;
    }
    pid_t child = fork();
    if (child == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        close(STDIN_FILENO); /* so that the kernel cannot read it */
        do_job(&job);
        return 0;
    }
    if (child > 0)
        wait_for(child, ends);
    end_descendants();
    return child > 0 ? 0 : 3;
}
