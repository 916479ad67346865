/*
 * Keeps a mirror of the arena and of its state, at the same offsets. Of device memory, only chunks
 * that may have changed since the last copy are copied (memory_touch). Memory that the host can
 * write unnoticed is copied each time.
 */
#include "memory/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/hash.h"
#include "base/settings.h"
#include "memory/borrowed.h"
#include "memory/memory.h"
#include "memory/mirror.h"
#include "memory/peers.h"

/* Bytes from which on host threads share the work: to wake them takes as long as to copy some. */
#define SHARED_LEAST ((size_t)4 << 20)

static struct mirror data, state;

/* Chunks are dealt out to host threads in turn: those of this one. */
static _Thread_local unsigned part, parts = 1;

/* 1 if the launch may change the allocation. */
static int is_reached(const struct allocation *a)
{
    return !a->freed && (!memory_is_a_devices(a->start) || peers_reach(device_at_work, a->device));
}

/*
 * 1 if the state is to be copied, too. A written byte stays written, so a fully written allocation
 * needs no copy of its state.
 */
static int with_state(const struct allocation *allocation)
{
    return settings_recording() && settings.checks && !allocation->written;
}

/* ---- Pieces: parts of a chunk in one allocation ----------------------------------------- */

static int may_have_changed(const struct allocation *a, size_t at)
{
    return !memory_is_a_devices(a->start) || *memory_touched(a->start + at);
}

static void save_piece(const struct allocation *a, size_t at, size_t size)
{
    size_t offset = a->start - memory.base + at;
    if (offset / MEMORY_CHUNK % parts != part || !may_have_changed(a, at))
        return;
    if (!data.is_borrowed[offset / LARGE_PAGE])
        mirror_save(&data, offset, (const char *)a->real + at, size);
    if (with_state(a))
        mirror_save(&state, offset, (const char *)memory.state + offset, size);
}

/* All of it: a stopped run may have made stores that are not recorded. */
static void restore_piece(const struct allocation *a, size_t at, size_t size)
{
    size_t offset = a->start - memory.base + at;
    mirror_restore(&data, offset, (char *)a->real + at, size);
    if (with_state(a))
        mirror_restore(&state, offset, (char *)memory.state + offset, size);
}

/* To be called when all allocations are saved or are as saved, since they share chunks. */
static void settle_piece(const struct allocation *a, size_t at, size_t size)
{
    (void)size;
    if (memory_is_a_devices(a->start))
        *memory_touched(a->start + at) = 0;
}

static int has_changed(const struct allocation *a, size_t at, size_t size)
{
    size_t offset = a->start - memory.base + at;
    return may_have_changed(a, at) &&
           (!mirror_has(&data, offset, (const char *)a->real + at, size) ||
            (with_state(a) &&
             !mirror_has(&state, offset, (const char *)memory.state + offset, size)));
}

static int any_has_changed;

static void ask_of_piece(const struct allocation *a, size_t at, size_t size)
{
    any_has_changed = any_has_changed || has_changed(a, at, size);
}

static struct {
    struct snapshot_changes changes;
    size_t most;
} collected;

static char *copy(const void *bytes, size_t size)
{
    char *copied = allocate(size);
    memcpy(copied, bytes, size);
    return copied;
}

static void collect_piece(const struct allocation *a, size_t at, size_t size)
{
    struct snapshot_changes *changes = &collected.changes;
    if (changes->bytes > collected.most || !has_changed(a, at, size))
        return;
    struct changed_piece piece = {
        .start = a->start + at, .real = (char *)a->real + at, .size = size};
    piece.bytes = copy(piece.real, size);
    if (with_state(a))
        piece.state = copy(memory.state + (piece.start - memory.base), size);
    if (!(changes->count & (changes->count - 1))) /* its room doubles */
        changes->pieces = allocate_again(changes->pieces,
                                         (changes->count ? 2 * changes->count : 1) * sizeof piece);
    changes->pieces[changes->count++] = piece;
    changes->bytes += piece.state ? 2 * size : size;
}

/* ---- All of the memory --------------------------------------------------------------- */

static void for_pieces(const struct allocation *a,
                       void (*treat)(const struct allocation *a, size_t at, size_t size))
{
    for (size_t at = 0, size; at < a->size; at += size) {
        size = MEMORY_CHUNK - (a->start - memory.base + at) % MEMORY_CHUNK;
        if (size > a->size - at)
            size = a->size - at;
        treat(a, at, size);
    }
}

