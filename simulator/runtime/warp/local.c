#include "warp/local.h"

#include "base/lane.h"
#include "sim/sim.h"
#include "warp/record.h"

#define PIECE           16 /* bytes: the largest access of a thread */
#define LANES_IN_SECTOR 8  /* whose words stand in one of 32 bytes */

/* The arrays of each thread of the block, the latest one first. */
static _Thread_local struct sim_local_array *arrays[THREADS_IN_BLOCK];
_Thread_local int local_arrays_are_used;

void local_arrays_reset(const struct worker *worker)
{
    if (!local_arrays_are_used)
        return;
    local_arrays_are_used = 0;
    for (unsigned thread = 0; thread < worker->launch.threads; thread++)
        arrays[thread] = NULL;
}

int local_is_wanted(void)
{
    return recorder.limit && *this_worker->hooks->local;
}

/* Where an access is: from the top of the stack, as lanes have it in common. */
static void put(uintptr_t address, unsigned log2_size, unsigned what, uintptr_t pc)
{
    size_t free_at_top = stack_stagger(lane_of_stack(this_worker)->stack);
    record_local(address - recorder.stack + free_at_top, EVENT_LOCAL | what | log2_size, pc);
}

void sim_local_array_begins(struct sim_local_array *array, const volatile void *start, size_t bytes,
                            int is_set)
{
    uintptr_t pc = CALLER;
    if (!recorder.limit)
        return;
    struct sim_local_array **first = &arrays[this_worker->running.thread];
    *array = (struct sim_local_array){(uintptr_t)start, bytes, *first};
    *first = array;
    local_arrays_are_used = 1;
    for (size_t at = 0; is_set && local_is_wanted() && at < bytes; at += PIECE)
        put(array->start + at, 4, EVENT_WRITE, pc);
}

void sim_local_array_ends(struct sim_local_array *array)
{
    if (!recorder.limit)
        return;
    struct sim_local_array **first = &arrays[this_worker->running.thread];
    if (*first == array)
        *first = array->next;
}

void local_note(uintptr_t address, size_t size, unsigned what, uintptr_t pc)
{
    if (!local_is_noted())
        return;
    const struct sim_local_array *array = arrays[this_worker->running.thread];
    while (array && address - array->start >= array->bytes)
        array = array->next;
    if (!array)
        return;
    for (size_t at = 0; at < size; at += PIECE) {
        unsigned log2_size = 0;
        while (log2_size < 4 && size - at >= 2u << log2_size)
            log2_size++;
        put(address + at, log2_size, what, pc);
    }
}

/* Of the groups of lanes whose words stand in one sector, how many have a lane in the mask. */
static unsigned groups_with_a_lane(unsigned lanes)
{
    for (unsigned by = LANES_IN_SECTOR / 2; by; by /= 2)
        lanes |= lanes >> by;
    return (lanes & 0x01010101u) * 0x01010101u >> 24; /* the sum of the four bytes */
}

/* 1 if all lanes are at the word of the first of them: the usual case. */
static int are_at_one_word(unsigned lanes, const uint64_t *recorded)
{
    uint64_t first = recorded[__builtin_ctz(lanes)], differing = 0;
    if (lanes == ~0u)
        for (unsigned lane = 0; lane < SIM_WARP_SIZE; lane++)
            differing |= recorded[lane] ^ first;
    else
        for (unsigned mask = lanes; mask; mask &= mask - 1)
            differing |= recorded[__builtin_ctz(mask)] ^ first;
    return differing < sizeof(uint32_t);
}

struct local_request local_request_of(event_t event, unsigned lanes, const uint64_t *recorded)
{
    struct local_request request = {.event = event, .lanes = lanes};
    unsigned words = 1u << (event & EVENT_SIZE);
    words = words < sizeof(uint32_t) ? 1 : words / sizeof(uint32_t);
    if (are_at_one_word(lanes, recorded)) {
        request.sectors = words * groups_with_a_lane(lanes);
        request.lines = words;
        return request;
    }
    for (unsigned left = lanes, same; left; left &= ~same) {
        uint64_t word = recorded[__builtin_ctz(left)] / sizeof(uint32_t);
        same = 0;
        for (unsigned mask = left; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            same |= (unsigned)(recorded[lane] / sizeof(uint32_t) == word) << lane;
        }
        request.sectors += words * groups_with_a_lane(same);
        request.lines += words;
    }
    return request;
}
