/*
 * The log lives in device memory, so that it starts afresh when the runtime starts a
 * launch again. Threads of a block run one at a time; blocks that touch the same data
 * do so too (or the launch is started again), so the log's order is that of the accesses.
 */
#include "execution.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/settings.h"
#include "base/worker.h"
#include "cuda_runtime_api.h"
#include "detector.h"
#include "interpreter.h"
#include "replay.h"

#define STEPS_MOST 1000000 /* of one thread: far more than a valid program needs */

/* One operation that a thread has performed. */
struct entry {
    unsigned short block, thread, slot;
    unsigned together;
    uint64_t got, stored;
};

struct log {
    unsigned long long program; /* counted: the runtime does not run a launch again that it knows */
    unsigned count;             /* also of entries that there was no room for */
    struct entry entries[EVENTS_MOST];
};

static const struct program *program;
/* Which threads perform a slot, so that they need not work it out again and again. */
static unsigned char performs[SLOTS_MOST][BLOCKS_MOST][THREADS_MOST];
static int with_shared;
static char *area;
static struct log *device_log;

/* ---- What the running kernel asks ---------------------------------------------------- */

int takes_part(unsigned slot, uint64_t ticket)
{
    if (!performs[slot][sim_block_index.x][sim_thread_index.x])
        return 0;
    int wanted = program->slots[slot].who.ticket;
    return wanted == ANY_TICKET || (uint64_t)wanted == ticket;
}

int operation_of(unsigned slot)
{
    return program->slots[slot].operation;
}

int size_of(unsigned slot)
{
    return (int)program->slots[slot].size;
}

int scope_of(unsigned slot)
{
    return program->slots[slot].scope;
}

char *place_of(unsigned slot, char *global, char *shared)
{
    const struct slot *s = &program->slots[slot];
    if (!accesses_memory(s->operation))
        return NULL;
    return (s->place.space == SPACE_GLOBAL ? global : shared) +
           slot_offset(s, sim_block_index.x, sim_thread_index.x);
}

uint64_t operand_of(unsigned slot)
{
    return slot_operand(program, &program->slots[slot], sim_block_index.x, sim_thread_index.x);
}

uint64_t compare_of(unsigned slot)
{
    return program->slots[slot].compare;
}

unsigned mask_of(unsigned slot)
{
    return slot_warp_mask(program, &program->slots[slot], sim_thread_index.x);
}

int shared_wanted(void)
{
    return with_shared;
}

void log_operation(unsigned slot, uint64_t got, uint64_t stored)
{
    unsigned number = __atomic_fetch_add(&device_log->count, 1, __ATOMIC_RELAXED);
    if (number < EVENTS_MOST)
        device_log->entries[number] = (struct entry){(unsigned short)sim_block_index.x,
                                                     (unsigned short)sim_thread_index.x,
                                                     (unsigned short)slot,
                                                     worker_lane(this_worker)->together,
                                                     got,
                                                     stored};
}

/* ---- From the log to events -------------------------------------------------------------- */

static enum event_type type_of(enum operation operation)
{
    switch (operation) {
    case OP_READ:
    case OP_VOLATILE_READ:
    case OP_SPIN_VOLATILE: return EVENT_IS_READ;
    case OP_WRITE:
    case OP_VOLATILE_WRITE: return EVENT_IS_WRITE;
    case OP_FENCE:
    case OP_LIGHT_FENCE: return EVENT_IS_FENCE;
    case OP_BLOCK_BARRIER: return EVENT_IS_BLOCK_BARRIER;
    case OP_WARP_BARRIER: return EVENT_IS_WARP_BARRIER;
    default: return EVENT_IS_ATOMIC;
    }
}

/* Of a compare-and-swap that adds, what it wants is not written down: it stores back what it finds.
 */
static int has_failed(const struct slot *slot, const struct entry *entry)
{
    uint64_t all = UINT64_MAX >> (64 - 8 * slot->size);

    switch (slot->operation) {
    case OP_CAS: return (entry->got & all) != (slot->compare & all);
    case OP_LOCK: return (entry->got & all) != 0;
    case OP_CAS_LOOP:
        return (entry->got & all) == (entry->stored & all) &&
               (slot_operand(program, slot, entry->block, entry->thread) & all) != 0;
    default: return 0;
    }
}

