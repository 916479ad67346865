/*
 * Memory of graphs: see graph_memory.h. The addresses are chosen when the node is made, and do not
 * change. The memory exists from the launch of the node that allocates it to that of the node that
 * frees it.
 */
#include "cuda_api/graph_memory.h"

#include "base/current_device.h"
#include "base/errors.h"
#include "base/site.h"
#include "cuda_api/devices.h"
#include "launch/handles.h"

#define STEP ((size_t)32 << 20) /* bytes: the granularity of an H100's memory for graphs */

/* Bytes of graphs, by device: now, and at most so far. */
static size_t held[DEVICES_MOST], most_used[DEVICES_MOST], most_held[DEVICES_MOST];

/* ---- Making nodes ---------------------------------------------------------------------------- */

/* Counts the nodes that free the allocation, among this node and all before it. */
static int count_frees_before(cudaGraphNode_t node, const struct allocation *allocation)
{
    if (node->placed)
        return 0;
    node->placed = 1;
    int frees = node->type == cudaGraphNodeTypeMemFree && node->allocation == allocation;
    for (size_t i = 0; i < node->after_count; i++)
        frees += count_frees_before(node->after[i], allocation);
    return frees;
}

/* How many nodes of the graph allocate the memory, or free it. */
static int count_nodes(cudaGraph_t graph, enum cudaGraphNodeType type,
                       const struct allocation *allocation)
{
    int found = 0;
    for (size_t i = 0; i < graph->count; i++)
        found += graph->nodes[i]->type == type && graph->nodes[i]->allocation == allocation;
    return found;
}

/* 1 if each allocation of the memory in the graph is freed before a node that comes after those. */
static int is_freed_before(cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                           const struct allocation *allocation)
{
    int frees = 0;
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->placed = 0;
    for (size_t i = 0; i < count; i++)
        frees += count_frees_before(after[i], allocation);
    return frees == count_nodes(graph, cudaGraphNodeTypeMemAlloc, allocation);
}

/* Memory of that size that earlier nodes have freed, whose addresses are used again. */
static struct allocation *find_freed(cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                     int device, size_t size)
{
    for (size_t i = 0; i < graph->count; i++) {
        struct allocation *a = graph->nodes[i]->allocation;
        if (a && graph->nodes[i]->type == cudaGraphNodeTypeMemAlloc && a->device == device &&
            a->size == size && is_freed_before(graph, after, count, a))
            return a;
    }
    return NULL;
}

static cudaError_t add_allocation(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *after, size_t count,
                                  struct cudaMemAllocNodeParams *parameters, uintptr_t pc)
{
    int device = parameters->poolProps.location.id;
    struct allocation *allocation = find_freed(graph, after, count, device, parameters->bytesize);
    if (!allocation)
        allocation = allocation_reserve(device, parameters->bytesize, pc);
    if (!allocation)
        return error_set(cudaErrorMemoryAllocation);
    parameters->dptr = (void *)allocation->start;
    *node = graph_add(graph, cudaGraphNodeTypeMemAlloc, after, count);
    (*node)->memory = *parameters;
    graph_node_names(*node, allocation);
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t count,
                                     struct cudaMemAllocNodeParams *parameters)
{
    if (!node || !graph || !parameters || (count && !after) || !parameters->bytesize ||
        parameters->poolProps.allocType != cudaMemAllocationTypePinned ||
        parameters->poolProps.location.type != cudaMemLocationTypeDevice ||
        device_check(parameters->poolProps.location.id))
        return error_set(cudaErrorInvalidValue);
    if (parameters->accessDescCount) { /* peer access is by device, not by pool */
        cudaMemPool_t pool;
        cudaError_t error = cudaDeviceGetDefaultMemPool(&pool, parameters->poolProps.location.id);
        error = error ? error
                      : cudaMemPoolSetAccess(pool, parameters->accessDescs,
                                             parameters->accessDescCount);
        if (error)
            return error;
    }
    return add_allocation(node, graph, after, count, parameters, CALLER);
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *parameters)
{
    if (!node || !parameters || node->type != cudaGraphNodeTypeMemAlloc)
        return error_set(cudaErrorInvalidValue);
    *parameters = node->memory;
    return cudaSuccess;
}

