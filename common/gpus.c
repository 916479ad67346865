#include "gpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "exit_status.h"

int count_gpus(const struct options *options, int wanted)
{
    int here = count_devices(options->program) - options->device;

    if (wanted == 0 && here > 0)
        return here;
    if (here >= wanted && here > 0)
        return wanted;
    fprintf(stderr, "%s: %d GPU%s wanted, from number %d on: this machine has %d\n",
            options->program, wanted > 0 ? wanted : 1, wanted > 1 ? "s" : "", options->device,
            here + options->device);
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
