#include "clock/pc_cycles.h"

#include "base/allocate.h"

#define DISTANCES ((size_t)1 << 24) /* of a pc from the program's start: see event_t */

static double *cycles_at;
static event_t *used;
static size_t count, room;

void pc_cycles_start(void)
{
    cycles_at = allocate_pages(DISTANCES * sizeof *cycles_at, " for the clock");
}

void pc_cycles_add(event_t event, double cycles)
{
    double *sum = &cycles_at[event >> 8];
    if (cycles <= 0)
        return; /* a position enters the list when its sum becomes positive */
    if (*sum == 0) {
        if (count == room) {
            room = room ? 2 * room : 256;
            used = allocate_again(used, room * sizeof *used);
        }
        used[count++] = event;
    }
    *sum += cycles;
}

double pc_cycles_sum(void)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += cycles_at[used[i] >> 8];
    return sum;
}

event_t pc_cycles_take(double *cycles)
{
    if (!count)
        return 0;
    event_t event = used[--count];
    *cycles = cycles_at[event >> 8];
    cycles_at[event >> 8] = 0;
    return event;
}
