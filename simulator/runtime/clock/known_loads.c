/*
 * Loads that nvcc leaves out: the warp has the value in registers, from an earlier load of the same
 * addresses.
 */
#include "clock/warp_parts.h"

#include <stddef.h>

/*
 * Where a loaded value determines the address, nvcc cannot know that it is the same. In a loop it
 * sees the addresses of all iterations only if it unrolls it as a whole.
 */
static int has_plain_address(const struct warp_time *warp, const struct trace_event *event,
                             const struct value *from)
{
    if (!event->addresses || from->loads || event->attributes & TRACE_VOLATILE)
        return 0;
    return !event->lines || is_straight(warp);
}

const struct value *loaded_before(const struct warp_time *warp, const struct trace_event *event,
                                  const struct value *from)
{
    event_t what = event->event & EVENT_SIZE;
    if (!has_plain_address(warp, event, from))
        return NULL;
    if (event->lines) {
        const struct known_load *load = &warp->registers.load[event->addresses % REGISTERS_KNOWN];
        int is_it = load->since == warp->registers.since && load->addresses == event->addresses &&
                    load->lanes == event->lanes && load->what == what;
        return is_it ? &load->value : NULL;
    }
    const struct known_loads *known = &warp->known;
    for (unsigned i = 0; i < known->count && i < LOADS_KNOWN; i++) {
        const struct known_load *load = &known->load[i];
        if (load->addresses == event->addresses && load->lanes == event->lanes &&
            load->what == what)
            return &load->value;
    }
    return NULL;
}

void keep_load(struct warp_time *warp, const struct trace_event *event, const struct value *value)
{
    struct known_load load = {.addresses = event->addresses,
                              .lanes = event->lanes,
                              .since = warp->registers.since,
                              .what = event->event & EVENT_SIZE,
                              .value = *value};
    if (event->addresses && event->lines)
        warp->registers.load[event->addresses % REGISTERS_KNOWN] = load;
    else if (event->addresses)
        warp->known.load[warp->known.count++ % LOADS_KNOWN] = load;
}

void forget_loads(struct warp_time *warp, int of_global)
{
    if (of_global)
        warp->registers.since++;
    else
        warp->known.count = 0;
}
