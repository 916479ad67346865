/*
 * The host API's functions of a kernel's address: launches, attributes, occupancy.
 */
#include <stdlib.h>
#include <string.h>

#include "launch/handles.h"
#include "clock/occupancy.h"
#include "base/device_limits.h"
#include "base/errors.h"
#include "base/site.h"
#include "report/kernel.h"
#include "sim/sim.h"

/* Calls a kernel with the copies of its arguments. */
struct call {
    const struct sim_kernel *kernel;
    void **arguments;
};

static void invoke(void *data)
{
    struct call *call = data;
    call->kernel->invoke(call->arguments);
}

#define ARGUMENTS_MOST 1024

static cudaError_t launch(const void *function, dim3 grid, dim3 block, void **arguments,
                          size_t dynamic_shared, cudaStream_t stream, int cooperative, uintptr_t pc,
                          const char *call_name)
{
    struct kernel *kernel = kernel_known(function);
    cudaError_t stream_error = stream_check(stream, pc, call_name);
    if (stream_error)
        return stream_error;
    if (!kernel || !kernel->registered)
        return error_set(cudaErrorInvalidDeviceFunction);
    void *copied[ARGUMENTS_MOST];
    size_t size = kernel_copy_arguments(kernel->registered, arguments, NULL, NULL);
    char *storage = malloc(size + 16);
    if (!storage)
        return error_set(cudaErrorMemoryAllocation);
    kernel_copy_arguments(kernel->registered, arguments, storage, copied);
    const void *pointers[ARGUMENTS_MOST];
    size_t pointer_count = sim_find_pointers(kernel->registered, copied, pointers);
    struct call call = {kernel->registered, copied};
    struct sim_launch sim = {
        .grid = {grid.x, grid.y, grid.z},
        .block = {block.x, block.y, block.z},
        .dynamic_shared = dynamic_shared,
        .stream = stream,
        .cooperative = cooperative,
        .function = function,
        .name = kernel->name,
        .file = kernel->file,
        .line = kernel->line,
        .call = pc,
        .body = invoke,
        .arguments = &call,
        .error_is_returned = 1,
        .values = storage,
        .value_bytes = size,
        .pointers = pointers,
        .pointer_count = pointer_count,
        .places = copied,
    };
    int error = sim_launch(&sim);
    free(storage);
    return (cudaError_t)error;
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t dynamicShared, cudaStream_t stream)
{
    return launch(function, grid, block, arguments, dynamicShared, stream, 0, CALLER,
                  "cudaLaunchKernel");
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                        void **arguments, size_t dynamicShared, cudaStream_t stream)
{
    return launch(function, grid, block, arguments, dynamicShared, stream, 1, CALLER,
                  "cudaLaunchCooperativeKernel");
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
                                void **arguments)
{
    int cooperative = 0;
    if (!config)
        return error_set(cudaErrorInvalidValue);
    for (unsigned i = 0; i < config->numAttrs; i++) {
        switch (config->attrs[i].id) {
        case cudaLaunchAttributeCooperative: cooperative = config->attrs[i].val.cooperative; break;
        case cudaLaunchAttributeIgnore: /* and hints, which change nothing here */
        case cudaLaunchAttributeAccessPolicyWindow:
        case cudaLaunchAttributeSynchronizationPolicy:
        case cudaLaunchAttributeProgrammaticStreamSerialization:
        case cudaLaunchAttributePriority:
        case cudaLaunchAttributeMemSyncDomain:
        case cudaLaunchAttributePreferredSharedMemoryCarveout: break;
        default: return error_set(cudaErrorNotSupported);
        }
    }
    return launch(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                  config->stream, cooperative, CALLER, "cudaLaunchKernelEx");
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function)
{
    struct kernel *kernel = kernel_known(function);
    if (!attributes)
        return error_set(cudaErrorInvalidValue);
    if (!kernel)
        return error_set(cudaErrorInvalidDeviceFunction);
    *attributes = (struct cudaFuncAttributes){
        .sharedSizeBytes = kernel->static_shared,
        .maxThreadsPerBlock =
            kernel->maximum_threads ? kernel->maximum_threads : DEVICE_THREADS_IN_BLOCK,
        .maxDynamicSharedSizeBytes = (int)kernel->maximum_dynamic_shared,
        .ptxVersion = 90,
        .binaryVersion = 90,
        .preferredShmemCarveout = cudaSharedmemCarveoutDefault,
    };
    return error_sticky();
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value)
{
    struct kernel *kernel = kernel_known(function);
    if (!kernel)
        return error_set(cudaErrorInvalidDeviceFunction);
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        if (value < 0 ||
            (size_t)value + kernel->static_shared > (size_t)device.shared_opt_in * 1024)
            return error_set(cudaErrorInvalidValue);
        kernel->maximum_dynamic_shared = (size_t)value;
        return error_sticky();
    }
    if (attribute != cudaFuncAttributePreferredSharedMemoryCarveout || value < -1 || value > 100)
        return error_set(cudaErrorInvalidValue);
    return error_sticky();
}

cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config)
{
    (void)config;
    return kernel_known(function) ? error_sticky() : error_set(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config)
{
    (void)config;
    return kernel_known(function) ? error_sticky() : error_set(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int blockSize, size_t dynamicShared, unsigned int flags)
{
    struct kernel *kernel = kernel_known(function);
    if (!blocks || blockSize < 1 || flags > cudaOccupancyDisableCachingOverride)
        return error_set(cudaErrorInvalidValue);
    if (!kernel)
        return error_set(cudaErrorInvalidDeviceFunction);
    *blocks = device_blocks_per_multiprocessor(kernel, blockSize, dynamicShared);
    return error_sticky();
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int blockSize, size_t dynamicShared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, blockSize,
                                                                  dynamicShared, 0);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicShared, const void *function,
                                                      int blocks, int blockSize)
{
    struct kernel *kernel = kernel_known(function);
    if (!dynamicShared || blocks < 1 || blockSize < 1)
        return error_set(cudaErrorInvalidValue);
    if (!kernel)
        return error_set(cudaErrorInvalidDeviceFunction);
    size_t share = occupancy_shared(&device, blocks);
    share = share > kernel->static_shared ? share - kernel->static_shared : 0;
    *dynamicShared =
        share < kernel->maximum_dynamic_shared ? share : kernel->maximum_dynamic_shared;
    return error_sticky();
}

cudaError_t sim_occupancy_block_size(int *minimumGrid, int *blockSize, const void *function,
                                     size_t (*sharedOfBlock)(int blockSize, void *user), void *user,
                                     int limit)
{
    struct kernel *kernel = kernel_known(function);
    if (!minimumGrid || !blockSize)
        return error_set(cudaErrorInvalidValue);
    if (!kernel)
        return error_set(cudaErrorInvalidDeviceFunction);
    int most = kernel->maximum_threads ? kernel->maximum_threads : DEVICE_THREADS_IN_BLOCK;
    if (limit > 0 && limit < most)
        most = limit;
    int best = 0, best_threads = 0, best_blocks = 0;
    for (int threads = most; threads > 0;
         threads -= threads % SIM_WARP_SIZE ? threads % SIM_WARP_SIZE : SIM_WARP_SIZE) {
        int blocks =
            device_blocks_per_multiprocessor(kernel, threads, sharedOfBlock(threads, user));
        if (blocks * threads > best_threads) {
            best = threads;
            best_threads = blocks * threads;
            best_blocks = blocks;
        }
    }
    *blockSize = best;
    *minimumGrid = best_blocks * (int)device.multiprocessors;
    return error_sticky();
}
