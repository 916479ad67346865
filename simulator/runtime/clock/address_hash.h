/*
 * A hash of the addresses that a warp's lanes ask for.
 */
#ifndef ADDRESS_HASH_H
#define ADDRESS_HASH_H

#include <stdint.h>

#include "base/request.h"

/* The hash of the request's addresses. */
uint32_t address_hash(const struct request *request);

/* The same of the addresses of lanes (a mask), which stand by lane. */
uint32_t address_hash_by_lane(uint32_t lanes, const uint64_t *address);

/* What is added to the hash for each byte that each of the lanes (a mask) asks further. */
uint32_t address_hash_of_byte(uint32_t lanes);

#endif
