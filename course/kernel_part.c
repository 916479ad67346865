#include "kernel_part.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SOURCE_BYTES = 1 << 20 };

FILE *open_submitted(const char *student, const char *step, const char *name)
{
    char path[4096];
    struct stat status;

    snprintf(path, sizeof path, "%s/%s", student, step);
    if (lstat(path, &status) != 0 || !S_ISDIR(status.st_mode))
        return NULL;
    snprintf(path, sizeof path, "%s/%s/%s", student, step, name);
    if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > SOURCE_BYTES)
        return NULL;
    return fopen(path, "r");
}

void submitted_name(char *name, size_t bytes, const char *student, const char *step)
{
    int is_own = strcmp(student, ".") == 0;

    snprintf(name, bytes, "%s%s%s/reduce.cu", is_own ? "" : student, is_own ? "" : "/", step);
}

/*
 * The functions by which the grader's host programs launch the kernel, after a look at the
 * kernel's type, whose price, the size of a char, is 1: a parameter of a class would convert
 * the argument by code that runs on the host.
 */
static void write_sums_launcher(const struct exercise *exercise, FILE *file)
{
    int is_template = exercise->launch == BLOCK_SUMS_TEMPLATE;

    fprintf(file, "char course_type(void (*)(int *, int *, unsigned int));\n"
                  "char course_type(void (*)(const int *, int *, unsigned int));\n"
                  "extern \"C\" void course_launch(unsigned template_block, unsigned grid,\n"
                  "    unsigned block, int *input, int *output, unsigned n)\n{\n"
                  "    (void)template_block;\n");
    for (int size = is_template ? 64 : 1024; size <= 1024; size *= 2) {
        char kernel[128];

        snprintf(kernel, sizeof kernel, is_template ? "%s<%d>" : "%s", exercise->kernel, size);
        if (is_template)
            fprintf(file, "    if (template_block == %d)\n    ", size);
        fprintf(file,
                "    %s<<<grid, block, sizeof course_type(%s) * block * sizeof(int)>>>"
                "(input, output, n);\n",
                kernel, kernel);
    }
    fprintf(file, "}\n");
}

/* The same for kernels whose sum is the device's, for course/judge_total.c. */
static void write_total_launcher(const struct exercise *exercise, FILE *file)
{
    int is_ticket = exercise->launch == TICKET;
    const char *more = is_ticket ? "long long *, unsigned int *, " : "";
    const char *arguments = is_ticket ? "input, sums, total, ticket, n" : "input, sums, n";
    static const char launch[] = "    %s<<<%s, block, sizeof course_type(%s) * block * "
                                 "sizeof(long long)>>>(%s);\n";

    fprintf(file,
            "char course_type(void (*)(int *, long long *, %ssize_t));\n"
            "char course_type(void (*)(const int *, long long *, %ssize_t));\n"
            "char course_type(void (*)(long long *, long long *, unsigned int));\n"
            "char course_type(void (*)(const long long *, long long *, unsigned int));\n"
            "extern \"C\" void course_launch(unsigned grid, unsigned block, int *input,\n"
            "    long long *sums, long long *total, unsigned *ticket, size_t n)\n{\n"
            "    (void)total, (void)ticket;\n",
            more, more);
    fprintf(file, launch, exercise->kernel, "grid", exercise->kernel, arguments);
    if (exercise->launch == TWO_KERNELS)
        fprintf(file, launch, BLOCK_SUMS_KERNEL, "1", BLOCK_SUMS_KERNEL, "sums, total, grid");
    fprintf(file, "}\n");
}

static void write_launcher(const struct exercise *exercise, FILE *file)
{
    fprintf(file, "\n#line 1 \"the grader's launch\"\n");
    if (is_total(exercise))
        write_total_launcher(exercise, file);
    else
        write_sums_launcher(exercise, file);
}

/* Names the file for the compiler's messages, whatever characters its path has. */
static void write_line_mark(const char *path, FILE *file)
{
    fprintf(file, "#line 1 \"");
    for (; *path != '\0'; path++) {
        if (*path == '"' || *path == '\\')
            fputc('\\', file);
        fputc(iscntrl((unsigned char)*path) ? '?' : *path, file);
    }
    fprintf(file, "\"\n");
}

int write_kernel_part(const struct exercise *exercise, const char *student, const char *step,
                      const char *target, FILE *log, struct to_do *to_do)
{
    char *text = malloc(SOURCE_BYTES + 1), source[4096];
    FILE *from = open_submitted(student, step, "reduce.cu"), *to = NULL;
    int is_written = 0;

    submitted_name(source, sizeof source, student, step);
    if (text == NULL || from == NULL) {
        fprintf(log, "%s: cannot be read\n", source);
    } else {
        size_t length = fread(text, 1, SOURCE_BYTES, from), part;

        text[length] = '\0';
        if (strncmp(text, "\xef\xbb\xbf", 3) == 0) /* the mark of some editors */
            memcpy(text, "   ", 3);
        if (memchr(text, '\0', length) != NULL)
            fprintf(log, "%s: not a source file\n", source);
        else if (scan_source(text, source, log, to_do, &part))
            to = fopen(target, "w");
        if (to != NULL) {
            write_line_mark(source, to);
            fwrite(text, 1, part, to);
            write_launcher(exercise, to);
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
