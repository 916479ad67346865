/*
 * memcpy, memmove and memset as kernels call them: simcc links with the
 * linker's --wrap option, so that calls from compiled code come here. clang
 * copies structures through them too.
 */
#include <stddef.h>
#include <stdint.h>

#include "warp/record.h"
#include "base/site.h"

/* Another pc of the same call: its writes are a site of their own. */
#define CALLER_WRITES (CALLER - 1)

void *__real_memcpy(void *target, const void *source, size_t size);
void *__real_memmove(void *target, const void *source, size_t size);
void *__real_memset(void *target, int value, size_t size);

void *__wrap_memcpy(void *target, const void *source, size_t size)
{
    if (recorder.limit) {
        record_copy(size, CALLER); /* clang: of a structure, perhaps only a part */
        record_range((uintptr_t)source, size, 0, CALLER);
        record_range((uintptr_t)target, size, EVENT_WRITE, CALLER_WRITES);
    }
    return __real_memcpy(target, source, size);
}

void *__wrap_memmove(void *target, const void *source, size_t size)
{
    if (recorder.limit) {
        record_copy(size, CALLER); /* clang: of a structure, perhaps only a part */
        record_range((uintptr_t)source, size, 0, CALLER);
        record_range((uintptr_t)target, size, EVENT_WRITE, CALLER_WRITES);
    }
    return __real_memmove(target, source, size);
}

void *__wrap_memset(void *target, int value, size_t size)
{
    if (recorder.limit)
        record_range((uintptr_t)target, size, EVENT_WRITE, CALLER_WRITES);
    return __real_memset(target, value, size);
}

/* clang 15 and later call these instead. */
void *__tsan_memcpy(void *target, const void *source, size_t size)
    __attribute__((alias("__wrap_memcpy")));
void *__tsan_memmove(void *target, const void *source, size_t size)
    __attribute__((alias("__wrap_memmove")));
void *__tsan_memset(void *target, int value, size_t size) __attribute__((alias("__wrap_memset")));
