/*
 * Finding one's way in a token list: brackets, lists, declarations. Positions
 * are indices into source->tokens; NOWHERE means that there is none.
 */
#ifndef SIMCC_SYNTAX_H
#define SIMCC_SYNTAX_H

#include "tokens.h"

#define NOWHERE ((size_t)-1)

/* The partner of the bracket at open: ( [ or {. */
size_t closing_bracket(const struct source *source, size_t open);
/* The partner of the bracket at close: ) ] or }. */
size_t opening_bracket(const struct source *source, size_t close);
/* The > that ends the template arguments or parameters whose < stands at open. */
size_t closing_angle(const struct source *source, size_t open);
/* The < that begins the template arguments whose > stands at close. */
size_t opening_angle(const struct source *source, size_t close);

/*
 * Skips a group that starts at position: ( ), [ ], { } or, where angles is not
 * 0, < >. Returns its last position, or position itself if no group starts there.
 */
size_t skip_group(const struct source *source, size_t position, int angles);

/* The token after position that is no directive (a line marker may stand anywhere). */
size_t next_token(const struct source *source, size_t position);
/* The token before position that is no directive; NOWHERE at the start. */
size_t previous_token(const struct source *source, size_t position);

/* The elements of a comma-separated list between two brackets. */
struct element {
    size_t first, end; /* [first, end) */
};
struct list {
    struct element *elements;
    size_t count;
};
/* open and close are the brackets' positions. The caller frees list.elements. */
struct list read_list(const struct source *source, size_t open, size_t close);

/* The text of the tokens [first, end) with single blanks, as a new string. */
char *tokens_text(const struct source *source, size_t first, size_t end);

/* 1 if one of the tokens [first, end), outside of brackets, is this word. */
int contains_word(const struct source *source, size_t first, size_t end, const char *word);

/* 1 if the word names a builtin type or is a qualifier, so that it cannot be a declared name. */
int is_type_word(const struct token *token);

/* The name in (*name), (*const name) or (&name), whose ( stands at open; NOWHERE for anything else.
 */
size_t pointer_declarator(const struct source *source, size_t open);

/*
 * The name that a parameter or template parameter in [first, end) declares:
 * its position, or NOWHERE for an unnamed one. A default value does not matter.
 */
size_t declared_name(const struct source *source, size_t first, size_t end);

#endif
