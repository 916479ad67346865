/*
 * Shared memory of a worker: where it lies, which arrays it has, and its state.
 */
#define _GNU_SOURCE
#include "memory/shared_memory.h"

#include <link.h>
#include <pthread.h>
#include <string.h>

#include "base/allocate.h"
#include "base/settings.h"
#include "memory/memory.h"

#define ARRAYS_MOST 1024

_Thread_local char sim_dynamic_shared[SIM_SHARED_MEMORY_LIMIT] __attribute__((aligned(128)));

static struct shared_array arrays[ARRAYS_MOST];
static int array_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct shared_array dynamic_array = {0, 0, "", 1};

/* The program itself comes first in the list of loaded objects. */
static int find_storage(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    struct worker *worker = data;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            worker->shared.start = (uintptr_t)info->dlpi_tls_data;
            worker->shared.size = info->dlpi_phdr[i].p_memsz;
        }
    return 1;
}

/* Bytes of shared memory that have a shadow: its start is rounded down. */
static size_t shadowed(const struct worker *worker)
{
    return worker->shared.size + 16;
}

void shared_memory_start(struct worker *worker)
{
    dl_iterate_phdr(find_storage, worker);
    size_t size = shadowed(worker);
    worker->shared.start &= ~(uintptr_t)15;
    worker->shared.state = allocate(size);
    worker->shared.arrays_known = 0;
    worker->shared.low = worker->shared.size;
    worker->shared.high = 0;
    dynamic_array.offset = (uintptr_t)sim_dynamic_shared - worker->shared.start;
}

static void make_fresh(struct worker *worker, const struct shared_array *array)
{
    memset(worker->shared.state + array->offset, STATE_UNWRITTEN, array->size);
    memory_junk((char *)worker->shared.start + array->offset, array->size);
}

/* Makes all arrays fresh, whatever the checks know of them. */
static void reset_all(struct worker *worker)
{
    for (int i = 0; i < worker->shared.arrays_known; i++)
        make_fresh(worker, &arrays[i]);
    make_fresh(worker, &dynamic_array);
    worker->shared.low = worker->shared.size;
    worker->shared.high = 0;
}

/* All of it: a run that was stopped has written what the checks never saw. */
void shared_memory_prepare(struct worker *worker, size_t dynamic)
{
    memset(worker->shared.state + dynamic_array.offset, STATE_INVALID, SIM_SHARED_MEMORY_LIMIT);
    dynamic_array.size = dynamic;
    reset_all(worker);
}

void shared_memory_reset(struct worker *worker)
{
    if (!worker->launch.checks) { /* nobody knows what a block has touched */
        reset_all(worker);
        return;
    }
    for (size_t i = worker->shared.low & ~(size_t)3; i < worker->shared.high; i += 4) {
        uint32_t *state = (uint32_t *)(worker->shared.state + i);
        *state &= STATE_WORD(STATE_UNWRITTEN);
        if (*state == STATE_WORD(STATE_UNWRITTEN))
            *(uint32_t *)(worker->shared.start + i) = JUNK_WORD;
    }
    worker->shared.low = worker->shared.size;
    worker->shared.high = 0;
}

static int array_number(const volatile void *address, size_t size, const char *name, int is_array,
                        const struct worker *worker)
{
    size_t offset = (uintptr_t)address - worker->shared.start;
    for (int i = 0; i < array_count; i++)
        if (arrays[i].offset == offset && arrays[i].size == size)
            return i + 1;
    if (array_count == ARRAYS_MOST || offset >= worker->shared.size)
        return 0;
    arrays[array_count] = (struct shared_array){offset, size, name, is_array};
    return ++array_count;
}

void sim_shared_array(int *site, const volatile void *address, size_t size, const char *name,
                      int is_array)
{
    struct worker *worker = this_worker;
    int number = __atomic_load_n(site, __ATOMIC_RELAXED);
    if (!worker || (number && number <= worker->shared.arrays_known))
        return;
    event_t *limit = recorder.limit;
    recorder.limit = NULL; /* what follows is no part of the kernel */
    pthread_mutex_lock(&lock);
    if (!number)
        __atomic_store_n(site, array_number(address, size, name, is_array, worker),
                         __ATOMIC_RELAXED);
    for (; worker->shared.arrays_known < array_count; worker->shared.arrays_known++)
        make_fresh(worker, &arrays[worker->shared.arrays_known]);
    pthread_mutex_unlock(&lock);
    recorder.limit = limit;
}

const struct shared_array *shared_memory_array(struct worker *worker, uintptr_t address)
{
    size_t offset = address - worker->shared.start;
    for (int i = 0; i < worker->shared.arrays_known; i++)
        if (offset - arrays[i].offset < arrays[i].size)
            return &arrays[i];
    return offset - dynamic_array.offset < dynamic_array.size ? &dynamic_array : NULL;
}

const struct shared_array *shared_memory_number(struct worker *worker, int number)
{
    if (number < worker->shared.arrays_known)
        return &arrays[number];
    int has_dynamic = dynamic_array.size || !worker->shared.arrays_known;
    return number == worker->shared.arrays_known && has_dynamic ? &dynamic_array : NULL;
}
