/*
 * Errors that the next access would cause.
 */
#define _GNU_SOURCE
#include "check/faults.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <ucontext.h>

#include "check/target.h"
#include "cuda_runtime_api.h"
#include "check/describe.h"
#include "report/lines.h"
#include "memory/borrowed.h"
#include "memory/memory.h"
#include "base/lane.h"
#include "base/run.h"
#include "base/settings.h"
#include "view/details.h"
#include "view/view.h"

#define NULL_PAGES    65536 /* addresses below this are a null pointer and an offset */
#define ARGUMENT_NEAR ((uintptr_t)1 << 20) /* bytes: pointer to computed address */
#define SIGNAL_STACK  65536                /* bytes */

static const char *verb(unsigned what)
{
    return (what & EVENT_CLASS) == EVENT_ATOMIC ? "updates"
           : what & EVENT_WRITE                 ? "writes"
                                                : "reads";
}

/* Stops the launch with the error and leaves the running thread for good. */
static _Noreturn void stop(struct worker *worker, int error)
{
    run_stop(worker->run, error);
    lane_abandon(worker);
}

/*
 * The memory of this process at an address. Pages that were never touched are mostly the runtime's.
 */
enum mapping { UNMAPPED, UNTOUCHED, TOUCHED };

static enum mapping mapping_at(uintptr_t address)
{
    unsigned char resident;
    if (mincore((void *)(address / memory.page * memory.page), memory.page, &resident))
        return UNMAPPED;
    return resident & 1 ? TOUCHED : UNTOUCHED;
}

/* 1 if the kernel was given a pointer to the host's memory that may have led to the address. */
static int was_passed(const struct sim_launch *launch, uintptr_t address)
{
    for (size_t i = 0; i + sizeof(uintptr_t) <= launch->value_bytes; i += sizeof(uintptr_t)) {
        uintptr_t value;
        memcpy(&value, (const char *)launch->values + i, sizeof value);
        if (address + ARGUMENT_NEAR - value < 2 * ARGUMENT_NEAR && !memory_contains(value) &&
            !allocation_of_host(value))
            return 1;
    }
    return 0;
}

static enum finding_kind kind_of_foreign(const struct worker *worker, uintptr_t address,
                                         const struct target *target)
{
    if (address + NULL_PAGES < 2 * NULL_PAGES)
        return FINDING_NULL_POINTER;
    enum mapping mapping = mapping_at(address);
    if (shared_memory_surrounds(worker, address) || mapping == UNMAPPED)
        return FINDING_OUT_OF_BOUNDS;
    if (!target->known && was_passed(worker->run->launch, address))
        return FINDING_HOST_POINTER;
    return target_is_near(target) || mapping == UNTOUCHED ? FINDING_OUT_OF_BOUNDS
                                                          : FINDING_HOST_POINTER;
}

/* A failed allocation, as the possible cause of a null pointer. "" if none has failed. */
static const char *why_null(char *text, size_t size)
{
    const struct allocation_failure *failure = &allocation_failure;
    struct line line = line_of(failure->pc);
    text[0] = 0;
    if (failure->call)
        snprintf(text, size, "; %s of %zu byte%s at %s:%d failed, %s allows %zu", failure->call,
                 failure->size, plural(failure->size), line.file, line.number, failure->limit_name,
                 failure->limit);
    return text;
}

/* Records for the view the access that has just been found wrong. target: NULL if there is none. */
static void show(struct worker *worker, const struct target *target, uintptr_t address,
                 unsigned size, unsigned what, uintptr_t pc)
{
    static const struct target none;
    struct view_about about = {.kind = (what & EVENT_CLASS) == EVENT_ATOMIC ? "atomic"
                                       : what & EVENT_WRITE                 ? "write"
                                                                            : "read",
                               .pc = pc,
                               .address = address,
                               .size = size,
                               .block = worker->block.index,
                               .thread = worker->running.thread,
                               .ending = event_at(pc, what)};
    target = target ? target : &none;
    view_finding(worker, &about, 1, target->allocation, target->shared, target->offset);
}

void fault_foreign_address(struct worker *worker, uintptr_t address, unsigned size, unsigned what,
                           uintptr_t pc)
{
    if (lane_has_stack(worker, address) || (!(what & EVENT_WRITE) && program_is_constant(address)))
        return;
    char name[128], location[300], why[256];
    uintptr_t earlier = target_recorded(worker, event_at(pc, what), recorder.event);
    struct target target = target_find(worker, address, earlier);
    enum finding_kind kind = kind_of_foreign(worker, address, &target);
    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    if (kind == FINDING_NULL_POINTER)
        snprintf(location, sizeof location, "at address %#lx%s", (unsigned long)address,
                 why_null(why, sizeof why));
    else if (kind == FINDING_HOST_POINTER)
        snprintf(location, sizeof location, "of the host's memory");
    else
        name_target(&target, address, location, sizeof location);
    finding_add(worker, kind, pc, 0, "%s %s %u byte%s %s%s", name, verb(what), size, plural(size),
                kind == FINDING_OUT_OF_BOUNDS ? "at " : "", location);
    show(worker, kind == FINDING_OUT_OF_BOUNDS ? &target : NULL, address, size, what, pc);
    stop(worker, cudaErrorIllegalAddress);
}

