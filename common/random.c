/*
 * The generator is additive feedback: each word is the sum, modulo 2^32, of the
 * words 3 and 31 places before it; the number drawn is that word without its
 * lowest bit. The first 31 words come from the Lehmer generator
 * 16807 * x mod (2^31 - 1), the next three repeat the first three, and the
 * first 310 results are thrown away. (The recipe is that of glibc's "TYPE_3"
 * generator, as its documentation and source describe it.)
 */
#include "random.h"

enum { LEHMER_WORDS = 31, DISCARDED = 310, NEAR = 3, FAR = 31 };

/* The place so many words before that one: the history is a ring. */
static int place_before(int place, int words)
{
    return place < words ? place - words + RANDOM_STATE_WORDS : place - words;
}

static unsigned int next_word(struct random_state *state)
{
    int here = state->next;
    int near = place_before(here, NEAR);
    int far = place_before(here, FAR);

    state->history[here] = state->history[near] + state->history[far];
    state->next = here + 1 < RANDOM_STATE_WORDS ? here + 1 : 0;
    return state->history[here];
}

void random_start(struct random_state *state, unsigned int seed)
{
    /* Signed, as in glibc: a seed of 2^31 or more counts as negative. */
    long long word = (int)(seed == 0 ? 1 : seed);

    state->history[0] = (unsigned int)word;
    for (int i = 1; i < LEHMER_WORDS; i++) {
        word = 16807 * word % 2147483647;
        if (word < 0)
            word += 2147483647;
        state->history[i] = (unsigned int)word;
    }
    for (int i = LEHMER_WORDS; i < RANDOM_STATE_WORDS; i++)
        state->history[i] = state->history[i - LEHMER_WORDS];
    state->next = 0;
    for (int i = 0; i < DISCARDED; i++)
        next_word(state);
}

int random_next(struct random_state *state)
{
    return (int)(next_word(state) >> 1);
}
