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

/*
 * Of the sectors that a block writes in part, as the first of its launch, the part that leaves L2
 * like that: 0 to 1. The other blocks complete the rest of them before. How soon others come to a
 * sector that a sampled block has written before them is not known; but how long ago another had
 * been there if the sampled one was not the first.
 */
double writers_leave(struct line_list *writers, const struct sample *sample);

#endif
