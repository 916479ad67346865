/*
 * The page around a view's data: view/page/. It is assembled when the simulator is built,
 * and part of each program.
 */
#ifndef VIEW_PAGE_H
#define VIEW_PAGE_H

#include <stddef.h>

/* The page's text before the data, and after it. */
struct page {
    const char *before, *after;
    size_t before_length, after_length;
};
struct page page_parts(void);

#endif
