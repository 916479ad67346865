/*
 * Lower bounds of times: see times.h. What fits in L2 may come from there; all else comes from the
 * memory. Half and bfloat16 count as floats: that is a peak without tensor cores.
 */
#include "cublas/times.h"

#include <math.h>

#include "base/device.h"

#define LANES 32

double blas_time(double bytes, double products, enum element type)
{
    double from_memory = bytes / (device_peak_bandwidth(&device) * device.memory_share) * 1e9;
    double from_l2 = bytes / (device.l2_total * device.clock) * 1000;
    double busy = type == ELEMENT_DOUBLE ? device.double_issue : device.float_issue; /* cycles */
    double at_once = device.multiprocessors * device.schedulers * LANES / busy;
    double moving = bytes <= device.l2_size * 1024 ? from_l2 : from_memory;
    return fmax(moving, products / (at_once * device.clock) * 1000);
}
