/*
 * The two elements of the model's memory: a server, for one job after another, and a window, which
 * limits the number of jobs in flight. Times in cycles.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stddef.h>

/* The later of two times. (fmax() is a call, as it has an answer for what is no number, too.) */
static inline double later(double a, double b)
{
    return a > b ? a : b;
}

struct server {
    double free; /* the time at which it can begin the next job */
};

/* Serves a job that comes at `arrival` and takes `duration`. Returns the time of its begin. */
static inline double server_serve(struct server *server, double arrival, double duration)
{
    double start = arrival > server->free ? arrival : server->free;
    server->free = start + duration;
    return start;
}

/* How busy a server is: its jobs in an interval and in the one before. */
struct utilization {
    double begin;        /* of the interval */
    double busy, before; /* cycles that the jobs of the interval take, and those of the last one */
};

#define UTILIZATION_INTERVAL 2000 /* cycles */
#define UTILIZATION_MOST     0.85

/*
 * Notes a job that comes at `arrival` and takes `duration`. Returns the part of the cycles before
 * in which the server was busy, UTILIZATION_MOST at most.
 */
static inline double utilization_note(struct utilization *u, double arrival, double duration)
{
    double since = arrival - u->begin;
    if (since >= UTILIZATION_INTERVAL) {
        int is_next = since < 2 * UTILIZATION_INTERVAL;
        u->before = is_next ? u->busy : 0;
        u->busy = 0;
        u->begin = is_next ? u->begin + UTILIZATION_INTERVAL : arrival;
        since = arrival - u->begin;
    }
    double left = since > 0 ? 1 - since / UTILIZATION_INTERVAL : 1; /* of the interval before */
    double part = (u->busy + u->before * left) / UTILIZATION_INTERVAL;
    u->busy += duration;
    return part < UTILIZATION_MOST ? part : UTILIZATION_MOST;
}

/*
 * Cycles that a job waits on average if jobs come at random: `half` while the server is busy half
 * of the time, and the more the less it idles. Were there jobs without end, that would grow without
 * end; but only so many are under way. So from UTILIZATION_MOST on it grows no more, and the line
 * is as long as that of the server itself (server_serve).
 */
static inline double utilization_wait(double part, double half)
{
    return half * part / (1 - part);
}

struct window {
    double *done; /* the ends of the last `size` jobs, in a ring */
    size_t size, next;
};

void window_open(struct window *window, size_t size);
void window_close(struct window *window);

/* The time at which there is room for a job that comes at `arrival`. */
static inline double window_enter(const struct window *window, double arrival)
{
    double oldest = window->done[window->next];
    return arrival > oldest ? arrival : oldest;
}

/* Sets the end of the job that has just entered. */
static inline void window_note(struct window *window, double done)
{
    window->done[window->next] = done;
    if (++window->next == window->size)
        window->next = 0;
}

#endif
