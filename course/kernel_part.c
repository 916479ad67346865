#define _GNU_SOURCE
#include "kernel_part.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SOURCE_BYTES = 1 << 20 };

FILE *open_submitted(const char *student, const char *step, const char *name, const char **why)
{
    char path[4096];
    struct stat status;
    FILE *file = NULL;

    snprintf(path, sizeof path, "%s/%s", student, step);
    if (lstat(path, &status) != 0) {
        *why = "not handed in";
    } else if (!S_ISDIR(status.st_mode)) {
        *why = "its folder is a link or a file, which is not followed";
    } else {
        snprintf(path, sizeof path, "%s/%s/%s", student, step, name);
        if (lstat(path, &status) != 0)
            *why = "not handed in";
        else if (!S_ISREG(status.st_mode))
            *why = "a link or no plain file, which is not read";
        else if (status.st_size > SOURCE_BYTES)
            *why = "larger than 1 MiB";
        else if ((file = fopen(path, "r")) == NULL)
            *why = "cannot be read";
    }
    return file;
}

void submitted_name(char *name, size_t bytes, const char *student, const char *step)
{
    int is_own = strcmp(student, ".") == 0;

    snprintf(name, bytes, "%s%s%s/reduce.cu", is_own ? "" : student, is_own ? "" : "/", step);
    for (; *name != '\0'; name++) /* it is printed, and given to the compiler */
        if (*name < ' ' || *name > '~' || *name == '"' || *name == '\\')
            *name = '?';
}

int write_kernel_part(const char *student, const char *step, const char *target,
                      void (*write_end)(const char *kernel, FILE *file), const char *kernel,
                      FILE *log, struct to_do *to_do)
{
    char *text = malloc(SOURCE_BYTES + 1), source[4096];
    const char *why = "out of memory";
    FILE *from = text != NULL ? open_submitted(student, step, "reduce.cu", &why) : NULL, *to = NULL;
    int is_written = 0, open_ifs;

    submitted_name(source, sizeof source, student, step);
    if (from == NULL) {
        fprintf(log, "%s: error: %s\n", source, why);
    } else {
        size_t length = fread(text, 1, SOURCE_BYTES, from), part;

        text[length] = '\0';
        if (strncmp(text, "\xef\xbb\xbf", 3) == 0) /* the mark of some editors */
            memcpy(text, "   ", 3);
        if (memchr(text, '\0', length) != NULL)
            fprintf(log, "%s: error: not a source file\n", source);
        else if (scan_source(text, source, log, to_do, &part, &open_ifs))
            to = fopen(target, "w");
        if (to != NULL) {
            fprintf(to, "#line 1 \"%s\"\n", source);
            fwrite(text, 1, part, to);
            fputc('\n', to);
            for (; open_ifs > 0; open_ifs--)
                fprintf(to, "#endif\n");
            fprintf(to, "#line 1 \"the grader's launch\"\n");
            if (write_end != NULL)
                write_end(kernel, to);
            is_written = !ferror(to);
        }
    }
    if (to != NULL)
        is_written &= fclose(to) == 0;
    if (from != NULL)
        fclose(from);
    free(text);
    return is_written;
}
