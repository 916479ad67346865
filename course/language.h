/*
 * What the course's programs say, in the reader's language. They are written in English; a table,
 * course/words.zh.tsv, has the same sentences in Chinese.
 */
#ifndef LANGUAGE_H
#define LANGUAGE_H

#include <stdio.h>

/*
 * Chooses the language: "en", which is the one without a call, or "zh", whose table is read from
 * the lab's or handout's folder. Returns 1; or 0 if there is no such language, or no table.
 */
int choose_language(const char *name);

/*
 * A text of some lines in the chosen language. A line that the table does not have, such as one of
 * a compiler's, stays as it is. To be freed; ends the program, with status 3, if memory is short.
 */
char *in_language(const char *english);

/* Prints, as fprintf does, in the chosen language. */
void say(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The columns that a text takes at a terminal: a Chinese letter takes two. */
int width_of(const char *text);

#endif
