/*
 * Keeps a mirror of the arena and of its state: what is at an address stands in the mirror as far
 * from its start. Of device memory only chunks are copied that may have changed since they were
 * copied last (memory_touch); what the host can write without a word is copied each time.
 *
 * Of a chunk that is one word again and again (zeros, or junk that nobody has
 * written to yet) the word is kept: most of a large array may be that.
 */
#define _GNU_SOURCE
#include "memory/snapshot.h"

#include <string.h>
#include <sys/mman.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/settings.h"
#include "memory/memory.h"
#include "memory/peers.h"

/* A copy of a range of the arena's size, and the words of chunks of which only that is kept. */
struct mirror {
    char *bytes;
    struct chunk {
        int is_one_word;
        char word[4];
    } * chunks;
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
}

/* Large arrays in large pages. */
static void use_large_pages(const struct mirror *mirror, const struct allocation *a)
{
    size_t large = (size_t)2 << 20, first = (a->start - memory.base + large - 1) / large * large,
           end = (a->start - memory.base + a->size) / large * large;

    if (first < end)
        madvise(mirror->bytes + first, end - first, MADV_HUGEPAGE);
}

/* The launch may change it. */
static int is_reached(const struct allocation *a)
{
    return !a->freed && (!memory_is_a_devices(a->start) || peers_reach(device_at_work, a->device));
}

/* Bytes stay written: the state of what is all written cannot change. */
static int with_state(const struct allocation *allocation)
{
    return settings_recording() && settings.checks && !allocation->written;
}

/* ---- Pieces: what an allocation has of a chunk ------------------------------------------ */

/* Each byte is the one 4 before it. */
static int is_one_word(const char *bytes, size_t size)
{
    return size > 4 && !memcmp(bytes, bytes + 4, size - 4);
}

static void save(struct mirror *mirror, size_t place, const char *bytes, size_t size)
{
    struct chunk *chunk = &mirror->chunks[place / MEMORY_CHUNK];
    chunk->is_one_word = size == MEMORY_CHUNK && is_one_word(bytes, size);
    if (chunk->is_one_word)
        memcpy(chunk->word, bytes, sizeof chunk->word);
    else
        memcpy(mirror->bytes + place, bytes, size);
}

/* What has not changed is left alone: constants may lie where nothing can be written. */
static void restore(const struct mirror *mirror, size_t place, char *bytes, size_t size)
{
    const struct chunk *chunk = &mirror->chunks[place / MEMORY_CHUNK];
    if (!chunk->is_one_word) {
        if (memcmp(bytes, mirror->bytes + place, size))
            memcpy(bytes, mirror->bytes + place, size);
    } else if (memcmp(bytes, chunk->word, sizeof chunk->word) || !is_one_word(bytes, size)) {
        for (size_t i = 0; i < size; i++)
            bytes[i] = chunk->word[i % sizeof chunk->word];
    }
}

static void save_piece(const struct allocation *a, size_t at, size_t size)
{
    size_t place = a->start - memory.base + at;
    if (memory_is_a_devices(a->start) && !*memory_touched(a->start + at))
        return;
    save(&data, place, (const char *)a->real + at, size);
    if (with_state(a))
        save(&state, place, (const char *)memory.state + place, size);
}

/* All of it: a run that was stopped may have stored what it has not told of. */
static void restore_piece(const struct allocation *a, size_t at, size_t size)
{
    size_t place = a->start - memory.base + at;
    restore(&data, place, (char *)a->real + at, size);
    if (with_state(a))
        restore(&state, place, (char *)memory.state + place, size);
}

static void forget_touches(const struct allocation *a, size_t at, size_t size)
{
    (void)size;
    if (memory_is_a_devices(a->start))
        *memory_touched(a->start + at) = 0;
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

static void for_all(void (*treat)(const struct allocation *a, size_t at, size_t size))
{
    size_t count;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++)
        if (is_reached(list[i]))
            for_pieces(list[i], treat);
}

/* Its first snapshot. */
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
    for_all(save_piece);
    for_all(forget_touches); /* allocations share chunks */
    memory_close();
}

void snapshot_restore(void)
{
    memory_open();
    for_all(restore_piece);
    memory_close();
}
