/*
 * Connections: see connection.h.
 */
#include "nccl/connection.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "launch/progress.h"
#include "nccl/wait.h"
#include "nccl/wire.h"

#define SILENCE 10 /* seconds beyond the other side's limit, after which it counts as lost */

struct connection {
    int socket;
    int rank;
    int joined;           /* all ranks have joined */
    pthread_mutex_t lock; /* guards writing */
    struct call *calls;   /* waiting ones */
    uint64_t numbers;     /* of calls so far */
    enum failure failure;
    char why[400];
    struct connection *next;
};

static struct connection *connections;

static void fail(struct connection *connection, enum failure failure, const char *why)
{
    if (connection->failure)
        return;
    connection->failure = failure;
    snprintf(connection->why, sizeof connection->why, "%s", why);
    for (struct call *call = connection->calls; call; call = call->next)
        call->state = CALL_FAILED;
    connection->calls = NULL;
}

static void fail_gone(struct connection *connection)
{
    fail(connection, FAILURE_GONE,
         "the process that called ncclGetUniqueId has ended, or does not answer");
}

static void write_message(struct connection *to, struct header *header, const void *body,
                          size_t size)
{
    header->size = size;
    pthread_mutex_lock(&to->lock);
    int failed = wire_write(to->socket, header, sizeof *header) ||
                 (size && wire_write(to->socket, body, size));
    pthread_mutex_unlock(&to->lock);
    (void)failed; /* the missing answer will show it */
}

/* ---- Signs of life --------------------------------------------------------------------------- */

static void *send_heartbeats(void *unused)
{
    uint64_t sent = 0;
    (void)unused;
    for (;;) {
        sleep(1);
        uint64_t blocks = progress_blocks();
        if (blocks == sent)
            continue;
        sent = blocks;
        pthread_mutex_lock(&ranks_lock);
        for (struct connection *c = connections; c; c = c->next) {
            struct header works = {.message = MESSAGE_WORKS, .form.rank = c->rank};
            write_message(c, &works, NULL, 0);
        }
        pthread_mutex_unlock(&ranks_lock);
    }
    return NULL;
}

static void add(struct connection *connection)
{
    pthread_t thread;
    pthread_mutex_lock(&ranks_lock);
    if (!connections && !pthread_create(&thread, NULL, send_heartbeats, NULL))
        wait_serving_threads++;
    connection->next = connections;
    connections = connection;
    pthread_mutex_unlock(&ranks_lock);
}

/* ---- Joining, calling ------------------------------------------------------------------------ */

struct connection *connection_open(const ncclUniqueId *id, int count, int rank, int device)
{
    struct sockaddr_un address;
    socklen_t size = wire_address(id, &address);
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0)
        return NULL;
    if (connect(made, (struct sockaddr *)&address, size)) {
        close(made);
        return NULL;
    }
    struct connection *connection = allocate(sizeof *connection);
    connection->socket = made;
    connection->rank = rank;
    pthread_mutex_init(&connection->lock, NULL);
    struct header join = {.message = MESSAGE_JOIN,
                          .form = {.rank = rank, .peer = device, .count = (uint64_t)count}};
    write_message(connection, &join, NULL, 0);
    add(connection);
    return connection;
}

static void take_result(struct connection *connection, const struct header *header, char *body)
{
    struct call **link = &connection->calls;
    while (*link && (*link)->number != header->number)
        link = &(*link)->next;
    struct call *call = *link;
    if (!call)
        return;
    *link = call->next;
    if (call->result_size)
        memcpy(call->result, body, call->result_size);
    call->form.begins = header->form.begins;
    call->state = CALL_DONE;
}

/* Reads one message. Any error is a failure of the connection. */
static void read_message(struct connection *connection)
{
    struct header header;
    struct pollfd one = {.fd = connection->socket, .events = POLLIN};
    if (poll(&one, 1, (int)((wait_limit() + SILENCE) * 1000)) != 1 ||
        wire_read(connection->socket, &header, sizeof header)) {
        fail_gone(connection);
        return;
    }
    char *body = allocate(header.size + 1);
    if (header.size && wire_read(connection->socket, body, header.size))
        fail_gone(connection);
    else if (header.message == MESSAGE_JOINED)
        connection->joined = 1;
    else if (header.message == MESSAGE_RESULT)
        take_result(connection, &header, body);
    else if (header.message == MESSAGE_FAILED)
        fail(connection, header.failure, body);
    free(body);
}

int connection_wait_for_ranks(struct connection *connection)
{
    while (!connection->joined && !connection->failure)
        read_message(connection);
    return connection->failure ? -1 : 0;
}

void connection_call(struct connection *connection, struct call *call)
{
    struct header header = {
        .message = MESSAGE_CALL, .number = ++connection->numbers, .form = call->form};
    call->number = header.number;
    call->state = connection->failure ? CALL_FAILED : CALL_WAITS;
    if (connection->failure)
        return;
    call->next = connection->calls;
    connection->calls = call;
    write_message(connection, &header, call->sent, call->sent_size);
}

void connection_wait_for_call(struct connection *connection, struct call *call)
{
    while (call->state == CALL_WAITS)
        read_message(connection);
}

enum failure connection_failure(const struct connection *connection, const char **why)
{
    *why = connection->why;
    return connection->failure;
}

void connection_leave(struct connection *connection, int aborted)
{
    struct header header = {.message = aborted ? MESSAGE_ABORT : MESSAGE_LEAVE,
                            .form.rank = connection->rank};
    write_message(connection, &header, NULL, 0);
}
