/*
 * The nodes of graphs that are built by hand.
 */
#include "base/errors.h"
#include "base/site.h"
#include "cuda_api/graph_memory.h"
#include "launch/graph.h"
#include "report/kernel.h"

/* A new node that depends on those, made by the call at pc. NULL, with the error set, if an
 * argument is wrong. */
static cudaGraphNode_t add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                           size_t count, enum cudaGraphNodeType type, const void *parameters,
                           uintptr_t pc)
{
    if (!node || !graph || !parameters || (count && !after)) {
        error_set(cudaErrorInvalidValue);
        return NULL;
    }
    *node = graph_add(graph, type, after, count);
    (*node)->pc = pc;
    return *node;
}

/* The launch with these parameters, by the call at pc; NULL if there is no such kernel. */
static struct deferred_launch *launch_of(const struct cudaKernelNodeParams *parameters,
                                         uintptr_t pc)
{
    struct kernel *kernel = kernel_known(parameters->func);
    if (!kernel || !kernel->registered || parameters->extra)
        return NULL;
    struct sim_launch launch = {
        .grid = {parameters->gridDim.x, parameters->gridDim.y, parameters->gridDim.z},
        .block = {parameters->blockDim.x, parameters->blockDim.y, parameters->blockDim.z},
        .dynamic_shared = parameters->sharedMemBytes,
        .function = parameters->func,
        .name = kernel->name,
        .file = kernel->file,
        .line = kernel->line,
        .places = parameters->kernelParams,
        .call = pc,
    };
    void *none[1] = {NULL};
    if (!launch.places)
        launch.places = none;
    return deferred_launch_make(&launch);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t count,
                                   const struct cudaKernelNodeParams *parameters)
{
    struct deferred_launch *launch = parameters ? launch_of(parameters, CALLER) : NULL;
    if (parameters && !launch)
        return error_set(cudaErrorInvalidDeviceFunction);
    if (!add(node, graph, after, count, cudaGraphNodeTypeKernel, parameters, CALLER))
        return cudaErrorInvalidValue;
    (*node)->launch = launch;
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *parameters)
{
    if (!node || !parameters || node->type != cudaGraphNodeTypeKernel)
        return error_set(cudaErrorInvalidValue);
    struct deferred_launch *launch = launch_of(parameters, CALLER);
    if (!launch)
        return error_set(cudaErrorInvalidDeviceFunction);
    deferred_launch_free(node->launch);
    node->launch = launch;
    return cudaSuccess;
}

static cudaError_t add_copy(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                            size_t count, const struct cudaMemcpy3DParms *parameters, uintptr_t pc)
{
    if (!add(node, graph, after, count, cudaGraphNodeTypeMemcpy, parameters, pc))
        return cudaErrorInvalidValue;
    (*node)->copy = *parameters;
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t count,
                                   const struct cudaMemcpy3DParms *parameters)
{
    return add_copy(node, graph, after, count, parameters, CALLER);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t count, void *target,
                                     const void *source, size_t size, enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms copy = {
        .srcPtr = {(void *)source, size, size, 1},
        .dstPtr = {target, size, size, 1},
        .extent = {size, 1, 1},
        .kind = kind,
    };
    return add_copy(node, graph, after, count, &copy, CALLER);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t count,
                                   const struct cudaMemsetParams *parameters)
{
    if (parameters && parameters->elementSize != 1 && parameters->elementSize != 2 &&
        parameters->elementSize != 4)
        return error_set(cudaErrorInvalidValue);
    if (!add(node, graph, after, count, cudaGraphNodeTypeMemset, parameters, CALLER))
        return cudaErrorInvalidValue;
    (*node)->set = *parameters;
    return cudaSuccess;
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *after, size_t count,
                                 const struct cudaHostNodeParams *parameters)
{
    if (!add(node, graph, after, count, cudaGraphNodeTypeHost, parameters, CALLER))
        return cudaErrorInvalidValue;
    (*node)->host = *parameters;
    return cudaSuccess;
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *after, size_t count)
{
    return add(node, graph, after, count, cudaGraphNodeTypeEmpty, graph, CALLER)
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *after, size_t count,
                                       cudaGraph_t child)
{
    if (child && graph_memory_is_allocated_by(child))
        return error_set(cudaErrorNotSupported);
    cudaGraph_t copy = child ? graph_copy(child) : NULL;
    if (!copy)
        return error_set(cudaErrorInvalidValue);
    if (!add(node, graph, after, count, cudaGraphNodeTypeGraph, child, CALLER))
        return cudaErrorInvalidValue;
    (*node)->child = copy;
    return cudaSuccess;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t count)
{
    if (!graph || (count && (!from || !to)))
        return error_set(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++)
        graph_add_dependency(from[i], to[i]);
    return cudaSuccess;
}

/* Stores the nodes that there is room for. Without an array: stores only their number. */
static cudaError_t list(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count, int only_roots)
{
    if (!graph || !count)
        return error_set(cudaErrorInvalidValue);
    size_t found = 0;
    for (size_t i = 0; i < graph->count; i++) {
        if (only_roots && graph->nodes[i]->after_count)
            continue;
        if (nodes && found < *count)
            nodes[found] = graph->nodes[i];
        found++;
    }
    if (!nodes || found < *count)
        *count = found;
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    return list(graph, nodes, count, 0);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    return list(graph, nodes, count, 1);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    if (!node || !type)
        return error_set(cudaErrorInvalidValue);
    *type = node->type;
    return cudaSuccess;
}
