/*
 * The headers that a submission may include.
 */
#ifndef KERNEL_HEADERS_H
#define KERNEL_HEADERS_H

#include <stddef.h>

/* Whether a header, <name> or "name" of that many characters, may be included above main. */
int header_allowed(const char *name, size_t length);

#endif
