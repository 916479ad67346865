/*
 * Inspects a kernel part as the compiler reads it: after the preprocessor, which has replaced all
 * macros and joined all lines, so that no word can hide. Marks such as
 *     # 12 "step04_interleaved/reduce.cu" 3 4
 * give each line's origin; a 3 among the flags means that a header's macro has made it.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_tokens.h"
#include "kernel_words.h"

/* The reserved words of headers: a hash table of words in the text. */
enum { WORDS_MOST = 1 << 16 };
struct words {
    struct {
        const char *word;
        int length;
    } table[WORDS_MOST];
    size_t count;
};

struct reader {
    const char *name; /* the file that is looked at */
    struct words *of_headers;
    int is_collecting; /* the first time, when headers are read */
    int is_translated; /* simcc has made C++ of PTX: no other assembly may be left */
    int has_assembly;
    int is_own;     /* this line comes from it */
    int is_headers; /* from a header's macro, in a line of it */
    int line;
    char last;          /* first character of the last token */
    char attribute;     /* we are in the brackets of one: '(' behind __attribute__, '[', or 0 */
    int round, square;  /* brackets that are open in it */
    const char *kernel; /* the kernel's name */
    int is_global;      /* this declaration has __global__ */
    int is_named, is_kernel; /* the kernel's name was there; in such a declaration */
    int refused;
    FILE *log;
};

static void refuse(struct reader *reader, const char *what, int length, const char *why)
{
    fprintf(reader->log, "%s:%d: error: %.*s: %s\n", reader->name, reader->line, length, what, why);
    reader->refused = 1;
}

static int is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (c & 0x80) != 0;
}

/* # 12 "name" FLAG... */
static void read_mark(struct reader *reader, const char *text)
{
    char *end;
    long line = strtol(text + 1, &end, 10);
    size_t length_of_line = strcspn(text, "\n");
    const char *name = memchr(text, '"', length_of_line);
    const char *close = memrchr(text, '"', length_of_line);
    char own[4096];
    size_t length = 0;

    if (name == NULL || close == name)
        return;
    for (name++; name < close && length < sizeof own - 1; name++) { /* \" and \\ stand for one */
        name += *name == '\\' && name + 1 < close;
        own[length++] = *name;
    }
    own[length] = '\0';
    reader->is_own = strcmp(own, reader->name) == 0;
    reader->is_headers = memmem(close, (size_t)(text + length_of_line - close), " 3", 2) != NULL;
    reader->line = (int)line;
}

/* Allowed pragmas: on unrolling, on warnings, and those without effect here. */
static void read_pragma(struct reader *reader, const char *text)
{
    static const char *const harmless[] = {
        "unroll", "nounroll",  "once",           "nv_",     "diag_",           "omp",
        "region", "endregion", "GCC diagnostic", "message", "clang diagnostic"};
    const char *word = text + 1 + strspn(text + 1, " \t");

    if (strncmp(word, "pragma", 6) != 0)
        return;
    word += 6;
    word += strspn(word, " \t");
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        if (strncmp(word, harmless[i], strlen(harmless[i])) == 0)
            return;
    refuse(reader, text, (int)strcspn(text, "\n"),
           "of the pragmas only unroll is graded, and those about warnings");
}

static const char *skip_quoted(const char *at)
{
    char quote = *at++;

    while (*at != '\0' && *at != '\n' && *at != quote)
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

static int is_one(const char *word, int length, const char *text)
{
    return (size_t)length == strlen(text) && strncmp(word, text, (size_t)length) == 0;
}

/* The index of a word in the table, or of the free entry for it. */
static size_t find_word(const struct words *words, const char *word, int length)
{
    uint32_t hash = 2166136261u;

    for (int i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)word[i]) * 16777619u;
    for (size_t at = hash;; at++) {
        size_t place = at % WORDS_MOST;
        const char *there = words->table[place].word;

        if (there == NULL ||
            (words->table[place].length == length && strncmp(there, word, (size_t)length) == 0))
            return place;
    }
}

