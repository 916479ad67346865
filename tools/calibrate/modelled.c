#include "modelled.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/device.h"
#include "clock/places.h"

#define PROCESSES_MAX 256

/* What the processes have in common. */
struct work {
    atomic_uint next; /* the next time that nobody has taken */
    double nanoseconds[];
};

/* As timeline.c has it: the second event comes after the kernels; a launch that the device was
   not kept busy for comes when the host is done with its call. */
static double model_one(const struct measured *time)
{
    double event = device.launch - device.launch_gap;
    double sum = time->is_idle ? fmax(event, device.host_call) : event;
    double cycles;
    for (unsigned i = 0; i < time->launches; i++) {
        sum += device.launch_gap + launch_clock(&device, &time->launch[i]).kernel;
        while (places_take(&cycles)) /* nobody asks where the time went */
            ;
    }
    return sum;
}

static void model_some(const struct measured_times *measured,
                       int (*is_wanted)(const struct measured *time), struct work *work)
{
    for (unsigned i; (i = work->next++) < measured->count;)
        if (is_wanted(&measured->time[i]))
            work->nanoseconds[i] = model_one(&measured->time[i]);
}

static _Noreturn void fail(const char *what)
{
    perror(what);
    exit(3);
}

/* One for each processor of this machine. */
static int processes_to_start(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors < 1)
        return 1;
    return processors < PROCESSES_MAX ? (int)processors : PROCESSES_MAX;
}

void modelled_times(const struct measured_times *measured,
                    int (*is_wanted)(const struct measured *time), double *nanoseconds)
{
    size_t bytes = measured->count * sizeof *nanoseconds;
    size_t size = sizeof(struct work) + bytes;
    struct work *work = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child[PROCESSES_MAX];
    int processes = processes_to_start();
    if (work == MAP_FAILED)
        fail("fit: memory that processes share");
    memcpy(work->nanoseconds, nanoseconds, bytes);
    for (int i = 0; i < processes; i++) {
        child[i] = fork();
        if (child[i] < 0)
            fail("fit: a process");
        if (child[i] == 0) {
            model_some(measured, is_wanted, work);
            _exit(0);
        }
    }
    for (int i = 0; i < processes; i++) {
        int status;
        if (waitpid(child[i], &status, 0) < 0 || status != 0) {
            fprintf(stderr, "fit: a process that evaluates the model has failed\n");
            exit(3);
        }
    }
    memcpy(nanoseconds, work->nanoseconds, bytes);
    munmap(work, size);
}

double modelled_error(const struct measured *time, double nanoseconds)
{
    return fabs(log(nanoseconds / time->nanoseconds));
}
