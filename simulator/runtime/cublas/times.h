/*
 * Modelled times of cuBLAS's calls: lower bounds, from the device's peak rates (base/device.h).
 */
#ifndef CUBLAS_TIMES_H
#define CUBLAS_TIMES_H

#include "cublas/element.h"

/*
 * Nanoseconds that a device takes at least for a call that moves these bytes and multiplies and
 * adds that many times, in that type. Tensor cores are not part of it.
 */
double blas_time(double bytes, double products, enum element type);

#endif
