/*
 * Groups: see group.h.
 */
#define _GNU_SOURCE
#include "nccl/group.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/site.h"
#include "nccl/perform.h"
#include "nccl/report.h"

static _Thread_local struct {
    int depth;
    uintptr_t pc; /* of the first ncclGroupStart */
    struct entry *entries;
    size_t count;
    ncclResult_t failed; /* of a call in the group */
} group;

size_t entry_sent(const struct entry *entry)
{
    return call_sent_size(&entry->call.form, entry->communicator->count);
}

size_t entry_result(const struct entry *entry)
{
    return call_result_size(&entry->call.form, entry->communicator->count);
}

static int overlap(const void *one, size_t size, const void *other, size_t other_size)
{
    uintptr_t a = (uintptr_t)one, b = (uintptr_t)other;
    return size && other_size && a < b + other_size && b < a + size;
}

/*
 * The calls of a group run at the same time: no call may use a buffer that another call of its rank
 * writes.
 */
static void check_apart(const struct entry *one, const struct entry *other)
{
    size_t result = entry_result(one), other_result = entry_result(other);
    int writes = overlap(one->to, result, other->to, other_result);
    if (!writes && !overlap(one->to, result, other->from, entry_sent(other)) &&
        !overlap(one->from, entry_sent(one), other->to, other_result))
        return;
    report_together(
        one->call.pc, other->call.pc,
        "rank %d calls %s and %s in one group, and they share a buffer that one of them "
        "writes",
        one->communicator->rank, call_name(other->call.form.kind), call_name(one->call.form.kind));
}

static void check_all_apart(const struct entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (!entries[i].joins && entries[i].communicator == entries[k].communicator)
                check_apart(&entries[i], &entries[k]);
}

/* All calls begin before any is waited for. */
static ncclResult_t run(struct entry *entries, size_t count)
{
    ncclResult_t result = ncclSuccess;
    for (size_t i = 0; i < count && !result; i++)
        if (entries[i].joins)
            result = communicator_join(entries[i].communicator);
    for (size_t i = 0; i < count && !result; i++)
        if (entries[i].joins)
            result = communicator_wait(entries[i].communicator);
    if (!result) {
        check_all_apart(entries, count);
        perform_join_streams(entries, count);
    }
    for (size_t i = 0; i < count && !result; i++)
        if (!entries[i].joins)
            perform_begin(&entries[i]);
    for (size_t i = 0; i < count; i++)
        if (entries[i].begun) {
            ncclResult_t one = perform_end(&entries[i]);
            result = result ? result : one;
        }
    if (!result)
        perform_join_streams(entries, count);
    return result;
}

ncclResult_t group_failed(ncclResult_t result)
{
    if (group.depth > 0 && !group.failed)
        group.failed = result;
    return result;
}

ncclResult_t group_add(const struct entry *entry)
{
    if (group.depth == 0) {
        struct entry alone = *entry;
        return run(&alone, 1);
    }
    group.entries = allocate_again(group.entries, (group.count + 1) * sizeof *group.entries);
    group.entries[group.count++] = *entry;
    return ncclSuccess;
}

/* At the program's end: reports an open group of the thread that ends it. */
static void end(int status, void *unused)
{
    (void)status;
    (void)unused;
    if (group.depth)
        report_wrong(
            ncclInvalidUsage, group.pc,
            "ncclGroupStart without ncclGroupEnd: the calls in the group, %zu, never begin",
            group.count);
}

static void register_end(void)
{
    on_exit(end, NULL);
}

ncclResult_t ncclGroupStart(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_end);
    if (group.depth++ == 0)
        group.pc = CALLER;
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd(void)
{
    if (group.depth == 0)
        return report_wrong(ncclInvalidUsage, CALLER, "ncclGroupEnd without ncclGroupStart");
    if (--group.depth > 0)
        return ncclSuccess;
    struct entry *entries = group.entries;
    size_t count = group.count;
    ncclResult_t result = group.failed;
    memset(&group, 0, sizeof group);
    if (!result)
        result = run(entries, count);
    free(entries);
    return result;
}
