/*
 * Reads a submission's source as far as main, and its lines for the preprocessor: it may include
 * a list of headers and define macros. The preprocessor's output is inspected in
 * course/kernel_tokens.c.
 */
#include <ctype.h>
#include <string.h>

#include "kernel_headers.h"
#include "kernel_scan.h"

/* Where the scanner is in a submission. */
struct scanner {
    const char *at;
    const char *name; /* of the file, for messages */
    int line;
    int at_line_start; /* nothing but spaces so far in this line */
    int open_ifs;
    int refused;
    FILE *log;
};

static void refuse(struct scanner *scanner, const char *what, int length, const char *why)
{
    fprintf(scanner->log, "%s:%d: error: %.*s: %s\n", scanner->name, scanner->line, length, what,
            why);
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

/* The length of a backslash that joins two lines, with the line's end; 0 if there is none here. */
static size_t splice(const char *at)
{
    size_t blank = *at == '\\' ? strspn(at + 1, " \t\r\f\v") : 0;

    return *at == '\\' && at[1 + blank] == '\n' ? 2 + blank : 0;
}

static void skip_comment(struct scanner *scanner, struct to_do *to_do)
{
    int is_line = scanner->at[1] == '/';

    if (to_do->line == 0 && strncmp(scanner->at, "// TODO", 7) == 0) {
        to_do->line = scanner->line;
        snprintf(to_do->text, sizeof to_do->text, "%.*s", (int)strcspn(scanner->at, "\r\n") - 3,
                 scanner->at + 3);
    }
    step(scanner);
    step(scanner);
    while (*scanner->at != '\0') {
        size_t joined = splice(scanner->at);

        if (is_line && *scanner->at == '\n')
            return;
        if (!is_line && strncmp(scanner->at, "*/", 2) == 0) {
            scanner->at += 2;
            return;
        }
        for (step(scanner); joined > 1; joined--)
            step(scanner);
    }
    if (!is_line)
        refuse(scanner, "/*", 2, "a comment that is not closed");
}

static void skip_quoted(struct scanner *scanner)
{
    char quote = *scanner->at;

    step(scanner);
    while (*scanner->at != '\0' && *scanner->at != '\n' && *scanner->at != quote) {
        if (*scanner->at == '\\')
            step(scanner);
        if (*scanner->at != '\0')
            step(scanner);
    }
    if (*scanner->at == quote)
        step(scanner);
}

/* To the end of the line for the preprocessor, which may have comments and joined lines. */
static void skip_directive(struct scanner *scanner, struct to_do *to_do)
{
    while (*scanner->at != '\0' && *scanner->at != '\n') {
        size_t joined = splice(scanner->at);

        if (scanner->at[0] == '/' && (scanner->at[1] == '/' || scanner->at[1] == '*')) {
            skip_comment(scanner, to_do);
        } else if (joined > 0) {
            for (; joined > 0; joined--)
                step(scanner);
        } else {
            step(scanner);
        }
    }
    scanner->at_line_start = 1;
}

static void check_include(struct scanner *scanner, const char *line)
{
    int length = (int)strcspn(scanner->at, "\r\n");
    char close = *line == '<' ? '>' : *line == '"' ? '"' : '\0';
    const char *end = close != '\0' ? strchr(line + 1, close) : NULL;

    if (end == NULL || memchr(line, '\n', (size_t)(end - line)) != NULL ||
        !header_allowed(line + 1, (size_t)(end - line - 1)))
        refuse(scanner, scanner->at, length,
               "above main, graded kernels include headers of CUDA, C and C++ only");
}

static void check_directive(struct scanner *scanner)
{
    static const char *const harmless[] = {"define", "undef",   "else",  "elif",
                                           "error",  "warning", "pragma"};
    const char *line = scanner->at + 1;
    int length = (int)strcspn(scanner->at, "\r\n"), is_harmless = 0;
    size_t word;

    line += strspn(line, " \t");
    for (word = 0; is_word(line[word]);)
        word++;
    if (word == 0 && (*line == '\n' || *line == '\r'))
        return;
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        is_harmless |= word == strlen(harmless[i]) && strncmp(line, harmless[i], word) == 0;
    if (word == 7 && strncmp(line, "include", word) == 0)
        check_include(scanner, line + word + strspn(line + word, " \t"));
    else if (strncmp(line, "if", 2) == 0)
        scanner->open_ifs++;
    else if (word == 5 && strncmp(line, "endif", word) == 0)
        scanner->open_ifs--;
    else if (!is_harmless)
        refuse(scanner, scanner->at, length,
               "not above main: only #include, #define, #if and #pragma unroll");
}

/* Whether a line for the preprocessor is #if 0. */
static int is_never(const char *line)
{
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, "if", 2) != 0 || (line[2] != ' ' && line[2] != '\t'))
        return 0;
    line += 2;
    line += strspn(line, " \t");
    return *line == '0' && line[1 + strspn(line + 1, " \t\r")] == '\n';
}

