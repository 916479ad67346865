/*
 * Numbers that stand for bytes: two that are equal stand for the same bytes, but for a chance of
 * one in 2^64. The program under test does not choose its bytes to deceive.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Mixes a number into a hash; the order of the numbers counts. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t number)
{
    /* Odd factors lose nothing, and the shifts bring the upper bits down to the others. */
    hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 29;
}

/* Of size bytes. */
uint64_t hash_bytes(const void *bytes, size_t size);

#endif
