/*
 * Ctrl-C while a kernel runs: see interrupt.h.
 *
 * The handler only sets the run's reason to stop. Its workers see it when they change lanes, which
 * they do after a thousand steps at most; the launching thread then goes on here, outside of any
 * signal handler.
 */
#include "launch/interrupt.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/site.h"
#include "base/worker.h"
#include "check/describe.h"
#include "launch/ending.h"
#include "launch/progress.h"
#include "report/findings.h"
#include "report/kernel.h"
#include "report/lines.h"

static struct run *_Atomic watched;
static volatile sig_atomic_t came; /* the signal's number */

/* Where the first of the stopped blocks was. */
static struct {
    int is_known;
    uint64_t block;
    uintptr_t pc;
    char name[128];
} place;

static void on_signal(int number)
{
    struct run *run = watched;
    came = number;
    if (run)
        run->stop = STOP_INTERRUPTED;
    else
        raise(number); /* its handler is the system's again */
}

static void catch_signal(int number)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND | SA_RESTART};
    struct sigaction before;
    if (!sigaction(number, NULL, &before) && before.sa_handler == SIG_DFL)
        sigaction(number, &action, NULL);
}

void interrupt_watch(struct run *run)
{
    static int is_caught;
    if (!is_caught) {
        is_caught = 1;
        catch_signal(SIGINT);
        catch_signal(SIGTERM);
    }
    watched = run;
}

int interrupt_came(void)
{
    return came != 0;
}

/* The last thing that the running thread has done: its last event, or where it waits. */
static uintptr_t last_pc(const struct worker *worker)
{
    unsigned lane = worker->running.thread % SIM_WARP_SIZE;
    const event_t *events = worker->recordings.events + lane * EVENT_STRIDE;
    const event_t *end = worker->recordings.event_end[lane];
    return end > events ? event_pc(end[-1]) : worker->lanes[worker->running.thread].pc;
}

void interrupt_note(const struct worker *worker)
{
    if (place.is_known && place.block < worker->block.index)
        return;
    place.is_known = 1;
    place.block = worker->block.index;
    place.pc = last_pc(worker);
    name_thread(worker, worker->running.thread, worker->block.index, place.name, sizeof place.name);
}

static void print_place(const struct run *run)
{
    uint64_t ended = progress_ended();
    struct line line = line_near(place.pc);
    if (!line.number) /* compiled without lines, as by --plain: then that of the launch */
        line = (struct line){run->launch->file, run->launch->line, 0};
    fprintf(stderr, "simulator: interrupted: %s:%d in %s\n", line.file, line.number,
            run->kernel->name);
    if (*line_text(line))
        fprintf(stderr, "  %s:%d: %s\n", line.file, line.number, line_text(line));
    fprintf(stderr, "  %s was here; %llu of %llu blocks had ended\n",
            place.is_known ? place.name : "no thread", (unsigned long long)ended,
            (unsigned long long)run->blocks);
}

void interrupt_end(const struct run *run)
{
    progress_end();
    fflush(stdout);
    print_place(run);
    ending_write();
    fflush(NULL);
    signal(came, SIG_DFL);
    raise(came);
    _exit(128 + came); /* the program has blocked the signal */
}