/* Moves to the next word, comment or directive within a part that is switched off. */
static void skip_switched_off(struct scanner *scanner, struct to_do *to_do)
{
    char c = *scanner->at;

    if (c == '/' && (scanner->at[1] == '/' || scanner->at[1] == '*')) {
        skip_comment(scanner, to_do);
    } else if (c == '"' || c == '\'') {
        skip_quoted(scanner);
        scanner->at_line_start = 0;
    } else if (is_word(c)) {
        while (is_word(*scanner->at) || (*scanner->at == '\'' && is_word(scanner->at[1])))
            scanner->at++;
        if (scanner->at[-1] == 'R' && *scanner->at == '"')
            refuse(scanner, scanner->at - 1, 2, "no raw strings, please");
        scanner->at_line_start = 0;
    } else {
        if (!isspace((unsigned char)c))
            scanner->at_line_start = 0;
        step(scanner);
    }
}

/*
 * From #if 0 to its #else, #elif or #endif: the lines between are no code, and may hold an old
 * main. This must agree with the compiler on what is code; raw strings alone could make a
 * difference.
 */
static void skip_never(struct scanner *scanner, struct to_do *to_do)
{
    int depth = 1;

    skip_directive(scanner, to_do);
    while (*scanner->at != '\0' && depth > 0) {
        const char *word = scanner->at + 1;

        if (*scanner->at != '#' || !scanner->at_line_start) {
            skip_switched_off(scanner, to_do);
            continue;
        }
        word += strspn(word, " \t");
        if (strncmp(word, "if", 2) == 0)
            depth++;
        else if (strncmp(word, "endif", 5) == 0 || (depth == 1 && strncmp(word, "el", 2) == 0))
            depth--;
        if (depth > 0)
            skip_directive(scanner, to_do);
    }
}

/* Returns where main's definition starts, behind the end of the one before, or the text's end. */
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
        } else if (c == '#' && scanner->at_line_start) {
            check_directive(scanner);
            if (is_never(scanner->at))
                skip_never(scanner, to_do);
            else
                skip_directive(scanner, to_do);
            behind = scanner->at;
        } else if (is_word(c)) {
            const char *word = scanner->at;
            int length = 0;

            while (is_word(word[length]) ||
                   (word[length] == '\'' && isdigit((unsigned char)c) && is_word(word[length + 1])))
                length++;
            if (length == 4 && strncmp(word, "main", 4) == 0)
                return behind;
            scanner->at += length;
            scanner->at_line_start = 0;
        } else {
            if (scanner->at_line_start && (strncmp(scanner->at, "%:", 2) == 0))
                refuse(scanner, scanner->at, 2, "write #, please");
            if (!isspace((unsigned char)c))
                scanner->at_line_start = 0;
            step(scanner);
            if (c == ';' || c == '}')
                behind = scanner->at;
        }
    }
    return scanner->at;
}

int scan_source(const char *text, const char *name, FILE *log, struct to_do *to_do, size_t *length,
                int *open_ifs)
{
    struct scanner scanner = {.at = text, .name = name, .line = 1, .at_line_start = 1, .log = log};
    const char *end = scan_to_main(&scanner, to_do);

    *length = (size_t)(end - text);
    *open_ifs = scanner.open_ifs;
    return !scanner.refused;
}
