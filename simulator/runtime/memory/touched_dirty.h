/*
 * The sectors of each page in L2 that are written and not yet written back to memory.
 */
#ifndef TOUCHED_DIRTY_H
#define TOUCHED_DIRTY_H

#include <stddef.h>
#include <stdint.h>

/* Reserves the table. */
void dirty_start(size_t page_count);

unsigned dirty_sectors(size_t page);

/* position: where on the scale of L2 (touched.h) the page was touched last. */
void dirty_set(size_t page, unsigned sectors, uint64_t position);

/*
 * Calls the function for each page that the running launch has touched, and for those from which
 * something may leave an L2 of l2_size bytes until that position.
 */
void for_changing_pages(uint64_t position, uint64_t l2_size,
                        void (*function)(size_t page, void *argument), void *argument);

/* The latter of them alone. */
void for_leaving_pages(uint64_t position, uint64_t l2_size,
                       void (*function)(size_t page, void *argument), void *argument);

/* To be called when pages may have left. passed: the position of now; of a page: its own. */
void dirty_have_left(uint64_t passed, uint64_t l2_size, uint64_t (*position_of_page)(size_t page));

#endif
