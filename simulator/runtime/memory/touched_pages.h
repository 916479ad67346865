/*
 * The pages of global memory, one after another, for what L2 has of them.
 */
#ifndef TOUCHED_PAGES_H
#define TOUCHED_PAGES_H

#include <stddef.h>

/*
 * Calls the function for each page of an allocation, also of freed ones: those of the device at
 * work, and those that all devices share.
 */
void for_each_page(void (*function)(size_t page, void *argument), void *argument);

#endif
