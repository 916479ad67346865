/*
 * Whole files, for the steps of a compilation.
 */
#ifndef SIMCC_FILES_H
#define SIMCC_FILES_H

#include "text.h"

/* A file's text, which the caller frees; ends the program (exit 3) where it cannot be read. */
struct text read_file(const char *path);

/* Writes the text to the file; ends the program (exit 3) where it cannot be written. */
void write_file(const char *path, const struct text *text);

#endif
