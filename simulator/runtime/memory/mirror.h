/*
 * A mirror: a copy of what the arena or its state has, at the same offsets, in chunks. For a chunk
 * that repeats one word (zeros, a constant, or untouched junk), only the word is kept: most of a
 * large array may be such chunks. Two threads may work on one mirror, each on chunks of its own.
 */
#ifndef MIRROR_H
#define MIRROR_H

#include "memory/memory.h"

/* A copy of a range of the arena's size; for some chunks their one word alone. */
struct mirror {
    char *bytes;
    struct chunk {
        int is_one_word, is_borrowed; /* see borrowed.h */
        char word[8];
        unsigned used; /* bytes of it, from its beginning on, that something was copied to */
        uint64_t hash;
    } * chunks;
    uint8_t *changed;     /* of each chunk: 1 if it has since its hash was taken */
    uint8_t *has_bytes;   /* of each large page: 1 if bytes were copied to it */
    uint8_t *is_borrowed; /* of each large page: 1 if all of its chunks are */
    uint64_t hash;        /* of all chunks */
};

/* Makes room for the whole arena, unless it was made before. */
void mirror_make(struct mirror *mirror);

/* The allocation's bytes in large pages, if it is large. */
void mirror_use_large_pages(const struct mirror *mirror, const struct allocation *a);

/* 1 if the bytes repeat one word. */
int mirror_is_one_word(const char *bytes, size_t size);

/* 1 if the copy of the bytes at the offset, in one chunk, equals these. */
int mirror_has(const struct mirror *mirror, size_t offset, const char *bytes, size_t size);

/* Copies bytes of one chunk to it, or from it: neither writes where they are equal. */
void mirror_save(struct mirror *mirror, size_t offset, const char *bytes, size_t size);
void mirror_restore(const struct mirror *mirror, size_t offset, char *bytes, size_t size);

/* Brings the hashes of the chunks from first on, before end, up to date, and that of all. */
void mirror_take_hashes(struct mirror *mirror, size_t first, size_t end);

#endif
