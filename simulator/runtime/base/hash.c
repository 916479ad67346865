/*
 * Four sums at a time, so that the multiplications need not wait for each other.
 */
#include "base/hash.h"

#include <string.h>

#define SUMS 4

uint64_t hash_bytes(const void *bytes, size_t size)
{
    const char *next = bytes;
    uint64_t sum[SUMS] = {1, 2, 3, 4}, word[SUMS], hash = size;
    size_t left = size;
    for (; left >= sizeof word; left -= sizeof word, next += sizeof word) {
        memcpy(word, next, sizeof word);
        for (unsigned i = 0; i < SUMS; i++) {
            sum[i] = (sum[i] ^ word[i]) * 0x9E3779B97F4A7C15u;
            sum[i] ^= sum[i] >> 32;
        }
    }
    memset(word, 0, sizeof word);
    memcpy(word, next, left);
    for (unsigned i = 0; i < SUMS; i++)
        hash = hash_mix(hash_mix(hash, sum[i]), word[i]);
    return hash;
}
