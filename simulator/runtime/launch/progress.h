/*
 * The line on stderr that shows how far a launch is.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

/* A launch of that many blocks starts, or starts again. */
void progress_start(const char *kernel, uint64_t blocks);

/* So many of them have ended. Called a few times a second, and when all have. */
void progress_note(uint64_t ended);

/* The number of blocks that have ended since the program began, as noted. */
uint64_t progress_blocks(void);

/* The launch is over: wipes the line. */
void progress_end(void);

/* Blocks of the running launch that have ended in this look, as noted. */
uint64_t progress_ended(void);

#endif
