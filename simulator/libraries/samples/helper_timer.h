/*
 * The timers of NVIDIA's samples. They measure the host's time, in which the device's part is
 * modelled (docs/clock.md).
 */
#ifndef COMMON_HELPER_TIMER_H_
#define COMMON_HELPER_TIMER_H_

#include <sys/time.h>
#include <time.h>

/* A stop watch; times in milliseconds. */
class StopWatchInterface {
public:
    void start()
    {
        begun = now();
        running = true;
    }
    void stop()
    {
        if (!running)
            return;
        total += now() - begun;
        sessions++;
        running = false;
    }
    void reset()
    {
        total = 0;
        sessions = 0;
        begun = now();
    }
    float getTime() const { return (float)(total + (running ? now() - begun : 0)); }
    float getAverageTime() const { return sessions ? (float)(total / sessions) : 0.0f; }

private:
    double total = 0, begun = 0;
    int sessions = 0;
    bool running = false;

    static double now()
    {
        struct timespec time;

        clock_gettime(CLOCK_MONOTONIC, &time);
        return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
    }
};

typedef StopWatchInterface StopWatchLinux;

static inline bool sdkCreateTimer(StopWatchInterface **timer)
{
    *timer = new StopWatchInterface;
    return true;
}

static inline bool sdkDeleteTimer(StopWatchInterface **timer)
{
    delete *timer;
    *timer = nullptr;
    return true;
}

static inline bool sdkStartTimer(StopWatchInterface **timer)
{
    if (*timer)
        (*timer)->start();
    return true;
}

static inline bool sdkStopTimer(StopWatchInterface **timer)
{
    if (*timer)
        (*timer)->stop();
    return true;
}

static inline bool sdkResetTimer(StopWatchInterface **timer)
{
    if (*timer)
        (*timer)->reset();
    return true;
}

static inline float sdkGetTimerValue(StopWatchInterface **timer)
{
    return *timer ? (*timer)->getTime() : -1.0f;
}

static inline float sdkGetAverageTimerValue(StopWatchInterface **timer)
{
    return *timer ? (*timer)->getAverageTime() : 0.0f;
}

#endif
