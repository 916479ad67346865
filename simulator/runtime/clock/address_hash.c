/*
 * A sum of the addresses, each times a number of its lane's own: so the hash of addresses that are
 * all farther by as much follows from the hash alone.
 */
#include "clock/address_hash.h"

/* Odd numbers, drawn by chance. */
static const uint32_t of_lane[32] = {
    0x88ef9511u, 0xcc1e112bu, 0x8ce3a32du, 0x76a79a21u, 0x97ea520du, 0x89d91595u, 0xc20b2553u,
    0x6e91ed97u, 0x78e34b09u, 0xf46ee9abu, 0xe48702e3u, 0xdb5a7039u, 0xe0830f1bu, 0x292efabbu,
    0xc031fe0fu, 0x85e6cb3du, 0x76f48861u, 0xb6a95cfdu, 0xde034a69u, 0xbf0fac65u, 0x4903caf5u,
    0xbc8aaeabu, 0x077e1cb3u, 0xd18cb80du, 0xf0a589ebu, 0x25206d83u, 0x5d9a6f99u, 0xb2e36605u,
    0xe519c399u, 0x1087be8bu, 0xd6c650f5u, 0x655a3ee7u,
};

uint32_t address_hash(const struct request *request)
{
    uint32_t hash = 0;
    for (unsigned i = 0; i < request->count; i++)
        hash += (uint32_t)request->address[i] * of_lane[request->lane[i]];
    return hash;
}

uint32_t address_hash_by_lane(uint32_t lanes, const uint64_t *address)
{
    uint32_t hash = 0;
    for (; lanes; lanes &= lanes - 1)
        hash += (uint32_t)address[__builtin_ctz(lanes)] * of_lane[__builtin_ctz(lanes)];
    return hash;
}

uint32_t address_hash_of_byte(uint32_t lanes)
{
    uint32_t sum = 0;
    for (; lanes; lanes &= lanes - 1)
        sum += of_lane[__builtin_ctz(lanes)];
    return sum;
}
