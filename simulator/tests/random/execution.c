/*
 * The log lives in device memory, so that it starts afresh when the runtime starts a
 * launch again. Threads of a block run one at a time; blocks that touch the same data
 * do so too (or the launch is started again), so the log's order is that of the accesses.
 */
#include "execution.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/settings.h"
#include "base/worker.h"
#include "cuda_runtime_api.h"
#include "report/findings.h"
#include "report/kernel.h"
#include "detector.h"
#include "interpreter.h"
#include "launch/repeat.h"
#include "log.h"

#define STEPS_MOST 1000000 /* of one thread: far more than a valid program needs */

static const struct program *program;
/* Which threads perform a slot, so that they need not work it out again and again. */
static unsigned char performs[SLOTS_MOST][BLOCKS_MOST][THREADS_MOST];
static int with_shared;
static unsigned first_slot, end_slot; /* of the launch */
static char *area, *fresh_area;
static struct log *device_log;

/* ---- What the running kernel asks ---------------------------------------------------- */

int takes_part(unsigned slot, uint64_t ticket)
{
    if (slot < first_slot || slot >= end_slot ||
        !performs[slot][sim_block_index.x][sim_thread_index.x])
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

int order_of(unsigned slot)
{
    return program->slots[slot].order;
}

int spelling_of(unsigned slot)
{
    return program->slots[slot].spelling;
}

int prior_of(unsigned slot)
{
    return (int)program->slots[slot].prior;
}

int as_structure(unsigned slot)
{
    return is_wide(program->slots[slot].size) || program->slots[slot].as_vector;
}

static char *in_area(const struct place *place, unsigned size, char *global, char *shared,
                     char *fresh)
{
    return (place->space == SPACE_GLOBAL  ? global
            : place->space == SPACE_FRESH ? fresh
                                          : shared) +
           place_offset(place, size, sim_block_index.x, sim_thread_index.x);
}

char *place_of(unsigned slot, char *global, char *shared, char *fresh)
{
    const struct slot *s = &program->slots[slot];
    return accesses_memory(s->operation) ? in_area(&s->place, s->size, global, shared, fresh)
                                         : NULL;
}

char *source_of_copy(unsigned slot, char *global, char *shared, char *fresh)
{
    const struct slot *s = &program->slots[slot];
    return in_area(&s->from, s->size, global, shared, fresh);
}

uint64_t first_bytes(const void *value, unsigned size)
{
    uint64_t bytes = 0;
    __builtin_memcpy(&bytes, value, size < sizeof bytes ? size : sizeof bytes);
    return bytes;
}

void fill_bytes(void *value, unsigned size, uint64_t operand)
{
    for (unsigned i = 0; i < size; i++)
        ((unsigned char *)value)[i] = (unsigned char)(is_wide(size) ? operand : operand >> 8 * i);
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
    return slot_warp_mask(program, &program->slots[slot], sim_block_index.x, sim_thread_index.x);
}

int barrier_of(unsigned slot)
{
    return (int)program->slots[slot].barrier;
}

int arrivals_of(int barrier)
{
    return (int)arriving_threads(program, (unsigned)barrier, sim_block_index.x);
}

int shared_wanted(void)
{
    return with_shared;
}

static void log_entry(unsigned slot, int is_second, uint64_t got, uint64_t stored)
{
    unsigned number = __atomic_fetch_add(&device_log->count, 1, __ATOMIC_RELAXED);
    if (number < EVENTS_MOST)
        device_log->entries[number] = (struct entry){(unsigned short)sim_block_index.x,
                                                     (unsigned short)sim_thread_index.x,
                                                     (unsigned short)slot,
                                                     (unsigned short)is_second,
                                                     worker_lane(this_worker)->together,
                                                     got,
                                                     stored};
}

void log_operation(unsigned slot, uint64_t got, uint64_t stored)
{
    log_entry(slot, 0, got, stored);
}

void log_copy(unsigned slot, uint64_t got)
{
    log_entry(slot, 0, got, 0);
    log_entry(slot, 1, 0, got);
}

void log_end(void)
{
    __atomic_fetch_add(&device_log->ended, 1, __ATOMIC_RELAXED);
}

/* ---- The third order ----------------------------------------------------------------------- */

/*
 * The runtime restores the memory, and with it the log, before it looks at a launch again. The
 * first time after it has decided for the third order, the log is still that of the usual one.
 */
static struct log ahead_log;
static unsigned restored; /* times since the third order was decided for */
static int keeps;         /* the launch is being kept */
static int ahead_counts;  /* what was found in the third order is what is told */

void __real_snapshot_restore(void);
void __wrap_snapshot_restore(void);
struct finding *__real_findings_copy(unsigned *count);
struct finding *__wrap_findings_copy(unsigned *count);
void __real_repeat_keep(const struct repeat_key *key, const struct run *run,
                        struct outcome *outcome);
void __wrap_repeat_keep(const struct repeat_key *key, const struct run *run,
                        struct outcome *outcome);
void __real_findings_found(const struct finding *copied, unsigned count);
void __wrap_findings_found(const struct finding *copied, unsigned count);

void __wrap_snapshot_restore(void)
{
    if (kernel_first()->tries && ++restored == 2)
        ahead_log = *device_log;
    __real_snapshot_restore();
}

struct finding *__wrap_findings_copy(unsigned *count)
{
    if (!keeps) /* else it is for launches that repeat this one */
        ahead_log = *device_log;
    return __real_findings_copy(count);
}

void __wrap_repeat_keep(const struct repeat_key *key, const struct run *run,
                        struct outcome *outcome)
{
    keeps = 1;
    __real_repeat_keep(key, run, outcome);
    keeps = 0;
}

void __wrap_findings_found(const struct finding *copied, unsigned count)
{
    ahead_counts = 1;
    __real_findings_found(copied, count);
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
    if (!area) {
        settings.limit = STEPS_MOST;
        check(cudaMalloc((void **)&area, GLOBAL_BYTES));
        check(cudaMalloc((void **)&device_log, sizeof *device_log));
    }
    if (fresh_area)
        check(cudaFree(fresh_area));
    check(cudaMalloc((void **)&fresh_area, AREA_BYTES));
    check(cudaMemset(area, 0, GLOBAL_BYTES));
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
                    (unsigned char)slot_names(next, &next->slots[i], block, thread);
}

/* After a launch that failed, only a reset makes the device usable again. */
static void start_again(void)
{
    check(cudaDeviceReset());
    area = fresh_area = NULL;
}

/* Runs the slots [first, end) as one launch. Returns 0 if it has failed. */
static int execute_launch(unsigned first, unsigned end, unsigned number, struct executions *all)
{
    static struct log log;
    static unsigned long long launches;
    struct execution *execution = &all->list[number], *ahead = &all->ahead[number];
    launches++;
    first_slot = first;
    end_slot = end;
    restored = 0;
    ahead_counts = 0;
    ahead_log.ended = 0;
    check(cudaMemset(device_log, 0, offsetof(struct log, entries)));
    check(cudaMemcpy(&device_log->launch, &launches, sizeof launches, cudaMemcpyHostToDevice));
    detector_start(&execution->found, execution->found_unwritten, execution->found_freed);
    int error = launch_interpreter(program->blocks, program->threads,
                                   has_operation(program, OP_GRID_BARRIER), area, fresh_area);
    execution->other_finding = detector_other_finding();
    if (error) {
        if (!execution->other_finding)
            execution->other_finding = cudaGetErrorString((cudaError_t)error);
        start_again();
        return 0;
    }
    check(cudaMemcpy(&log, device_log, offsetof(struct log, entries), cudaMemcpyDeviceToHost));
    unsigned length = log.count < EVENTS_MOST ? log.count : EVENTS_MOST;
    if (length)
        check(cudaMemcpy(log.entries, device_log->entries, length * sizeof log.entries[0],
                         cudaMemcpyDeviceToHost));
    all->has_ahead[number] = ahead_log.ended == program->blocks * program->threads;
    all->is_ahead[number] = ahead_counts;
    if (all->has_ahead[number])
        log_read(&ahead_log, 0, ahead);
    log_read(&log, 1, execution);
    return 1;
}

void execute(const struct program *next, struct executions *executions)
{
    prepare_memory();
    prepare_program(next);
    log_start(next);
    executions->count = next->second ? 2 : 1;
    unsigned first_end = next->second ? next->second : next->slot_count;
    memset(executions->has_ahead, 0, sizeof executions->has_ahead);
    memset(executions->is_ahead, 0, sizeof executions->is_ahead);
    executions->list[1].other_finding = NULL;
    int is_right = execute_launch(0, first_end, 0, executions);
    if (executions->list[0].too_long) /* what it has left is not known */
        executions->count = 1;
    if (executions->count > 1 && next->frees)
        check(cudaFree(fresh_area));
    if (is_right && executions->count > 1)
        execute_launch(next->second, next->slot_count, 1, executions);
    if (executions->count > 1 && next->frees)
        fresh_area = NULL;
}
