/*
 * Copies from one device to another that name both.
 */
#include <stdio.h>

#include "base/errors.h"
#include "base/settings.h"
#include "base/site.h"
#include "cuda_api/copies.h"
#include "cuda_api/devices.h"
#include "launch/graph.h"
#include "launch/handles.h"
#include "memory/memory.h"
#include "report/findings.h"

/*
 * 1, with an error and a finding, if a side of the copy is in the memory of another device than the
 * call names.
 */
static int is_elsewhere(const void *pointer, int ordinal, const char *side, uintptr_t pc,
                        const char *call)
{
    uintptr_t address = (uintptr_t)pointer;
    if (!memory_is_a_devices(address) || memory_device(address) == ordinal)
        return 0;
    if (settings.checks)
        finding_on_host(FINDING_INVALID_ARGUMENT, pc,
                        "%s: the %s is memory of device %d, the call names device %d: %s", call,
                        side, memory_device(address), ordinal,
                        cudaGetErrorString(cudaErrorInvalidValue));
    return 1;
}

static cudaError_t copy(void *target, int target_device, const void *source, int source_device,
                        size_t size, cudaStream_t stream, int waits, uintptr_t pc, const char *call)
{
    if (device_check(target_device) || device_check(source_device))
        return cudaErrorInvalidDevice;
    if (is_elsewhere(target, target_device, "target", pc, call) ||
        is_elsewhere(source, source_device, "source", pc, call))
        return error_set(cudaErrorInvalidValue);
    return copy_timed(copy_bytes(target, source, size, cudaMemcpyDeviceToDevice, pc, call), target,
                      source, size, stream, waits);
}

cudaError_t cudaMemcpyPeer(void *target, int targetDevice, const void *source, int sourceDevice,
                           size_t size)
{
    return copy(target, targetDevice, source, sourceDevice, size, NULL, 0, CALLER,
                "cudaMemcpyPeer");
}

cudaError_t cudaMemcpyPeerAsync(void *target, int targetDevice, const void *source,
                                int sourceDevice, size_t size, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemcpyPeerAsync");
    if (error)
        return error;
    if (graph_of_stream(stream))
        return error_set(cudaErrorStreamCaptureUnsupported);
    return copy(target, targetDevice, source, sourceDevice, size, stream, 0, CALLER,
                "cudaMemcpyPeerAsync");
}
