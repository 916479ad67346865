/*
 * Which warps of a block have come to an access, in launches that the race detector looks at
 * exactly.
 */
#ifndef VISITS_H
#define VISITS_H

#include <stdint.h>

/* A launch of blocks with so many threads begins: no warp has come to any access. */
void visits_new_launch(unsigned threads);

/* The thread of a block, by its number, has come to the access of that site. */
void visits_note(uint16_t site, unsigned thread);

/* 1 if threads of all warps of a block, not necessarily of the same one, have come to the pc. */
int visits_by_all(uintptr_t pc);

#endif
