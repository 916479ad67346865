/*
 * JSON as a text that grows. Values and members are appended one after another; commas are added
 * automatically.
 */
#ifndef VIEW_JSON_H
#define VIEW_JSON_H

#include <stddef.h>
#include <stdint.h>

struct json {
    char *text; /* ends with 0; NULL while it is empty */
    size_t length, room;
};

/* bracket: '{' or '['; '}' or ']'. */
void json_begin(struct json *json, char bracket);
void json_end(struct json *json, char bracket);

/* The name of a member. Its value is to follow. */
void json_member(struct json *json, const char *name);

/*
 * Values. A NaN or infinite number becomes null, and so does a NULL string. Doubles have nine
 * significant digits, and thousandths of `value` not below 0 are written in full: 1234 as 1.234. In
 * strings, invalid UTF-8 becomes U+FFFD, and < an escape, so that the text can be part of a page.
 */
void json_integer(struct json *json, int64_t value);
void json_double(struct json *json, double value);
void json_thousandths(struct json *json, int64_t value);
void json_string(struct json *json, const char *value);
void json_boolean(struct json *json, int value);
void json_null(struct json *json);

/* A value in JSON. */
void json_value(struct json *json, const struct json *value);

/* The same, as members. */
void json_member_integer(struct json *json, const char *name, int64_t value);
void json_member_double(struct json *json, const char *name, double value);
void json_member_string(struct json *json, const char *name, const char *value);
void json_member_value(struct json *json, const char *name, const struct json *value);

/* A line's end, for readers of the text. */
void json_new_line(struct json *json);

void json_free(struct json *json);

#endif
