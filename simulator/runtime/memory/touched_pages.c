#include "memory/touched_pages.h"

#include "base/current_device.h"
#include "memory/touched.h"

/* 1 if the allocation is in the memory of another device. */
static int is_elsewhere(const struct allocation *a)
{
    return memory_is_a_devices(a->start) && a->device != device_at_work;
}

void for_each_page(void (*function)(size_t page, void *argument), void *argument)
{
    size_t count, next = 0;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++) {
        if (is_elsewhere(list[i]))
            continue;
        size_t page = (list[i]->start - memory.base) / TOUCHED_PAGE;
        size_t last = (list[i]->start + list[i]->size - 1 - memory.base) / TOUCHED_PAGE;
        for (page = page < next ? next : page; list[i]->size && page <= last; page++)
            function(page, argument);
        next = page > next ? page : next;
    }
}
