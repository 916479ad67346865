#define _GNU_SOURCE
#include "base/real_time.h"

#include <sys/syscall.h>
#include <unistd.h>

int real_clock(clockid_t clock, struct timespec *time)
{
    return (int)syscall(SYS_clock_gettime, clock, time);
}

int64_t real_nanoseconds(clockid_t clock)
{
    struct timespec time;
    real_clock(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
