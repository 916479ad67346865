/*
 * The pages of global memory, one after another, for what L2 has of them.
 */
#ifndef TOUCHED_PAGES_H
#define TOUCHED_PAGES_H

#include <stddef.h>
#include <stdint.h>

/*
 * Calls the function for each page of an allocation, also of freed ones: those of the device at
 * work, and those that all devices share.
 */
void for_each_page(void (*function)(size_t page, void *argument), void *argument);

/*
 * The same for those of them that are marked, by a byte that is not 0, in the first table or in the
 * second (NULL: none). Eight pages without a mark cost as much as one.
 */
void for_marked_pages(const uint8_t *first, const uint8_t *second,
                      void (*function)(size_t page, void *argument), void *argument);

/* The same for those that the running launch has touched. */
void for_touched_pages(void (*function)(size_t page, void *argument), void *argument);

#endif
