/*
 * The host's writes: see host_writes.h.
 *
 * A host that fills structures does not write padding and unused members. A kernel that copies a
 * structure reads all of it. So bytes are checked in groups: a group counts as written if the host
 * has written a part of it.
 */
#include "memory/host_writes.h"

#include <string.h>

#include "base/settings.h"
#include "memory/state_pages.h"

#define GROUP 64 /* bytes: larger than most structures */

static uint8_t junk[GROUP], all_written[GROUP];

static void prepare(void)
{
    if (*all_written)
        return;
    memory_junk(junk, sizeof junk);
    memset(all_written, STATE_WRITTEN, sizeof all_written);
}

/* 1 if the group, or the allocation's part of it, is known to be written. */
static int is_known(const struct allocation *a, size_t at, size_t size)
{
    return !memcmp(memory.state + (a->start - memory.base) + at, all_written, size);
}

/* 1 if it has been written, as its bytes show. */
static int is_changed(const struct allocation *a, size_t at, size_t size)
{
    return memcmp((const char *)a->start + at, junk, size) != 0;
}

/* Groups side by side count as written from now on, from first to end; they may be none. */
static void mark(const struct allocation *a, size_t first, size_t end)
{
    if (first < end)
        state_fill(a->start + first, end - first, STATE_WRITTEN);
}

void host_writes_see(struct allocation *a, size_t at, size_t size)
{
    size_t group = at / GROUP * GROUP, end = at + size, since = group, next;
    int written = 1;

    if ((a->kind != ALLOCATION_MANAGED && a->kind != ALLOCATION_PINNED) || a->freed || a->written ||
        !settings_recording() || !settings.checks)
        return;
    prepare();
    for (; group < end; group = next) {
        next = a->size - group < GROUP ? a->size : group + GROUP;
        int known = is_known(a, group, next - group);
        if (!known && is_changed(a, group, next - group))
            continue;
        written &= known;
        mark(a, since, group);
        since = next;
    }
    mark(a, since, group);
    a->written = written && at == 0 && size == a->size;
}

void host_writes_see_all(void)
{
    size_t count;
    struct allocation **list = allocation_list(&count);

    for (size_t i = 0; i < count; i++)
        host_writes_see(list[i], 0, list[i]->size);
}
