/*
 * Hints in three stages, and the record of those that a student asked for.
 *
 * Each exercise of a handout has a record, hints.txt beside its reduce.cu, from the beginning. What
 * is asked is written down in the records of all exercises. Each line has a seal, a checksum over
 * it and the lines before: a line that is taken out or changed shows, and so does a record that was
 * deleted or begun anew, unless all records were. They are no proof against forgers: this code is
 * public.
 */
#ifndef HINTS_H
#define HINTS_H

#include <stdint.h>
#include <stdio.h>

enum { HINT_STAGES = 3, HINT_RECORD_LINE = 256 };

/* What each stage costs, in points of the exercise; all 0: nothing. */
struct hint_prices {
    int of_stage[HINT_STAGES];
};

/*
 * Reads prices: three whole numbers, or one for each stage, at most 100 together; no text: nothing.
 * Returns 1, or 0 if the text is something else.
 */
int parse_hint_prices(const char *text, struct hint_prices *prices);

/* The points for the first stages. */
int hint_price(const struct hint_prices *prices, int stages);

enum record { RECORD_KEPT, RECORD_MISSING, RECORD_CHANGED };

/* What a record says about an exercise. */
struct hints {
    enum record record;
    int asked;     /* stages */
    uint64_t seal; /* of the last line */
};

/* Reads a record, which may be NULL, about the exercise of that number. */
struct hints read_hints(FILE *file, int number);

/* What the submission's records say about the exercise: its own, and those of the others beside. */
struct hints submitted_hints(const char *student, const char *step, int number);

/* The seal of a line behind one with another seal; 0 stands for none. */
uint64_t hint_seal(uint64_t before, const char *line);

#endif
