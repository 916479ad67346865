/*
 * How many blocks of a grid write to one line of memory. A block that leaves four bytes behind
 * writes a sector in part, but the next blocks write the rest of it before it leaves L2.
 */
#ifndef WRITERS_H
#define WRITERS_H

#include "clock/line_cache.h"
#include "clock/sample.h"

/*
 * For each line that a block of the sample stores to in part an entry in the list, with the key
 * 1 + the line's number: its `used` is how many blocks store to such a line. It is told by how
 * far on the blocks before and after it store.
 * Where every block is in the sample they can be seen to store to one line: the list stays empty.
 */
void writers_find(struct line_list *writers, const struct sample *sample);

#endif