static struct event event_of(const struct entry *entry)
{
    const struct slot *slot = &program->slots[entry->slot];
    enum operation operation = slot->operation;
    struct event event = {
        .type = type_of(operation),
        .block = entry->block,
        .thread = entry->thread,
        .line = entry->slot,
        .scope = slot->scope,
        .is_volatile = operation == OP_VOLATILE_READ || operation == OP_VOLATILE_WRITE ||
                       operation == OP_SPIN_VOLATILE,
        .is_light = operation == OP_LIGHT_FENCE,
        .is_cas = operation == OP_CAS || operation == OP_CAS_LOOP || operation == OP_LOCK,
        .together = entry->together,
    };
    if (accesses_memory(operation)) {
        event.space = slot->place.space;
        event.address = slot_offset(slot, entry->block, entry->thread);
        event.size = slot->size;
        event.value = entry->stored & (UINT64_MAX >> (64 - 8 * slot->size));
        event.has_failed = has_failed(slot, entry);
    }
    return event;
}

/*
 * 1 if the event is one more round of a loop that waits, right after the same thread's
 * round before: it changes nothing for anybody.
 */
static int repeats(const struct event *last, const struct event *event)
{
    return last->block == event->block && last->thread == event->thread &&
           last->line == event->line;
}

static void read_log(const struct log *log, struct execution *execution)
{
    unsigned length = log->count < EVENTS_MOST ? log->count : EVENTS_MOST;
    struct memory_replay replay;
    replay_start(&replay);
    execution->count = 0;
    execution->too_long = log->count > EVENTS_MOST;
    for (unsigned i = 0; i < length; i++) {
        const struct entry *entry = &log->entries[i];
        struct event event = event_of(entry);
        if (!replay_event(&replay, &event, entry->got)) {
            fprintf(stderr, "random_kernels: entry %u of the log is out of order\n", i);
            exit(3);
        }
        if (execution->count && repeats(&execution->events[execution->count - 1], &event))
            execution->count--;
        execution->events[execution->count++] = event;
    }
}

/* ---- Running ----------------------------------------------------------------------------- */

static void check(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "random_kernels: %s\n", cudaGetErrorString(error));
    exit(3);
}

static void prepare_memory(void)
{
    static unsigned long long programs;
    if (!area) {
        settings.limit = STEPS_MOST;
        check(cudaMalloc((void **)&area, AREA_BYTES));
        check(cudaMalloc((void **)&device_log, sizeof *device_log));
    }
    check(cudaMemset(area, 0, AREA_BYTES));
    check(cudaMemset(&device_log->count, 0, sizeof device_log->count));
    programs++;
    check(cudaMemcpy(&device_log->program, &programs, sizeof programs, cudaMemcpyHostToDevice));
}

static void prepare_program(const struct program *next)
{
    program = next;
    with_shared = uses_shared(next);
    memset(performs, 0, sizeof performs);
    for (unsigned i = 0; i < next->slot_count; i++)
        for (unsigned block = 0; block < next->blocks; block++)
            for (unsigned thread = 0; thread < next->threads; thread++)
                performs[i][block][thread] =
                    (unsigned char)slot_names(&next->slots[i], block, thread);
}

/* After a launch that failed, only a reset makes the device usable again. */
static void start_again(void)
{
    check(cudaDeviceReset());
    area = NULL;
}

void execute(const struct program *next, struct execution *execution)
{
    static struct log log;
    prepare_memory();
    prepare_program(next);
    detector_start(&execution->found);
    int error = launch_interpreter(next->blocks, next->threads, area);
    execution->other_finding = detector_other_finding();
    if (error) {
        if (!execution->other_finding)
            execution->other_finding = cudaGetErrorString((cudaError_t)error);
        start_again();
        return;
    }
    check(cudaMemcpy(&log.count, &device_log->count, sizeof log.count, cudaMemcpyDeviceToHost));
    unsigned length = log.count < EVENTS_MOST ? log.count : EVENTS_MOST;
    if (length)
        check(cudaMemcpy(log.entries, device_log->entries, length * sizeof log.entries[0],
                         cudaMemcpyDeviceToHost));
    read_log(&log, execution);
}
