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

#define GROUP 64 /* bytes: larger than most structures */

static uint8_t junk[GROUP], all_written[GROUP];

static void prepare(void)
{
    if (*all_written)
        return;
    memory_junk(junk, sizeof junk);
    memset(all_written, STATE_WRITTEN, sizeof all_written);
}

/* 1 if the group, or the allocation's part of it, counts as written. */
static int see_group(const struct allocation *a, size_t at, size_t size)
{
    uint8_t *state = memory.state + (a->start - memory.base) + at;

    if (!memcmp(state, all_written, size))
        return 1;
    if (!memcmp((const char *)a->start + at, junk, size))
        return 0;
    memset(state, STATE_WRITTEN, size);
    return 1;
}

void host_writes_see(struct allocation *a, size_t at, size_t size)
{
    size_t first = at / GROUP * GROUP, end = at + size;
    int written = 1;

    if ((a->kind != ALLOCATION_MANAGED && a->kind != ALLOCATION_PINNED) || a->freed || a->written ||
        !settings_recording() || !settings.checks)
        return;
    prepare();
    for (size_t group = first; group < end; group += GROUP) {
        size_t rest = a->size - group;

        written &= see_group(a, group, rest < GROUP ? rest : GROUP);
    }
    a->written = written && at == 0 && size == a->size;
}

void host_writes_see_all(void)
{
    size_t count;
    struct allocation **list = allocation_list(&count);

    for (size_t i = 0; i < count; i++)
        host_writes_see(list[i], 0, list[i]->size);
}
