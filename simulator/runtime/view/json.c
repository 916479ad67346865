#include "view/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

static void add(struct json *json, const char *text, size_t length)
{
    if (json->length + length + 1 > json->room) {
        json->room = 2 * (json->length + length + 1) + 256;
        json->text = allocate_again(json->text, json->room);
    }
    memcpy(json->text + json->length, text, length);
    json->length += length;
    json->text[json->length] = 0;
}

static void add_text(struct json *json, const char *text)
{
    add(json, text, strlen(text));
}

/* Adds a comma, except at the begin of the text, an object or an array. */
static void separate(struct json *json)
{
    size_t end = json->length;
    while (end && json->text[end - 1] == '\n')
        end--;
    if (end && !strchr("{[:,", json->text[end - 1]))
        add(json, ",", 1);
}

void json_begin(struct json *json, char bracket)
{
    separate(json);
    add(json, &bracket, 1);
}

void json_end(struct json *json, char bracket)
{
    add(json, &bracket, 1);
}

/* Bytes of the UTF-8 sequence at the start of the text; 0 if there is none. */
static unsigned sequence(const unsigned char *text)
{
    unsigned length = text[0] < 0x80   ? 1
                      : text[0] < 0xC2 ? 0
                      : text[0] < 0xE0 ? 2
                      : text[0] < 0xF0 ? 3
                      : text[0] < 0xF5 ? 4
                                       : 0;
    for (unsigned i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    /* overlong, a surrogate, or beyond the last character */
    if ((text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xED && text[1] > 0x9F) ||
        (text[0] == 0xF0 && text[1] < 0x90) || (text[0] == 0xF4 && text[1] > 0x8F))
        return 0;
    return length;
}

static void add_string(struct json *json, const char *value)
{
    add(json, "\"", 1);
    for (const unsigned char *c = (const unsigned char *)value; *c;) {
        char escape[8];
        unsigned length = sequence(c);
        if (*c < 0x20 || *c == '<' || *c == '"' || *c == '\\' || *c == 0x7F)
            add(json, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", *c));
        else if (length)
            add(json, (const char *)c, length);
        else
            add_text(json, "\xEF\xBF\xBD");
        c += length ? length : 1;
    }
    add(json, "\"", 1);
}

void json_member(struct json *json, const char *name)
{
    separate(json);
    add_string(json, name);
    add(json, ":", 1);
}

void json_integer(struct json *json, int64_t value)
{
    char text[32];
    separate(json);
    add(json, text, (size_t)snprintf(text, sizeof text, "%" PRId64, value));
}

void json_thousandths(struct json *json, int64_t value)
{
    char text[32];
    separate(json);
    add(json, text,
        (size_t)snprintf(text, sizeof text, "%" PRId64 ".%03" PRId64, value / 1000, value % 1000));
}

void json_double(struct json *json, double value)
{
    char text[32];
    if (!isfinite(value)) {
        json_null(json);
        return;
    }
    separate(json);
    int length = snprintf(text, sizeof text, "%.9g", value);
    for (int i = 0; i < length; i++)
        if (!strchr("0123456789+-e", text[i]))
            text[i] = '.'; /* in place of the decimal point of the program's locale */
    add(json, text, (size_t)length);
}

void json_string(struct json *json, const char *value)
{
    if (!value) {
        json_null(json);
        return;
    }
    separate(json);
    add_string(json, value);
}

void json_boolean(struct json *json, int value)
{
    separate(json);
    add_text(json, value ? "true" : "false");
}

void json_null(struct json *json)
{
    separate(json);
    add_text(json, "null");
}

void json_value(struct json *json, const struct json *value)
{
    separate(json);
    add(json, value->text, value->length);
}

void json_member_integer(struct json *json, const char *name, int64_t value)
{
    json_member(json, name);
    json_integer(json, value);
}

void json_member_double(struct json *json, const char *name, double value)
{
    json_member(json, name);
    json_double(json, value);
}

void json_member_string(struct json *json, const char *name, const char *value)
{
    json_member(json, name);
    json_string(json, value);
}

void json_member_value(struct json *json, const char *name, const struct json *value)
{
    json_member(json, name);
    json_value(json, value);
}

void json_new_line(struct json *json)
{
    add(json, "\n", 1);
}

void json_free(struct json *json)
{
    free(json->text);
    *json = (struct json){0};
}
