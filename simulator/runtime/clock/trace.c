#include "clock/trace.h"

#include "base/allocate.h"
#include "memory/memory.h"
#include "memory/shared_memory.h"
#include "clock/address_hash.h"
#include "clock/l1_wavefronts.h"
#include "clock/sample.h"

#define SECTOR 32 /* bytes */

static struct trace_event *next_event(struct trace *trace, unsigned number)
{
    struct trace_warp *warp = &trace->warp[number];
    if (trace->events == trace->events_most)
        return NULL;
    if (warp->count == warp->room) {
        warp->room = warp->room ? 2 * warp->room : 64;
        warp->events = allocate_again(warp->events, warp->room * sizeof *warp->events);
    }
    trace->events++;
    trace->work_traced++;
    return &warp->events[warp->count++];
}

static void add_step(const struct worker *worker, event_t event, unsigned lanes, unsigned depth)
{
    struct trace_event *e = next_event(clocked.trace, worker->running.warp_number);
    if (e)
        *e = (struct trace_event){.event = event, .lanes = lanes, .depth = depth & 0xF};
}

void trace_step(struct worker *worker, const struct step *step)
{
    add_step(worker, step->event, step->lanes, step->depth);
}

void trace_fence(struct worker *worker, const struct request *request)
{
    add_step(worker, request->event, 1u << request->lane[0], worker->running.depth);
}

void trace_exchange(struct worker *worker, event_t event, unsigned lanes)
{
    add_step(worker, event, lanes, TRACE_DEPTH_UNKNOWN);
}

void trace_barrier(struct worker *worker, unsigned what)
{
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        const struct warp *warp = &worker->warps[number];
        unsigned lanes = warp->all & ~warp->exited;
        struct trace_event *e = lanes ? next_event(clocked.trace, number) : NULL;
        if (!e)
            continue;
        uintptr_t pc = worker->lanes[number * SIM_WARP_SIZE + (unsigned)__builtin_ctz(lanes)].pc;
        *e = (struct trace_event){
            .event = event_at(pc, what), .lanes = lanes, .depth = TRACE_DEPTH_UNKNOWN};
    }
}

/* The line in those from first on, added if it is new. */
static struct trace_line *line_of(struct trace *trace, size_t first, uint32_t number)
{
    for (size_t i = trace->line_count; i > first; i--)
        if (trace->lines[i - 1].number == number)
            return &trace->lines[i - 1];
    if (trace->line_count == trace->line_room) {
        trace->line_room = trace->line_room ? 2 * trace->line_room : 256;
        trace->lines = allocate_again(trace->lines, trace->line_room * sizeof *trace->lines);
    }
    trace->lines[trace->line_count] = (struct trace_line){.number = number};
    return &trace->lines[trace->line_count++];
}

/* Which bytes of a line are touched, as a mask, by the request's accesses to it. */
struct bytes {
    uint64_t mask[TRACE_LINE / 64];
};

static void mark(struct bytes *bytes, unsigned first, unsigned end)
{
    for (unsigned half = 0; half < TRACE_LINE / 64; half++) {
        unsigned low = first > 64 * half ? first : 64 * half;
        unsigned high = end < 64 * (half + 1) ? end : 64 * (half + 1);
        if (low < high)
            bytes->mask[half] |= UINT64_MAX >> (64 - (high - low)) << low % 64;
    }
}

static int is_whole(const struct bytes *bytes, unsigned sector)
{
    return (uint32_t)(bytes->mask[sector / 2] >> sector % 2 * 32) == UINT32_MAX;
}

/* For each 4 of the 64 bytes one bit: 1 if one of them is touched. */
static uint32_t words_of_half(uint64_t bytes)
{
    bytes = (bytes | bytes >> 1 | bytes >> 2 | bytes >> 3) & 0x1111111111111111;
    bytes = (bytes | bytes >> 3) & 0x0303030303030303;
    bytes = (bytes | bytes >> 6) & 0x000F000F000F000F;
    bytes = (bytes | bytes >> 12) & 0x000000FF000000FF;
    return (uint32_t)(bytes | bytes >> 24) & 0xFFFF;
}

/* The words of 4 bytes that are touched. */
static uint32_t words_of(const struct bytes *bytes)
{
    return words_of_half(bytes->mask[0]) | words_of_half(bytes->mask[1]) << 16;
}

