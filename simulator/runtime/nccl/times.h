/*
 * How long calls of NCCL take, as modelled: from the bandwidth between devices and what a call
 * costs before its first byte (base/device.h).
 */
#ifndef NCCL_TIMES_H
#define NCCL_TIMES_H

#include "nccl/call.h"

/*
 * Nanoseconds from when all ranks' streams have come to the call, of so many ranks. One rank alone
 * has nothing to do, or in_place is 0 and it copies.
 */
double call_time(const struct call_form *form, int ranks, int in_place);

#endif
