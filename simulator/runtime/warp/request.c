/*
 * A request on its way from the merger to the instruments: which memory it goes to, what it costs.
 */
#include "warp/request.h"

#include "memory/memory.h"
#include "base/instrument.h"
#include "warp/cost.h"

void request_find_stretches(struct request *request)
{
    const uint64_t *address = request->address;
    unsigned found = 0, i = 0;
    while (i < request->count && found < STRETCHES_MOST) {
        unsigned first = i++;
        uint64_t stride = i < request->count ? address[i] - address[first] : 0;
        while (i < request->count && address[i] - address[i - 1] == stride)
            i++;
        request->stretch[found++] = (struct stretch){i - first, address[first], stride};
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
        part.place = request->place;
        part.attributes = request->attributes;
        part.count = 0;
        for (unsigned i = 0; i < request->count; i++)
            if (memory_contains(request->address[i]) == global) {
                part.lane[part.count] = request->lane[i];
                part.value[part.count] = request->value[i];
                part.address[part.count++] = request->address[i];
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
        uint64_t low = stretch_low(&request->stretch[done]);
        uint64_t high = stretch_high(&request->stretch[done]);
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
        uint64_t low = stretch_low(&request->stretch[i]), high = stretch_high(&request->stretch[i]);
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

void request_process(struct worker *worker, struct request *request)
{
    request->site = site_number(request->event);
    request_find_stretches(request);
    unsigned globals = count_globals(worker, request);
    if (request->event & EVENT_WRITE)
        worker->block.progress |= (request->event & EVENT_CLASS) != EVENT_ATOMIC;
    if (globals > 0 &&
        ((request->event & EVENT_WRITE) || (request->event & EVENT_CLASS) == EVENT_ATOMIC))
        touch(request);
    if (globals == request->count || globals == 0)
        process_part(worker, request, globals != 0);
    else
        process_apart(worker, request);
}
