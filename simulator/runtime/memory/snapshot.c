/*
 * Keeps a mirror of the arena and of its state, at the same offsets. Of device memory, only chunks
 * that may have changed since the last copy are copied (memory_touch). Memory that the host can
 * write unnoticed is copied each time.
 *
 * For a chunk that repeats one word (zeros, or untouched junk), only the word is kept. Most of a
 * large array may be such chunks.
 */
#define _GNU_SOURCE
#include "memory/snapshot.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/hash.h"
#include "base/settings.h"
#include "memory/memory.h"
#include "memory/peers.h"

/* A copy of a range of the arena's size; for some chunks their one word alone. */
struct mirror {
    char *bytes;
    struct chunk {
        int is_one_word;
        char word[4];
        unsigned used; /* bytes of it, from its beginning on, that something was copied to */
        uint64_t hash;
    } * chunks;
    uint8_t *changed; /* of each chunk: 1 if it has since its hash was taken */
    uint64_t hash;    /* of all chunks */
};
static struct mirror data, state;

static void make(struct mirror *mirror)
{
    static const char purpose[] =
        " for a copy of the device's memory; SIM_CHECKS=0 SIM_THREADS=1 needs none";
    size_t count = memory.size / MEMORY_CHUNK + 1;
    if (mirror->bytes)
        return;
    mirror->bytes = allocate_pages(memory.size, purpose);
    mirror->chunks = allocate_pages(count * sizeof *mirror->chunks, purpose);
    mirror->changed = allocate_pages(count, purpose);
}

/* Large arrays in large pages: one costs as much time as a quarter of it in small ones. */
static void use_large_pages(const struct mirror *mirror, const struct allocation *a)
{
    size_t few = LARGE_PAGE / 4, start = a->start - memory.base;
    size_t first = (start + few - 1) / LARGE_PAGE * LARGE_PAGE,
           end = (start + a->size + LARGE_PAGE - few) / LARGE_PAGE * LARGE_PAGE;

    if (first < end)
        madvise(mirror->bytes + first, end - first, MADV_HUGEPAGE);
}

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

/* Each byte is the one 4 before it. */
static int is_one_word(const char *bytes, size_t size)
{
    return size > 4 && !memcmp(bytes, bytes + 4, size - 4);
}

static int is_as_saved(const struct mirror *mirror, size_t offset, const char *bytes, size_t size)
{
    const struct chunk *chunk = &mirror->chunks[offset / MEMORY_CHUNK];
    if (!chunk->is_one_word)
        return !memcmp(mirror->bytes + offset, bytes, size);
    return !memcmp(chunk->word, bytes, sizeof chunk->word) && is_one_word(bytes, size);
}

/* Expands a chunk of one word to bytes, for all allocations in the chunk. */
static void spread(struct mirror *mirror, size_t number)
{
    char *bytes = mirror->bytes + number * MEMORY_CHUNK;
    for (size_t i = 0; i < MEMORY_CHUNK; i += sizeof mirror->chunks->word)
        memcpy(bytes + i, mirror->chunks[number].word, sizeof mirror->chunks->word);
}

static void save(struct mirror *mirror, size_t offset, const char *bytes, size_t size)
{
    struct chunk *chunk = &mirror->chunks[offset / MEMORY_CHUNK];
    if (is_as_saved(mirror, offset, bytes, size))
        return;
    mirror->changed[offset / MEMORY_CHUNK] = 1;
    if (chunk->used < offset % MEMORY_CHUNK + size)
        chunk->used = (unsigned)(offset % MEMORY_CHUNK + size);
    if (chunk->is_one_word && size < MEMORY_CHUNK)
        spread(mirror, offset / MEMORY_CHUNK);
    chunk->is_one_word = size == MEMORY_CHUNK && is_one_word(bytes, size);
    if (chunk->is_one_word)
        memcpy(chunk->word, bytes, sizeof chunk->word);
    else
        memcpy(mirror->bytes + offset, bytes, size);
}

/* Does not write unchanged bytes: constants may be in read-only memory. */
static void restore(const struct mirror *mirror, size_t offset, char *bytes, size_t size)
{
    const struct chunk *chunk = &mirror->chunks[offset / MEMORY_CHUNK];
    if (is_as_saved(mirror, offset, bytes, size))
        return;
    if (!chunk->is_one_word) {
        memcpy(bytes, mirror->bytes + offset, size);
    } else {
        for (size_t i = 0; i < size; i++)
            bytes[i] = chunk->word[i % sizeof chunk->word];
    }
}

/* Updates the hash of a mirrored chunk, which has changed. */
static void take_hash(struct mirror *mirror, size_t number)
{
    struct chunk *chunk = &mirror->chunks[number];
    mirror->hash -= chunk->hash;
    chunk->hash = chunk->is_one_word
                      ? hash_bytes(chunk->word, sizeof chunk->word)
                      : hash_bytes(mirror->bytes + number * MEMORY_CHUNK, chunk->used);
    chunk->hash = hash_mix(chunk->hash, number);
    mirror->changed[number] = 0;
    mirror->hash += chunk->hash;
}

/* The same for those of the chunks from first on, before end, that have. */
static void take_hashes(struct mirror *mirror, size_t first, size_t end)
{
    const uint8_t *next = mirror->changed + first, *last = mirror->changed + end;
    while (next < last && (next = memchr(next, 1, (size_t)(last - next))))
        take_hash(mirror, (size_t)(next++ - mirror->changed));
}

static int may_have_changed(const struct allocation *a, size_t at)
{
    return !memory_is_a_devices(a->start) || *memory_touched(a->start + at);
}

static void save_piece(const struct allocation *a, size_t at, size_t size)
{
    size_t offset = a->start - memory.base + at;
    if (!may_have_changed(a, at))
        return;
    save(&data, offset, (const char *)a->real + at, size);
    if (with_state(a))
        save(&state, offset, (const char *)memory.state + offset, size);
}

/* All of it: a stopped run may have made stores that are not recorded. */
static void restore_piece(const struct allocation *a, size_t at, size_t size)
{
    size_t offset = a->start - memory.base + at;
    restore(&data, offset, (char *)a->real + at, size);
    if (with_state(a))
        restore(&state, offset, (char *)memory.state + offset, size);
}

/* To be called when all allocations are saved, since they share chunks. */
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
           (!is_as_saved(&data, offset, (const char *)a->real + at, size) ||
            (with_state(a) &&
             !is_as_saved(&state, offset, (const char *)memory.state + offset, size)));
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
    use_large_pages(&data, a);
    if (with_state(a))
        use_large_pages(&state, a);
}

void snapshot_take(void)
{
    size_t count;
    struct allocation **list = allocation_list(&count);
    make(&data);
    if (settings_recording() && settings.checks)
        make(&state);
    for (size_t i = 0; i < count; i++)
        prepare(list[i]);
    memory_open();
    for_all(for_changed_pieces, save_piece);
    for_all(for_changed_pieces, settle_piece);
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
        take_hashes(&data, first, end);
        if (state.bytes)
            take_hashes(&state, first, end);
    }
    return hash_mix(hash_mix(allocation_layout(), data.hash), state.hash);
}

int snapshot_is_as_taken(void)
{
    any_has_changed = 0;
    memory_open();
    for_all(for_changed_pieces, ask_of_piece);
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