/* A table that is half full takes no more: then all such words count as the headers'. */
static int is_full(const struct words *words)
{
    return words->count == WORDS_MOST / 2;
}

static void collect_word(struct words *words, const char *word, int length)
{
    size_t place = find_word(words, word, length);

    if (words->table[place].word != NULL || is_full(words))
        return;
    words->table[place].word = word;
    words->table[place].length = length;
    words->count++;
}

static int is_in_headers(const struct words *words, const char *word, int length)
{
    return is_full(words) || words->table[find_word(words, word, length)].word != NULL;
}

/* In an attribute, its name, or one of a list, is within two brackets; arguments are in more. */
static int is_attributes_name(const struct reader *reader)
{
    return reader->attribute == '(' ? reader->round == 2 && reader->square == 0
                                    : reader->square == 2 && reader->round == 0;
}

static int is_assembly(const char *word, int length)
{
    return is_one(word, length, "asm") || is_one(word, length, "__asm__") ||
           is_one(word, length, "__asm");
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\n");
}

/* Whether nothing but strings, such as "memory", follows up to the closing bracket. */
static int has_no_operands(const char *at)
{
    for (at = skip_blanks(at); *at == ':' || *at == ',' || *at == '"'; at = skip_blanks(at))
        at = *at == '"' ? skip_quoted(at) : at + 1;
    return *at == ')';
}

/*
 * PTX is counted: simcc makes C++ of each of its instructions, and of none else. What is left
 * behind it may only be empty, or simcc's own, whose texts no submission may have.
 */
static void check_assembly(struct reader *reader, const char *word, int length)
{
    static const char mark[] = "\"# simcc: only the host calls ",
                      shared[] = "\"sim_dynamic_shared\"";
    const char *at = skip_blanks(word + length);

    reader->has_assembly = 1;
    for (const char *names[] = {"volatile", "__volatile__", "goto"}, **it = names; it < names + 3;
         it++)
        if (strncmp(at, *it, strlen(*it)) == 0)
            at = skip_blanks(at + strlen(*it));
    at = *at == '(' ? skip_blanks(at + 1) : "";
    const char *end = *at == '"' ? skip_quoted(at) : at;
    int is_ours = strncmp(at, mark, strlen(mark)) == 0 || strncmp(at, shared, strlen(shared)) == 0;
    int is_empty = *at == '"' && at[1 + strspn(at + 1, " \t")] == '"';

    if (reader->is_translated
            ? !is_ours && !(is_empty && has_no_operands(end))
            : *at != '"' || memchr(at, '#', (size_t)(end - at)) != NULL || is_ours)
        refuse(reader, word, length, "in a kernel that is graded there is no assembly but PTX");
}

static void check_word(struct reader *reader, const char *word, int length)
{
    const char *why = word_refused(
        word, length, is_reserved(word, length) && is_in_headers(reader->of_headers, word, length));

    reader->is_global |= is_one(word, length, "__global__");
    if (is_one(word, length, reader->kernel)) {
        reader->is_named = 1;
        reader->is_kernel |= reader->is_global;
    }
    if (reader->attribute != 0 && is_attributes_name(reader)) {
        if (!attribute_allowed(word, length))
            refuse(reader, word, length, "no such attribute in a kernel that is graded");
    } else if (is_one(word, length, "__attribute__")) {
        reader->attribute = '(';
        reader->round = reader->square = 0;
    } else if (is_assembly(word, length)) {
        check_assembly(reader, word, length);
    } else if (word_never(word, length) != NULL) {
        refuse(reader, word, length, word_never(word, length));
    } else if (!reader->is_headers && why != NULL) {
        refuse(reader, word, length, why);
    } else if (word[length] == '"' && word[length - 1] == 'R') {
        refuse(reader, word, length, "no raw strings, please");
    }
}

