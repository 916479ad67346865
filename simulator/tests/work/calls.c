/*
 * Counts calls within the runtime, which the linker leads through here, and prints how many there
 * were.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct worker;
struct mirror;

/* NAME, with its type, parameters and arguments. */
#define COUNTED(type, name, parameters, arguments)                                                 \
    static unsigned long name##_calls;                                                             \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        __atomic_add_fetch(&name##_calls, 1, __ATOMIC_RELAXED);                                    \
        return __real_##name arguments;                                                            \
    }

COUNTED(unsigned, dirty_sectors, (size_t page), (page))
COUNTED(int, mprotect, (void *start, size_t size, int access), (start, size, access))
COUNTED(int, mirror_has,
        (const struct mirror *mirror, size_t offset, const char *bytes, size_t size),
        (mirror, offset, bytes, size))
COUNTED(const char *, name_thread,
        (const struct worker *worker, unsigned thread, uint64_t block, char *text, size_t size),
        (worker, thread, block, text, size))

/* Returns nothing. */
static unsigned long watched_note_calls;
void __real_watched_note(uintptr_t address, size_t size, unsigned how);
void __wrap_watched_note(uintptr_t address, size_t size, unsigned how);
void __wrap_watched_note(uintptr_t address, size_t size, unsigned how)
{
    __atomic_add_fetch(&watched_note_calls, 1, __ATOMIC_RELAXED);
    __real_watched_note(address, size, how);
}

void print_calls(void);
void print_calls(void)
{
    fprintf(stderr,
            "calls: %lu of dirty_sectors, %lu of mprotect, %lu of mirror_has, %lu of name_thread, "
            "%lu of watched_note\n",
            dirty_sectors_calls, mprotect_calls, mirror_has_calls, name_thread_calls,
            watched_note_calls);
}
