/*
 * Graphs as the host sees them: capturing, copying, launching.
 */
#include <stdlib.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/errors.h"
#include "base/settings.h"
#include "base/site.h"
#include "cuda_api/copied.h"
#include "cuda_api/copies.h"
#include "cuda_api/graph_memory.h"
#include "cuda_api/layers.h"
#include "launch/graph.h"
#include "launch/handles.h"
#include "launch/ordered.h"
#include "report/findings.h"

struct CUgraphExec_st {
    cudaGraph_t graph;  /* its nodes in an order of execution */
    cudaGraph_t source; /* the original graph, if it allocates memory; else NULL */
    int frees_first;    /* a launch frees memory that the previous one has left allocated */
};

/* ---- Capturing ------------------------------------------------------------------------------- */

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    (void)mode;
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamBeginCapture");
    if (error)
        return error;
    if (stream_is_default(stream))
        return error_set(cudaErrorStreamCaptureUnsupported);
    if (graph_of_stream(stream))
        return error_set(cudaErrorIllegalState);
    graph_capture(stream, graph_make());
    ((struct handle *)stream)->began_capture = 1;
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamEndCapture");
    if (error)
        return error;
    if (!graph || !graph_of_stream(stream) || !((struct handle *)stream)->began_capture)
        return error_set(cudaErrorIllegalState);
    *graph = graph_of_stream(stream);
    ((struct handle *)stream)->began_capture = 0;
    int is_joined = graph_is_joined(stream), is_spoilt = (*graph)->is_spoilt;
    handles_forget_capture(*graph);
    if (is_joined && !is_spoilt)
        return cudaSuccess;
    graph_free(*graph);
    *graph = NULL;
    if (is_spoilt) /* which was told */
        return error_set(cudaErrorStreamCaptureInvalidated);
    if (settings.checks)
        finding_on_host(FINDING_INVALID_ARGUMENT, CALLER,
                        "cudaStreamEndCapture: another stream's work was captured, and this one "
                        "has not waited for its end: %s",
                        cudaGetErrorName(cudaErrorStreamCaptureUnjoined));
    return error_set(cudaErrorStreamCaptureUnjoined);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamIsCapturing");
    if (error)
        return error;
    if (!status)
        return error_set(cudaErrorInvalidValue);
    *status = graph_of_stream(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

/* ---- Launching ------------------------------------------------------------------------------- */

/* What a node does wrong is told where the program has made it. */
static cudaError_t perform(cudaGraphNode_t node, cudaStream_t stream)
{
    uintptr_t pc = node->pc;
    struct cudaMemsetParams *set = &node->set;
    cudaError_t error = cudaSuccess;
    switch (node->type) {
    case cudaGraphNodeTypeKernel:
        deferred_launch_get(node->launch)->stream = stream;
        return (cudaError_t)sim_launch(deferred_launch_get(node->launch));
    case cudaGraphNodeTypeMemcpy: return layers_copy(&node->copy, stream, 0, pc, "cudaGraphLaunch");
    case cudaGraphNodeTypeMemset:
        for (size_t row = 0; row < set->height && !error; row++)
            error = set_elements((char *)set->dst + row * set->pitch, set->value, set->elementSize,
                                 set->width, pc, "cudaGraphLaunch");
        copied_done(stream, 0);
        return error;
    case cudaGraphNodeTypeHost: node->host.fn(node->host.userData); return cudaSuccess;
    case cudaGraphNodeTypeGraph:
        for (size_t i = 0; i < node->child->count && !error; i++)
            error = perform(node->child->nodes[i], stream);
        return error;
    case cudaGraphNodeTypeMemAlloc: return graph_memory_begin(node->allocation);
    case cudaGraphNodeTypeMemFree:
        return free_device_memory((void *)node->allocation->start, pc, "cudaGraphLaunch");
    default: return cudaSuccess;
    }
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaGraphLaunch");
    if (error)
        return error;
    if (!executable)
        return error_set(cudaErrorInvalidValue);
    if (graph_of_stream(stream) && graph_memory_is_allocated_by(executable->graph))
        return error_set(cudaErrorNotSupported);
    if (graph_of_stream(stream)) { /* the stream itself is captured */
        cudaGraphNode_t node = graph_append(stream, cudaGraphNodeTypeGraph, CALLER);
        node->child = graph_copy(executable->graph);
        return cudaSuccess;
    }
    if (!graph_memory_is_free(executable->graph, executable->frees_first, CALLER))
        return error_set(cudaErrorInvalidValue);
    int current = current_device();
    current_device_set(stream_device(stream)); /* that of the stream */
    streams_order();
    ordered_wait_for_graph(executable->graph, stream);
    for (size_t i = 0; i < executable->graph->count && !error; i++) {
        ordered_node_begins(executable->graph->nodes[i], stream);
        error = perform(executable->graph->nodes[i], stream);
    }
    ordered_wait_for_graph(executable->graph, stream);
    current_device_set(current);
    return error;
}

/* ---- Making and copying ---------------------------------------------------------------------- */

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    if (!graph || flags)
        return error_set(cudaErrorInvalidValue);
    *graph = graph_make();
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    if (!graph)
        return error_set(cudaErrorInvalidValue);
    if (graph->instantiated)
        graph->destroyed = 1;
    else
        graph_free(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    if (!clone || !graph)
        return error_set(cudaErrorInvalidValue);
    if (graph_memory_is_allocated_by(graph))
        return error_set(cudaErrorNotSupported);
    *clone = graph_copy(graph);
    return *clone ? cudaSuccess : error_set(cudaErrorInvalidValue);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                 unsigned long long flags)
{
    if (!executable || !graph)
        return error_set(cudaErrorInvalidValue);
    if (graph->instantiated)
        return error_set(cudaErrorNotSupported);
    cudaGraph_t copy = graph_copy(graph);
    if (!copy) /* the dependencies of its nodes form a cycle */
        return error_set(cudaErrorInvalidValue);
    *executable = allocate(sizeof **executable);
    (*executable)->graph = copy;
    (*executable)->frees_first = (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
    graph->instantiated = graph_memory_is_allocated_by(graph);
    if (graph->instantiated)
        (*executable)->source = graph;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph,
                                          unsigned long long flags)
{
    return cudaGraphInstantiate(executable, graph, flags);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaGraphUpload");
    return error || executable ? error : error_set(cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable)
{
    if (!executable)
        return error_set(cudaErrorInvalidValue);
    cudaGraph_t source = executable->source;
    if (source)
        source->instantiated = 0;
    if (source && source->destroyed)
        graph_free(source);
    graph_free(executable->graph);
    free(executable);
    return cudaSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *result)
{
    if (!executable || !graph)
        return error_set(cudaErrorInvalidValue);
    cudaGraph_t copy = graph_copy(graph);
    int same = copy && copy->count == executable->graph->count;
    for (size_t i = 0; same && i < copy->count; i++)
        same = copy->nodes[i]->type == executable->graph->nodes[i]->type;
    if (result)
        *result = (cudaGraphExecUpdateResultInfo){
            .result = same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged};
    if (!same) {
        if (copy)
            graph_free(copy);
        return error_set(cudaErrorGraphExecUpdateFailure);
    }
    for (size_t i = 0; i < copy->count; i++) /* the copy's nodes keep their first origins */
        copy->nodes[i]->origin = executable->graph->nodes[i]->origin;
    graph_free(executable->graph);
    executable->graph = copy;
    return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *parameters)
{
    for (size_t i = 0; executable && i < executable->graph->count; i++)
        if (executable->graph->nodes[i]->origin == node)
            return cudaGraphKernelNodeSetParams(executable->graph->nodes[i], parameters);
    return error_set(cudaErrorInvalidValue);
}
