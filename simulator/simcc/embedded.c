/*
 * See embedded.h.
 */
#define _GNU_SOURCE /* memmem */
#include "embedded.h"

#include "command.h"
#include "process.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OBJECTS ".simcc.objects" /* sections of the library */
#define WORDS   ".simcc.words"   /* one a line */

static int has_word(const struct strings *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (!strcmp(words->data[i], word))
            return 1;
    return 0;
}

int embed_objects(const struct toolchain *toolchain, const struct options *options,
                  const struct strings *objects, const struct strings *words, const char *library)
{
    char *object = temporary_file(".o"), *list = temporary_file(".txt");
    char *objects_section = text_format(OBJECTS "=%s", object);
    char *words_section = text_format(WORDS "=%s", list);
    FILE *file = options->dry_run ? NULL : fopen(list, "w");
    struct strings command;
    int status;

    for (size_t i = 0; file && i < words->count; i++)
        fprintf(file, "%s\n", words->data[i]);
    if (file && fclose(file)) {
        fprintf(stderr, "simcc: cannot write %s\n", list);
        exit(3);
    }
    start_command(&command, toolchain, NULL);
    strings_add_all(&command, (const char *const[]){"-r", "-nostdlib", "-o", object, NULL});
    add_strings(&command, objects);
    status = run_command(&command, options, NULL);
    command = (struct strings){0};
    strings_add_all(&command, (const char *const[]){"objcopy", "--add-section", objects_section,
                                                    "--add-section", words_section, library, NULL});
    status = status ? status : run_command(&command, options, NULL);
    free(object);
    free(list);
    free(objects_section);
    free(words_section);
    return status;
}

/* 1 for a shared library with the section, whose name is somewhere near its end. */
static int has_objects(const char *path)
{
    static const char name[] = OBJECTS;
    FILE *file = fopen(path, "r");
    char *data = NULL;
    size_t capacity = 0, length = 0;
    int found;

    while (file && !feof(file) && !ferror(file)) {
        if (length == capacity)
            data = reallocate(data, capacity = capacity ? 2 * capacity : 1 << 16);
        length += fread(data + length, 1, capacity - length, file);
    }
    if (file)
        fclose(file);
    found = length > 4 && !memcmp(data, "\177ELF", 4) && memmem(data, length, name, sizeof name);
    free(data);
    return found;
}

/* The library that a word names: a path, or -lNAME in the folders of -L; NULL: none with objects.
 */
static char *library_of(const char *word, const struct strings *words)
{
    const char *name = strrchr(word, '/') ? strrchr(word, '/') : word;

    if (word[0] != '-')
        return strstr(name, ".so") && has_objects(word) ? text_format("%s", word) : NULL;
    if (word[1] != 'l')
        return NULL;
    for (size_t i = 0; i < words->count; i++) {
        char *path;

        if (strncmp(words->data[i], "-L", 2))
            continue;
        path = text_format("%s/lib%s.so", words->data[i] + 2, word + 2);
        if (has_objects(path))
            return path;
        free(path);
    }
    return NULL;
}

static void add_with_embedded(struct strings *to, const char *word, const struct strings *all,
                              struct strings *met)
{
    char *library = library_of(word, all), *object, *list, *objects_section, *words_section;
    char *whole = library ? realpath(library, NULL) : NULL, line[4096];
    struct strings command = {0}, words = {0};
    struct text ignored = {0};
    FILE *file;

    if (!library)
        strings_add(to, word);
    if (!whole || has_word(met, whole))
        return;
    strings_add(met, whole);
    object = temporary_file(".o");
    list = temporary_file(".txt");
    objects_section = text_format(OBJECTS "=%s", object);
    words_section = text_format(WORDS "=%s", list);
    strings_add_all(&command, (const char *const[]){"objcopy", "--dump-section", objects_section,
                                                    "--dump-section", words_section, library,
                                                    temporary_file(".so"), NULL});
    if (read_command(&command, &ignored)) {
        fprintf(stderr, "simcc: %s: objcopy cannot take out its objects\n", library);
        exit(3);
    }
    strings_add(to, object);
    file = fopen(list, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        strings_add(&words, line);
    }
    if (file)
        fclose(file);
    for (size_t i = 0; i < words.count; i++)
        add_with_embedded(to, words.data[i], &words, met);
}

struct strings with_embedded(const struct strings *words, const struct options *options)
{
    struct strings all = {0}, met = {0};

    for (size_t i = 0; i < words->count; i++) {
        if (options->dry_run)
            strings_add(&all, words->data[i]);
        else
            add_with_embedded(&all, words->data[i], words, &met);
    }
    return all;
}
