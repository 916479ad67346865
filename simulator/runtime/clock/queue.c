#include "clock/queue.h"

#include <stdlib.h>

#include "base/allocate.h"

void window_open(struct window *window, size_t size)
{
    window->size = size ? size : 1;
    window->done = allocate(window->size * sizeof *window->done);
    window->next = 0;
}

void window_close(struct window *window)
{
    free(window->done);
}
