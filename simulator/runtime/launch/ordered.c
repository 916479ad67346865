/*
 * The order of streams in terms of CUDA: see ordered.h.
 */
#include "launch/ordered.h"

#include <stdio.h>

#include "base/api_lock.h"

/* The node of a graph that is done. */
static _Thread_local struct ordered_stream *node_at_work;

struct ordered_stream *ordered_of(cudaStream_t stream, int device)
{
    if (node_at_work)
        return node_at_work;
    if (stream_is_default(stream))
        return streams_default(device);
    struct handle *handle = (struct handle *)stream;
    if (!handle->ordered)
        handle->ordered = streams_make(handle->device, !(handle->flags & cudaStreamNonBlocking));
    return handle->ordered;
}

void ordered_record(struct handle *event, cudaStream_t stream)
{
    if (!streams_are_ordered())
        return;
    api_lock();
    struct ordered_stream *ordered = ordered_of(stream, stream_device(stream));
    streams_begin(ordered);
    event->vector_clock.count = 0; /* its earlier record does not count */
    vector_clock_join(&event->vector_clock, &ordered->vector_clock);
    api_unlock();
}

void ordered_wait(cudaStream_t stream, const struct handle *event)
{
    if (!streams_are_ordered())
        return;
    api_lock();
    vector_clock_join(&ordered_of(stream, stream_device(stream))->vector_clock,
                      &event->vector_clock);
    api_unlock();
}

void ordered_host_waits_for_event(const struct handle *event)
{
    api_lock();
    streams_host_waits(&event->vector_clock);
    api_unlock();
}

void ordered_host_waits_for_stream(cudaStream_t stream)
{
    if (!streams_are_ordered())
        return;
    api_lock();
    struct ordered_stream *ordered = ordered_of(stream, stream_device(stream));
    streams_begin(ordered);
    streams_host_waits(&ordered->vector_clock);
    api_unlock();
}

void ordered_host_waits_for_device(int device)
{
    if (!streams_are_ordered())
        return;
    api_lock();
    streams_host_waits_for(device);
    api_unlock();
}

void ordered_node_begins(cudaGraphNode_t node, cudaStream_t stream)
{
    node_at_work = NULL;
    if (!streams_are_ordered())
        return;
    api_lock();
    struct ordered_stream *whole = ordered_of(stream, stream_device(stream));
    streams_begin(whole);
    if (!node->ordered)
        node->ordered = streams_make(whole->device, 0);
    node->ordered->graph = node->graph;
    vector_clock_join(&node->ordered->vector_clock, &whole->vector_clock);
    for (size_t i = 0; i < node->after_count; i++)
        if (node->after[i]->ordered)
            vector_clock_join(&node->ordered->vector_clock, &node->after[i]->ordered->vector_clock);
    node_at_work = node->ordered;
    api_unlock();
}

void ordered_wait_for_graph(cudaGraph_t graph, cudaStream_t stream)
{
    node_at_work = NULL;
    if (!streams_are_ordered())
        return;
    api_lock();
    struct ordered_stream *whole = ordered_of(stream, stream_device(stream));
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->ordered)
            vector_clock_join(&whole->vector_clock, &graph->nodes[i]->ordered->vector_clock);
    api_unlock();
}

void ordered_launch_done(struct ordered_stream *stream, const struct sim_launch *launch)
{
    struct work_name name = {.pc = launch->call, .file = launch->file, .line = launch->line};
    size_t count;
    struct watched_range *ranges = watched_list(&count);
    snprintf(name.text, sizeof name.text, "kernel %s", launch->name);
    stream_work_done(stream, &name, ranges, count);
}
