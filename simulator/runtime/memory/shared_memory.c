/*
 * Shared memory of a worker: its address, its arrays, and its state.
 */
#define _GNU_SOURCE
#include "memory/shared_memory.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "base/ahead.h"
#include "base/allocate.h"
#include "base/program.h"
#include "base/settings.h"
#include "memory/memory.h"

#define ARRAYS_MOST      1024
#define SHARED_ALIGNMENT 128                /* bytes: of sim_dynamic_shared */
#define HOST_STACK       ((size_t)1 << 20)  /* bytes of stack of a host thread that runs blocks */
#define AROUND           ((size_t)16 << 20) /* bytes: see shared_memory_place */

/*
 * The program's own arrays come before the dynamic memory, since its objects are linked first. A
 * write a little past the last array must hit neither the dynamic memory nor the runtime's
 * thread-local variables. The latter come after all this (see runtime.o in the Makefile).
 */
#define GAP 8192 /* bytes: a multiple of the alignment */
static _Thread_local struct {
    char before[GAP];
    char dynamic[SIM_SHARED_MEMORY_LIMIT];
    char behind[SHARED_ALIGNMENT]; /* for the last bytes of a wide store */
} shared_room __attribute__((used, aligned(SHARED_ALIGNMENT)));

#define TEXT(number)      #number
#define TEXT_OF(constant) TEXT(constant)
__asm__(".globl sim_dynamic_shared\n"
        ".type sim_dynamic_shared, %tls_object\n"
        ".set sim_dynamic_shared, shared_room + " TEXT_OF(GAP) "\n");

static struct shared_array arrays[ARRAYS_MOST];
static int array_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct shared_array dynamic_array = {0, 0, "", 1};

static int add_storage(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    size_t *storage = data;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            *storage += info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
    return 0;
}

/* A thread's thread-local storage is in its stack, which needs room for both. */
static size_t stack_size(void)
{
    size_t size = HOST_STACK;
    dl_iterate_phdr(add_storage, &size);
    return (size + memory.page - 1) / memory.page * memory.page;
}

void shared_memory_place(pthread_attr_t *attributes)
{
    size_t size = stack_size();
    char *around = mmap(NULL, size + 2 * AROUND, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (around == MAP_FAILED || mprotect(around + AROUND, size, PROT_READ | PROT_WRITE) ||
        pthread_attr_setstack(attributes, around + AROUND, size))
        allocate_failed(" for another host thread");
}

/*
 * Finds the calling thread's stack, with the reserved addresses around it. Thread-local storage of
 * a shared library that was loaded while the program ran is elsewhere: nothing is known of what is
 * around it.
 */
static void find_place(struct shared_part *shared, const struct program_thread_local *storage)
{
    pthread_attr_t attributes;
    void *stack;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) ||
        pthread_attr_getstack(&attributes, &stack, &size))
        allocate_failed(" for a host thread's stack");
    pthread_attr_destroy(&attributes);
    shared->around = (uintptr_t)stack - AROUND;
    shared->around_size = size + 2 * AROUND;
    if (storage->start - (uintptr_t)stack >= size) {
        shared->around = storage->start;
        shared->around_size = storage->end - storage->start;
    }
}

/*
 * Bytes of shared memory that have a shadow: some more than its size, for a wide access at its end.
 */
static size_t shadowed(const struct worker *worker)
{
    return worker->shared.size + SHARED_ALIGNMENT;
}

void shared_memory_start(struct worker *worker)
{
    struct shared_part *shared = &worker->shared;
    uintptr_t dynamic = (uintptr_t)sim_dynamic_shared; /* from here on the storage is there */
    struct program_thread_local storage = program_thread_local();
    /* The program's arrays are among its other thread-local variables without initial values. */
    shared->start =
        (storage.behind_initialised + SHARED_ALIGNMENT - 1) & ~(uintptr_t)(SHARED_ALIGNMENT - 1);
    shared->size = dynamic + SIM_SHARED_MEMORY_LIMIT - shared->start;
    find_place(shared, &storage);
    shared->state = allocate(shadowed(worker));
    shared->declared = allocate((ARRAYS_MOST + 1) * sizeof *shared->declared);
    shared->live = allocate(ARRAYS_MOST * sizeof *shared->live);
    shared->low = shared->size;
    dynamic_array.offset = dynamic - shared->start;
}

