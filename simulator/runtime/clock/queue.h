/*
 * The two elements of the model's memory: a server, for one job after another, and a window, which
 * limits the number of jobs in flight. Times in cycles.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stddef.h>

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
