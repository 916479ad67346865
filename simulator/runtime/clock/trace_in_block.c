/*
 * What a basic block asks of constant and of local memory: it is added to the block's own event.
 */
#include "clock/address_hash.h"
#include "clock/sample.h"
#include "clock/trace.h"

/* The warp's basic block; NULL before the first one. */
static struct trace_event *basic_block_of(struct trace_warp *warp)
{
    for (size_t i = warp->count; i > 0; i--)
        if ((warp->events[i - 1].event & EVENT_CLASS) == EVENT_BLOCK)
            return &warp->events[i - 1];
    return NULL;
}

/*
 * 1 if the warp has asked constant memory for the same addresses before, which it keeps from now
 * on: the latest ones.
 */
static int is_known(struct trace_warp *warp, unsigned lanes, const uint64_t *address)
{
    struct trace_constants *known = &warp->constants;
    uint32_t hash = address_hash_by_lane(lanes, address);
    for (unsigned i = 0; i < known->count && i < TRACE_CONSTANTS_KNOWN; i++)
        if (known->load[i].addresses == hash && known->load[i].lanes == lanes)
            return 1;
    known->load[known->count++ % TRACE_CONSTANTS_KNOWN].addresses = hash;
    known->load[(known->count - 1) % TRACE_CONSTANTS_KNOWN].lanes = lanes;
    return 0;
}

/*
 * Where all lanes ask for one address, nvcc makes it an operand of an instruction. What a warp has
 * loaded it has in registers: nvcc moves such loads out of loops, and constant memory never
 * changes.
 */
void trace_constant(struct worker *worker, unsigned lanes, const uint64_t *address)
{
    struct trace *trace = clocked.trace;
    struct trace_warp *warp = &trace->warp[worker->running.warp_number];
    struct trace_event *block = basic_block_of(warp);
    unsigned addresses = 0;
    for (unsigned mask = lanes; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        unsigned earlier = lanes & ((1u << lane) - 1);
        while (earlier && address[__builtin_ctz(earlier)] != address[lane])
            earlier &= earlier - 1;
        addresses += !earlier;
    }
    if (!block || addresses < 2 || trace->events == trace->events_most ||
        is_known(warp, lanes, address))
        return;
    addresses += block->wavefronts;
    block->wavefronts = (uint8_t)(addresses < UINT8_MAX ? addresses : UINT8_MAX);
}

void trace_local(struct worker *worker, const struct local_request *request)
{
    struct trace *trace = clocked.trace;
    struct trace_event *block = basic_block_of(&trace->warp[worker->running.warp_number]);
    if (!block || trace->events == trace->events_most)
        return;
    struct trace_local *local = &block->local;
    int stores = request->event & EVENT_WRITE;
    unsigned loads = local->loads + (stores ? 0 : request->lines);
    unsigned sectors = local->sectors + (stores ? request->sectors : 0);
    local->requests += local->requests < TRACE_LOCAL_REQUESTS_MOST;
    local->loads = loads < TRACE_LOCAL_MOST ? loads : TRACE_LOCAL_MOST;
    local->sectors = sectors < TRACE_LOCAL_MOST ? sectors : TRACE_LOCAL_MOST;
}
