/*
 * Memory for the runtime's own data, or the end of the program.
 */
#define _GNU_SOURCE
#include "base/allocate.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

_Noreturn void allocate_failed(const char *purpose)
{
    fprintf(stderr, "simulator: out of memory%s\n", purpose);
    exit(3);
}

void *allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        allocate_failed("");
    return memory;
}

void *allocate_again(void *array, size_t size)
{
    void *memory = realloc(array, size);
    if (!memory)
        allocate_failed("");
    return memory;
}

char *allocate_string(const char *string)
{
    char *copy = strdup(string);
    if (!copy)
        allocate_failed("");
    return copy;
}

void *allocate_pages(size_t size, const char *purpose)
{
    size_t more = size < LARGE_PAGE ? 0 : LARGE_PAGE;
    char *pages = mmap(NULL, size + more, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
        allocate_failed(purpose);
    return more ? pages + (LARGE_PAGE - (uintptr_t)pages % LARGE_PAGE) % LARGE_PAGE : pages;
}
