/*
 * One addr2line for all kernels: started anew for each kernel's places, as the runtime does it at
 * the end of a launch, it would take most of the tests' time.
 */
#define _GNU_SOURCE /* pipe2 */
#include "places.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *questions, *answers;

static void fail(void)
{
    fprintf(stderr, "cannot ask addr2line\n");
    exit(3);
}

static void start(void)
{
    int to[2], from[2];
    char program[64];
    pid_t child;
    snprintf(program, sizeof program, "/proc/%ld/exe", (long)getpid());
    if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC) || (child = fork()) < 0)
        fail();
    if (!child) { /* it ends when the pipe of questions does */
        dup2(to[0], 0);
        dup2(from[1], 1);
        execlp("addr2line", "addr2line", "-a", "-i", "-e", program, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    questions = fdopen(to[1], "w");
    answers = fdopen(from[0], "r");
    if (!questions || !answers)
        fail();
}

/*
 * An answer is the address, then a line for each call that was inlined, the outermost last. It has
 * no end of its own: address 0, which has no line, is asked for after each.
 */
unsigned place_line(uintptr_t pc)
{
    char text[4096];
    unsigned line = 0, addresses = 0;
    if (!questions)
        start();
    fprintf(questions, "%#lx\n0\n", (unsigned long)(pc - 1));
    fflush(questions);
    while (fgets(text, sizeof text, answers)) {
        const char *colon = strrchr(text, ':');
        if (!strncmp(text, "0x", 2))
            addresses++;
        else if (addresses == 2)
            return line;
        else
            line = colon ? (unsigned)strtoul(colon + 1, NULL, 10) : 0;
    }
    fail();
    return 0;
}
