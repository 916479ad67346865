/*
 * The forms of host API calls that only C++ has: typed pointers, variables and
 * kernels given by name. Each hands on to the C function in cuda_runtime_api.h.
 */
#ifndef SIM_HOST_API_H
#define SIM_HOST_API_H

#include <utility>

#include "../cuda_runtime_api.h"
#include "attributes.h"

/* ---- Memory: int *p; cudaMalloc(&p, bytes) -------------------------------- */

#define SIM_VOID_POINTER(pointer) reinterpret_cast<void **>(pointer)

template <class type> SIM_INLINE cudaError_t cudaMalloc(type **pointer, size_t bytes)
{
    return cudaMalloc(SIM_VOID_POINTER(pointer), bytes);
}

template <class type>
SIM_INLINE cudaError_t cudaMallocPitch(type **pointer, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch(SIM_VOID_POINTER(pointer), pitch, width, height);
}

template <class type>
SIM_INLINE cudaError_t cudaMallocHost(type **pointer, size_t bytes, unsigned int flags = 0)
{
    return flags ? cudaHostAlloc(SIM_VOID_POINTER(pointer), bytes, flags)
                 : cudaMallocHost(SIM_VOID_POINTER(pointer), bytes);
}

template <class type>
SIM_INLINE cudaError_t cudaHostAlloc(type **pointer, size_t bytes, unsigned int flags)
{
    return cudaHostAlloc(SIM_VOID_POINTER(pointer), bytes, flags);
}

template <class type>
SIM_INLINE cudaError_t cudaHostGetDevicePointer(type **device, void *host, unsigned int flags)
{
    return cudaHostGetDevicePointer(SIM_VOID_POINTER(device), host, flags);
}

template <class type>
SIM_INLINE cudaError_t cudaMallocManaged(type **pointer, size_t bytes,
                                         unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged(SIM_VOID_POINTER(pointer), bytes, flags);
}

template <class type>
SIM_INLINE cudaError_t cudaMallocAsync(type **pointer, size_t bytes, cudaStream_t stream)
{
    return cudaMallocAsync(SIM_VOID_POINTER(pointer), bytes, stream);
}

#undef SIM_VOID_POINTER

/* ---- Symbols: __device__ and __constant__ variables by name ----------------- */

namespace cuda_sim {
template <class type> SIM_INLINE const void *symbol_address(const type &symbol)
{
    return &reinterpret_cast<const char &>(symbol);
}
}

template <class type>
SIM_INLINE cudaError_t cudaMemcpyToSymbol(const type &symbol, const void *source, size_t bytes,
                                          size_t offset = 0,
                                          cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpyToSymbol(cuda_sim::symbol_address(symbol), source, bytes, offset, kind);
}

template <class type>
SIM_INLINE cudaError_t cudaMemcpyFromSymbol(void *target, const type &symbol, size_t bytes,
                                            size_t offset = 0,
                                            cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpyFromSymbol(target, cuda_sim::symbol_address(symbol), bytes, offset, kind);
}

template <class type>
SIM_INLINE cudaError_t cudaMemcpyToSymbolAsync(const type &symbol, const void *source, size_t bytes,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                               cudaStream_t stream = 0)
{
    return cudaMemcpyToSymbolAsync(cuda_sim::symbol_address(symbol), source, bytes, offset, kind,
                                   stream);
}

template <class type>
SIM_INLINE cudaError_t cudaMemcpyFromSymbolAsync(void *target, const type &symbol, size_t bytes,
                                                 size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                 cudaStream_t stream = 0)
{
    return cudaMemcpyFromSymbolAsync(target, cuda_sim::symbol_address(symbol), bytes, offset, kind,
                                     stream);
}

template <class type>
SIM_INLINE cudaError_t cudaGetSymbolAddress(void **pointer, const type &symbol)
{
    return cudaGetSymbolAddress(pointer, cuda_sim::symbol_address(symbol));
}

template <class type> SIM_INLINE cudaError_t cudaGetSymbolSize(size_t *bytes, const type &symbol)
{
    return cudaGetSymbolSize(bytes, cuda_sim::symbol_address(symbol));
}

/* ---- Events ------------------------------------------------------------------ */

SIM_INLINE cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return cudaEventCreateWithFlags(event, flags);
}

/* ---- Kernels by name: cudaFuncGetAttributes(&attributes, kernel<int>) --------- */

/* ---- Graphs ------------------------------------------------------------------- */

/* The form until CUDA 11. */
SIM_INLINE cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                            cudaGraphNode_t *, char *, size_t)
{
    return cudaGraphInstantiate(executable, graph, 0ull);
}
SIM_INLINE cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                           cudaGraphNode_t *error_node,
                                           enum cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo information = {cudaGraphExecUpdateSuccess, NULL, NULL};
    cudaError_t error = cudaGraphExecUpdate(executable, graph, &information);

    if (error_node)
        *error_node = information.errorNode;
    if (result)
        *result = information.result;
    return error;
}

