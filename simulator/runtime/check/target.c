/*
 * The array that an access outside all arrays was meant for.
 */
#include "check/target.h"

#define NEAR         ((unsigned long long)1 << 20) /* bytes: the largest error of an index */
#define ELEMENT_MOST 64                            /* bytes: see below */

static size_t size_of(const struct target *target)
{
    return target->allocation ? target->allocation->size : target->shared->size;
}

/* Bytes between the address and the array; 0 within it. */
static unsigned long long distance(const struct target *target)
{
    size_t size = size_of(target);
    if (target->offset < 0)
        return 0 - (unsigned long long)target->offset;
    return (size_t)target->offset < size ? 0 : (size_t)target->offset - size + 1;
}

/* Variables and registered memory have their shadow elsewhere than their bytes. */
static struct target of_allocation(const struct allocation *a, uintptr_t address)
{
    uintptr_t start = memory_contains(address) ? a->start : a->real;
    return (struct target){.allocation = a, .offset = (long long)(address - start)};
}

static struct target of_shared(const struct worker *worker, const struct shared_array *array,
                               uintptr_t address)
{
    return (struct target){.shared = array,
                           .offset = (long long)(address - worker->shared.start - array->offset)};
}

static int exists(const struct target *target)
{
    return target->allocation || target->shared;
}

static struct target nearer(struct target a, struct target b)
{
    return !exists(&a) || distance(&b) < distance(&a) ? b : a;
}

static struct target nearest_shared(struct worker *worker, uintptr_t address)
{
    struct target best = {0};
    const struct shared_array *array;
    for (unsigned i = 0; worker && (array = shared_memory_number(worker, i)); i++)
        best = nearer(best, of_shared(worker, array, address));
    return best;
}

static struct target nearest(struct worker *worker, uintptr_t address)
{
    struct target best = nearest_shared(worker, address);
    size_t count;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++)
        if (!list[i]->freed)
            best = nearer(best, of_allocation(list[i], address));
    return best;
}

/* The array around an address that is or was valid, as the target of another address. */
static struct target around(struct worker *worker, uintptr_t valid, uintptr_t address)
{
    if (memory_contains(valid)) {
        const struct allocation *a = allocation_find(valid);
        return a ? of_allocation(a, address) : (struct target){0};
    }
    const struct shared_array *array = shared_memory_array(worker, valid);
    return array ? of_shared(worker, array, address) : (struct target){0};
}

static struct target look(struct worker *worker, uintptr_t address, uintptr_t earlier)
{
    struct target target = earlier ? around(worker, earlier, address) : (struct target){0};
    if (!exists(&target))
        return nearest(worker, address);
    target.known = 1;
    return target;
}

int target_is_near(const struct target *target)
{
    if (!exists(target))
        return 0;
    /* Close to an array in the host's own memory, there may be much else. */
    int among_host = target->shared || target->allocation->real != target->allocation->start;
    return distance(target) <= (among_host && !target->known ? size_of(target) : NEAR);
}

/*
 * An address far from all arrays, at a line that is not known to access any of them, has no target:
 * the nearest array would be just the last one.
 *
 * An unsigned index below 0 is 2^32 too large, so that its address is off by that many elements.
 * The size of an element is not known: a structure is larger than the access.
 */
struct target target_find(struct worker *worker, uintptr_t address, uintptr_t earlier)
{
    struct target target = look(worker, address, earlier);
    if (!exists(&target) || target_is_near(&target))
        return target;
    if (worker && shared_memory_surrounds(worker, address))
        return target.shared ? target : nearest_shared(worker, address);
    for (uintptr_t element = 1; element <= ELEMENT_MOST; element++) {
        struct target meant = look(worker, address - (element << 32), earlier);
        if (meant.offset < 0 && target_is_near(&meant)) {
            meant.wrapped = 1;
            return meant;
        }
    }
    return target.known || distance(&target) <= NEAR ? target : (struct target){0};
}

int target_is_of_another_kernel(const struct worker *worker, uintptr_t address,
                                struct target *target)
{
    if (!target->shared || distance(target) <= target->shared->size)
        return 0;
    const struct shared_array *array = shared_memory_of_another(worker, address);
    if (array)
        *target = of_shared(worker, array, address);
    return array != NULL;
}

static int is_valid(const struct worker *worker, uintptr_t address)
{
    const uint8_t *state = memory_contains(address)
                               ? memory.state + (address - memory.base)
                               : worker->shared.state + (address - worker->shared.start);
    return *state != STATE_INVALID;
}

/* Most wrong requests run past one end of an array, and have valid addresses in the middle. */
void target_note(struct worker *worker, uint16_t site, const uint64_t *address, unsigned count)
{
    uint64_t *last = &worker->counted.by_site[site].last_address;
    if (is_valid(worker, address[count / 2]))
        *last = address[count / 2];
    else if (is_valid(worker, address[0]))
        *last = address[0];
    else if (is_valid(worker, address[count - 1]))
        *last = address[count - 1];
}

static int has_address(event_t event)
{
    unsigned class = event & EVENT_CLASS;
    return class == EVENT_ACCESS || class == EVENT_ATOMIC || class == EVENT_FENCE ||
           event_is_no_step(event);
}

uintptr_t target_recorded(struct worker *worker, event_t event, const event_t *end)
{
    uintptr_t found = worker->counted.by_site[site_number(event)].last_address;
    for (unsigned lane = 0; lane < SIM_WARP_SIZE; lane++) {
        const event_t *next = worker->recordings.events + lane * EVENT_STRIDE;
        const event_t *last = lane == worker->running.thread % SIM_WARP_SIZE
                                  ? end
                                  : worker->recordings.event_end[lane];
        const uint64_t *address = worker->recordings.address_start[lane];
        for (; next < last; next++) {
            if (!has_address(*next))
                continue;
            if (*next == event && is_valid(worker, address_of(*address)))
                found = address_of(*address);
            address += ADDRESS_ROW;
        }
    }
    return found;
}
