#include "gpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../check.h"
#include "../exit_status.h"

int count_gpus(const struct options *options, int wanted)
{
    int count = count_devices(options);
    char from[32] = "";

    if (wanted == 0)
        return count - options->device;
    if (wanted <= count - options->device)
        return wanted;
    if (options->device > 0)
        snprintf(from, sizeof from, " from -d %d on", options->device);
    fprintf(stderr, "%s: %d GPUs were asked for%s, and this machine has %d\n", options->program,
            wanted, from, count);
    exit(EXIT_CUDA_FAILURE);
}

struct device select_gpu(const struct options *options, int place, int gpus)
{
    struct options own = *options;

    own.device += place;
    struct device device = select_device(&own);
    device.cache.wait_cycles *= gpus;
    return device;
}

struct device joined_gpus(const struct device *devices, int gpus)
{
    struct device all = devices[0];
    int alike = 1;

    all.gpus = gpus;
    for (int g = 1; g < gpus; g++) {
        alike &= strcmp(devices[g].name, all.name) == 0;
        all.multiprocessors += devices[g].multiprocessors;
        all.peak += devices[g].peak;
    }
    if (gpus > 1)
        snprintf(all.name, sizeof all.name, "%d x %.200s%s", gpus, devices[0].name,
                 alike ? "" : " and others");
    return all;
}

long long judged_total(const long long *totals, int gpus, long long expected)
{
    for (int g = 0; g < gpus; g++)
        if (totals[g] != expected)
            return totals[g];
    return expected;
}

float longest_time(const float *milliseconds, int gpus)
{
    float longest = 0;

    for (int g = 0; g < gpus; g++)
        if (milliseconds[g] > longest)
            longest = milliseconds[g];
    return longest;
}

void keep_silent(struct options *options)
{
    options->csv = NULL;
    if (freopen("/dev/null", "w", stdout) != NULL)
        return;
    fprintf(stderr, "%s: cannot open /dev/null\n", options->program);
    exit(EXIT_CUDA_FAILURE);
}
