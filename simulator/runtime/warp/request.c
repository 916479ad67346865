/*
 * A request on its way from the merger to the instruments: which memory it goes to, what it costs.
 */
#include "warp/request.h"

#include <string.h>

#include "memory/memory.h"
#include "base/instrument.h"
#include "check/fetched.h"
#include "warp/cost.h"

#define HALF (SIM_WARP_SIZE / 2)

typedef uint64_t two __attribute__((vector_size(16)));

/* No bit is set if these 16 addresses lie at that distance, from the first one on. */
static inline two unevenness(const uint64_t *address, uint64_t stride)
{
    two expected = {address[0], address[0] + stride}, step = {2 * stride, 2 * stride};
    two differ = {0}, these;
#pragma GCC unroll 8
    for (unsigned i = 0; i < HALF; i += 2, expected += step) {
        memcpy(&these, address + i, sizeof these);
        differ |= these ^ expected;
    }
    return differ;
}

/* The usual case, found quickly: all 32 lanes are in one stretch, or each half is in one. */
static inline int find_halves(struct request *request)
{
    const uint64_t *address = request->address;
    uint64_t first = address[1] - address[0], second = address[HALF + 1] - address[HALF];
    int together = address[HALF] - address[HALF - 1] == first;
    two differ = unevenness(address, first) | unevenness(address + HALF, second);
    if ((differ[0] | differ[1]) || (together && first != second))
        return 0;
    request->stretches = together ? 1 : 2;
    request->stretch[0] = stretch_of(together ? SIM_WARP_SIZE : HALF, address[0], first);
    if (!together)
        request->stretch[1] = stretch_of(HALF, address[HALF], second);
    return 1;
}

/* 1 if none of its addresses, as they were recorded, has attributes. */
static inline int is_plain(const struct stretch *stretch)
{
    const uint64_t far = (uint64_t)1 << (ADDRESS_BITS - 8); /* so that no sum overflows */
    return stretch->stride + far < 2 * far && !(stretch->high >> ADDRESS_BITS);
}

static const unsigned all_lanes[SIM_WARP_SIZE] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                  11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                  22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

int request_take_row(struct request *request, const uint64_t *row)
{
    request->lane = all_lanes;
    request->address = row;
    request->count = SIM_WARP_SIZE;
    request->attributes = 0;
    return find_halves(request) && is_plain(&request->stretch[0]) &&
           (request->stretches == 1 || is_plain(&request->stretch[1]));
}

int request_take_alone(struct request *request, const uint64_t *row)
{
    unsigned lane = (unsigned)__builtin_ctz(request->lanes);
    request->lane = &all_lanes[lane];
    request->address = &row[lane];
    request->count = 1;
    request->attributes = 0;
    request->stretches = 1;
    request->stretch[0] = stretch_of(1, row[lane], 0);
    return !(row[lane] >> ADDRESS_BITS);
}

void request_find_stretches(struct request *request)
{
    const uint64_t *address = request->address;
    unsigned found = 0, i = 0;
    if (request->count == SIM_WARP_SIZE && find_halves(request))
        return;
    while (i < request->count && found < STRETCHES_MOST) {
        unsigned first = i++;
        uint64_t stride = i < request->count ? address[i] - address[first] : 0;
        while (i < request->count && address[i] - address[i - 1] == stride)
            i++;
        request->stretch[found++] = stretch_of(i - first, address[first], stride);
    }
    request->stretches = i < request->count ? 0 : found;
}

/* Lanes of a request, those that go to one of the kinds of memory. */
static void process_part(struct worker *worker, struct request *part, int global)
{
    part->global = global;
    if (worker->hooks->wants_cost) {
        if (global)
            cost_of_global(part);
        else
            cost_of_shared(part);
    }
    instruments_request(worker, part);
}

/* Generic pointers: some lanes go to global memory, some to shared. */
static void process_apart(struct worker *worker, const struct request *request)
{
    for (int global = 0; global <= 1; global++) {
        struct request part;
        part.event = request->event;
        part.site = request->site;
        part.places = request->places;
        part.place = request->place;
        part.attributes = request->attributes;
        part.lane = part.own_lane;
        part.address = part.own_address;
        part.lanes = part.count = 0;
        for (unsigned i = 0; i < request->count; i++)
            if (memory_contains(request->address[i]) == global) {
                part.lanes |= 1u << request->lane[i];
                part.own_lane[part.count] = request->lane[i];
                part.value[part.count] = request->value[i];
                part.own_address[part.count++] = request->address[i];
            }
        request_find_stretches(&part);
        process_part(worker, &part, global);
    }
}

static inline void touch_address(uint64_t address)
{
    if (memory_is_a_devices(address))
        *memory_touched(address) = 1;
}

/* Marks the request's memory as changed since the snapshot. */
static void touch(const struct request *request)
{
    unsigned done = 0;
    for (; done < request->stretches; done++) {
        uint64_t low = request->stretch[done].low;
        uint64_t high = request->stretch[done].high;
        if (high - low >= MEMORY_CHUNK)
            break;
        touch_address(low);
        touch_address(high);
    }
    if (request->stretches && done == request->stretches)
        return;
    for (unsigned i = 0; i < request->count; i++)
        touch_address(request->address[i]);
}

/* The number of lanes whose address is in global memory. */
static unsigned count_globals(const struct worker *worker, const struct request *request)
{
    unsigned globals = 0, shareds = 0;
    for (unsigned i = 0; i < request->stretches; i++) {
        uint64_t low = request->stretch[i].low, high = request->stretch[i].high;
        globals += memory_contains(low) && memory_contains(high);
        shareds += low - worker->shared.start < worker->shared.size &&
                   high - worker->shared.start < worker->shared.size;
    }
    if (request->stretches && globals == request->stretches)
        return request->count;
    if (request->stretches && shareds == request->stretches)
        return 0;
    globals = 0;
    for (unsigned i = 0; i < request->count; i++)
        globals += memory_contains(request->address[i]);
    return globals;
}

/*
 * Loads or stores of one stretch: both ends of it, and so all of it, go to global memory; or all of
 * its lanes go to one address. Returns 0 where neither is so, or where more than the ends is to be
 * marked.
 */
static inline int process_stretch(struct worker *worker, struct request *request)
{
    uint64_t low = request->stretch[0].low, high = request->stretch[0].high;
    int is_one = low == high, global = memory_contains(low) && (is_one || memory_contains(high));
    if (!global && !is_one)
        return 0;
    if (request->event & EVENT_WRITE) {
        if (high - low >= MEMORY_CHUNK)
            return 0;
        worker->block.progress = 1;
        if (global) {
            touch_address(low);
            if (!is_one)
                touch_address(high);
        }
    }
    process_part(worker, request, global);
    return 1;
}

void request_process(struct worker *worker, struct request *request)
{
    request->site = site_number(request->event);
    if (request->stretches == 1 && (request->event & EVENT_CLASS) == EVENT_ACCESS &&
        process_stretch(worker, request))
        return;
    unsigned globals = count_globals(worker, request);
    int is_atomic = (request->event & EVENT_CLASS) == EVENT_ATOMIC;
    if (request->event & EVENT_WRITE)
        worker->block.progress |= !is_atomic;
    if (is_atomic && globals == request->count)
        fetched_note(worker, request);
    if (globals > 0 && ((request->event & EVENT_WRITE) || is_atomic))
        touch(request);
    if (globals == request->count || globals == 0)
        process_part(worker, request, globals != 0);
    else
        process_apart(worker, request);
}
