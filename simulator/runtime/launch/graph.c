/*
 * Graphs: see graph.h.
 */
#include "launch/graph.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "launch/handles.h"

cudaGraph_t graph_make(void)
{
    return allocate(sizeof(struct CUgraph_st));
}

void graph_add_dependency(cudaGraphNode_t from, cudaGraphNode_t to)
{
    to->after = allocate_again(to->after, (to->after_count + 1) * sizeof *to->after);
    to->after[to->after_count++] = from;
}

void graph_node_names(cudaGraphNode_t node, struct allocation *allocation)
{
    node->allocation = allocation;
    allocation->graph_nodes++;
}

cudaGraphNode_t graph_add(cudaGraph_t graph, enum cudaGraphNodeType type,
                          const cudaGraphNode_t *after, size_t count)
{
    cudaGraphNode_t node = allocate(sizeof *node);
    if (graph->count == graph->room) {
        graph->room = graph->room ? 2 * graph->room : 16;
        graph->nodes = allocate_again(graph->nodes, graph->room * sizeof *graph->nodes);
    }
    graph->nodes[graph->count++] = node;
    node->type = type;
    node->graph = graph;
    for (size_t i = 0; i < count; i++)
        graph_add_dependency(after[i], node);
    return node;
}

static int is_ready(cudaGraphNode_t node)
{
    for (size_t i = 0; i < node->after_count; i++)
        if (!node->after[i]->placed)
            return 0;
    return 1;
}

static int copy_node(cudaGraph_t copy, cudaGraphNode_t node)
{
    cudaGraphNode_t made = graph_add(copy, node->type, NULL, 0);
    for (size_t i = 0; i < node->after_count; i++)
        graph_add_dependency(node->after[i]->made, made);
    node->made = made;
    made->origin = node;
    made->copy = node->copy;
    made->pc = node->pc;
    made->set = node->set;
    made->host = node->host;
    made->memory = node->memory;
    if (node->allocation)
        graph_node_names(made, node->allocation);
    if (node->launch)
        made->launch = deferred_launch_make(deferred_launch_get(node->launch));
    if (node->child && !(made->child = graph_copy(node->child)))
        return 0;
    return 1;
}

cudaGraph_t graph_copy(cudaGraph_t graph)
{
    cudaGraph_t copy = graph_make();
    size_t placed = 0;
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->placed = 0;
    for (size_t before = 1; before;) { /* until a walk over the nodes copies none */
        before = 0;
        for (size_t i = 0; i < graph->count; i++) {
            cudaGraphNode_t node = graph->nodes[i];
            if (node->placed || !is_ready(node))
                continue;
            if (!copy_node(copy, node))
                break;
            node->placed = 1;
            before++;
        }
        placed += before;
    }
    if (placed == graph->count)
        return copy;
    graph_free(copy);
    return NULL;
}

void graph_free(cudaGraph_t graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        cudaGraphNode_t node = graph->nodes[i];
        deferred_launch_free(node->launch);
        if (node->child)
            graph_free(node->child);
        if (node->allocation)
            node->allocation->graph_nodes--;
        free(node->after);
        free(node);
    }
    free(graph->nodes);
    free(graph);
}

cudaGraph_t graph_of_stream(cudaStream_t stream)
{
    return stream_is_default(stream) ? NULL : ((struct handle *)stream)->capturing;
}

/* ---- Capturing ------------------------------------------------------------------------ */

static void add_tail(struct handle *handle, cudaGraphNode_t node)
{
    for (size_t i = 0; i < handle->tail_count; i++)
        if (handle->tails[i] == node)
            return;
    handle->tails = allocate_again(handle->tails, (handle->tail_count + 1) * sizeof node);
    handle->tails[handle->tail_count++] = node;
}

void graph_capture(cudaStream_t stream, cudaGraph_t graph)
{
    struct handle *handle = (struct handle *)stream;
    handle->capturing = graph;
    handle->tail_count = 0;
}

void graph_capture_record(cudaEvent_t event, cudaStream_t stream)
{
    struct handle *to = (struct handle *)event;
    const struct handle *from = (struct handle *)stream;
    to->capturing = graph_of_stream(stream);
    to->tail_count = 0;
    for (size_t i = 0; to->capturing && i < from->tail_count; i++)
        add_tail(to, from->tails[i]);
}

void graph_capture_wait(cudaStream_t stream, cudaEvent_t event)
{
    struct handle *to = (struct handle *)stream;
    const struct handle *from = (struct handle *)event;
    if (to->capturing != from->capturing)
        graph_capture(stream, from->capturing);
    for (size_t i = 0; i < from->tail_count; i++)
        add_tail(to, from->tails[i]);
}

/* Marks the node and all that it depends on. */
static void mark(cudaGraphNode_t node)
{
    if (node->placed)
        return;
    node->placed = 1;
    for (size_t i = 0; i < node->after_count; i++)
        mark(node->after[i]);
}

int graph_is_joined(cudaStream_t stream)
{
    const struct handle *handle = (struct handle *)stream;
    cudaGraph_t graph = handle->capturing;
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->placed = 0;
    for (size_t i = 0; i < handle->tail_count; i++)
        mark(handle->tails[i]);
    for (size_t i = 0; i < graph->count; i++)
        if (!graph->nodes[i]->placed)
            return 0;
    return 1;
}

const cudaGraphNode_t *graph_tails(cudaStream_t stream, size_t *count)
{
    *count = ((struct handle *)stream)->tail_count;
    return ((struct handle *)stream)->tails;
}

void graph_set_tail(cudaStream_t stream, cudaGraphNode_t node)
{
    ((struct handle *)stream)->tail_count = 0;
    add_tail((struct handle *)stream, node);
}

cudaGraphNode_t graph_append(cudaStream_t stream, enum cudaGraphNodeType type, uintptr_t pc)
{
    size_t count;
    const cudaGraphNode_t *tails = graph_tails(stream, &count);
    cudaGraphNode_t node = graph_add(graph_of_stream(stream), type, tails, count);
    graph_set_tail(stream, node);
    node->pc = pc;
    return node;
}
