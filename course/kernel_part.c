#include "kernel_part.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SOURCE_BYTES = 1 << 20 };

FILE *open_submitted(const char *path)
{
    struct stat status;

    return lstat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "r") : NULL;
}

/* Whether the last character of the text but spaces is a backslash: the next line continues it. */
static int is_continued(const char *text, size_t length)
{
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    return length > 0 && text[length - 1] == '\\';
}

/* Where the scanner is in a submission. */
struct scanner {
    const char *text, *at;
    const char *name; /* of the file, for messages */
    int line;
    int at_line_start; /* nothing but spaces so far in this line */
    int refused;
    FILE *log;
};

static void refuse(struct scanner *scanner, const char *what, int length, const char *why)
{
    fprintf(scanner->log, "%s:%d: %.*s: %s\n", scanner->name, scanner->line, length, what, why);
    scanner->refused = 1;
}

static int is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void step(struct scanner *scanner)
{
    if (*scanner->at == '\n') {
        scanner->line++;
        scanner->at_line_start = 1;
    }
    scanner->at++;
}

static void skip_comment(struct scanner *scanner, struct to_do *to_do)
{
    int is_line = scanner->at[1] == '/';
    const char *end = strstr(scanner->at + 2, is_line ? "\n" : "*/");
    size_t length =
        end != NULL ? (size_t)(end - scanner->at) + (is_line ? 0 : 2) : strlen(scanner->at);

    if (to_do->line == 0 && strncmp(scanner->at, "// TODO", 7) == 0) {
        to_do->line = scanner->line;
        snprintf(to_do->text, sizeof to_do->text, "%.*s", (int)length - 3, scanner->at + 3);
    }
    if (is_line && is_continued(scanner->at, length))
        refuse(scanner, "\\", 1, "no comments continued by a backslash, please");
    for (size_t i = 0; i < length; i++)
        step(scanner);
}

static void skip_quoted(struct scanner *scanner)
{
    char quote = *scanner->at;

    step(scanner);
    while (*scanner->at != '\0' && *scanner->at != '\n' && *scanner->at != quote) {
        if (*scanner->at == '\\' && scanner->at[1] != '\0')
            step(scanner);
        step(scanner);
    }
    if (*scanner->at == quote)
        step(scanner);
}

static int is_allowed_include(const char *line)
{
    /* Others hold functions that are no CUDA, and what compiles to instructions without hooks. */
    static const char *const headers[] = {"\"../common/lab.h\"",
                                          "<assert.h>",
                                          "<cooperative_groups.h>",
                                          "<cooperative_groups/reduce.h>",
                                          "<cuda_runtime.h>",
                                          "<limits.h>",
                                          "<math.h>",
                                          "<stddef.h>",
                                          "<stdint.h>",
                                          "<stdio.h>",
                                          "<stdlib.h>"};

    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        if (strncmp(line, headers[i], strlen(headers[i])) == 0)
            return 1;
    return 0;
}

static void check_directive(struct scanner *scanner)
{
    const char *line = scanner->at + 1;
    int length = (int)strcspn(scanner->at, "\n");

    line += strspn(line, " \t");
    if (strncmp(line, "include", 7) == 0) {
        line += 7 + strspn(line + 7, " \t");
        if (!is_allowed_include(line))
            refuse(scanner, scanner->at, length, "a graded kernel does without this header");
    } else if (strncmp(line, "pragma unroll", 13) != 0) {
        refuse(scanner, scanner->at, length,
               "above main only #include and #pragma unroll are graded; write it without");
    }
    if (is_continued(scanner->at, (size_t)length))
        refuse(scanner, "\\", 1, "no lines continued by a backslash, please");
    while (*scanner->at != '\0' && *scanner->at != '\n')
        step(scanner);
}

