/*
 * The tokens of a preprocessed C++ text, and the edits that the translator
 * attaches to them.
 *
 * The compiler's preprocessor has run before: there are no comments, no macros and no spliced lines
 * any more, and line markers (# 12 "file.cu") say where each line came from. A stretch of system
 * headers is one opaque token.
 */
#ifndef SIMCC_TOKENS_H
#define SIMCC_TOKENS_H

#include <stddef.h>

enum token_kind {
    TOKEN_NAME, /* identifier or keyword */
    TOKEN_NUMBER,
    TOKEN_STRING,      /* string, raw string or character literal */
    TOKEN_PUNCTUATION, /* one character; only :: and -> and ... are longer */
    TOKEN_DIRECTIVE,   /* a line that starts with #: line marker or pragma */
    TOKEN_SYSTEM,      /* all of a stretch of system headers */
    TOKEN_END
};

struct token {
    enum token_kind kind;
    const char *text; /* in the source's text; not 0-terminated */
    size_t length;
    const char *file; /* the place in the user's file */
    int line;
    char *before;  /* written before the token; NULL: nothing */
    char *instead; /* written in its place; NULL: the token itself */
    char *after;   /* written after it; NULL: nothing */
};

struct source {
    char *text;           /* 0-terminated */
    struct token *tokens; /* the last one is TOKEN_END */
    size_t count;
};

/* Splits text (0-terminated, owned by the source afterwards) into tokens. */
void source_read(struct source *source, char *text);

/* Writes the source with its edits; every line keeps its number. */
struct text;
void source_write(const struct source *source, struct text *output);

/* 1 if the token is exactly this word or sign. */
int token_is(const struct token *token, const char *word);
/* 1 if the second token starts where the first one ends. */
int tokens_touch(const struct token *first, const struct token *second);
/* The token's text as a new string. */
char *token_string(const struct token *token);

/* Edits. The strings given are owned by the token from then on. */
void token_put_before(struct token *token, char *code);
void token_put_after(struct token *token, char *code);
void token_replace(struct token *token, char *code);
void token_erase(struct token *token);
/* Erases [first, end) but for line markers, which keep the lines right. */
void erase_tokens(struct source *source, size_t first, size_t end);

#endif
