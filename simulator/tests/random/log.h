/*
 * What the running kernel writes down, and what a list of events it is.
 */
#ifndef LOG_H
#define LOG_H

#include "event.h"
#include "execution.h"

/* One operation that a thread has performed. */
struct entry {
    unsigned short block, thread, slot;
    unsigned short is_second; /* of a copy: the write, which follows the read */
    unsigned together;
    uint64_t got, stored;
};

struct log {
    unsigned long long launch; /* counted: the runtime does not run a launch again that it knows */
    unsigned count;            /* also of entries that there was no room for */
    unsigned ended;            /* threads that have performed all of their slots */
    struct entry entries[EVENTS_MOST];
};

/* A program begins. */
void log_start(const struct program *program);

/*
 * Turns the log's entries, of one launch, into the execution's events. keep: the next launch finds
 * the memory as this one has left it. Ends the harness with status 3 if values that were read show
 * another order.
 */
void log_read(const struct log *log, int keep, struct execution *execution);

#endif
