/*
 * Keeps courses in a table, by the hash of what the groups have recorded.
 */
#include "warp/course.h"

#include <string.h>

#include "base/allocate.h"
#include "base/instrument.h"

#define COURSES 64 /* a power of two: a kernel's phases have few */

void courses_start(struct worker *worker)
{
    worker->courses = allocate_pages(COURSES * sizeof *worker->courses, " for a kernel's steps");
}

static inline size_t length_of(const struct group *group)
{
    return (size_t)(group->end - group->next);
}

/*
 * 1 if nothing else than the groups themselves tells how they go on: all that they will do before
 * their lanes wait is there, none has parted from others before, and nobody looks at basic blocks.
 */
static inline int may_be_kept(const struct worker *worker, unsigned count)
{
    const struct warp *warp = worker->running.warp;
    return count && count <= COURSE_GROUPS_MOST && !(warp->full | warp->before_atomic) &&
           !warp->parting_count && !*worker->hooks->step;
}

/* Of what most likely tells them from others. */
static inline uint32_t hash_of(const struct group *groups, unsigned count)
{
    uint32_t hash = 0;
    for (unsigned i = 0; i < count; i++)
        hash = (hash + groups[i].lanes) * 0x9E3779B1u +
               (groups[i].next[0] ^ (uint32_t)length_of(&groups[i]) << 16 ^ groups[i].end[-1] << 8);
    return hash ^ hash >> 16;
}

/* Two events at a time. */
static inline int have_same_events(const event_t *a, const event_t *b, size_t length)
{
    uint64_t two, others, differ = 0;
    if (length % 2)
        differ = a[length - 1] ^ b[length - 1];
    for (size_t i = 0; i + 1 < length; i += 2) {
        memcpy(&two, a + i, sizeof two);
        memcpy(&others, b + i, sizeof others);
        differ |= two ^ others;
    }
    return !differ;
}

/* 1 if the course is that of these groups. */
static inline int is_of(const struct course *course, const struct warp *warp,
                        const struct group *groups, unsigned count)
{
    const event_t *events = course->events;
    if (course->count != count ||
        (count > 1 && (course->resumed != warp->resumed || course->resumed_at != warp->resumed_at)))
        return 0;
    for (unsigned i = 0; i < count; i++) {
        const struct course_group *group = &course->group[i];
        if (group->lanes != groups[i].lanes || group->depth != groups[i].depth ||
            group->length != length_of(&groups[i]) ||
            !have_same_events(events, groups[i].next, group->length))
            return 0;
        events += group->length;
    }
    return 1;
}

/* Begins to note that of these groups; returns 0 if it has no room for them. */
static int begin(struct course *course, const struct warp *warp, const struct group *groups,
                 unsigned count)
{
    size_t done = 0;
    course->count = count;
    course->resumed = warp->resumed;
    course->resumed_at = warp->resumed_at;
    course->turns = course->blocks = 0;
    for (unsigned i = 0; i < count; i++) {
        size_t length = length_of(&groups[i]);
        if (length > COURSE_EVENTS_MOST - done)
            return 0;
        course->group[i] = (struct course_group){
            .lanes = groups[i].lanes, .depth = groups[i].depth, .length = (unsigned)length};
        memcpy(course->events + done, groups[i].next, length * sizeof(event_t));
        done += length;
    }
    return 1;
}

const struct course *course_find(struct worker *worker, const struct group *groups, unsigned count)
{
    const struct warp *warp = worker->running.warp;
    worker->noted = NULL;
    if (!may_be_kept(worker, count))
        return NULL;
    uint32_t hash = hash_of(groups, count);
    struct course *course = &worker->courses[hash % COURSES];
    if (course->hash != hash || course->state == COURSE_EMPTY) {
        course->hash = hash;
        course->state = COURSE_SEEN_ONCE;
    } else if (course->state == COURSE_KNOWN) {
        return is_of(course, warp, groups, count) ? course : NULL;
    } else if (course->state == COURSE_SEEN_ONCE) {
        course->state = COURSE_UNFIT; /* unless it is noted to its end */
        if (begin(course, warp, groups, count))
            worker->noted = course;
    }
    return NULL;
}

void course_noted(struct worker *worker, const struct group *groups)
{
    struct course *course = worker->noted;
    worker->noted = NULL;
    course->state = COURSE_KNOWN;
    for (unsigned i = 0; i < course->count; i++)
        course->group[i].end_depth = groups[i].depth;
}

void course_note_block(struct worker *worker)
{
    worker->noted->blocks++; /* there are no more than events */
}

void course_note_turn(struct worker *worker, event_t event, unsigned who, unsigned depth)
{
    struct course *course = worker->noted;
    if (course->turns == COURSE_TURNS_MOST) {
        worker->noted = NULL;
        return;
    }
    course->turn[course->turns++] =
        (struct turn){event, who, (uint16_t)depth, (uint16_t)course->blocks};
    course->blocks = 0;
}
