/*
 * See files.h.
 */
#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    struct text text = {0};
    char buffer[65536];
    size_t length;

    if (!file) {
        fprintf(stderr, "simcc: cannot read %s: %s\n", path, strerror(errno));
        exit(3);
    }
    text_add(&text, "", 0);
    while ((length = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add(&text, buffer, length);
    fclose(file);
    return text;
}

void write_file(const char *path, const struct text *text)
{
    FILE *file = fopen(path, "w");

    if (!file || fwrite(text->data, 1, text->length, file) != text->length || fclose(file)) {
        fprintf(stderr, "simcc: cannot write %s: %s\n", path, strerror(errno));
        exit(3);
    }
}
