/*
 * The one instance of the kernel for rows that is launched: blocks of 256, a warp for two rows, two
 * loads for each.
 */
#ifndef ROWS_H
#define ROWS_H

enum { ROWS_BLOCK = 256, ROWS_OF_BLOCK = 2 * ROWS_BLOCK / 32, COUNTED_COLUMNS = 256 };

#endif
