/*
 * Adds up the modelled times of launches.
 */
#include "report/modelled.h"

#include <math.h>
#include <string.h>

#include "base/allocate.h"
#include "base/device_limits.h"

void modelled_add(struct modelled *modelled, const struct launch_time *time)
{
    modelled->launches++;
    modelled->launch += time->launch;
    modelled->kernel += time->kernel;
    for (int i = 0; i < TIME_CAUSES; i++)
        modelled->cause[i] += time->cause[i] * time->kernel;
    modelled->memory_bytes += time->memory_bytes;
    modelled->l2_bytes += time->l2_bytes;
    modelled->instructions += time->instructions;
    modelled->under_way += time->bytes_under_way * time->kernel;
    modelled->latency += time->load_latency * time->kernel;
    modelled->last = *time;
}

/* The first entry that is not before the event. */
static unsigned find(const struct modelled *modelled, event_t place)
{
    unsigned first = 0, end = modelled->place_count;
    while (first < end) {
        unsigned middle = (first + end) / 2;
        if (modelled->places[middle].place < place)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

void modelled_add_place(struct modelled *modelled, event_t place, double time)
{
    unsigned i = find(modelled, place);
    if (i == modelled->place_count || modelled->places[i].place != place) {
        if (modelled->place_count == modelled->place_room) {
            modelled->place_room = modelled->place_room ? 2 * modelled->place_room : 64;
            modelled->places =
                allocate_again(modelled->places, modelled->place_room * sizeof *modelled->places);
        }
        memmove(modelled->places + i + 1, modelled->places + i,
                (modelled->place_count++ - i) * sizeof *modelled->places);
        modelled->places[i] = (struct place_time){.place = place};
    }
    modelled->places[i].time += time;
}

double modelled_place_time(const struct modelled *modelled)
{
    double sum = 0;
    for (unsigned i = 0; i < modelled->place_count; i++)
        sum += modelled->places[i].time;
    return sum;
}

double modelled_share(const struct modelled *modelled, enum time_cause cause)
{
    return modelled->kernel > 0 ? modelled->cause[cause] / modelled->kernel : 0;
}

enum time_cause modelled_main_cause(const struct modelled *modelled)
{
    int largest = 0;
    for (int i = 1; i < TIME_CAUSES; i++)
        if (modelled->cause[i] > modelled->cause[largest])
            largest = i;
    return (enum time_cause)largest;
}

double modelled_occupancy(const struct modelled *modelled)
{
    return modelled->last.resident_warps * SIM_WARP_SIZE / device.threads;
}

double modelled_under_way(const struct modelled *modelled)
{
    return modelled->kernel > 0 ? modelled->under_way / modelled->kernel : 0;
}

double little_bandwidth(void)
{
    return device_peak_bandwidth(&device) * device.memory_share;
}

double little_latency(void)
{
    return device.memory_latency / device.clock * 1000;
}

double little_bytes(void)
{
    return little_bandwidth() * little_latency() / 1e9;
}

double modelled_bound(const struct modelled *modelled, enum bound bound, uint64_t blocks)
{
    double launches = (double)modelled->launches, cycle = 1000 / device.clock;
    switch (bound) {
    case BOUND_MEMORY: return modelled->memory_bytes / launches / little_bandwidth() * 1e9;
    case BOUND_L2:
        return modelled->l2_bytes / launches /
               fmin(device.l2_total, device.l2_bandwidth * device.multiprocessors) * cycle;
    case BOUND_ISSUE:
        return modelled->instructions / launches /
               (device.schedulers * device.issue_width * device.multiprocessors) * cycle;
    default: return device.block_total * (double)blocks * cycle;
    }
}

enum bound modelled_nearest_bound(const struct modelled *modelled, uint64_t blocks)
{
    int longest = 0;
    for (int i = 1; i < BOUNDS; i++)
        if (modelled_bound(modelled, i, blocks) > modelled_bound(modelled, longest, blocks))
            longest = i;
    return (enum bound)longest;
}
