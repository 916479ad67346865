/*
 * The buffers of calls: memory of the rank's device, managed or pinned memory.
 */
#ifndef NCCL_BUFFERS_H
#define NCCL_BUFFERS_H

#include <stddef.h>

/*
 * What is wrong with size bytes there as a buffer of a rank on the device, written to text; NULL if
 * they are right.
 */
const char *buffer_wrong(const void *buffer, size_t size, int device, char *text, size_t text_size);

/* The first byte of an element of so many bytes that nobody has written at all; size: none. */
size_t buffer_unwritten(const void *buffer, size_t size, size_t element);

/* Copies from or to a buffer that is right. */
void buffer_read(char *bytes, const void *buffer, size_t size, int device);
void buffer_write(void *buffer, const char *bytes, size_t size, int device);

#endif
