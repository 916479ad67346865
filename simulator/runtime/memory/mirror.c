/*
 * A copy of memory, chunk by chunk: see mirror.h.
 */
#define _GNU_SOURCE
#include "memory/mirror.h"

#include <string.h>
#include <sys/mman.h>

#include "base/allocate.h"
#include "base/hash.h"
#include "memory/borrowed.h"

void mirror_make(struct mirror *mirror)
{
    static const char purpose[] =
        " for a copy of the device's memory; SIM_CHECKS=0 SIM_THREADS=1 needs none";
    size_t count = memory.size / MEMORY_CHUNK + 1;
    if (mirror->bytes)
        return;
    mirror->bytes = allocate_pages(memory.size, purpose);
    mirror->chunks = allocate_pages(count * sizeof *mirror->chunks, purpose);
    mirror->changed = allocate_pages(count, purpose);
    mirror->has_bytes = allocate_pages(memory.size / LARGE_PAGE + 1, purpose);
    mirror->is_borrowed = allocate_pages(memory.size / LARGE_PAGE + 1, purpose);
}

/* Large arrays in large pages: one costs as much time as a quarter of it in small ones. */
void mirror_use_large_pages(const struct mirror *mirror, const struct allocation *a)
{
    size_t few = LARGE_PAGE / 4, start = a->start - memory.base;
    size_t first = (start + few - 1) / LARGE_PAGE * LARGE_PAGE,
           end = (start + a->size + LARGE_PAGE - few) / LARGE_PAGE * LARGE_PAGE;

    if (first < end)
        madvise(mirror->bytes + first, end - first, MADV_HUGEPAGE);
}

#define WORD sizeof((struct chunk *)NULL)->word

/* Each byte is the one a word before it. */
int mirror_is_one_word(const char *bytes, size_t size)
{
    return size > WORD && !memcmp(bytes, bytes + WORD, size - WORD);
}

int mirror_has(const struct mirror *mirror, size_t offset, const char *bytes, size_t size)
{
    const struct chunk *chunk = &mirror->chunks[offset / MEMORY_CHUNK];
    if (chunk->is_borrowed)
        return borrowed_holds();
    /* the copy is zeros there, of which the system has made nothing yet */
    if (!chunk->is_one_word && offset % MEMORY_CHUNK >= chunk->used)
        return !bytes[0] && !memcmp(bytes, bytes + 1, size - 1);
    if (!chunk->is_one_word)
        return !memcmp(mirror->bytes + offset, bytes, size);
    for (size_t i = 0; i < size && i < WORD; i++)
        if (bytes[i] != chunk->word[(offset + i) % WORD])
            return 0;
    return size <= WORD || mirror_is_one_word(bytes, size);
}

/* Expands a chunk of one word to bytes, for all allocations in the chunk. */
static void spread(struct mirror *mirror, size_t number)
{
    char *bytes = mirror->bytes + number * MEMORY_CHUNK;
    for (size_t i = 0; i < MEMORY_CHUNK; i += WORD)
        memcpy(bytes + i, mirror->chunks[number].word, WORD);
}

void mirror_save(struct mirror *mirror, size_t offset, const char *bytes, size_t size)
{
    struct chunk *chunk = &mirror->chunks[offset / MEMORY_CHUNK];
    if (mirror_has(mirror, offset, bytes, size))
        return;
    mirror->changed[offset / MEMORY_CHUNK] = 1;
    if (chunk->used < offset % MEMORY_CHUNK + size)
        chunk->used = (unsigned)(offset % MEMORY_CHUNK + size);
    if (chunk->is_one_word && size < MEMORY_CHUNK)
        spread(mirror, offset / MEMORY_CHUNK);
    chunk->is_borrowed = 0;
    chunk->is_one_word = size == MEMORY_CHUNK && mirror_is_one_word(bytes, size);
    if (chunk->is_one_word) {
        memcpy(chunk->word, bytes, WORD);
        return;
    }
    memcpy(mirror->bytes + offset, bytes, size);
    mirror->has_bytes[offset / LARGE_PAGE] = 1;
}

/* Does not write unchanged bytes: constants may be in read-only memory. */
void mirror_restore(const struct mirror *mirror, size_t offset, char *bytes, size_t size)
{
    const struct chunk *chunk = &mirror->chunks[offset / MEMORY_CHUNK];
    if (mirror_has(mirror, offset, bytes, size))
        return;
    if (!chunk->is_one_word) {
        memcpy(bytes, mirror->bytes + offset, size);
    } else {
        for (size_t i = 0; i < size; i++)
            bytes[i] = chunk->word[(offset + i) % WORD];
    }
}

/* The hash of a chunk's bytes, in whatever way they are kept. */
static uint64_t hash_of(const struct mirror *mirror, size_t number)
{
    const struct chunk *chunk = &mirror->chunks[number];
    const char *bytes = chunk->is_borrowed ? (const char *)memory.base : mirror->bytes;
    bytes = chunk->is_one_word ? chunk->word : bytes + number * MEMORY_CHUNK;
    int is_one_word = chunk->is_one_word ||
                      (chunk->used == MEMORY_CHUNK && mirror_is_one_word(bytes, MEMORY_CHUNK));
    return hash_mix(hash_bytes(bytes, is_one_word ? WORD : chunk->used), number);
}

/* Updates the hash of a mirrored chunk, which has changed. */
static void take_hash(struct mirror *mirror, size_t number)
{
    struct chunk *chunk = &mirror->chunks[number];
    mirror->hash -= chunk->hash;
    chunk->hash = hash_of(mirror, number);
    mirror->changed[number] = 0;
    mirror->hash += chunk->hash;
}

/* The same for those of the chunks from first on, before end, that have. */
void mirror_take_hashes(struct mirror *mirror, size_t first, size_t end)
{
    const uint8_t *next = mirror->changed + first, *last = mirror->changed + end;
    while (next < last && (next = memchr(next, 1, (size_t)(last - next))))
        take_hash(mirror, (size_t)(next++ - mirror->changed));
}
