/*
 * Streams and events as the host knows them: handles.
 */
#ifndef HANDLES_H
#define HANDLES_H

#include <stdint.h>

#include "check/streams.h"
#include "clock/timeline.h"
#include "cuda_runtime_api.h"

enum handle_kind { HANDLE_STREAM, HANDLE_EVENT };

struct handle {
    enum handle_kind kind;
    int device; /* the current one when it was made */
    int destroyed;
    int recorded;   /* of an event */
    unsigned flags; /* as it was created */
    int priority;   /* of a stream */
    /* attributes of a stream, for queries; they have no effect */
    struct cudaAccessPolicyWindow window;
    enum cudaSynchronizationPolicy synchronization;
    int began_capture;      /* a stream: the one that ends it */
    cudaGraph_t capturing;  /* a stream: into what; an event: recorded in such a stream */
    cudaGraphNode_t *tails; /* then: the nodes after which the stream's next one comes, or came */
    size_t tail_count;
    double time, own_work; /* of an event: its time, ns (clock/timeline.h) */
    struct stream_time stream_time;
    struct ordered_stream *ordered;   /* a stream, if the order of streams is looked at; */
    struct vector_clock vector_clock; /* an event, then: the work before its record */
};

/* A new handle of the current device. */
struct handle *handle_make(enum handle_kind kind);

/*
 * cudaSuccess if the pointer is a handle of that kind that was not destroyed. Otherwise
 * the error that CUDA gives and, but for NULL, a finding. call, pc: the function and its caller.
 */
cudaError_t handle_check(const void *pointer, enum handle_kind kind, uintptr_t pc,
                         const char *call);

/* A capture into the graph has ended: no stream and no event takes part any more. */
void handles_forget_capture(cudaGraph_t graph);

/* 1 for a default stream, which is no handle. */
int stream_is_default(cudaStream_t stream);

/* 1 for a stream that calls and launches may be given. */
int stream_known(cudaStream_t stream);

/* The device of a known stream; a default stream is the current device's. */
int stream_device(cudaStream_t stream);

/* The times of a known stream. */
struct stream_time *stream_time_of(cudaStream_t stream);

/* The same check for a stream as calls and launches take it, which may be a default one. */
cudaError_t stream_check(cudaStream_t stream, uintptr_t pc, const char *call);

#endif
