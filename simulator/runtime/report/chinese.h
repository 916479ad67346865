/*
 * Findings in Chinese, for a user whose language it is. The sentences are those of the view's page
 * (view/page/finding_texts.js), which the runtime has within.
 */
#ifndef CHINESE_H
#define CHINESE_H

#include <stdio.h>

/* The tables of sentences, as they are named there. */
enum sentences {
    SENTENCES_KINDS,
    SENTENCES_ADVICES,
    SENTENCES_SENTENCES,
    SENTENCES_PLACES,
    SENTENCES_BARRIERS,
    SENTENCES_WRONGS,
    SENTENCES_THREADS,
    SENTENCES_VERBS,
    SENTENCES_WORKS,
    SENTENCES_ELEMENTS,
    SENTENCES_TABLES
};

/* An English sentence, with {names} of values, and its Chinese one. */
struct sentence {
    char *english, *chinese;
};

/* The sentences of a table, and their number. */
const struct sentence *sentences_of(enum sentences table, unsigned *count);

/*
 * 1 if the user is to be spoken to in Chinese: LANGUAGE, a list of which the first counts, or the
 * locale (LC_ALL, LC_MESSAGES, LANG) begins with zh. Not where LC_ALL is C, nor where the locale's
 * letters are not UTF-8's.
 */
int speaks_chinese(void);

/* Writes the English text to the file in Chinese; as it is if the table has no sentence that fits.
 */
void put_chinese(FILE *to, enum sentences table, const char *english);

#endif
