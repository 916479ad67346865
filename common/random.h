/*
 * glibc's rand(), written again so that every platform draws the numbers that
 * the lecture's program drew.
 */
#ifndef RANDOM_H
#define RANDOM_H

#ifdef __cplusplus
extern "C" {
#endif

#define RANDOM_STATE_WORDS 34

struct random_state {
    unsigned int history[RANDOM_STATE_WORDS]; /* the last 34 words, in a ring */
    int next;                                 /* where the next word goes */
};

/* Starts the sequence that srand(seed) starts in glibc; seed 0 counts as 1, as there. */
void random_start(struct random_state *state, unsigned int seed);

/* The next number of the sequence, 0 to 2^31 - 1. */
int random_next(struct random_state *state);

#ifdef __cplusplus
}
#endif

#endif
