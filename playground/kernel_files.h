/*
 * The files that can be edited: a copy of each step, a step's exercise, and kernels of one's own in
 * a frame. They lie in one folder, where any other editor finds them, too. In a handout of the
 * course the exercises are the steps' files themselves.
 *
 * A name, as the page uses it: "step02_smem", "step02_smem.exercise", "first.sum".
 */
#ifndef KERNEL_FILES_H
#define KERNEL_FILES_H

#include <stddef.h>
#include <stdio.h>

#include "path.h"
#include "settings.h"

enum { SOURCE_MOST = 256 << 10 /* bytes of a text */, VERSION_BYTES = 20 };

struct kernel_file {
    char name[100];
    char frame[20];       /* "step", or the name of a frame */
    char step[100];       /* the step's folder; "" in a frame */
    struct path path;     /* where it lies, or will lie */
    struct path original; /* the text that it begins with */
};

/* Finds a file by its name; returns 0 if there can be none of that name. */
int find_kernel_file(const char *name, struct kernel_file *file);

/*
 * Its text, to be freed, and its version, which is another one for another text. Of a file that is
 * not there yet: the text that it begins with, and the version "none". NULL if neither can be read.
 */
char *read_kernel_file(const struct kernel_file *file, size_t *length, char version[VERSION_BYTES]);

/* The same of the text that it begins with. */
char *read_original(const struct kernel_file *file, size_t *length, char version[VERSION_BYTES]);

enum saved { SAVED, CHANGED_MEANWHILE, NOT_SAVED };

/*
 * Puts the text in the place of a file that has this version, all at once; stores the new version.
 * A file that is another one by now stays as it is.
 */
enum saved save_kernel_file(const struct kernel_file *file, const char *text, size_t length,
                            char version[VERSION_BYTES]);

/*
 * Keeps a text that gives way to another one: beside the file, as a file with the time in its name
 * and a ~ at the end. Returns 0 if it cannot.
 */
int keep_aside(const struct kernel_file *file, const char *text, size_t length);

/* Writes a list of all files, as JSON. */
void list_kernel_files(FILE *out);

#endif
