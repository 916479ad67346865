/*
 * Meetings: see meeting.h. One thread for each clique receives from its connections, and sends from
 * their queues, which other threads fill.
 */
#define _GNU_SOURCE
#include "nccl/meeting.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "nccl/wait.h"
#include "nccl/wire.h"

#define NOTIFY_INTERVAL 1000 /* milliseconds between two messages to each waiting rank */

/* A rank of another process. ranks_lock guards all but the socket. */
struct connection_here {
    struct meeting *meeting;
    int socket;       /* -1: it is closed */
    int rank;         /* -1: not known yet */
    int notified;     /* it knows that all ranks have joined, or that the clique has failed */
    unsigned waiting; /* calls */
    /* received */
    struct header header;
    char *body;
    size_t have; /* bytes of both */
    /* to be sent */
    char *queue;
    size_t queued; /* bytes in it ... */
    size_t gone;   /* ... of which these are sent */
    struct connection_here *next;
};

struct meeting {
    struct clique *clique;
    int listener;
    int wake;   /* an eventfd: the queue is not empty */
    int ending; /* the process ends */
    pthread_t thread;
    struct connection_here *connections;
    struct meeting *next;
};

static struct meeting *meetings;

/* ---- Sending --------------------------------------------------------------------------------- */

static void append(struct connection_here *to, const void *bytes, size_t size)
{
    to->queue = allocate_again(to->queue, to->queued + size + 1);
    if (size) /* else the pointer may be NULL */
        memcpy(to->queue + to->queued, bytes, size);
    to->queued += size;
}

static void queue_message(struct connection_here *to, struct header *header, const void *body,
                          size_t size)
{
    uint64_t one = 1;
    if (to->socket < 0)
        return;
    header->size = size;
    append(to, header, sizeof *header);
    append(to, body, size);
    if (write(to->meeting->wake, &one, sizeof one) < 0)
        return; /* the thread is awake already */
}

static void notify_failure(struct connection_here *to)
{
    const struct clique *clique = to->meeting->clique;
    struct header header = {.message = MESSAGE_FAILED, .failure = clique->failure};
    to->notified = 1;
    queue_message(to, &header, clique->why, strlen(clique->why) + 1);
}

/* A rank's call is done or has failed. */
static void send_state(struct call *call)
{
    struct connection_here *to = call->connection;
    struct header header = {.message = MESSAGE_RESULT, .number = call->number, .form = call->form};
    to->waiting--;
    if (call->state == CALL_DONE)
        queue_message(to, &header, call->result, call->result_size);
    else
        notify_failure(to);
    free(call->sent);
    free(call->result);
    free(call->vector_clock.done);
    free(call);
}

