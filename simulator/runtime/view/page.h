/*
 * The page that a view's data is put into: view/page/, assembled when the simulator
 * is built, so that it goes wherever the program goes.
 */
#ifndef VIEW_PAGE_H
#define VIEW_PAGE_H

#include <stddef.h>

/* Its text before the place of the data, and after it. */
struct page {
    const char *before, *after;
    size_t before_length, after_length;
};
struct page page_parts(void);

#endif
