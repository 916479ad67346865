/*
 * Memory that graphs allocate and free when they are launched.
 */
#ifndef GRAPH_MEMORY_H
#define GRAPH_MEMORY_H

#include "launch/graph.h"

/* 1 if the graph allocates memory or frees some. */
int graph_memory_is_allocated_by(cudaGraph_t graph);

/*
 * Before a launch: 1 if none of what the graph allocates is allocated, which with frees it is not
 * any more. pc: the caller, for findings.
 */
int graph_memory_is_free(cudaGraph_t graph, int frees, uintptr_t pc);

/* A node's memory is there from now on, or cudaErrorMemoryAllocation. */
cudaError_t graph_memory_begin(struct allocation *allocation);

/* cudaMallocAsync and cudaFreeAsync in a stream that is captured. */
cudaError_t graph_memory_capture(void **pointer, size_t size, cudaStream_t stream, uintptr_t pc);
cudaError_t graph_memory_capture_free(void *pointer, cudaStream_t stream);

/* cudaFreeAsync; call: what the program has called. */
cudaError_t free_device_memory(void *pointer, uintptr_t pc, const char *call);

#endif