/* Writes as much of the queue as the socket takes. */
static void send_queue(struct connection_here *to)
{
    ssize_t sent =
        send(to->socket, to->queue + to->gone, to->queued - to->gone, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0)
        return;
    to->gone += (size_t)sent;
    if (to->gone == to->queued)
        to->gone = to->queued = 0;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

static void close_connection(struct connection_here *from)
{
    close(from->socket);
    from->socket = -1;
    from->gone = from->queued = 0;
    if (from->rank >= 0 && !from->meeting->clique->ranks[from->rank].left)
        clique_leave(from->meeting->clique, from->rank, 1);
}

static void join(struct connection_here *from, const struct header *header)
{
    struct clique *clique = from->meeting->clique;
    if (clique_join(clique, (int)header->form.count, header->form.rank, header->form.peer, 0))
        notify_failure(from);
    else
        from->rank = header->form.rank;
}

static void make_call(struct connection_here *from, const struct header *header, char *body)
{
    struct clique *clique = from->meeting->clique;
    struct call *call = allocate(sizeof *call);
    call->form = header->form;
    call->number = header->number;
    call->sent = body;
    call->result_size = call_result_size(&call->form, clique->count);
    call->result = call->result_size ? allocate(call->result_size) : NULL;
    call->notify = send_state;
    call->connection = from;
    from->waiting++;
    clique_call(clique, call);
}

/* Handles a whole message. Takes over the body. */
static void take(struct connection_here *from, const struct header *header, char *body)
{
    struct clique *clique = from->meeting->clique;
    clique->beats++;
    if (header->message == MESSAGE_JOIN)
        join(from, header);
    else if (header->message == MESSAGE_CALL && from->rank == header->form.rank) {
        make_call(from, header, body);
        return;
    } else if (header->message == MESSAGE_ABORT)
        clique_fail(clique, FAILURE_ABORTED, 0, 0, "rank %d has called ncclCommAbort", from->rank);
    else if (header->message == MESSAGE_LEAVE && from->rank >= 0)
        clique_leave(clique, from->rank, 0);
    free(body);
}

/* Reads the available bytes. Returns -1 if the other side has closed. */
static int receive(struct connection_here *from)
{
    size_t head = sizeof from->header;
    for (;;) {
        size_t whole = from->have < head ? head : head + from->header.size;
        char *into = from->have < head ? (char *)&from->header + from->have
                                       : from->body + (from->have - head);
        ssize_t got =
            from->have < whole ? recv(from->socket, into, whole - from->have, MSG_DONTWAIT) : 0;
        if (got < 0)
            return errno == EAGAIN || errno == EINTR ? 0 : -1;
        if (got == 0 && from->have < whole)
            return -1;
        from->have += (size_t)got;
        if (from->have == head && !from->body)
            from->body = allocate(from->header.size + 1);
        if (from->have >= head && from->have == head + from->header.size) {
            char *body = from->body;
            from->body = NULL;
            from->have = 0;
            take(from, &from->header, body);
        }
    }
}

static void accept_one(struct meeting *meeting)
{
    int socket = accept4(meeting->listener, NULL, NULL, SOCK_CLOEXEC);
    if (socket < 0)
        return;
    struct connection_here *connection = allocate(sizeof *connection);
    connection->meeting = meeting;
    connection->socket = socket;
    connection->rank = -1;
    connection->next = meeting->connections;
    meeting->connections = connection;
}

/* ---- The thread ------------------------------------------------------------------------------ */

/* Notifies all ranks: that every rank has joined, that the clique has failed. */
static void notify_all(struct meeting *meeting)
{
    const struct clique *clique = meeting->clique;
    struct header joined = {.message = MESSAGE_JOINED};
    for (struct connection_here *c = meeting->connections; c; c = c->next) {
        if (c->notified || c->rank < 0)
            continue;
        if (clique->failure)
            notify_failure(c);
        else if (clique->joined == clique->count) {
            c->notified = 1;
            queue_message(c, &joined, "", 0);
        }
    }
}

static void notify_waiting(struct meeting *meeting)
{
    struct header waits = {.message = MESSAGE_WAITS};
    for (struct connection_here *c = meeting->connections; c; c = c->next)
        if (c->socket >= 0 && !c->queued && (c->waiting || !c->notified))
            queue_message(c, &waits, "", 0);
}

/* Fills in the descriptors for poll and their connections. Returns their number. */
static nfds_t list_sockets(struct meeting *meeting, struct pollfd **list,
                           struct connection_here ***owners)
{
    nfds_t count = 2;
    for (struct connection_here *c = meeting->connections; c; c = c->next)
        count += c->socket >= 0;
    *list = allocate_again(*list, count * sizeof **list);
    *owners = allocate_again(*owners, count * sizeof **owners);
    (*list)[0] = (struct pollfd){.fd = meeting->listener, .events = POLLIN};
    (*list)[1] = (struct pollfd){.fd = meeting->wake, .events = POLLIN};
    count = 2;
    for (struct connection_here *c = meeting->connections; c; c = c->next)
        if (c->socket >= 0) {
            (*owners)[count] = c;
            (*list)[count++] = (struct pollfd){
                .fd = c->socket, .events = (short)(POLLIN | (c->queued ? POLLOUT : 0))};
        }
    return count;
}

static void *serve(void *argument)
{
    struct meeting *meeting = argument;
    struct pollfd *list = NULL;
    struct connection_here **owners = NULL;
    uint64_t number;
    pthread_mutex_lock(&ranks_lock);
    for (;;) {
        notify_all(meeting);
        nfds_t count = list_sockets(meeting, &list, &owners);
        pthread_mutex_unlock(&ranks_lock);
        int ready = poll(list, count, NOTIFY_INTERVAL);
        pthread_mutex_lock(&ranks_lock);
        if (ready == 0)
            notify_waiting(meeting);
        if (ready <= 0)
            continue;
        if (list[0].revents)
            accept_one(meeting);
        if (list[1].revents && read(meeting->wake, &number, sizeof number) < 0)
            continue;
        for (nfds_t i = 2; i < count; i++) {
            if (list[i].revents & POLLOUT)
                send_queue(owners[i]);
            if ((list[i].revents & (POLLIN | POLLHUP | POLLERR)) && receive(owners[i]))
                close_connection(owners[i]);
        }
        pthread_cond_broadcast(&ranks_changed);
    }
    return NULL;
}

/* ---- Opening and ending ---------------------------------------------------------------------- */

static int is_needed(const struct meeting *meeting)
{
    for (const struct connection_here *c = meeting->connections; c; c = c->next)
        if (c->socket >= 0 && (c->queued || c->rank < 0 || !meeting->clique->ranks[c->rank].left))
            return 1;
    return 0;
}

/*
 * The process ends, and its own ranks leave. Other processes may still need the clique: waits until
 * they have ended, too, or have been silent for too long.
 */
static void end_meetings(int status, void *unused)
{
    (void)status;
    (void)unused;
    pthread_mutex_lock(&ranks_lock);
    for (struct meeting *m = meetings; m; m = m->next) {
        if (m->clique->process != getpid())
            continue;
        for (int rank = 0; rank < m->clique->count; rank++)
            if (m->clique->ranks[rank].is_here && !m->clique->ranks[rank].left)
                clique_leave(m->clique, rank, 1);
        if (m->clique->joined < m->clique->count)
            clique_fail(m->clique, FAILURE_GONE, 0, 0,
                        "the process that called ncclGetUniqueId has ended");
        wait_until(m->clique, is_needed, m);
    }
    pthread_mutex_unlock(&ranks_lock);
}

static void lock(void)
{
    pthread_mutex_lock(&ranks_lock);
}

static void unlock(void)
{
    pthread_mutex_unlock(&ranks_lock);
}

/* In the child: initialises the lock again, since its only thread does not own it. */
static void unlock_in_child(void)
{
    ranks_lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    ranks_changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
}

int meeting_open(struct clique *clique)
{
    struct sockaddr_un address;
    socklen_t size = wire_address(&clique->id, &address);
    struct meeting *meeting = allocate(sizeof *meeting);
    meeting->clique = clique;
    meeting->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    meeting->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (meeting->listener < 0 || meeting->wake < 0 ||
        bind(meeting->listener, (struct sockaddr *)&address, size) ||
        listen(meeting->listener, SOMAXCONN) ||
        pthread_create(&meeting->thread, NULL, serve, meeting))
        return -1;
    pthread_mutex_lock(&ranks_lock);
    if (!meetings) {
        pthread_atfork(lock, unlock, unlock_in_child);
        on_exit(end_meetings, NULL);
    }
    meeting->next = meetings;
    meetings = meeting;
    clique->is_open = 1;
    clique->process = getpid();
    wait_serving_threads++;
    pthread_mutex_unlock(&ranks_lock);
    return 0;
}

void meeting_forget(struct clique *clique)
{
    for (struct meeting *m = meetings; m; m = m->next)
        if (m->clique == clique && m->listener >= 0) {
            close(m->listener);
            m->listener = -1;
            wait_serving_threads--;
        }
}