/* The memory of a graph that starts at the address, or NULL. */
static struct allocation *memory_at(const void *pointer)
{
    uintptr_t address = (uintptr_t)pointer;
    struct allocation *a = memory_contains(address) ? allocation_find(address) : NULL;
    int is_known = a && a->of_graph && a->start == address && (!a->freed || a->graph_nodes);
    return is_known ? a : NULL;
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *after, size_t count, void *pointer)
{
    struct allocation *a = memory_at(pointer);
    if (!node || !graph || (count && !after) || !a)
        return error_set(cudaErrorInvalidValue);
    int allocations = count_nodes(graph, cudaGraphNodeTypeMemAlloc, a);
    int allowed = allocations ? allocations : 1; /* another graph allocates it */
    if (count_nodes(graph, cudaGraphNodeTypeMemFree, a) >= allowed)
        return error_set(cudaErrorInvalidValue);
    *node = graph_add(graph, cudaGraphNodeTypeMemFree, after, count);
    (*node)->pc = CALLER;
    graph_node_names(*node, a);
    return cudaSuccess;
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer)
{
    if (!node || !pointer || node->type != cudaGraphNodeTypeMemFree)
        return error_set(cudaErrorInvalidValue);
    *(void **)pointer = (void *)node->allocation->start;
    return cudaSuccess;
}

/* ---- Capturing ------------------------------------------------------------------------------- */

/* The dependency of a captured graph's next node: the last node. */
cudaError_t graph_memory_capture(void **pointer, size_t size, cudaStream_t stream, uintptr_t pc)
{
    cudaGraph_t graph = graph_of_stream(stream);
    cudaGraphNode_t node;
    struct cudaMemAllocNodeParams parameters = {
        .poolProps = {.allocType = cudaMemAllocationTypePinned,
                      .location = {cudaMemLocationTypeDevice, stream_device(stream)}},
        .bytesize = size,
    };
    size_t count;
    const cudaGraphNode_t *tails = graph_tails(stream, &count);
    cudaError_t error = add_allocation(&node, graph, tails, count, &parameters, pc);
    if (!error)
        graph_set_tail(stream, node);
    *pointer = parameters.dptr;
    return error;
}

/* Does not free other memory than a graph's: each launch of the captured graph may need it. */
cudaError_t graph_memory_capture_free(void *pointer, cudaStream_t stream)
{
    cudaGraph_t graph = graph_of_stream(stream);
    cudaGraphNode_t node;
    if (!memory_at(pointer))
        return error_sticky();
    size_t count;
    const cudaGraphNode_t *tails = graph_tails(stream, &count);
    cudaError_t error = cudaGraphAddMemFreeNode(&node, graph, tails, count, pointer);
    if (!error)
        graph_set_tail(stream, node);
    return error;
}

/* ---- Launching ------------------------------------------------------------------------------- */

int graph_memory_is_allocated_by(cudaGraph_t graph)
{
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->allocation)
            return 1;
    return 0;
}

int graph_memory_is_free(cudaGraph_t graph, int frees, uintptr_t pc)
{
    for (size_t i = 0; i < graph->count; i++) {
        cudaGraphNode_t node = graph->nodes[i];
        if (node->type != cudaGraphNodeTypeMemAlloc || node->allocation->freed)
            continue;
        if (!frees || free_device_memory((void *)node->allocation->start, pc, "cudaGraphLaunch"))
            return 0;
    }
    return 1;
}

/* Bytes of the device's memory that graphs have now, rounded up to steps. */
static size_t allocated(int device)
{
    size_t count, bytes = 0;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++)
        if (list[i]->of_graph && !list[i]->freed && list[i]->device == device)
            bytes += list[i]->size;
    return (bytes + STEP - 1) / STEP * STEP;
}

cudaError_t graph_memory_begin(struct allocation *allocation)
{
    int device = allocation->device;
    if (!allocation_begin(allocation))
        return error_set(cudaErrorMemoryAllocation);
    if (allocated(device) > held[device])
        held[device] = allocated(device);
    if (held[device] > most_used[device])
        most_used[device] = held[device];
    if (held[device] > most_held[device])
        most_held[device] = held[device];
    return cudaSuccess;
}

/* ---- Questions ------------------------------------------------------------------------------- */

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    if (device_check(device))
        return cudaErrorInvalidDevice;
    held[device] = allocated(device);
    return error_sticky();
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value)
{
    if (device_check(device))
        return cudaErrorInvalidDevice;
    if (!value)
        return error_set(cudaErrorInvalidValue);
    switch (attribute) {
    case cudaGraphMemAttrUsedMemCurrent:
    case cudaGraphMemAttrReservedMemCurrent: *(uint64_t *)value = held[device]; break;
    case cudaGraphMemAttrUsedMemHigh: *(uint64_t *)value = most_used[device]; break;
    case cudaGraphMemAttrReservedMemHigh: *(uint64_t *)value = most_held[device]; break;
    default: return error_set(cudaErrorInvalidValue);
    }
    return error_sticky();
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value)
{
    if (device_check(device))
        return cudaErrorInvalidDevice;
    if (!value || *(uint64_t *)value)
        return error_set(cudaErrorInvalidValue);
    if (attribute == cudaGraphMemAttrUsedMemHigh)
        most_used[device] = held[device];
    else if (attribute == cudaGraphMemAttrReservedMemHigh)
        most_held[device] = held[device];
    else
        return error_set(cudaErrorInvalidValue);
    return error_sticky();
}
