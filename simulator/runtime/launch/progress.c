/*
 * Progress of a launch: nothing during its first half second, then a line that
 * is rewritten a few times a second.
 */
#include "launch/progress.h"

#include <stdio.h>

#include "base/real_time.h"
#include "base/settings.h"

#define FIRST_AFTER 0.5  /* seconds */
#define INTERVAL    0.25 /* seconds */

static const char *name;
static uint64_t total, done;
static _Atomic uint64_t all_done; /* of all launches */
static double next_time;
static int shown;

static double now(void)
{
    return 1e-9 * (double)real_nanoseconds(CLOCK_MONOTONIC_COARSE);
}

void progress_start(const char *kernel, uint64_t blocks)
{
    name = kernel;
    total = blocks;
    done = 0;
    if (settings.progress)
        next_time = now() + FIRST_AFTER;
}

void progress_note(uint64_t ended)
{
    all_done += ended - done;
    done = ended;
    if (!settings.progress || now() < next_time)
        return;
    next_time = now() + INTERVAL;
    fprintf(stderr, "\r\033[Ksimulating %s: %3.0f%% of %llu blocks", name,
            100.0 * (double)done / (double)total, (unsigned long long)total);
    fflush(stderr);
    shown = 1;
}

uint64_t progress_ended(void)
{
    return done;
}

uint64_t progress_blocks(void)
{
    return all_done;
}

void progress_end(void)
{
    if (shown)
        fprintf(stderr, "\r\033[K");
    shown = 0;
}
