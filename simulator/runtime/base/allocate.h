/*
 * Memory for the runtime's own data. Where the system has none left, the program ends
 * with status 3 and one line on stderr: nothing here returns NULL.
 */
#ifndef ALLOCATE_H
#define ALLOCATE_H

#include <stddef.h>

#define LARGE_PAGE ((size_t)2 << 20) /* bytes, on most machines */

/* size bytes, all 0. */
void *allocate(size_t size);

/* As realloc: the array's content, in size bytes; array may be NULL. */
void *allocate_again(void *array, size_t size);

/* A copy of the string. */
char *allocate_string(const char *string);

/*
 * size bytes in pages of their own, all 0. A page costs nothing until it is touched. A large range
 * begins where a large page does: Linux sees to that only for some sizes.
 */
void *allocate_pages(size_t size, const char *purpose);

/* Ends the program. purpose: the use of the memory, as " for ...", or "". */
_Noreturn void allocate_failed(const char *purpose);

#endif