template <class type>
SIM_INLINE cudaError_t cudaMallocFromPoolAsync(type **pointer, size_t bytes, cudaMemPool_t pool,
                                               cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool, stream);
}

template <class type>
SIM_INLINE cudaError_t cudaMallocAsync(type **pointer, size_t bytes, cudaMemPool_t pool,
                                       cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool, stream);
}

/* ---- Forms that CUDA 13 has dropped ------------------------------------------------ */

SIM_INLINE cudaMemLocation sim_location(int device)
{
    return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
            device};
}

SIM_INLINE cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, int device,
                                            cudaStream_t stream = 0)
{
    return cudaMemPrefetchAsync(pointer, size, sim_location(device), 0, stream);
}

SIM_INLINE cudaError_t cudaMemAdvise(const void *pointer, size_t size, cudaMemoryAdvise advice,
                                     int device)
{
    return cudaMemAdvise(pointer, size, advice, sim_location(device));
}

#define SIM_KERNEL_ADDRESS(kernel) reinterpret_cast<const void *>(kernel)

template <class type>
SIM_INLINE cudaError_t cudaLaunchKernel(type *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared = 0, cudaStream_t stream = 0)
{
    return cudaLaunchKernel(SIM_KERNEL_ADDRESS(kernel), grid, block, arguments, shared, stream);
}

template <class type>
SIM_INLINE cudaError_t cudaLaunchCooperativeKernel(type *kernel, dim3 grid, dim3 block,
                                                   void **arguments, size_t shared = 0,
                                                   cudaStream_t stream = 0)
{
    return cudaLaunchCooperativeKernel(SIM_KERNEL_ADDRESS(kernel), grid, block, arguments, shared,
                                       stream);
}

template <class... parameters, class... values>
SIM_INLINE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                          void (*kernel)(parameters...), values &&...arguments)
{
    return [&](parameters... converted) {
        void *pointers[] = {static_cast<void *>(&converted)..., nullptr};

        return cudaLaunchKernelExC(config, SIM_KERNEL_ADDRESS(kernel), pointers);
    }(std::forward<values>(arguments)...);
}

template <class type>
SIM_INLINE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, type *kernel)
{
    return cudaFuncGetAttributes(attributes, SIM_KERNEL_ADDRESS(kernel));
}

template <class type>
SIM_INLINE cudaError_t cudaFuncSetAttribute(type *kernel, cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute(SIM_KERNEL_ADDRESS(kernel), attribute, value);
}

template <class type>
SIM_INLINE cudaError_t cudaFuncSetCacheConfig(type *kernel, cudaFuncCache config)
{
    return cudaFuncSetCacheConfig(SIM_KERNEL_ADDRESS(kernel), config);
}

template <class type>
SIM_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, type *kernel,
                                                                     int block_size, size_t shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, SIM_KERNEL_ADDRESS(kernel),
                                                         block_size, shared);
}

template <class type>
SIM_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, type *kernel, int block_size, size_t shared, unsigned int flags)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, SIM_KERNEL_ADDRESS(kernel), block_size, shared, flags);
}

template <class type>
SIM_INLINE cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, type *kernel,
                                                                 int blocks, int block_size)
{
    return cudaOccupancyAvailableDynamicSMemPerBlock(shared, SIM_KERNEL_ADDRESS(kernel), blocks,
                                                     block_size);
}

/* shared_of_block: a function or functor, bytes of shared memory for a block's size. */
template <class function_type, class type>
SIM_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minimum_grid,
                                                                      int *block_size, type *kernel,
                                                                      function_type shared_of_block,
                                                                      int limit = 0)
{
    return sim_occupancy_block_size(
        minimum_grid, block_size, SIM_KERNEL_ADDRESS(kernel),
        [](int size, void *user) -> size_t { return (*static_cast<function_type *>(user))(size); },
        &shared_of_block, limit);
}

template <class type>
SIM_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minimum_grid, int *block_size,
                                                          type *kernel, size_t shared = 0,
                                                          int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        minimum_grid, block_size, kernel, [shared](int) { return shared; }, limit);
}

/* flags are about caches that are not modelled. */
template <class function_type, class type>
SIM_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *minimum_grid, int *block_size, type *kernel, function_type shared_of_block, int limit = 0,
    unsigned int = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(minimum_grid, block_size, kernel,
                                                          shared_of_block, limit);
}

template <class type>
SIM_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minimum_grid,
                                                                   int *block_size, type *kernel,
                                                                   size_t shared = 0, int limit = 0,
                                                                   unsigned int = 0)
{
    return cudaOccupancyMaxPotentialBlockSize(minimum_grid, block_size, kernel, shared, limit);
}

#undef SIM_KERNEL_ADDRESS

#endif
