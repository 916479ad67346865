/*
 * Memory that graphs allocate and free when they are launched.
 */
#ifndef GRAPH_MEMORY_H
#define GRAPH_MEMORY_H

#include "launch/graph.h"

/* 1 if the graph allocates memory or frees some. */
int graph_memory_is_allocated_by(cudaGraph_t graph);

/*
 * Before a launch: 1 if no memory of the graph is still allocated. frees: frees such memory first.
 * pc: the caller, for findings.
 */
int graph_memory_is_free(cudaGraph_t graph, int frees, uintptr_t pc);

/* Allocates a node's memory; cudaErrorMemoryAllocation if there is no room. */
cudaError_t graph_memory_begin(struct allocation *allocation);

/* cudaMallocAsync and cudaFreeAsync in a captured stream. */
cudaError_t graph_memory_capture(void **pointer, size_t size, cudaStream_t stream, uintptr_t pc);
cudaError_t graph_memory_capture_free(void *pointer, cudaStream_t stream);

/* cudaFreeAsync. call: the name of the program's call. */
cudaError_t free_device_memory(void *pointer, uintptr_t pc, const char *call);

#endif