static void check_word(struct scanner *scanner, const char *word, int length)
{
    static const char *const words[] = {"asm",           "__asm",       "__asm__",   "_Pragma",
                                        "__attribute__", "__attribute", "__declspec"};
    static const char builtin[] = "__builtin_";

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if ((size_t)length == strlen(words[i]) && strncmp(word, words[i], (size_t)length) == 0)
            refuse(scanner, word, length, "not in a kernel that is graded");
    if (strncmp(word, builtin, strlen(builtin)) == 0)
        refuse(scanner, word, length, "the compiler's own functions are no part of CUDA");
    if (word[length] == '"' && word[length - 1] == 'R')
        refuse(scanner, word, length, "no raw strings, please");
}

/* Returns where the line starts in which main is defined, or the end of the text. */
static const char *scan_to_main(struct scanner *scanner, struct to_do *to_do)
{
    const char *line_start = scanner->text;

    while (*scanner->at != '\0') {
        char c = *scanner->at;

        if (scanner->at_line_start && (scanner->at == scanner->text || scanner->at[-1] == '\n'))
            line_start = scanner->at;
        if (c == '/' && (scanner->at[1] == '/' || scanner->at[1] == '*')) {
            skip_comment(scanner, to_do);
        } else if (c == '"' || c == '\'') {
            skip_quoted(scanner);
            scanner->at_line_start = 0;
        } else if (c == '#' && scanner->at_line_start) {
            check_directive(scanner);
        } else if (is_word(c)) {
            const char *word = scanner->at;
            int length = 0;

            while (is_word(word[length]) || (word[length] == '\'' && isdigit((unsigned char)c)))
                length++;
            if (length == 4 && strncmp(word, "main", 4) == 0)
                return line_start;
            check_word(scanner, word, length);
            scanner->at += length;
            scanner->at_line_start = 0;
        } else {
            if (c == '\\' || strncmp(scanner->at, "%:", 2) == 0 ||
                strncmp(scanner->at, "[[", 2) == 0)
                refuse(scanner, scanner->at, c == '\\' ? 1 : 2, "not in a kernel that is graded");
            if (!isspace((unsigned char)c))
                scanner->at_line_start = 0;
            step(scanner);
        }
    }
    return scanner->at;
}

/* The function by which course/judge.c launches the kernel. */
static void write_launcher(const struct exercise *exercise, FILE *file)
{
    fprintf(file, "\n#line 1 \"the grader's launch\"\n"
                  "extern \"C\" void course_launch(unsigned template_block, unsigned grid,\n"
                  "    unsigned block, int *input, int *output, unsigned n)\n{\n");
    if (!exercise->is_template) {
        fprintf(file,
                "    (void)template_block;\n"
                "    %s<<<grid, block, block * sizeof(int)>>>(input, output, n);\n}\n",
                exercise->kernel);
        return;
    }
    for (int block = 64; block <= 1024; block *= 2)
        fprintf(file,
                "    if (template_block == %d)\n"
                "        %s<%d><<<grid, block, block * sizeof(int)>>>(input, output, n);\n",
                block, exercise->kernel, block);
    fprintf(file, "}\n");
}

int write_kernel_part(const struct exercise *exercise, const char *source, const char *target,
                      FILE *log, struct to_do *to_do)
{
    char *text = malloc(SOURCE_BYTES + 1);
    FILE *from = open_submitted(source), *to = NULL;
    int is_written = 0;

    if (text == NULL || from == NULL) {
        fprintf(log, "%s: cannot be read\n", source);
    } else {
        size_t length = fread(text, 1, SOURCE_BYTES + 1, from);
        struct scanner scanner = {
            .text = text, .at = text, .name = source, .line = 1, .at_line_start = 1, .log = log};

        text[length <= SOURCE_BYTES ? length : 0] = '\0';
        if (length > SOURCE_BYTES || memchr(text, '\0', length) != NULL)
            refuse(&scanner, "", 0, "not a source file");
        size_t part = (size_t)(scan_to_main(&scanner, to_do) - text);

        to = scanner.refused ? NULL : fopen(target, "w");
        if (to != NULL) {
            fprintf(to, "#line 1 \"%s\"\n", source);
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
