/*
 * Waiting for other ranks: see wait.h. A GPU would wait for ever. Here the wait ends at once if no
 * thread is left to make the call. Otherwise it ends after some time without progress: no rank has
 * called, no block of a kernel has ended.
 */
#include "nccl/wait.h"

#include <dirent.h>
#include <time.h>

#include "base/real_time.h"
#include "base/settings.h"
#include "launch/progress.h"
#include "launch/slot.h"

#define LOOK_AGAIN 100000000l /* ns */

int wait_serving_threads;

double wait_limit(void)
{
    return settings.wait;
}

static double now(void)
{
    return 1e-9 * (double)real_nanoseconds(CLOCK_MONOTONIC);
}

/* Threads of this process without the simulator's own; a large number if that is not known. */
static int host_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    if (!tasks)
        return 1000;
    for (struct dirent *entry; (entry = readdir(tasks));)
        count += entry->d_name[0] != '.';
    closedir(tasks);
    return count - (int)slot_count - wait_serving_threads;
}

/* 1 if the only thread of the only process waits: no other thread can make the call. */
static int is_alone(const struct clique *clique)
{
    for (int rank = 0; rank < clique->count; rank++)
        if (!clique->ranks[rank].is_here)
            return 0;
    return host_threads() == 1;
}

/* 1 if all joined ranks are of this process, and it has one thread: that may wait for itself. */
static int waits_for_itself(const struct clique *clique)
{
    for (int rank = 0; rank < clique->count; rank++)
        if (clique->ranks[rank].joined && !clique->ranks[rank].is_here)
            return 0;
    return host_threads() == 1;
}

static unsigned long long signs(const struct clique *clique)
{
    return clique->beats + progress_blocks();
}

/* Lets others continue. Returns 1 if there was no progress for too long. */
static int wait_a_little(const struct clique *clique, double *since, unsigned long long *seen)
{
    struct timespec until;
    real_clock(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_AGAIN;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&ranks_changed, &ranks_lock, &until);
    if (signs(clique) != *seen) {
        *seen = signs(clique);
        *since = now();
    }
    return now() - *since > wait_limit();
}

void wait_for_ranks(struct clique *clique, uintptr_t pc)
{
    char text[300];
    double since = now();
    unsigned long long seen = signs(clique);
    while (clique->joined < clique->count && !clique->failure) {
        int alone = !clique->is_open && host_threads() == 1;
        if (!alone && !wait_a_little(clique, &since, &seen))
            continue;
        if (clique->joined == clique->count || clique->failure)
            break;
        clique_not_joined(clique, text, sizeof text);
        if (waits_for_itself(clique))
            clique_fail(clique, FAILURE_MISSING, pc, 0, "ncclCommInitRank: %s", text);
        else
            clique_fail(clique, FAILURE_GONE, pc, 0, "ncclCommInitRank: %s within %g s", text,
                        wait_limit());
    }
}

void wait_until(struct clique *clique, int (*ask)(const struct meeting *meeting),
                const struct meeting *meeting)
{
    double since = now();
    unsigned long long seen = signs(clique);
    while (ask(meeting) && !wait_a_little(clique, &since, &seen))
        ;
}

void wait_for_call(struct clique *clique, struct call *call)
{
    char text[300];
    double since = now();
    unsigned long long seen = signs(clique);
    while (call->state == CALL_WAITS) {
        if (!is_alone(clique) && !wait_a_little(clique, &since, &seen))
            continue;
        if (call->state != CALL_WAITS)
            break;
        clique_missing(clique, call, text, sizeof text);
        clique_fail(clique, FAILURE_MISSING, call->pc, 0, "%s", text);
    }
}
