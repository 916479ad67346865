/*
 * See declared.h.
 */
#include "declared.h"

#include "compile.h"
#include "text.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_part_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static int has_word(const char *line, const char *name, size_t length)
{
    for (const char *at = line; *at; at++)
        if (!strncmp(at, name, length) && (at == line || !is_part_of_word(at[-1])) &&
            !is_part_of_word(at[length]))
            return 1;
    return 0;
}

static int file_has(const char *path, const char *name, size_t length)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    int found = 0;

    while (file && !found && fgets(line, sizeof line, file))
        found = has_word(line, name, length);
    if (file)
        fclose(file);
    return found;
}

/* 1 if a header of the folder has the word. */
static int folder_has(const char *folder, const char *name, size_t length)
{
    DIR *listing = opendir(folder);
    int found = 0;

    for (struct dirent *entry; listing && !found && (entry = readdir(listing));) {
        size_t end = strlen(entry->d_name);
        char *path = text_format("%s/%s", folder, entry->d_name);

        found = end > 2 && !strcmp(entry->d_name + end - 2, ".h") && file_has(path, name, length);
        free(path);
    }
    if (listing)
        closedir(listing);
    return found;
}

int headers_declare(const char *name, size_t length)
{
    const char *folder = own_header_folder();
    char *inner = text_format("%s/sim", folder);
    int is_of_api =
        (length > 4 && !strncmp(name, "cuda", 4)) || (length == 4 && !strncmp(name, "dim3", 4));
    int found = is_of_api && (folder_has(folder, name, length) || folder_has(inner, name, length));

    free(inner);
    return found;
}
