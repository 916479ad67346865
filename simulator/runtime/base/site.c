/*
 * The table of sites, filled as they are met, by any host thread.
 */
#include "base/site.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/allocate.h"

#define CODE_MOST ((uintptr_t)1 << 24)

/* The end of the program's code; set by the linker. */
extern char etext[] __attribute__((visibility("hidden")));

static uint16_t *number_at; /* by pc distance; 0: not met yet */
static event_t event_of[SITES_MOST + 1];
static _Atomic unsigned count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void site_start(void)
{
    if ((uintptr_t)etext - PROGRAM_START >= CODE_MOST) {
        fprintf(stderr, "simulator: the program has more than %lu MiB of code\n",
                (unsigned long)(CODE_MOST >> 20));
        exit(3);
    }
    number_at = allocate_pages(CODE_MOST * sizeof *number_at, "");
}

static uint16_t add(event_t event)
{
    pthread_mutex_lock(&lock);
    uint16_t number = number_at[event >> 8];
    if (!number && count < SITES_MOST) {
        number = (uint16_t)++count;
        event_of[number] = event;
        __atomic_store_n(&number_at[event >> 8], number, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
    return number;
}

uint16_t site_number(event_t event)
{
    uint16_t number = __atomic_load_n(&number_at[event >> 8], __ATOMIC_ACQUIRE);
    return number ? number : add(event);
}

unsigned site_count(void)
{
    return count;
}

event_t site_event(uint16_t site)
{
    return event_of[site];
}
