/*
 * Reads a submission's source as far as main, as a compiler would read it, and refuses what
 * would let the two disagree or let the kernel hide from the counters.
 */
#include <ctype.h>
#include <string.h>

#include "kernel_part.h"

/* Whether the last character of the text but spaces is a backslash: the next line continues it. */
static int is_continued(const char *text, size_t length)
{
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    return length > 0 && text[length - 1] == '\\';
}

/* Where the scanner is in a submission. */
struct scanner {
    const char *at;
    const char *name; /* of the file, for messages */
    int line;
    int at_line_start; /* nothing but spaces so far in this line */
    char last;         /* first character of what was last, comments and spaces left out */
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
    /* the end of a comment may be hidden, or made, by the end of a line */
    for (size_t i = 0; i <= length; i++)
        if ((scanner->at[i] == '\n' || i == length) && is_continued(scanner->at, i))
            refuse(scanner, "\\", 1, "no comments continued by a backslash, please");
        else if (scanner->at[i] == '\r' && scanner->at[i + 1] != '\n')
            refuse(scanner, "", 0, "a carriage return within a line");
    for (size_t i = 0; i < length; i++)
        step(scanner);
}

static void skip_quoted(struct scanner *scanner)
{
    char quote = *scanner->at;

    step(scanner);
    while (*scanner->at != '\0' && *scanner->at != '\n' && *scanner->at != quote) {
        if (*scanner->at == '\\') {
            if (isspace((unsigned char)scanner->at[1]))
                refuse(scanner, "\\", 1, "no lines continued by a backslash, please");
            step(scanner);
        }
        if (*scanner->at != '\0')
            step(scanner);
    }
    if (*scanner->at == quote)
        step(scanner);
    else
        refuse(scanner, &quote, 1, "a quote that its line does not close");
}

/* The length of an allowed header's name, with what is around it, or 0. */
static size_t allowed_include(const char *line)
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
            return strlen(headers[i]);
    return 0;
}

/* What follows the directive in its line is scanned as everything else: it may open a comment. */
static void check_directive(struct scanner *scanner)
{
    const char *line = scanner->at + 1;
    int length = (int)strcspn(scanner->at, "\r\n");
    size_t named;

    line += strspn(line, " \t");
    if (strncmp(line, "include", 7) == 0) {
        line += 7 + strspn(line + 7, " \t");
        if ((named = allowed_include(line)) == 0)
            refuse(scanner, scanner->at, length, "a graded kernel does without this header");
    } else if (strncmp(line, "pragma unroll", named = 13) != 0) {
        refuse(scanner, scanner->at, length,
               "above main only #include and #pragma unroll are graded; write it without");
        named = 0;
    }
    while (scanner->at < line + named)
        step(scanner);
    scanner->at_line_start = 0;
}

static void check_word(struct scanner *scanner, const char *word, int length)
{
    const char *why = word_refused(word, length);

    if (why != NULL)
        refuse(scanner, word, length, why);
}

/* Refuses what the compiler reads as something else than the scanner, or as an attribute. */
static void check_sign(struct scanner *scanner)
{
    static const char *const digraphs[] = {"%:", "<:", "??"}; /* for #, [, and trigraphs */
    const char *at = scanner->at;

    if (*at == '\\')
        refuse(scanner, at, 1, "not in a kernel that is graded");
    if (*at == '\r' && at[1] != '\n')
        refuse(scanner, "", 0, "a carriage return within a line");
    for (size_t i = 0; i < sizeof digraphs / sizeof digraphs[0]; i++)
        if (strncmp(at, digraphs[i], 2) == 0)
            refuse(scanner, at, 2, "no digraphs, please");
    if (*at == '[' && scanner->last == '[')
        refuse(scanner, "[[", 2, "no attributes in a kernel that is graded");
}

/* Returns where main's definition starts, behind what ends before it, or the end of the text. */
static const char *scan_to_main(struct scanner *scanner, struct to_do *to_do)
{
    const char *behind = scanner->at;

    while (*scanner->at != '\0') {
        char c = *scanner->at;

        if (c == '/' && (scanner->at[1] == '/' || scanner->at[1] == '*')) {
            skip_comment(scanner, to_do);
        } else if (c == '"' || c == '\'') {
            skip_quoted(scanner);
            scanner->at_line_start = 0;
            scanner->last = c;
        } else if (c == '#' && scanner->at_line_start) {
            check_directive(scanner);
            behind = scanner->at;
        } else if (is_word(c)) {
            const char *word = scanner->at;
            int length = 0;

            while (is_word(word[length]) ||
                   (word[length] == '\'' && isdigit((unsigned char)c) && is_word(word[length + 1])))
                length++;
            if (length == 4 && strncmp(word, "main", 4) == 0)
                return behind;
            check_word(scanner, word, length);
            scanner->at += length;
            scanner->at_line_start = 0;
            scanner->last = c;
        } else {
            check_sign(scanner);
            if (!isspace((unsigned char)c)) {
                scanner->at_line_start = 0;
                scanner->last = c;
            }
            step(scanner);
            if (c == ';' || c == '}')
                behind = scanner->at;
        }
    }
    return scanner->at;
}

int scan_source(const char *text, const char *name, FILE *log, struct to_do *to_do, size_t *length)
{
    struct scanner scanner = {.at = text, .name = name, .line = 1, .at_line_start = 1, .log = log};

    *length = (size_t)(scan_to_main(&scanner, to_do) - text);
    return !scanner.refused;
}
