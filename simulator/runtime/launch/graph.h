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
    cudaGraphNode_t origin;         /* in an executable graph: the node that this is a copy of */
    int placed;                     /* it has a position already, while an order is looked for */
    cudaGraphNode_t made;           /* its latest copy */
    struct ordered_stream *ordered; /* in an executable graph: the stream that it is by itself */
    uintptr_t pc;                   /* the program's call that has made it */
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
    int is_spoilt;    /* what the program did while it was captured is not allowed then */
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

/* The graph into which the stream's work is captured at the moment, or NULL. */
cudaGraph_t graph_of_stream(cudaStream_t stream);

/* The stream's work is captured from here on; no default stream's can be. */
void graph_capture(cudaStream_t stream, cudaGraph_t graph);

/*
 * An event is recorded in a stream that is captured; such a stream, or one that is captured from
 * here on, waits for it.
 */
void graph_capture_record(cudaEvent_t event, cudaStream_t stream);
void graph_capture_wait(cudaStream_t stream, cudaEvent_t event);

/* 1 if all work of streams that are captured into this one's graph comes before its end. */
int graph_is_joined(cudaStream_t stream);

/* Adds a node of the stream's work to the graph. pc: the program's call; a launch knows its line.
 */
cudaGraphNode_t graph_append(cudaStream_t stream, enum cudaGraphNodeType type, uintptr_t pc);

/* The same in two parts: the nodes after which it comes, then the node itself. */
const cudaGraphNode_t *graph_tails(cudaStream_t stream, size_t *count);
void graph_set_tail(cudaStream_t stream, cudaGraphNode_t node);

#endif