/* For each sector of the line the most lanes at one address, added up. */
static unsigned turns_in_line(const struct request *part, uint32_t number)
{
    unsigned most[TRACE_LINE / SECTOR] = {0}, turns = 0;
    for (unsigned i = 0; i < part->count; i++) {
        uintptr_t offset = part->address[i] - memory.base;
        unsigned alike = 0, sector = (unsigned)(offset % TRACE_LINE / SECTOR);
        if (offset / TRACE_LINE != number)
            continue;
        for (unsigned k = i; k < part->count; k++)
            alike += part->address[k] == part->address[i];
        most[sector] = alike > most[sector] ? alike : most[sector];
    }
    for (unsigned s = 0; s < TRACE_LINE / SECTOR; s++)
        turns += most[s];
    return turns;
}

/* The lines of a request. */
struct lines {
    struct trace *trace;
    size_t first;                          /* of them, among the trace's */
    struct bytes bytes[2 * SIM_WARP_SIZE]; /* of those that there are so far */
};

/*
 * Adds bytes of memory, from that offset on: an access of size bytes by each of some lanes, at one
 * address or side by side. It may straddle two lines where it is one.
 */
static void add_accesses(struct lines *lines, uintptr_t offset, size_t length, unsigned size,
                         unsigned lanes)
{
    struct trace *trace = lines->trace;
    for (size_t done = 0; done < length;) {
        unsigned start = (unsigned)((offset + done) % TRACE_LINE), end = TRACE_LINE;
        size_t known = trace->line_count;
        struct trace_line *line =
            line_of(trace, lines->first, (uint32_t)((offset + done) / TRACE_LINE));
        if (length - done < end - start)
            end = start + (unsigned)(length - done);
        if (trace->line_count > known)
            lines->bytes[known - lines->first] = (struct bytes){{0, 0}};
        line->sectors |= (2u << (end - 1) / SECTOR) - (1u << start / SECTOR);
        if (length > size)
            line->lanes += (end - start) / size;
        else if (!done)
            line->lanes += lanes;
        mark(&lines->bytes[line - (trace->lines + lines->first)], start, end);
        done += end - start;
    }
}

/* 1 if its lanes access one address, or bytes side by side, in whole accesses of a line. */
static int is_side_by_side(const struct stretch *stretch, unsigned size)
{
    return stretch->address % size == 0 && (!stretch->stride || stretch->stride == size);
}

static void add_stretches(struct lines *lines, const struct request *part, unsigned size)
{
    unsigned begin = 0;
    for (unsigned s = 0; begin < part->count; s++) {
        const struct stretch *stretch = s < part->stretches ? &part->stretch[s] : NULL;
        unsigned end = stretch ? begin + stretch->count : part->count;
        if (stretch && is_side_by_side(stretch, size))
            add_accesses(lines, stretch->address - memory.base,
                         (stretch->count - 1) * stretch->stride + size, size, stretch->count);
        else
            for (unsigned i = begin; i < end; i++)
                add_accesses(lines, part->address[i] - memory.base, size, size, 1);
        begin = end;
    }
}

static void add_lines(struct trace *trace, struct trace_event *e, const struct request *part)
{
    struct lines lines;
    size_t first = trace->line_count;
    lines.trace = trace;
    lines.first = first;
    add_stretches(&lines, part, 1u << (part->event & EVENT_SIZE));
    for (size_t i = first; i < trace->line_count; i++) {
        trace->lines[i].words = words_of(&lines.bytes[i - first]);
        for (unsigned s = 0; s < TRACE_LINE / SECTOR; s++)
            if (trace->lines[i].sectors >> s & 1 && !is_whole(&lines.bytes[i - first], s))
                trace->lines[i].partial |= 1u << s & 0xF;
    }
    if ((part->event & EVENT_CLASS) == EVENT_ATOMIC)
        for (size_t i = first; i < trace->line_count; i++)
            trace->lines[i].turns = (uint8_t)turns_in_line(part, trace->lines[i].number);
    e->first_line = (uint32_t)first;
    e->lines = (uint8_t)(trace->line_count - first);
}

/* The most lanes that ask for one address. */
static unsigned most_at_one_address(const struct request *part)
{
    unsigned most = 0;
    for (unsigned i = 0; i < part->count; i++) {
        unsigned alike = 0;
        for (unsigned k = 0; k < part->count; k++)
            alike += part->address[k] == part->address[i];
        if (alike > most)
            most = alike;
    }
    return most;
}

/* Arrays of shared memory count once, whole, when they are first touched. */
static void note_array(struct worker *worker, uintptr_t address)
{
    struct trace *trace = clocked.trace;
    const struct shared_array *array = shared_memory_array(worker, address);
    if (!array || !*array->name)
        return; /* dynamic: the launch says how much */
    for (unsigned i = 0; i < sizeof trace->arrays / sizeof *trace->arrays; i++) {
        if (trace->arrays[i] == array)
            return;
        if (trace->arrays[i])
            continue;
        trace->arrays[i] = array;
        trace->shared += array->size;
        return;
    }
}

