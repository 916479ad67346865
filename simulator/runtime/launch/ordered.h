/*
 * The order of streams (check/streams.h) in terms of CUDA: the effects of streams and events on it,
 * and kernels as its work. These functions do nothing where that order is not checked.
 */
#ifndef ORDERED_H
#define ORDERED_H

#include "check/stream_work.h"
#include "launch/graph.h"
#include "launch/handles.h"
#include "sim/sim.h"

/*
 * The stream; a default stream is that of the device. While a node of a graph is done: the node.
 * With the lock of the API.
 */
struct ordered_stream *ordered_of(cudaStream_t stream, int device);

/* An event is recorded in a stream; a stream waits for it; the host waits. */
void ordered_record(struct handle *event, cudaStream_t stream);
void ordered_wait(cudaStream_t stream, const struct handle *event);
void ordered_host_waits_for_event(const struct handle *event);
void ordered_host_waits_for_stream(cudaStream_t stream);
void ordered_host_waits_for_device(int device);

/*
 * A launch has run in the stream; it began with streams_begin. With the lock of the API.
 */
void ordered_launch_done(struct ordered_stream *stream, const struct sim_launch *launch);

/*
 * A graph is launched into the stream: its nodes count as streams of their own, each of which waits
 * for the nodes that it depends on. From here on the calling thread's work is that of the node. The
 * stream waits for all nodes of the graph's launches up to here: when a launch ends, and before it
 * begins, since launches of one graph come one after the other.
 */
void ordered_node_begins(cudaGraphNode_t node, cudaStream_t stream);
void ordered_wait_for_graph(cudaGraph_t graph, cudaStream_t stream);

#endif