/* Follows the brackets of an attribute, and sees where one begins by [[. */
static void read_bracket(struct reader *reader, char bracket)
{
    if (reader->attribute == 0 && bracket == '[' && reader->last == '[') {
        reader->attribute = '[';
        reader->round = 0;
        reader->square = 2;
        return;
    }
    if (reader->attribute == 0)
        return;
    reader->round += (bracket == '(') - (bracket == ')');
    reader->square += (bracket == '[') - (bracket == ']');
    if (reader->attribute == '(' ? reader->round == 0 && bracket == ')' : reader->square == 0)
        reader->attribute = 0;
}

static const char *read_token(struct reader *reader, const char *at)
{
    int length = 0;

    if (*at == '"' || *at == '\'') {
        reader->last = *at;
        return skip_quoted(at);
    }
    if (is_word(*at)) {
        while (is_word(at[length]) ||
               (at[length] == '\'' && isdigit((unsigned char)*at) && is_word(at[length + 1])))
            length++;
        if (reader->is_own && reader->is_translated && is_assembly(at, length))
            check_assembly(reader, at, length);
        else if (reader->is_own && !reader->is_translated && !reader->is_collecting)
            check_word(reader, at, length);
        else if (!reader->is_own && reader->is_collecting && is_reserved(at, length))
            collect_word(reader->of_headers, at, length);
        reader->last = 'a';
        return at + length;
    }
    if (reader->is_collecting || reader->is_translated)
        return at + 1;
    if (reader->is_own)
        read_bracket(reader, *at);
    if (*at == ';' || *at == '{' || *at == '}')
        reader->is_global = 0;
    if (reader->is_own && strncmp(at, "<:", 2) == 0 && at[2] != ':')
        refuse(reader, at, 2, "write [, please");
    if (!isspace((unsigned char)*at))
        reader->last = *at;
    return at + 1;
}

static void read_text(struct reader *reader, const char *text)
{
    int at_line_start = 1;

    reader->is_own = reader->is_headers = 0;
    for (const char *at = text; *at != '\0' && !reader->refused;) {
        if (at_line_start && *at == '#') {
            if (isdigit((unsigned char)at[1 + strspn(at + 1, " ")]))
                read_mark(reader, at);
            else if (reader->is_own && !reader->is_collecting && !reader->is_translated)
                read_pragma(reader, at);
            at += strcspn(at, "\n");
            at += *at == '\n';
            continue;
        }
        at_line_start = *at == '\n';
        reader->line += at_line_start;
        at = read_token(reader, at);
    }
}

char *text_of(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t bytes = 0;
    int is_read = file != NULL && getdelim(&text, &bytes, '\0', file) >= 0;

    if (file != NULL)
        fclose(file);
    if (!is_read) {
        free(text);
        return NULL;
    }
    return text;
}

int assembly_allowed(const char *translated, const char *name, FILE *log)
{
    struct reader reader = {.name = name, .is_translated = 1, .log = log};
    char *text = text_of(translated);

    if (text == NULL) {
        fprintf(log, "%s: error: cannot read %s\n", name, translated);
        return 0;
    }
    read_text(&reader, text);
    free(text);
    return !reader.refused;
}

int tokens_allowed(const char *preprocessed, const char *header_words, const char *name,
                   const char *kernel, int *has_assembly, FILE *log)
{
    struct words *of_headers = calloc(1, sizeof *of_headers);
    struct reader reader = {.name = name, .of_headers = of_headers, .kernel = kernel, .log = log};
    char *words = text_of(header_words), *text = text_of(preprocessed);

    if (of_headers == NULL || words == NULL || text == NULL) {
        fprintf(log, "%s: error: cannot read %s\n", name,
                words == NULL ? header_words : preprocessed);
        reader.refused = 1;
    } else {
        reader.is_collecting = 1;
        read_text(&reader, words);
        read_text(&reader, text);
        reader.is_collecting = 0;
        read_text(&reader, text);
    }
    if (!reader.refused && reader.is_named && !reader.is_kernel) {
        fprintf(log, "%s: error: %s is no kernel: it is without __global__\n", name, kernel);
        reader.refused = 1;
    }
    free(words);
    free(text);
    free(of_headers);
    *has_assembly = reader.has_assembly;
    return !reader.refused;
}
