/*
 * How many blocks of a grid write to one line of memory. A block that leaves four bytes behind
 * writes a sector in part, but the next blocks write the rest of it before it leaves L2.
 */
#ifndef WRITERS_H
#define WRITERS_H

#include "clock/line_cache.h"
#include "clock/sample.h"

/*
 * Fills the list with an entry for each line that a sampled block writes. Key: 1 + the line's
 * number. `sectors`: those that one block writes wholly, by one store or several. `used`: how many
 * blocks write to a line that is written in part, estimated from the distance between the stores
 * of sampled blocks. If every block is in the sample, no estimate is needed, and it stays 0.
 */
void writers_find(struct line_list *writers, const struct sample *sample);

#endif
