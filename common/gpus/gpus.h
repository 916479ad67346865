/*
 * Several GPUs of one machine.
 */
#ifndef GPUS_H
#define GPUS_H

#include "../device.h"
#include "../options.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How many GPUs to use, from number options->device on: as many as wanted or, if that is 0, all.
 * Ends the program as count_devices does; with fewer than wanted, says how many there are and exits
 * with 3.
 */
int count_gpus(const struct options *options, int wanted);

/*
 * Opens GPU number options->device + place of several that work at the same time, and makes it the
 * one in use: select_device, but before each run it stays busy for as long as the host needs to
 * queue the work of that many GPUs.
 */
struct device select_gpu(const struct options *options, int place, int gpus);

/*
 * All of them as one, for what is printed: their names, multiprocessors and peaks together. Its
 * cache is that of the first.
 */
struct device joined_gpus(const struct device *devices, int gpus);

/* The total that the GPUs have: the first that is not the expected one, if there is such a one. */
long long judged_total(const long long *totals, int gpus, long long expected);

/* The longest of their times, in milliseconds. */
float longest_time(const float *milliseconds, int gpus);

/*
 * For all processes but one of several that do the same: nothing that this one prints is seen from
 * here on, and it writes no csv file. Its errors are.
 */
void keep_silent(struct options *options);

#ifdef __cplusplus
}
#endif

#endif
