/*
 * Pending copies: a list for each thread, and two hash tables by address, of what they write and
 * what they read. See copies.h.
 */
#include "check/copies.h"

#include <string.h>

#include "base/allocate.h"
#include "check/access.h"
#include "check/describe.h"
#include "check/detector.h"

#define GRANULE 16 /* bytes: no piece is larger, or crosses a multiple of it */
#define BUCKETS 4096
#define NONE    UINT32_MAX

/* One side of a copy. */
struct side {
    uintptr_t address;
    unsigned size;           /* bytes; 0: nothing to be looked at */
    uint32_t next, previous; /* in its bucket, until the copy ends */
};

struct copy {
    struct side to, from;
    event_t event;
    uint16_t site;
    unsigned thread, group; /* the thread's commits before */
    uint64_t barrier;       /* that it is to complete at, or 0 */
    int has_arrived;        /* its thread has, at the barrier */
    uint32_t next;          /* of the thread's */
};

/*
 * All of the block's copies since none was pending. Pipelines of several stages always have one
 * pending: so those that have ended leave their buckets, and those before the oldest pending one
 * are not looked at any more.
 */
static _Thread_local struct {
    struct copy *list;
    uint32_t count, room, oldest;
    uint32_t to[BUCKETS], from[BUCKETS];
    uint32_t first[THREADS_IN_BLOCK]; /* pending ones, the latest first */
    unsigned committed[THREADS_IN_BLOCK];
    int is_ready, has_commits; /* all above was set up; one of these is not 0 */
    unsigned repeated; /* the barrier's tick since which all sources were read again, or NONE */
} copies;
_Thread_local unsigned copies_pending;

static void forget_all(void)
{
    copies.count = copies.oldest = copies_pending = 0;
    copies.is_ready = 1;
    memset(copies.to, 0xFF, sizeof copies.to);
    memset(copies.from, 0xFF, sizeof copies.from);
    memset(copies.first, 0xFF, sizeof copies.first);
}

/* The thread's access by one side of the copy, once more. */
static void access_side_again(struct worker *worker, const struct copy *copy,
                              const struct side *side, enum access_kind kind)
{
    struct access access = {.site = copy->site,
                            .pc = event_pc(copy->event),
                            .thread = copy->thread,
                            .scope = SIM_SCOPE_SYSTEM,
                            .address = side->address,
                            .size = side->size,
                            .kind = kind,
                            .is_pending = 1};
    if (access.size)
        access_once_more(worker, &access);
}

static void access_again(struct worker *worker, const struct copy *copy)
{
    access_side_again(worker, copy, &copy->from, ACCESS_READ);
    access_side_again(worker, copy, &copy->to, ACCESS_WRITE);
}

void copies_new_block(struct worker *worker)
{
    (void)worker;
    if (copies_pending || !copies.is_ready)
        forget_all();
    if (copies.has_commits)
        memset(copies.committed, 0, sizeof copies.committed);
    copies.has_commits = 0;
}

void copies_end_block(struct worker *worker)
{
    for (uint32_t i = copies.oldest; i < copies.count && copies_pending; i++)
        if (!copies.list[i].has_arrived)
            access_again(worker, &copies.list[i]);
}

static uint32_t *bucket_of(uint32_t *buckets, uintptr_t address)
{
    return &buckets[address / GRANULE % BUCKETS];
}

/* The side of the copy of that number whose table it is. */
static struct side *side_of(const uint32_t *buckets, uint32_t number)
{
    return buckets == copies.to ? &copies.list[number].to : &copies.list[number].from;
}

static void insert(uint32_t *buckets, uint32_t number, uintptr_t address, unsigned size)
{
    uint32_t *bucket = bucket_of(buckets, address);
    *side_of(buckets, number) = (struct side){address, size, *bucket, NONE};
    if (*bucket != NONE)
        side_of(buckets, *bucket)->previous = number;
    *bucket = number;
}

static void take_out(uint32_t *buckets, uint32_t number)
{
    struct side *side = side_of(buckets, number);
    if (!side->size)
        return;
    if (side->previous != NONE)
        side_of(buckets, side->previous)->next = side->next;
    else
        *bucket_of(buckets, side->address) = side->next;
    if (side->next != NONE)
        side_of(buckets, side->next)->previous = side->previous;
    side->size = 0;
}

/* ---- Begin and end ------------------------------------------------------------------- */

static void begin(unsigned thread, event_t event)
{
    if (copies.count == copies.room) {
        copies.room = copies.room ? 2 * copies.room : 1024;
        copies.list = allocate_again(copies.list, copies.room * sizeof *copies.list);
    }
    copies.list[copies.count] = (struct copy){.event = event,
                                              .site = site_number(event),
                                              .thread = thread,
                                              .group = copies.committed[thread],
                                              .next = copies.first[thread]};
    copies.first[thread] = copies.count++;
    copies.repeated = NONE;
    copies_pending++;
}

static int has_ended(uint32_t number)
{
    return !copies.list[number].to.size;
}

static void end(uint32_t number)
{
    take_out(copies.to, number);
    take_out(copies.from, number);
    copies_pending--;
    while (copies.oldest < copies.count && has_ended(copies.oldest))
        copies.oldest++;
}

enum which { IN_GROUPS_BEFORE, AT_BARRIER };

/*
 * The thread has waited for its copies of the groups before that one; or arrives at a barrier to
 * which they are bound, and they end when a thread has waited there.
 */
