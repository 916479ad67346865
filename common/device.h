/*
 * The GPU that a program runs on.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <stddef.h>

#include "cool_cache.h"
#include "options.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device {
    char name[256];
    int gpus;            /* that are described as one, each with a grid of its own */
    int multiprocessors; /* of all of them */
    double peak;        /* memory bandwidth, 10^9 bytes a second; 0 where the device does not say */
    int is_simulated;   /* its times are a model's, and no clock's */
    struct cache cache; /* for cool_cache, before each run */
};

/*
 * How many GPUs there are. Without any, says so and exits with 77; without number options->device,
 * says which there are and exits with 2.
 */
int count_devices(const struct options *options);

/*
 * Makes options->device the GPU in use and describes it. Ends the program as count_devices
 * does; if the GPU's blocks cannot be as large as options->block, says how large they can be and
 * exits with 2. Its cache is open, and stays warm if options->warm says so.
 */
struct device select_device(const struct options *options);

/* If the GPU has less than bytes free, says what was asked and what is free, and exits with 3. */
void require_device_memory(size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
