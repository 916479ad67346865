/*
 * Texts of any length, freed together: the paths and options of a grading.
 */
#ifndef TEXTS_H
#define TEXTS_H

struct text;

struct texts {
    struct text *last;
};

/* A new text, made as printf does; valid until free_texts. Ends the program if memory is short. */
char *new_text(struct texts *texts, const char *format, ...) __attribute__((format(printf, 2, 3)));

void free_texts(struct texts *texts);

#endif