static void complete(struct worker *worker, unsigned thread, enum which which, uint64_t limit)
{
    for (uint32_t *link = &copies.first[thread]; *link != NONE;) {
        struct copy *copy = &copies.list[*link];
        int is_meant = which == IN_GROUPS_BEFORE ? !copy->barrier && copy->group < limit
                                                 : copy->barrier == limit;
        if (!is_meant) {
            link = &copy->next;
            continue;
        }
        access_again(worker, copy);
        if (which == IN_GROUPS_BEFORE)
            end(*link);
        copy->has_arrived = 1;
        *link = copy->next;
    }
}

static void end_at_barrier(uint64_t barrier)
{
    for (uint32_t i = copies.oldest; i < copies.count && copies_pending; i++)
        if (copies.list[i].barrier == barrier && copies.list[i].has_arrived && !has_ended(i))
            end(i);
}

/* Those of the open group end at the barrier, not with the group. */
static void bind(unsigned thread, uint64_t barrier)
{
    for (uint32_t i = copies.first[thread]; i != NONE; i = copies.list[i].next)
        if (!copies.list[i].barrier && copies.list[i].group == copies.committed[thread])
            copies.list[i].barrier = barrier;
}

void copies_step(struct worker *worker, event_t event, unsigned lane, uint64_t recorded)
{
    unsigned thread = worker->running.warp_number * SIM_WARP_SIZE + lane;
    unsigned what = attributes_of(recorded) >> 16, number = what & COPY_NUMBER_MOST;
    unsigned *committed = &copies.committed[thread];
    uintptr_t address = address_of(recorded);
    switch (what >> COPY_NUMBER_BITS) {
    case SIM_COPY_TO:
        begin(thread, event);
        insert(copies.to, copies.first[thread], address, number);
        break;
    case SIM_COPY_FROM: insert(copies.from, copies.first[thread], address, number); break;
    case SIM_COPY_COMMIT:
        ++*committed;
        copies.has_commits = 1;
        break;
    case SIM_COPY_WAIT:
        complete(worker, thread, IN_GROUPS_BEFORE, *committed > number ? *committed - number : 0);
        break;
    case SIM_COPY_BIND: bind(thread, address); break;
    case SIM_COPY_ARRIVE: complete(worker, thread, AT_BARRIER, address); break;
    case SIM_COPY_ARRIVED: end_at_barrier(address); break;
    }
    if (!copies_pending && copies.count)
        forget_all();
}

/* ---- Other blocks ---------------------------------------------------------------------- */

static void read_again(struct worker *worker, unsigned thread)
{
    for (uint32_t i = copies.first[thread]; i != NONE; i = copies.list[i].next)
        access_side_again(worker, &copies.list[i], &copies.list[i].from, ACCESS_READ);
}

void copies_go_on(struct worker *worker)
{
    for (unsigned thread = 0; thread < worker->launch.threads; thread++)
        read_again(worker, thread);
}

void copies_release(struct worker *worker, unsigned thread)
{
    if (copies.repeated == detector.barrier_tick)
        read_again(worker, thread);
    else
        copies_go_on(worker);
    copies.repeated = detector.barrier_tick;
}

/* ---- Accesses meanwhile ----------------------------------------------------------------- */

static int overlaps(const struct side *side, uintptr_t address, unsigned size)
{
    return side->size && side->address < address + size && address < side->address + side->size;
}

/* A load of cuda::atomic only reads, too. */
static int only_reads(const struct request *request)
{
    return (request->event & (EVENT_CLASS | EVENT_WRITE)) == EVENT_ACCESS ||
           (request->attributes & ACCESS_LOAD);
}

static void find(struct worker *worker, const struct request *request, unsigned i, unsigned size,
                 const struct copy *copy, int is_target)
{
    unsigned thread = worker->running.warp_number * SIM_WARP_SIZE + request->lane[i];
    char here[128], there[128], location[256];
    if (finding_is_known(worker, FINDING_COPY, event_pc(request->event), event_pc(copy->event)))
        return;
    name_thread(worker, thread, worker->block.index, here, sizeof here);
    name_thread(worker, copy->thread, worker->block.index, there, sizeof there);
    name_address(worker, request->address[i], location, sizeof location);
    const char *verb = only_reads(request)                              ? "reads"
                       : (request->event & EVENT_CLASS) == EVENT_ATOMIC ? "updates"
                                                                        : "writes";
    finding_add(worker, FINDING_COPY, event_pc(request->event), event_pc(copy->event),
                "%s %s %u byte%s that %s asynchronous copy%s%s %s: %s", here, verb, size,
                plural(size), copy->thread == thread ? "its own" : "the",
                copy->thread == thread ? "" : " of ", copy->thread == thread ? "" : there,
                is_target ? "may not have written yet" : "may still read", location);
}

/* The copies in a bucket with a side that shares bytes with the access: finds each, but of copies
 * of one line that stand together the first alone. */
static void check_side(struct worker *worker, const struct request *request, unsigned i,
                       unsigned size, int is_target)
{
    uint32_t *buckets = is_target ? copies.to : copies.from;
    event_t found = 0;
    for (uint32_t number = *bucket_of(buckets, request->address[i]); number != NONE;) {
        const struct copy *copy = &copies.list[number];
        const struct side *side = side_of(buckets, number);
        if (overlaps(side, request->address[i], size) && copy->event != found) {
            find(worker, request, i, size, copy, is_target);
            found = copy->event;
        }
        number = side->next;
    }
}

void copies_check(struct worker *worker, const struct request *request)
{
    unsigned size = 1u << (request->event & EVENT_SIZE);
    for (unsigned i = 0; i < request->count; i++) {
        check_side(worker, request, i, size, 1);
        if (!only_reads(request))
            check_side(worker, request, i, size, 0);
    }
}
