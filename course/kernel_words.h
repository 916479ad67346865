/*
 * The words that a graded kernel may use.
 */
#ifndef KERNEL_WORDS_H
#define KERNEL_WORDS_H

/*
 * Why a word of that many characters is refused in a graded kernel; NULL if it is allowed.
 * is_in_headers: a header's text has it, too.
 */
const char *word_refused(const char *word, int length, int is_in_headers);

/* The same for words that come from a header's macro. */
const char *word_never(const char *word, int length);

/* Whether it begins with two underscores: C++ keeps such words for compilers and libraries. */
int is_reserved(const char *word, int length);

/* Whether an attribute of that many characters, as in [[name]] or __attribute__((name)), may. */
int attribute_allowed(const char *name, int length);

#endif
