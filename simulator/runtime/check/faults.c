/*
 * Errors that the next access would run into.
 */
#define _GNU_SOURCE
#include "check/faults.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <ucontext.h>

#include "cuda_runtime_api.h"
#include "report/findings.h"
#include "report/lines.h"
#include "memory/memory.h"
#include "launch/run.h"
#include "base/settings.h"

#define NULL_PAGES 65536        /* addresses below are a null pointer plus an offset */
#define SIGNAL_STACK 65536      /* bytes */

extern char __executable_start[], __data_start[];     /* set by the linker */

/* Constants of the program: literals and tables, which lie before its variables. */
static int is_constant_data(uintptr_t address)
{
    return address >= (uintptr_t)__executable_start && address < (uintptr_t)__data_start;
}

static int in_some_stack(const struct worker *worker, uintptr_t address)
{
    return address - (uintptr_t)worker->stacks < THREADS_IN_BLOCK * STACK_STRIDE;
}

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

/* What may be the cause of a null pointer: an allocation that has failed. "" without one. */
static const char *why_null(char *text, size_t size)
{
    const struct allocation_failure *failure = &allocation_failure;
    struct line line = line_of(failure->pc);
    text[0] = 0;
    if (failure->call)
        snprintf(text, size, "; %s of %zu bytes at %s:%d failed, %s allows %zu", failure->call,
                 failure->size, line.file, line.number, failure->limit_name, failure->limit);
    return text;
}

void fault_foreign_address(struct worker *worker, uintptr_t address, unsigned size,
                           unsigned what, uintptr_t pc)
{
    if (in_some_stack(worker, address) || (is_constant_data(address) && !(what & EVENT_WRITE)))
        return;
    char name[128], why[256];
    recorder.limit = recorder.event = NULL;
    name_thread(worker, worker->current, worker->block, name, sizeof name);
    if (address < NULL_PAGES)
        finding_add(worker, FINDING_NULL_POINTER, pc, 0, "%s %s %u bytes at address %#lx%s", name,
                    verb(what), size, (unsigned long)address, why_null(why, sizeof why));
    else
        finding_add(worker, FINDING_HOST_POINTER, pc, 0, "%s %s %u bytes of the host's memory",
                    name, verb(what), size);
    stop(worker, cudaErrorIllegalAddress);
}

void fault_variable_address(struct worker *worker, uintptr_t address, const char *name,
                            uintptr_t pc)
{
    char thread[128];
    recorder.limit = recorder.event = NULL;
    name_thread(worker, worker->current, worker->block, thread, sizeof thread);
    finding_add(worker, FINDING_HOST_POINTER, pc, 0, "%s uses address %#lx, the host's of %s: the "
                "device's comes from cudaGetSymbolAddress", thread, (unsigned long)address, name);
    stop(worker, cudaErrorIllegalAddress);
}

void fault_misaligned(struct worker *worker, uintptr_t address, unsigned size,
                      unsigned what, uintptr_t pc)
{
    char name[128], place[256];
    recorder.limit = recorder.event = NULL;
    name_thread(worker, worker->current, worker->block, name, sizeof name);
    name_address(worker, address, place, sizeof place);
    finding_add(worker, FINDING_MISALIGNED, pc, 0, "%s %s %u bytes at %s: address %#lx", name,
                verb(what), size, place, (unsigned long)address);
    stop(worker, cudaErrorMisalignedAddress);
}

void fault_stack_overflow(struct worker *worker, uintptr_t pc)
{
    recorder.limit = recorder.event = NULL;
    (void)pc;
    if (worker->run->serial)
        fprintf(stderr, "simulator: a thread of %s needs more than %zu KiB of stack\n",
                worker->run->launch->name, STACK_SIZE >> 10);
    stop(worker, cudaErrorLaunchFailure);
}

void fault_device_pointer_on_host(uintptr_t address, uintptr_t pc)
{
    char place[256];
    name_address(NULL, address, place, sizeof place);
    finding_on_host(FINDING_DEVICE_POINTER, pc, "the host touches device memory: %s", place);
    findings_summary();
    fflush(NULL);
    _exit(1);
}

static uintptr_t pc_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

/* Code without hooks went wrong: the host's own, or that of a --plain build. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    uintptr_t address = (uintptr_t)info->si_addr, pc = pc_of(context) + 1;
    struct worker *worker = this_worker;
    if (!memory.open && address - memory.start[PART_DEVICE] < memory.part_size[PART_DEVICE])
        fault_device_pointer_on_host(address, pc);
    if (worker && worker->run && worker->run->launch && memory.open) {
        uintptr_t guard = (uintptr_t)worker->stacks + worker->current * STACK_STRIDE;
        if (address - guard < STACK_GUARD)
            fprintf(stderr, "simulator: a thread of %s needs more than %zu KiB of stack\n",
                    worker->run->launch->name, STACK_SIZE >> 10);
        else
            fprintf(stderr, "simulator: %s touches address %#lx, which is no device memory\n",
                    worker->run->launch->name, (unsigned long)address);
        fflush(stdout);
        _exit(1);
    }
    signal(number, SIG_DFL);
    raise(number);
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
}
