/*
 * Says in words which thread did what to which address.
 */
#include <stdio.h>
#include <string.h>

#include "report/findings.h"
#include "report/lines.h"
#include "memory/memory.h"
#include "launch/run.h"
#include "memory/shared_memory.h"

static void name_index(const struct sim_index *size, uint64_t linear, char *text, size_t room)
{
    unsigned x = (unsigned)(linear % size->x), y = (unsigned)(linear / size->x % size->y);
    unsigned z = (unsigned)(linear / size->x / size->y);
    if (size->z > 1)
        snprintf(text, room, "(%u, %u, %u)", x, y, z);
    else if (size->y > 1)
        snprintf(text, room, "(%u, %u)", x, y);
    else
        snprintf(text, room, "%u", x);
}

const char *name_thread(const struct worker *worker, unsigned thread, uint64_t block,
                        char *text, size_t size)
{
    char thread_name[48], block_name[48] = "";
    name_index(&worker->run->launch->block, thread, thread_name, sizeof thread_name);
    if (block == BLOCK_UNKNOWN) {
        snprintf(text, size, "a thread of another block");
        return text;
    }
    name_index(&worker->run->launch->grid, block, block_name, sizeof block_name);
    snprintf(text, size, "thread %s of block %s", thread_name, block_name);
    return text;
}

static void name_allocation(const struct allocation *a, long long offset, char *text, size_t size)
{
    if (a->name) {
        snprintf(text, size, "%s + %lld bytes (a variable of %zu bytes)", a->name, offset,
                 a->size);
        return;
    }
    struct line line = line_of(a->pc);
    const char *maker = a->kind == ALLOCATION_MANAGED  ? "cudaMallocManaged"
                        : a->kind == ALLOCATION_PINNED ? "cudaMallocHost"
                        : a->kind == ALLOCATION_HEAP   ? "malloc in a kernel"
                                                       : "cudaMalloc";
    if (line.number)
        snprintf(text, size, "byte %lld of the %zu bytes from %s:%d (%s)", offset, a->size,
                 line.file, line.number, maker);
    else
        snprintf(text, size, "byte %lld of the %zu bytes from %s no. %d", offset, a->size,
                 maker, a->number);
}

const char *name_address(struct worker *worker, uintptr_t address, char *text, size_t size)
{
    if (!memory_contains(address)) {
        const struct shared_array *array = shared_memory_array(worker, address);
        if (!array)
            array = shared_memory_before(worker, address);
        if (!array)
            snprintf(text, size, "shared memory that belongs to no array");
        else if (*array->name)
            snprintf(text, size, "%s + %zu bytes (a shared array of %zu bytes)", array->name,
                     (size_t)(address - worker->shared - array->offset), array->size);
        else
            snprintf(text, size, "dynamic shared memory + %zu bytes (of %zu)",
                     (size_t)(address - worker->shared - array->offset), array->size);
        return text;
    }
    struct allocation *a = allocation_find(address);
    if (!a)
        a = allocation_before(address);
    if (a)
        name_allocation(a, (long long)(address - a->start), text, size);
    else
        snprintf(text, size, "an address that was never allocated");
    return text;
}

static const char *verb(enum access_kind kind, int past)
{
    if (kind == ACCESS_READ)
        return past ? "read" : "reads";
    if (kind == ACCESS_WRITE)
        return past ? "wrote" : "writes";
    return past ? "updated" : "updates";
}

static const char *with_atomic(enum access_kind kind)
{
    return kind == ACCESS_ATOMIC ? " with an atomic" : "";
}

void finding_race(struct worker *worker, const struct access *access,
                  const struct access *other, uint64_t other_block)
{
    enum finding_kind kind = other_block == worker->block ? FINDING_RACE
                                                           : FINDING_RACE_BETWEEN_BLOCKS;
    char here[128], there[128], place[256];
    if (finding_again(worker, kind, access->pc, other->pc))
        return;
    name_thread(worker, access->thread, worker->block, here, sizeof here);
    name_thread(worker, other->thread, other_block, there, sizeof there);
    name_address(worker, access->address, place, sizeof place);
    finding_add(worker, kind, access->pc, other->pc, "%s %s%s what %s %s%s: %s", here,
                verb(access->kind, 0), with_atomic(access->kind), there, verb(other->kind, 1),
                with_atomic(other->kind), place);
}

void finding_uninitialised(struct worker *worker, const struct access *access)
{
    char here[128], place[256];
    if (finding_again(worker, FINDING_UNINITIALISED, access->pc, 0))
        return;
    name_thread(worker, access->thread, worker->block, here, sizeof here);
    name_address(worker, access->address, place, sizeof place);
    finding_add(worker, FINDING_UNINITIALISED, access->pc, 0,
                "%s reads %u bytes that nobody has written: %s", here, access->size, place);
}

void finding_invalid_access(struct worker *worker, const struct access *access)
{
    char here[128], place[256];
    struct allocation *a = memory_contains(access->address)
                               ? allocation_find(access->address) : NULL;
    enum finding_kind kind = a && a->freed ? FINDING_USE_AFTER_FREE : FINDING_OUT_OF_BOUNDS;
    if (finding_again(worker, kind, access->pc, 0))
        return;
    name_thread(worker, access->thread, worker->block, here, sizeof here);
    name_address(worker, access->address, place, sizeof place);
    finding_add(worker, kind, access->pc, 0,
                "%s %s %u bytes at %s%s", here, verb(access->kind, 0), access->size, place,
                kind == FINDING_USE_AFTER_FREE ? ", which were freed" : "");
}
