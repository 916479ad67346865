#include "modelled.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/device.h"
#include "clock/pc_cycles.h"

#define PROCESSES_MAX 256

/* What the processes have in common. */
struct work {
    struct device device; /* its constants as they are to be */
    atomic_uint next;     /* the next time that nobody has taken */
    double nanoseconds[];
};

/* The other processes live as long as this one: each waits for a byte, works, and answers by one.
 */
static struct {
    struct work *work;
    int processes, begin, done; /* begin, done: pipes to them and from them */
} workers;

/* As timeline.c has it: the second event comes after the kernels; a launch that the device was
   not kept busy for comes when the host is done with its call. */
static double model_one(const struct measured *time)
{
    double ready = device.launch - device.launch_gap, host = 0, cycles;
    for (unsigned i = 0; i < time->launches; i++) {
        if (time->is_idle)
            host += device.host_call;
        ready = fmax(ready, host) + device.launch_gap;
        ready += launch_clock(&device, &time->launch[i]).kernel;
        while (pc_cycles_take(&cycles)) /* nobody asks where the time went */
            ;
    }
    return ready;
}

static void model_some(const struct measured_times *measured, struct work *work)
{
    for (unsigned i; (i = work->next++) < measured->count;)
        work->nanoseconds[i] = model_one(&measured->time[i]);
}

static _Noreturn void fail(const char *what)
{
    perror(what);
    exit(3);
}

/* None of them ends before this process does. */
static void one_has_failed(int signal)
{
    static const char line[] = "fit: a process that evaluates the model has failed\n";
    (void)signal;
    if (write(STDERR_FILENO, line, sizeof line - 1) < 0)
        _exit(4); /* nobody to tell */
    _exit(3);
}

static _Noreturn void work_until_end(const struct measured_times *measured, int begin, int done)
{
    char byte;
    while (read(begin, &byte, 1) == 1) {
        device = workers.work->device;
        model_some(measured, workers.work);
        if (write(done, &byte, 1) != 1)
            break;
    }
    _exit(0);
}

/* One for each processor of this machine. */
static int processes_to_start(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors < 1)
        return 1;
    return processors < PROCESSES_MAX ? (int)processors : PROCESSES_MAX;
}

static void start_workers(const struct measured_times *measured)
{
    size_t size = sizeof(struct work) + measured->count * sizeof *workers.work->nanoseconds;
    int begin[2], done[2];
    workers.processes = processes_to_start();
    workers.work = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (workers.work == MAP_FAILED)
        fail("fit: memory that processes share");
    if (pipe(begin) < 0 || pipe(done) < 0)
        fail("fit: a pipe");
    signal(SIGCHLD, one_has_failed);
    for (int i = 0; i < workers.processes; i++) {
        pid_t child = fork();
        if (child < 0)
            fail("fit: a process");
        if (child == 0) {
            close(begin[1]); /* or its end would never be seen */
            work_until_end(measured, begin[0], done[1]);
        }
    }
    workers.begin = begin[1];
    workers.done = done[0];
}

void modelled_times(const struct measured_times *measured, double *nanoseconds)
{
    char bytes[PROCESSES_MAX] = {0};
    if (!workers.work)
        start_workers(measured);
    workers.work->device = device;
    workers.work->next = 0;
    if (write(workers.begin, bytes, (size_t)workers.processes) != workers.processes)
        fail("fit: a pipe");
    for (int i = 0; i < workers.processes; i++)
        if (read(workers.done, bytes, 1) != 1)
            fail("fit: a pipe");
    memcpy(nanoseconds, workers.work->nanoseconds, measured->count * sizeof *nanoseconds);
}

double modelled_error(const struct measured *time, double nanoseconds)
{
    return fabs(log(nanoseconds / time->nanoseconds));
}
