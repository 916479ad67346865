#define _GNU_SOURCE
#include "report/line_helper.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define TEXT_MOST 512 /* bytes of a line that are worth printing */

/* Its answer for each pc; names that do not fit are cut. */
struct answer {
    uintptr_t pc;
    int number, outer;
    char file[PATH_MAX], text[TEXT_MOST];
};

static int to_helper = -1, from_helper = -1;

/* Reads or writes all bytes; returns 0 if the other side has ended. */
static int transfer(ssize_t (*move)(int, void *, size_t), int descriptor, void *data, size_t bytes)
{
    for (char *at = data; bytes > 0;) {
        ssize_t moved = move(descriptor, at, bytes);
        if (moved < 0 && errno == EINTR)
            continue;
        if (moved <= 0)
            return 0;
        at += moved;
        bytes -= (size_t)moved;
    }
    return 1;
}

static ssize_t write_from(int descriptor, void *data, size_t bytes)
{
    return write(descriptor, data, bytes);
}

/* Who asks searches around a pc without a line, and asks for all of its surroundings at once: a
   search here, too, would start addr2line once for each of these. */
static int answer_one(uintptr_t pc, int answers)
{
    static struct answer answer;
    struct line line = line_prepared(pc);
    answer.pc = pc;
    answer.number = line.number;
    answer.outer = line.outer;
    strncpy(answer.file, line.file, sizeof answer.file - 1);
    strncpy(answer.text, line.number ? line_text(line) : "", sizeof answer.text - 1);
    return transfer(write_from, answers, &answer, sizeof answer);
}

/* The whole life of the helper: answers until the program is gone. */
static _Noreturn void help(int requests, int answers)
{
    uintptr_t pcs[LINES_AT_ONCE];
    size_t count;
    int is_asked = 1;
    while (is_asked && transfer(read, requests, &count, sizeof count) && count <= LINES_AT_ONCE &&
           transfer(read, requests, pcs, count * sizeof *pcs)) {
        lines_prepare(pcs, count);
        for (size_t i = 0; i < count && is_asked; i++)
            is_asked = answer_one(pcs[i], answers);
    }
    _exit(0);
}

int line_helper_start(void)
{
    int requests[2], answers[2];
    if (pipe2(requests, O_CLOEXEC))
        return 0;
    if (pipe2(answers, O_CLOEXEC)) {
        close(requests[0]);
        close(requests[1]);
        return 0;
    }
    pid_t helper = fork();
    if (helper == 0) {
        close(requests[1]); /* so that it sees the program's end */
        close(answers[0]);
        help(requests[0], answers[1]);
    }
    close(requests[0]);
    close(answers[1]);
    to_helper = requests[1];
    from_helper = answers[0];
    return helper > 0;
}

int line_helper_runs(void)
{
    return to_helper >= 0;
}

void line_helper_ask(const uintptr_t *pcs, size_t count,
                     void (*keep)(uintptr_t pc, struct line line, const char *text))
{
    static struct answer answer;
    if (!transfer(write_from, to_helper, &count, sizeof count) ||
        !transfer(write_from, to_helper, (void *)pcs, count * sizeof *pcs))
        return;
    for (size_t i = 0; i < count; i++) {
        if (!transfer(read, from_helper, &answer, sizeof answer))
            return;
        keep(answer.pc, (struct line){answer.file, answer.number, answer.outer}, answer.text);
    }
}
