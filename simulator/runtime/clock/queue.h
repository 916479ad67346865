/*
 * The two parts that the model's memory is made of: a server, which does one thing after
 * another, and a window, in which only so many things can be under way. Times in cycles.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stddef.h>

struct server {
    double free; /* when it can begin with the next thing */
};

/* Serves what comes at `arrival` and takes `duration`: returns when it began. */
static inline double server_serve(struct server *server, double arrival, double duration)
{
    double start = arrival > server->free ? arrival : server->free;
    server->free = start + duration;
    return start;
}

struct window {
    double *done; /* when each of the last `size` things was, in a ring */
    size_t size, next;
};

void window_open(struct window *window, size_t size);
void window_close(struct window *window);

/* When there is room for one more that comes at `arrival`. */
static inline double window_enter(const struct window *window, double arrival)
{
    double oldest = window->done[window->next];
    return arrival > oldest ? arrival : oldest;
}

/* The thing that has just entered will be done then. */
static inline void window_note(struct window *window, double done)
{
    window->done[window->next] = done;
    if (++window->next == window->size)
        window->next = 0;
}

#endif