static void set_state(struct worker *worker, const struct shared_array *array, uint8_t state)
{
    memset(worker->shared.state + array->offset, state, array->size);
}

static void make_fresh(struct worker *worker, const struct shared_array *array)
{
    set_state(worker, array, STATE_UNWRITTEN);
    memory_junk((char *)worker->shared.start + array->offset, array->size);
}

/* Fills all arrays of this launch with junk, written or not. */
static void reset_all(struct worker *worker)
{
    for (unsigned i = 0; i < worker->shared.live_count; i++)
        make_fresh(worker, worker->shared.live[i]);
    make_fresh(worker, &dynamic_array);
    worker->shared.low = worker->shared.size;
    worker->shared.high = 0;
}

/* All of it: a stopped run may have written bytes without a check. */
void shared_memory_prepare(struct worker *worker, size_t dynamic)
{
    struct shared_part *shared = &worker->shared;
    for (unsigned i = 0; i < shared->live_count; i++)
        set_state(worker, shared->live[i], STATE_INVALID);
    set_state(worker, &dynamic_array, STATE_INVALID);
    shared->live_count = 0;
    shared->run++;
    dynamic_array.size = dynamic;
    reset_all(worker);
}

void shared_memory_reset(struct worker *worker)
{
    if (!worker->launch.checks) { /* the blocks' writes are not recorded */
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

/* From here on the array belongs to this launch. */
static void declare(struct worker *worker, int number)
{
    struct shared_part *shared = &worker->shared;
    if (!number || shared->declared[number] == shared->run)
        return;
    shared->declared[number] = shared->run;
    shared->live[shared->live_count++] = &arrays[number - 1];
    make_fresh(worker, &arrays[number - 1]);
}

void sim_shared_array(int *site, const volatile void *address, size_t size, const char *name,
                      int is_array)
{
    struct worker *worker = this_worker;
    int number = __atomic_load_n(site, __ATOMIC_RELAXED);
    if (!worker || (number && worker->shared.declared[number] == worker->shared.run))
        return;
    if (is_ahead())
        ahead_catch_up();
    event_t *limit = recorder_pause(); /* the code below is no part of the kernel */
    pthread_mutex_lock(&lock);
    if (!number) {
        number = array_number(address, size, name, is_array, worker);
        __atomic_store_n(site, number, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock);
    declare(worker, number);
    recorder_go_on(limit);
}

const struct shared_array *shared_memory_array(struct worker *worker, uintptr_t address)
{
    size_t offset = address - worker->shared.start;
    for (unsigned i = 0; i < worker->shared.live_count; i++)
        if (offset - worker->shared.live[i]->offset < worker->shared.live[i]->size)
            return worker->shared.live[i];
    return offset - dynamic_array.offset < dynamic_array.size ? &dynamic_array : NULL;
}

const struct shared_array *shared_memory_of_another(const struct worker *worker, uintptr_t address)
{
    size_t offset = address - worker->shared.start;
    for (int i = 0; i < array_count; i++)
        if (offset - arrays[i].offset < arrays[i].size &&
            worker->shared.declared[i + 1] != worker->shared.run)
            return &arrays[i];
    return NULL;
}

const struct shared_array *shared_memory_number(struct worker *worker, unsigned number)
{
    if (number < worker->shared.live_count)
        return worker->shared.live[number];
    int has_dynamic = dynamic_array.size || !worker->shared.live_count;
    return number == worker->shared.live_count && has_dynamic ? &dynamic_array : NULL;
}
