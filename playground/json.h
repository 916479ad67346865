/*
 * Texts as JSON.
 */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>
#include <stdio.h>

/* Writes the bytes as a string, quoted; what is not UTF-8 becomes U+FFFD. */
void json_string(FILE *out, const char *text, size_t length);

#endif
