/*
 * The host's clocks, as the program reads them. Many programs measure a kernel by the host's clock,
 * around the launch and a cudaDeviceSynchronize. The time that the simulator needs says nothing
 * about a GPU. So it is left out, and the time that the host waits for the modelled device is added
 * in its place. The host's own work takes its real time.
 *
 * These functions replace those of the C library, also where std::chrono and OpenMP call them. A
 * program with functions of its own by these names keeps them.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

#include "base/api_lock.h"
#include "base/real_time.h"
#include "base/settings.h"
#include "clock/timeline.h"

#define SECOND 1000000000

static int counts_processor(clockid_t clock)
{
    return clock == CLOCK_PROCESS_CPUTIME_ID;
}

/* 1 for clocks of the machine and of this process; 0 for those of a thread or another process. */
static int is_shifted(clockid_t clock)
{
    return counts_processor(clock) || clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ||
           clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_REALTIME_COARSE ||
           clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME || clock == CLOCK_TAI;
}

/*
 * Nanoseconds by which a clock is ahead of the monotonic one that replaces it. Read once, so that
 * both advance alike.
 */
static int64_t ahead(clockid_t clock)
{
    static struct {
        int is_known;
        int64_t by;
    } clocks[CLOCK_TAI + 1];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (clock == CLOCK_MONOTONIC || counts_processor(clock))
        return 0;
    pthread_mutex_lock(&lock);
    if (!clocks[clock].is_known) {
        clocks[clock].is_known = 1;
        clocks[clock].by = real_nanoseconds(clock) - real_nanoseconds(CLOCK_MONOTONIC);
    }
    int64_t by = clocks[clock].by;
    pthread_mutex_unlock(&lock);
    return by;
}

/*
 * The time that the calling thread has waited for the device, in nanoseconds. If it has changed,
 * the thread is about to get a modelled time.
 */
static int64_t waited(void)
{
    static _Thread_local double sum;
    static _Thread_local int was_asked;
    double since = timeline_waited();
    if (was_asked && since > 0)
        timeline_seen();
    was_asked = 1;
    sum += since;
    return (int64_t)sum;
}

__attribute__((weak)) int clock_gettime(clockid_t clock, struct timespec *time)
{
    int result = real_clock(clock, time);
    if (result || !is_shifted(clock) || !settings_clock())
        return result;
    int64_t nanoseconds = api_time_outside(counts_processor(clock)) + ahead(clock) + waited();
    int64_t seconds = nanoseconds / SECOND - (nanoseconds % SECOND < 0);
    time->tv_sec = seconds;
    time->tv_nsec = (long)(nanoseconds - seconds * SECOND);
    return 0;
}

__attribute__((weak)) int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    if (zone)
        *(struct timezone *)zone = (struct timezone){0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

__attribute__((weak)) clock_t clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (SECOND / CLOCKS_PER_SEC);
}
