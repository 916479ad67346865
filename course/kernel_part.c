#define _GNU_SOURCE
#include "kernel_part.h"

#include "reductions.h"

#include <ctype.h>
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
    for (; *name != '\0'; name++) /* it is printed, and told to the compiler */
        if (*name < ' ' || *name > '~' || *name == '"' || *name == '\\')
            *name = '?';
}

/*
 * For a GPU, the function by which the grader's host program launches the kernel, after a look at
 * the kernel's type, whose price, the size of a char, is 1: a parameter of a class would convert
 * the argument by code that runs on the host.
 */
static void write_launcher(const struct exercise *exercise, FILE *file)
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

/* The instances of a template that will be launched: a variable for each, and no code. */
static void write_instances(const struct exercise *exercise, FILE *file)
{
    fprintf(file, "#undef auto\n");
    for (int size = 64; size <= 1024; size *= 2)
        fprintf(file, "auto *course_instance_%d = &%s<%d>;\n", size, exercise->kernel, size);
}

/* The same for rows: the one instance that is launched. */
static void write_rows_instance(const struct exercise *exercise, FILE *file)
{
    fprintf(file, "#undef auto\nauto *course_instance = &%s" ROWS_INSTANCE ";\n", exercise->kernel);
}

/* And for the operators, types and tiles that one kernel is judged with. */
static void write_reductions(const struct exercise *exercise, FILE *file)
{
    fprintf(file, "#undef auto\n");
    for (int reduction = NO_REDUCTION + 1; reduction < REDUCTIONS; reduction++)
        fprintf(file, "auto *course_instance_%d = &%s<%s>;\n", reduction, exercise->kernel,
                reductions[reduction].arguments);
}

static void write_end(const struct exercise *exercise, enum part_use use, int open_ifs, FILE *file)
{
    fputc('\n', file);
    for (; open_ifs > 0; open_ifs--)
        fprintf(file, "#endif\n");
    fprintf(file, "#line 1 \"the grader's launch\"\n");
    if (use == FOR_GPU)
        write_launcher(exercise, file);
    else if (exercise->launch == BLOCK_SUMS_TEMPLATE)
        write_instances(exercise, file);
    else if (is_of_rows(exercise))
        write_rows_instance(exercise, file);
    else if (is_reducing(exercise))
        write_reductions(exercise, file);
}

int write_kernel_part(const struct exercise *exercise, enum part_use use, const char *student,
                      const char *step, const char *target, FILE *log, struct to_do *to_do)
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
            write_end(exercise, use, open_ifs, to);
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
