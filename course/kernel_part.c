#define _GNU_SOURCE
#include "kernel_part.h"

#include <stdlib.h>
#include <string.h>

int write_kernel_part(const char *student, const char *step, const char *target, const char *begin,
                      void (*write_end)(const char *kernel, FILE *file), const char *kernel,
                      FILE *log, struct to_do *to_do)
{
    char *text = malloc(SUBMITTED_BYTES + 1), source[4096];
    const char *why = "out of memory";
    FILE *from = text != NULL ? open_submitted(student, step, "reduce.cu", &why) : NULL, *to = NULL;
    int is_written = 0, open_ifs;

    submitted_name(source, sizeof source, student, step);
    if (from == NULL) {
        fprintf(log, "%s: error: %s\n", source, why);
    } else {
        size_t length = fread(text, 1, SUBMITTED_BYTES, from), part;

        text[length] = '\0';
        if (strncmp(text, "\xef\xbb\xbf", 3) == 0) /* the mark of some editors */
            memcpy(text, "   ", 3);
        if (memchr(text, '\0', length) != NULL)
            fprintf(log, "%s: error: not a source file\n", source);
        else if (scan_source(text, source, log, to_do, &part, &open_ifs))
            to = fopen(target, "w");
        if (to != NULL) {
            if (begin != NULL)
                fprintf(to, "%s\n", begin);
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