void fault_variable_address(struct worker *worker, uintptr_t address, unsigned size, unsigned what,
                            const char *name, uintptr_t pc)
{
    char thread[128];
    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, thread, sizeof thread);
    finding_add(worker, FINDING_HOST_POINTER, pc, 0,
                "%s uses the host's address of %s: the device's comes from cudaGetSymbolAddress",
                thread, name);
    show(worker, NULL, address, size, what, pc);
    stop(worker, cudaErrorIllegalAddress);
}

void fault_constant_written(struct worker *worker, uintptr_t address, unsigned size, unsigned what,
                            uintptr_t pc)
{
    char name[128], location[256];
    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    struct target target = target_find(worker, address, address);
    name_target(&target, address, location, sizeof location);
    finding_add(worker, FINDING_CONSTANT, pc, 0, "%s %s %u byte%s of __constant__ memory: %s", name,
                verb(what), size, plural(size), location);
    show(worker, &target, address, size, what, pc);
    stop(worker, cudaErrorIllegalAddress);
}

void fault_misaligned(struct worker *worker, uintptr_t address, unsigned size, unsigned what,
                      uintptr_t pc)
{
    char name[128], location[256];
    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    struct target target = target_find(worker, address, address);
    name_target(&target, address, location, sizeof location);
    finding_add(worker, FINDING_MISALIGNED, pc, 0,
                "%s %s %u byte%s at %s; the address "
                "is %u more than a multiple of %u",
                name, verb(what), size, plural(size), location, (unsigned)(address % size), size);
    show(worker, &target, address, size, what, pc);
    stop(worker, cudaErrorMisalignedAddress);
}

void fault_misaligned_local(struct worker *worker, uintptr_t address, unsigned size, unsigned what,
                            uintptr_t pc)
{
    char name[128];
    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    finding_add(worker, FINDING_MISALIGNED, pc, 0,
                "%s %s %u bytes at a variable of its own; the address "
                "is %u more than a multiple of %u",
                name, verb(what), size, (unsigned)(address % size), size);
    stop(worker, cudaErrorMisalignedAddress);
}

static _Thread_local uintptr_t overflow_pc;

static void report_overflow(void)
{
    struct worker *worker = this_worker;
    char name[128];
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    finding_add(worker, FINDING_STACK, overflow_pc, 0, "%s needs more than %zu KiB of stack", name,
                STACK_SIZE >> 10);
    stop(worker, cudaErrorLaunchFailure);
}

/* What is left of the stack is too little for a report. */
void fault_stack_overflow(struct worker *worker, uintptr_t pc)
{
    recorder_off();
    overflow_pc = pc;
    lane_continue_with(worker, report_overflow);
}

void fault_device_pointer_on_host(uintptr_t address, uintptr_t pc)
{
    char location[256];
    name_address(NULL, address, location, sizeof location);
    finding_on_host(FINDING_DEVICE_POINTER, pc, "the host touches device memory: %s", location);
    findings_summary();
    view_write();
    fflush(NULL);
    _exit(findings_status());
}

uintptr_t fault_pc(const void *at)
{
    const ucontext_t *context = at;
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP] + 1;
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc + 1;
#else
    (void)context;
    return 0;
#endif
}

/*
 * A kernel without hooks (--plain) has touched an address that is not there. Which one is not said:
 * that may be another in each run, and the system does not always know it. Blocks before this one
 * may still run on other host threads and find more: the first block that does so ends the program,
 * whatever the number of host threads.
 */
static _Noreturn void end_without_hooks(struct worker *worker, uintptr_t address)
{
    const struct sim_launch *launch = worker->run->launch;
    worker->run->wait_for_earlier_blocks(worker);
    uintptr_t guard =
        (uintptr_t)worker->fibres.stacks + lane_of_stack(worker)->stack * STACK_STRIDE;
    char name[128];
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    if (address - guard < STACK_GUARD)
        fprintf(stderr, "simulator: a thread of %s needs more than %zu KiB of stack\n",
                launch->name, STACK_SIZE >> 10);
    else
        fprintf(stderr,
                "simulator: %s of %s, launched at %s:%d, touches what is no device memory: without "
                "--plain the simulator names the line\n",
                name, launch->name, launch->file, launch->line);
    fflush(stdout);
    _exit(findings_status());
}

/* An error in code without hooks: the host's own, or that of a --plain build. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    uintptr_t address = (uintptr_t)info->si_addr, pc = fault_pc(context);
    struct worker *worker = this_worker;
    if (number == SIGSEGV && memory.open && borrowed_return(address))
        return;
    if (!memory.open && memory_is_a_devices(address))
        fault_device_pointer_on_host(address, pc);
    if (worker && worker->run && worker->run->launch && memory.open)
        end_without_hooks(worker, address);
    signal(number, SIG_DFL);
    raise(number);
}

/* 1 if the handler is still there: the program may have installed its own. */
static int catches_signals(void)
{
    struct sigaction now;
    return !sigaction(SIGSEGV, NULL, &now) && now.sa_sigaction == on_signal;
}

void fault_own_stack(void)
{
    stack_t alternative = {.ss_sp = malloc(SIGNAL_STACK), .ss_size = SIGNAL_STACK};
    if (alternative.ss_sp)
        sigaltstack(&alternative, NULL);
}

void fault_catch_signals(void)
{
    fault_own_stack();
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    borrowed_allow(catches_signals);
}
