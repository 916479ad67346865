/*
 * Messages between processes: see wire.h.
 */
#include "nccl/wire.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define NAME_BYTES 16 /* of the id: random ones */

socklen_t wire_address(const ncclUniqueId *id, struct sockaddr_un *address)
{
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    char *name = address->sun_path + 1; /* after a zero byte: an abstract name, which is no file */
    int length = snprintf(name, sizeof address->sun_path - 1, "simulator-nccl-");
    for (int i = 0; i < NAME_BYTES; i++)
        length += snprintf(name + length, sizeof address->sun_path - 1 - (size_t)length, "%02x",
                           (unsigned char)id->internal[i]);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

int wire_write(int socket, const void *bytes, size_t size)
{
    const char *next = bytes;
    while (size) {
        ssize_t written = send(socket, next, size, MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return -1;
        next += written;
        size -= (size_t)written;
    }
    return 0;
}

int wire_read(int socket, void *bytes, size_t size)
{
    char *next = bytes;
    while (size) {
        ssize_t got = recv(socket, next, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return -1;
        next += got;
        size -= (size_t)got;
    }
    return 0;
}