/* The same for those that may have changed: most of a large array mostly has not. */
static void for_changed_pieces(const struct allocation *a,
                               void (*treat)(const struct allocation *a, size_t at, size_t size))
{
    if (!memory_is_a_devices(a->start)) {
        for_pieces(a, treat);
        return;
    }
    uintptr_t end = a->start + a->size, at = a->start, next;
    for (; at < end; at = next) {
        const uint8_t *first = memory_touched(at), *last = memory_touched(end - 1);
        const uint8_t *touched = memchr(first, 1, (size_t)(last - first) + 1);
        if (!touched)
            return;
        if (touched > first)
            at += (size_t)(touched - first) * MEMORY_CHUNK - (at - memory.base) % MEMORY_CHUNK;
        next = at + MEMORY_CHUNK - (at - memory.base) % MEMORY_CHUNK;
        treat(a, at - a->start, (next < end ? next : end) - at);
    }
}

typedef void for_pieces_of(const struct allocation *a,
                           void (*treat)(const struct allocation *a, size_t at, size_t size));

static void for_all(for_pieces_of *of_one,
                    void (*treat)(const struct allocation *a, size_t at, size_t size))
{
    size_t count;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++)
        if (is_reached(list[i]))
            of_one(list[i], treat);
}

/* The allocation's first snapshot. */
static void prepare(struct allocation *a)
{
    if (a->mirrored)
        return;
    a->mirrored = 1;
    mirror_use_large_pages(&data, a);
    if (with_state(a))
        mirror_use_large_pages(&state, a);
}

static size_t bytes_to_save;

static void count_piece(const struct allocation *a, size_t at, size_t size)
{
    bytes_to_save += may_have_changed(a, at) ? size : 0;
}

static void save_part(unsigned number, unsigned count)
{
    part = number;
    parts = count;
    for_all(for_changed_pieces, save_piece);
    part = 0;
    parts = 1;
}

void snapshot_take(void (*share)(void (*work)(unsigned part, unsigned parts)))
{
    size_t count;
    struct allocation **list = allocation_list(&count);
    mirror_make(&data);
    if (settings_recording() && settings.checks)
        mirror_make(&state);
    for (size_t i = 0; i < count; i++)
        prepare(list[i]);
    bytes_to_save = 0;
    memory_open();
    for (size_t i = 0; i < count; i++)
        if (is_reached(list[i]))
            borrowed_choose(&data, list[i]);
    for_all(for_changed_pieces, count_piece);
    if (bytes_to_save >= SHARED_LEAST)
        share(save_part);
    else
        save_part(0, 1);
    for_all(for_changed_pieces, settle_piece);
    borrowed_protect();
    memory_close();
}

uint64_t snapshot_hash(void)
{
    size_t count;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++) {
        if (!is_reached(list[i]) || !list[i]->size)
            continue;
        size_t first = (list[i]->start - memory.base) / MEMORY_CHUNK;
        size_t end = (list[i]->start + list[i]->size - 1 - memory.base) / MEMORY_CHUNK + 1;
        mirror_take_hashes(&data, first, end);
        if (state.bytes)
            mirror_take_hashes(&state, first, end);
    }
    return hash_mix(hash_mix(allocation_layout(), data.hash), state.hash);
}

int snapshot_is_as_taken(void)
{
    any_has_changed = 0;
    memory_open();
    for_all(for_changed_pieces, ask_of_piece);
    if (!any_has_changed) /* launches that repeat this one need not compare it again */
        for_all(for_changed_pieces, settle_piece);
    memory_close();
    return !any_has_changed;
}

void snapshot_changes_free(struct snapshot_changes *changes)
{
    for (size_t i = 0; i < changes->count; i++) {
        free(changes->pieces[i].bytes);
        free(changes->pieces[i].state);
    }
    free(changes->pieces);
    memset(changes, 0, sizeof *changes);
}

int snapshot_changes_are_equal(const struct snapshot_changes *a, const struct snapshot_changes *b)
{
    if (a->count != b->count)
        return 0;
    for (size_t i = 0; i < a->count; i++) {
        const struct changed_piece *one = &a->pieces[i], *other = &b->pieces[i];
        if (one->start != other->start || one->size != other->size ||
            memcmp(one->bytes, other->bytes, one->size) || !one->state != !other->state ||
            (one->state && memcmp(one->state, other->state, one->size)))
            return 0;
    }
    return 1;
}

int snapshot_changes(struct snapshot_changes *changes, size_t most)
{
    memset(&collected, 0, sizeof collected);
    collected.most = most;
    memory_open();
    for_all(for_changed_pieces, collect_piece);
    memory_close();
    *changes = collected.changes;
    if (changes->bytes <= most)
        return 1;
    snapshot_changes_free(changes);
    return 0;
}

void snapshot_change(const struct snapshot_changes *changes)
{
    memory_open();
    for (size_t i = 0; i < changes->count; i++) {
        const struct changed_piece *piece = &changes->pieces[i];
        memory_touch(piece->start, piece->size);
        memcpy(piece->real, piece->bytes, piece->size);
        if (piece->state)
            memcpy(memory.state + (piece->start - memory.base), piece->state, piece->size);
    }
    memory_close();
}

void snapshot_restore(void)
{
    memory_open();
    for_all(for_pieces, restore_piece);
    memory_close();
}
