/*
 * The buffers of calls: memory of the rank's device, managed or pinned memory.
 */
#ifndef NCCL_BUFFERS_H
#define NCCL_BUFFERS_H

#include <stddef.h>

/*
 * Checks size bytes as a buffer of a rank on the device. Returns NULL if they are right, else the
 * error in words, written to text.
 */
const char *buffer_wrong(const void *buffer, size_t size, int device, char *text, size_t text_size);

/*
 * The offset of the first element, of that many bytes, with no written byte; size: there is none.
 */
size_t buffer_unwritten(const void *buffer, size_t size, size_t element);

/* Copies from or to a buffer that was checked. */
void buffer_read(char *bytes, const void *buffer, size_t size, int device);
void buffer_write(void *buffer, const char *bytes, size_t size, int device);

#endif
