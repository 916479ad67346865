/*
 * Graphs: work that is recorded, and done when the graph is launched.
 */
#ifndef GRAPH_H
#define GRAPH_H

#include "cuda_runtime_api.h"
#include "launch/deferred_launch.h"
#include "memory/memory.h"

struct CUgraphNode_st {
    enum cudaGraphNodeType type;
    cudaGraph_t graph;
    cudaGraphNode_t *after; /* the nodes that it depends on */
    size_t after_count;
    cudaGraphNode_t origin; /* in an executable graph: the node that this is a copy of */
    int placed;             /* it has a position already, while an order is looked for */
    /* its work, by its type */
    struct deferred_launch *launch;
    struct cudaMemcpy3DParms copy;
    struct cudaMemsetParams set;
    struct cudaHostNodeParams host;
    cudaGraph_t child;
    struct cudaMemAllocNodeParams memory;
    struct allocation *allocation; /* that it allocates or frees */
};

struct CUgraph_st {
    cudaGraphNode_t *nodes;
    size_t count;
    size_t room;
    int instantiated; /* it allocates memory, and there is an executable of it */
    int destroyed;    /* by the program, but the executable is still there */
};

/* A new graph; a new node at its end, which depends on the given ones. */
cudaGraph_t graph_make(void);
cudaGraphNode_t graph_add(cudaGraph_t graph, enum cudaGraphNodeType type,
                          const cudaGraphNode_t *after, size_t count);
/* The node is one that allocates or frees this. */
void graph_node_names(cudaGraphNode_t node, struct allocation *allocation);
void graph_add_dependency(cudaGraphNode_t from, cudaGraphNode_t to);

/* A copy, its nodes in an order in which they can be done; NULL if there is none. */
cudaGraph_t graph_copy(cudaGraph_t graph);
void graph_free(cudaGraph_t graph);

/*
 * The graph into which the stream's work is captured at the moment, or NULL. All captured work is
 * one chain here: an order that the streams' events allow.
 */
cudaGraph_t graph_of_stream(cudaStream_t stream);
void graph_capture(cudaStream_t stream, cudaGraph_t graph);

/* Adds a node that comes after the last one. */
cudaGraphNode_t graph_append(cudaGraph_t graph, enum cudaGraphNodeType type);

#endif
