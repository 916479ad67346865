/*
 * Modelled times of NCCL's calls, from the bandwidth between devices and the latency of a call
 * (base/device.h).
 */
#ifndef NCCL_TIMES_H
#define NCCL_TIMES_H

#include "nccl/call.h"

/*
 * Nanoseconds from the time at which all ranks' streams have reached the call. ranks: their number.
 * One rank alone has nothing to do if in_place, else it copies.
 */
double call_time(const struct call_form *form, int ranks, int in_place);

#endif