static uint8_t attributes_traced(unsigned attributes)
{
    return (uint8_t)((attributes & ACCESS_VOLATILE ? TRACE_VOLATILE : 0) |
                     (attributes & ACCESS_FLOATING ? TRACE_FLOATING : 0) |
                     (attributes & ACCESS_SWAP ? TRACE_SWAP : 0) |
                     (attributes & ACCESS_WRAPS ? TRACE_WRAPS : 0));
}

/* How many addresses the lanes ask for. */
static unsigned count_addresses(const struct request *part)
{
    unsigned count = 0;
    for (unsigned i = 0; i < part->count; i++) {
        unsigned k = 0;
        while (part->address[k] != part->address[i])
            k++;
        count += k == i;
    }
    return count;
}

#define VECTOR 16 /* bytes */

/* The vector of 16 bytes that may begin at each lane's address: TRACE_VECTOR, TRACE_FEW. */
static void note_addresses(struct trace_event *e, const struct request *part)
{
    uint64_t low = 0;
    e->addresses = address_hash(part);
    for (unsigned i = 0; i < part->count; i++)
        low |= part->address[i] % VECTOR;
    if (low)
        return;
    e->attributes |= TRACE_VECTOR;
    if (count_addresses(part) * VECTOR <= TRACE_LINE)
        e->attributes |= TRACE_FEW;
}

/*
 * 1 if other warps' swaps may come before this one. One that fails has come with an old value: that
 * is known at once. One of the few lanes that two of the warp's own had at one address, while most
 * had one each, comes when all others have waited, too.
 */
static int contends(const struct trace_swap *last, const struct trace_swap *now, uint32_t lanes)
{
    if (now->failed == lanes)
        return 0;
    return last->event != now->event || 2 * now->addresses >= last->addresses;
}

/*
 * A compare-and-swap of the warp, its latest event. Lanes whose last one failed try again, if they
 * come to the same line of the program with the same address; else they have given up.
 */
static void note_swap(struct trace_warp *warp, const struct request *part)
{
    if (!warp->swap)
        warp->swap = allocate(sizeof *warp->swap);
    struct trace_swap *last = warp->swap, now = {.index = warp->count - 1, .event = part->event};
    unsigned waiting = last->failed;
    for (unsigned i = 0; i < part->count; i++) {
        unsigned lane = part->lane[i];
        now.failed |= part->value[i] ? 1u << lane : 0;
        now.address[lane] = part->address[i];
        if (last->event == part->event && last->address[lane] == part->address[i])
            waiting &= ~(1u << lane);
    }
    if (waiting)
        warp->events[last->index].attributes |= TRACE_GIVES_UP;
    now.addresses = count_addresses(part);
    if (contends(last, &now, part->lanes))
        warp->events[now.index].attributes |= TRACE_CONTENDS;
    *last = now;
}

void trace_end(struct trace *trace)
{
    for (unsigned number = 0; number < trace->warps; number++) {
        const struct trace_warp *warp = &trace->warp[number];
        if (warp->swap && warp->swap->failed)
            warp->events[warp->swap->index].attributes |= TRACE_GIVES_UP;
    }
}

void trace_request(struct worker *worker, const struct request *part)
{
    struct trace *trace = clocked.trace;
    struct trace_event *e = next_event(trace, worker->running.warp_number);
    if (!e)
        return;
    *e = (struct trace_event){.event = part->event,
                              .lanes = part->lanes,
                              .attributes = attributes_traced(part->attributes),
                              .depth = worker->running.depth & 0xF,
                              .wavefronts = (uint8_t)(part->global ? 0 : part->cost)};
    if ((part->event & EVENT_CLASS) == EVENT_ATOMIC)
        e->wavefronts = (uint8_t)most_at_one_address(part);
    if (part->attributes & ACCESS_SWAP)
        note_swap(&trace->warp[worker->running.warp_number], part);
    int is_load = (part->event & (EVENT_CLASS | EVENT_WRITE)) == EVENT_ACCESS;
    if (part->global) {
        add_lines(trace, e, part);
        if (is_load)
            e->wavefronts = (uint8_t)l1_wavefronts(part);
        return;
    }
    note_array(worker, part->address[0]);
    if (is_load)
        note_addresses(e, part);
    else if (part->attributes & ACCESS_FLOATING)
        e->places = count_addresses(part);
}
