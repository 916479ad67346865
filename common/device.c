#include "device.h"

#include <string.h>

#include "check.h"
#include "exit_status.h"

int count_devices(const struct options *options)
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);

    if (error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver || count == 0) {
        fprintf(stderr, "%s: no GPU here (%s); BACKEND=sim runs on the simulator\n",
                options->program, cudaGetErrorString(error));
        exit(EXIT_NO_GPU);
    }
    CHECK(error);
    if (options->device >= count) {
        fprintf(stderr, "%s: -d %d: the devices here are 0 to %d\n", options->program,
                options->device, count - 1);
        exit(EXIT_BAD_USAGE);
    }
    return count;
}

static int attribute(enum cudaDeviceAttr which, int device)
{
    int value = 0;

    CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

struct device select_device(const struct options *options)
{
    struct cudaDeviceProp properties;
    struct device device;

    count_devices(options);
    CHECK(cudaSetDevice(options->device));
    if ((int)options->block > attribute(cudaDevAttrMaxThreadsPerBlock, options->device)) {
        fprintf(stderr, "%s: -b %u: a block of this device has at most %d threads\n",
                options->program, options->block,
                attribute(cudaDevAttrMaxThreadsPerBlock, options->device));
        exit(EXIT_BAD_USAGE);
    }
    CHECK(cudaGetDeviceProperties(&properties, options->device));
    device.gpus = 1;
    memcpy(device.name, properties.name, sizeof device.name);
    /* The simulator says so in its devices' names. */
    device.is_simulated = strstr(device.name, "(simulated") != NULL;
    device.multiprocessors = attribute(cudaDevAttrMultiProcessorCount, options->device);
    /* The clock is in kHz, the bus in bits; DDR moves data on both edges of the clock. */
    device.peak = 2.0 * 1e3 * attribute(cudaDevAttrMemoryClockRate, options->device) *
                  (attribute(cudaDevAttrGlobalMemoryBusWidth, options->device) / 8.0) / 1e9;
    device.cache = open_cache(options->device, options->warm);
    return device;
}

void require_device_memory(size_t bytes)
{
    size_t free_bytes, total_bytes;

    CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
    if (bytes <= free_bytes)
        return;
    fprintf(stderr, "not enough device memory: asked for %zu bytes, %zu are free of %zu\n", bytes,
            free_bytes, total_bytes);
    exit(EXIT_CUDA_FAILURE);
}
