/*
 * The allocations: a list sorted by address, outside the memory itself, so that kernels cannot
 * damage it. A gap after each allocation catches overruns.
 */
#define _GNU_SOURCE
#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/allocate.h"
#include "base/api_lock.h"
#include "base/current_device.h"
#include "base/hash.h"
#include "base/settings.h"
#include "memory/borrowed.h"
#include "memory/state_pages.h"

#define ALIGNMENT 512 /* bytes: stricter than cudaMalloc's 256 */
#define GAP       256 /* unused bytes after each allocation */

static struct allocation **list;
static size_t count, room, used[DEVICES_MOST];
static uintptr_t next_place[PARTS][DEVICES_MOST];
static int numbers;
struct allocation_failure allocation_failure;

static size_t extent(size_t size)
{
    return (size + GAP + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static uintptr_t end_of(const struct allocation *a)
{
    return extent(a->start + a->size);
}

/* Index of the first allocation that starts after the address. */
static size_t after(uintptr_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (list[middle]->start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(struct allocation *allocation)
{
    if (count == room) {
        room = room ? 2 * room : 64;
        list = allocate_again(list, room * sizeof *list);
    }
    size_t index = after(allocation->start);
    memmove(list + index + 1, list + index, (count - index) * sizeof *list);
    list[index] = allocation;
    count++;
}

/*
 * The quarantine: recently freed device memory, oldest first. Where a call allocates and frees in a
 * loop, it gets the same addresses again after some rounds, as on a GPU. Then a launch of the loop
 * can repeat an earlier one (launch/repeat.h). Until then a use after the free is found.
 */
#define QUARANTINE_MOST 64
#define ROUNDS_APART    4
static struct quarantined {
    struct allocation *freed;
    unsigned since; /* allocations of the same size by the same call since then */
} quarantine[QUARANTINE_MOST];
static unsigned quarantine_count;

static void take_from_quarantine(unsigned i)
{
    quarantine_count--;
    memmove(&quarantine[i], &quarantine[i + 1], (quarantine_count - i) * sizeof quarantine[0]);
}

static void note_freed(struct allocation *a)
{
    if (a->kind != ALLOCATION_DEVICE || a->of_graph)
        return;
    if (quarantine_count == QUARANTINE_MOST)
        take_from_quarantine(0);
    quarantine[quarantine_count++] = (struct quarantined){a, 0};
}

/* Removes the entry. */
static void remove_from_quarantine(const struct allocation *a)
{
    for (unsigned i = 0; i < quarantine_count; i++)
        if (quarantine[i].freed == a)
            take_from_quarantine(i--);
}

/* Removes and returns the oldest of that size by that call, if it is old enough, else NULL. */
static struct allocation *take_freed(int device, size_t size, uintptr_t pc)
{
    struct allocation *taken = NULL;
    for (unsigned i = 0; i < quarantine_count; i++) {
        struct allocation *a = quarantine[i].freed;
        if (a->size != size || a->pc != pc || a->device != device ||
            a->start % ALIGNMENT != memory.behind)
            continue;
        if (!taken && quarantine[i].since >= ROUNDS_APART) {
            taken = a;
            take_from_quarantine(i--);
        } else {
            quarantine[i].since++;
        }
    }
    return taken;
}

static void (*before_forgetting)(void);

void allocation_before_forgetting(void (*function)(void))
{
    before_forgetting = function;
}

/* Forgets freed allocations that overlap [start, start + size). */
static void forget_freed(uintptr_t start, size_t size)
{
    if (before_forgetting)
        before_forgetting();
    size_t i = after(start), kept;
    i -= i > 0; /* the one before may end behind start */
    for (kept = i; i < count && list[i]->start < start + size; i++) {
        struct allocation *a = list[i];
        if (a->freed && !a->graph_nodes && start < end_of(a)) {
            remove_from_quarantine(a);
            free(a);
        } else
            list[kept++] = a;
    }
    memmove(list + kept, list + i, (count - i) * sizeof *list);
    count -= i - kept;
}

/*
 * Addresses for size bytes in the part, or 0: first unused ones, then any gap, which may hold freed
 * ones. The devices have separate ranges of PART_DEVICE, and share the other parts.
 */
static uintptr_t find_room(enum part part, int device, size_t size)
{
    int divided = part == PART_DEVICE ? device : 0;
    uintptr_t start = memory.start[part] + (size_t)divided * memory.device_size;
    uintptr_t end = start + (part == PART_DEVICE ? memory.device_size : memory.part_size[part]);
    uintptr_t *next = &next_place[part][divided];
    if (!*next)
        *next = start;
    if (extent(size) <= end - *next) {
        uintptr_t address = *next;
        *next += extent(size);
        return address;
    }
    uintptr_t address = start;
    for (size_t i = after(start - 1); i < count && list[i]->start < end; i++) {
        if (list[i]->start - address >= extent(size))
            break;
        if (!list[i]->freed || list[i]->graph_nodes)
            address = end_of(list[i]);
    }
    if (end - address < extent(size))
        return 0;
    forget_freed(address, extent(size));
    memory.forgotten++;
    return address;
}

static struct allocation *make(enum part part, int device, size_t size, enum allocation_kind kind,
                               uintptr_t pc)
{
    uintptr_t start = find_room(part, device, size + memory.behind);
    struct allocation *allocation = start ? calloc(1, sizeof *allocation) : NULL;
    if (!allocation)
        return NULL;
    allocation->start = allocation->real = start + memory.behind;
    allocation->size = size;
    allocation->kind = kind;
    allocation->device = device;
    allocation->pc = pc;
    insert(allocation);
    return allocation;
}

static int counts_as_used(const struct allocation *allocation)
{
    return allocation->kind == ALLOCATION_DEVICE || allocation->kind == ALLOCATION_MANAGED ||
           allocation->kind == ALLOCATION_HEAP;
}

/* 1 if the host has no access to the allocation. */
static int only_device(enum allocation_kind kind)
{
    return kind == ALLOCATION_DEVICE || kind == ALLOCATION_HEAP;
}

static void fill_with_junk(char *start, size_t size)
{
    memory_open();
    memory_junk(start, size);
    memory_close();
}

/*
 * The allocation's bytes exist from now on, unwritten; those that are not filled are zeros, and
 * count as written. Pages cost nothing until they are filled.
 */
static void begin(struct allocation *allocation, int is_filled)
{
    size_t size = allocation->size;
    if (counts_as_used(allocation))
        used[allocation->device] += size;
    memory_expect(allocation->start, size);
    memory_touch(allocation->start, size);
    if (is_filled)
        fill_with_junk((char *)allocation->start, size);
    if (settings_recording() && settings.checks)
        state_fill(allocation->start, size, is_filled ? STATE_UNWRITTEN : STATE_WRITTEN);
    allocation->written = !is_filled;
}

static int has_left(int device, size_t size)
{
    return size <= settings.memory && used[device] <= settings.memory - size;
}

/* Forgets its state from before it was freed. */
static void serve_again(struct allocation *a)
{
    a->freed = a->written = a->mirrored = a->passed = 0;
    a->call = NULL;
    a->writer = a->before = (struct writer){0};
}

static struct allocation *make_fresh(int device, size_t size, int is_filled,
                                     enum allocation_kind kind, uintptr_t pc)
{
    if (kind != ALLOCATION_PINNED && !has_left(device, size))
        return NULL;
    struct allocation *allocation = kind == ALLOCATION_DEVICE ? take_freed(device, size, pc) : NULL;
    if (allocation)
        serve_again(allocation);
    else
        allocation = make(only_device(kind) ? PART_DEVICE : PART_VISIBLE, device, size, kind, pc);
    if (!allocation)
        return NULL;
    allocation->number = ++numbers;
    begin(allocation, is_filled);
    return allocation;
}

struct allocation *allocation_make(int device, size_t size, int is_filled,
                                   enum allocation_kind kind, uintptr_t pc)
{
    api_lock();
    struct allocation *allocation = make_fresh(device, size, is_filled, kind, pc);
    api_unlock();
    return allocation;
}

struct allocation *allocation_make_in_kernel(size_t size, uintptr_t pc)
{
    return make_fresh(device_at_work, size, 1, ALLOCATION_HEAP, pc);
}

struct allocation *allocation_reserve(int device, size_t size, uintptr_t pc)
{
    api_lock();
    struct allocation *a = make(PART_DEVICE, device, size, ALLOCATION_DEVICE, pc);
    if (a) {
        a->number = ++numbers;
        a->freed = a->of_graph = 1;
    }
    api_unlock();
    return a;
}

int allocation_begin(struct allocation *a)
{
    api_lock();
    int fits = has_left(a->device, a->size);
    if (fits) {
        serve_again(a);
        begin(a, a->size);
    }
    api_unlock();
    return fits;
}

struct allocation *allocation_stand_in(uintptr_t real, size_t size, enum allocation_kind kind,
                                       const char *name, uintptr_t pc)
{
    uintptr_t within = real % ALIGNMENT; /* keeps the alignment, and with it the sectors */
    struct allocation *allocation = make(PART_STAND_IN, current_device(), size + within, kind, pc);
    if (!allocation)
        return NULL;
    allocation->start += within;
    allocation->size = size;
    allocation->real = real;
    allocation->name = name;
    memory_mark_written(allocation->start, size);
    return allocation;
}

/* Gives whole pages of a range back to the system. */
static void release_pages(void *start, size_t size)
{
    uintptr_t page = memory.page;
    uintptr_t first = ((uintptr_t)start + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)start + size) / page * page;
    if (first < end)
        madvise((void *)first, end - first, MADV_DONTNEED);
}

void allocation_free_in_kernel(struct allocation *a)
{
    borrowed_forget(a);
    a->freed = 1;
    note_freed(a);
    if (counts_as_used(a))
        used[a->device] -= a->size;
    if (settings_recording() && settings.checks)
        state_fill(a->start, a->size, STATE_INVALID);
    if (a->real == a->start)
        release_pages((void *)a->start, a->size);
}

void allocation_free(struct allocation *a)
{
    api_lock();
    allocation_free_in_kernel(a);
    api_unlock();
}

struct allocation *allocation_find(uintptr_t address)
{
    size_t i = after(address);
    if (i == 0)
        return NULL;
    struct allocation *a = list[i - 1];
    return address - a->start < (a->size ? a->size : 1) ? a : NULL;
}

struct allocation *allocation_of_host(uintptr_t real)
{
    for (size_t i = after(memory.start[PART_STAND_IN] - 1); i < count; i++)
        if (!list[i]->freed && real - list[i]->real < list[i]->size)
            return list[i];
    return NULL;
}

int allocation_is_the_hosts(uintptr_t address)
{
    struct allocation *a =
        memory_contains(address) ? allocation_find(address) : allocation_of_host(address);
    return a && (a->kind == ALLOCATION_MANAGED || a->kind == ALLOCATION_PINNED ||
                 a->kind == ALLOCATION_REGISTERED || a->managed_variable);
}

struct allocation **allocation_list(size_t *number)
{
    *number = count;
    return list;
}

uint64_t allocation_layout(void)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++)
        if (!list[i]->freed) {
            hash = hash_mix(hash_mix(hash, list[i]->start), list[i]->size);
            hash = hash_mix(hash, list[i]->real);
            hash = hash_mix(hash_mix(hash, list[i]->kind), (uint64_t)list[i]->device);
        }
    return hash;
}

size_t allocation_used(int device)
{
    return used[device];
}

void allocation_free_all(int device)
{
    for (size_t i = 0; i < count; i++)
        if (!list[i]->freed && list[i]->device == device && list[i]->kind != ALLOCATION_VARIABLE &&
            list[i]->kind != ALLOCATION_CONSTANT && list[i]->kind != ALLOCATION_REGISTERED)
            allocation_free(list[i]);
}
