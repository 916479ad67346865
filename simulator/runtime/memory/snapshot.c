/*
 * Keeps the snapshot in one buffer, allocation after allocation, which grows
 * when needed. The addresses of the list do not change while a kernel runs.
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

static char *buffer;
static size_t capacity;

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

static size_t size_needed(void)
{
    size_t count, size = 0;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++)
        if (is_reached(list[i]))
            size += list[i]->size * (with_state(list[i]) ? 2 : 1);
    return size;
}

static void make_room(size_t size)
{
    if (size <= capacity)
        return;
    if (buffer)
        munmap(buffer, capacity);
    capacity = (size + (size_t)(2 << 20) - 1) & ~(size_t)((2 << 20) - 1);
    buffer = allocate_pages(
        capacity, " for a copy of the device's memory; SIM_CHECKS=0 SIM_THREADS=1 needs none");
    madvise(buffer, capacity, MADV_HUGEPAGE);
}

/* ---- Chunks ------------------------------------------------------------------------ */

#define CHUNK ((size_t)1 << 20) /* bytes */

struct chunk {
    int is_one_word;
    char word[4];
};

static struct chunk *chunks;
static size_t chunk_count, chunk_room;

static struct chunk *next_chunk(int save)
{
    if (save && chunk_count == chunk_room) {
        chunk_room = chunk_room ? 2 * chunk_room : 64;
        chunks = allocate_again(chunks, chunk_room * sizeof *chunks);
    }
    return &chunks[chunk_count++];
}

/* Each byte is the one 4 before it. */
static int is_one_word(const char *bytes, size_t size)
{
    return size > 4 && !memcmp(bytes, bytes + 4, size - 4);
}

static void save_chunk(char **place, const char *bytes, size_t size)
{
    struct chunk *chunk = next_chunk(1);
    chunk->is_one_word = is_one_word(bytes, size);
    if (chunk->is_one_word) {
        memcpy(chunk->word, bytes, sizeof chunk->word);
        return;
    }
    memcpy(*place, bytes, size);
    *place += size;
}

/* What has not changed is left alone: constants may lie where nothing can be written. */
static void restore_chunk(char **place, char *bytes, size_t size)
{
    const struct chunk *chunk = next_chunk(0);
    if (!chunk->is_one_word) {
        if (memcmp(bytes, *place, size))
            memcpy(bytes, *place, size);
        *place += size;
    } else if (memcmp(bytes, chunk->word, sizeof chunk->word) || !is_one_word(bytes, size)) {
        for (size_t i = 0; i < size; i++)
            bytes[i] = chunk->word[i % sizeof chunk->word];
    }
}

/* Copies between memory and the buffer; save: which way. */
static void copy(char **place, void *bytes, size_t size, int save)
{
    for (size_t at = 0; at < size; at += CHUNK) {
        size_t rest = size - at < CHUNK ? size - at : CHUNK;
        if (save)
            save_chunk(place, (char *)bytes + at, rest);
        else
            restore_chunk(place, (char *)bytes + at, rest);
    }
}

/* ---- All of the memory --------------------------------------------------------------- */

static void copy_all(int save)
{
    size_t count;
    struct allocation **list = allocation_list(&count);
    char *place = buffer;
    chunk_count = 0;
    memory_open();
    for (size_t i = 0; i < count; i++) {
        struct allocation *a = list[i];
        if (!is_reached(a))
            continue;
        copy(&place, (void *)a->real, a->size, save);
        if (with_state(a))
            copy(&place, memory.state + (a->start - memory.base), a->size, save);
    }
    memory_close();
}

void snapshot_take(void)
{
    make_room(size_needed());
    copy_all(1);
}

void snapshot_restore(void)
{
    copy_all(0);
}
