/*
 * A text in Chinese: the English sentence that it fits gives the values to insert.
 */
#include "report/chinese.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define VALUES_MOST 16

/* A part of a text. */
struct part {
    const char *at;
    size_t length;
};

/* What a text has where a sentence has {names}. */
struct values {
    struct part names[VALUES_MOST], values[VALUES_MOST];
    unsigned count;
};

static int equals(struct part part, const char *string)
{
    return part.length == strlen(string) && strncmp(part.at, string, part.length) == 0;
}

static int begins(const char *text, const char *with)
{
    return text && strncmp(text, with, strlen(with)) == 0;
}

static const char *set_variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

int speaks_chinese(void)
{
    const char *all = set_variable("LC_ALL"), *language = set_variable("LANGUAGE");
    const char *locale = all ? all : set_variable("LC_MESSAGES");
    locale = locale ? locale : set_variable("LANG");
    const char *letters = locale ? strchr(locale, '.') : NULL;
    if (letters && strncasecmp(letters, ".utf-8", 6) && strncasecmp(letters, ".utf8", 5))
        return 0;
    if (all && (strcmp(all, "C") == 0 || strcmp(all, "POSIX") == 0))
        return 0;
    const char *spoken = language ? language : locale;
    return begins(spoken, "zh") && strchr("_.:@-", spoken[2]);
}

/* ---- values ---------------------------------------------------------------------------------- */

static int consists_of(struct part part, const char *letters)
{
    return part.length > 0 && strspn(part.at, letters) >= part.length;
}

/* 7, or (3, 4, 5) */
static int is_index(struct part part)
{
    if (part.length > 2 && part.at[0] == '(' && part.at[part.length - 1] == ')')
        return consists_of((struct part){part.at + 1, part.length - 2}, "0123456789, ");
    return consists_of(part, "0123456789");
}

static int is_number(struct part part)
{
    size_t sign = part.length && *part.at == '-';
    return consists_of((struct part){part.at + sign, part.length - sign}, "0123456789");
}

static int is_address(struct part part)
{
    if (part.length < 3 || !begins(part.at, "0x"))
        return equals(part, "0");
    return consists_of((struct part){part.at + 2, part.length - 2}, "0123456789abcdef");
}

static int is_in(struct part part, enum sentences table)
{
    unsigned count;
    const struct sentence *list = sentences_of(table, &count);
    for (unsigned i = 0; i < count; i++)
        if (equals(part, list[i].english))
            return 1;
    return 0;
}

/* The table in which a value's own Chinese stands, or SENTENCES_TABLES: it stays. */
static enum sentences table_of(struct part name)
{
    static const struct {
        const char *name;
        enum sentences table;
    } of[] = {
        {"who", SENTENCES_THREADS},  {"other", SENTENCES_THREADS}, {"does", SENTENCES_VERBS},
        {"did", SENTENCES_VERBS},    {"changes", SENTENCES_VERBS}, {"changed", SENTENCES_VERBS},
        {"place", SENTENCES_PLACES}, {"wrong", SENTENCES_WRONGS},  {"at", SENTENCES_BARRIERS},
        {"work", SENTENCES_WORKS},   {"earlier", SENTENCES_WORKS}, {"elements", SENTENCES_ELEMENTS},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (equals(name, of[i].name))
            return of[i].table;
    return SENTENCES_TABLES;
}

static int fits(const char *sentence, struct part text, struct values *values);

/* Whether a value may stand for a name. */
static int is_valued(struct part name, struct part value)
{
    enum sentences table = table_of(name);
    struct values inner = {.count = 0};
    unsigned count;
    if (table == SENTENCES_THREADS)
        return fits(sentences_of(table, &count)->english, value, &inner);
    if (table == SENTENCES_VERBS)
        return is_in(value, table);
    if (equals(name, "index") || equals(name, "block"))
        return is_index(value);
    if (equals(name, "number"))
        return is_number(value);
    if (equals(name, "hex"))
        return is_address(value);
    if (equals(name, "sign"))
        return equals(value, "+") || equals(value, "-");
    return value.length > 0;
}

/* ---- sentences ---------------------------------------------------------------------------------
 */

/* A sentence that begins with a {name}: tries the shortest value first; the longest, if it has a
 * table of its own. */
static int fits_value(const char *sentence, struct part text, struct values *values)
{
    const char *rest = strchr(sentence, '}') + 1;
    struct part name = {sentence + 1, (size_t)(rest - sentence) - 2};
    enum sentences table = table_of(name);
    int is_long =
        table == SENTENCES_PLACES || table == SENTENCES_WRONGS || table == SENTENCES_BARRIERS;
    unsigned number = values->count;
    if (number == VALUES_MOST)
        return 0;
    for (size_t i = 1; i <= text.length; i++) {
        size_t length = is_long ? text.length + 1 - i : i;
        struct part value = {text.at, length};
        if (!is_valued(name, value))
            continue;
        values->names[number] = name;
        values->values[number] = value;
        values->count = number + 1;
        if (fits(rest, (struct part){text.at + length, text.length - length}, values))
            return 1;
    }
    values->count = number;
    return 0;
}

/* Whether the text is the sentence with values; "bytes" of a sentence may be one byte. */
static int fits(const char *sentence, struct part text, struct values *values)
{
    for (const char *start = sentence; *sentence;) {
        if (*sentence == '{')
            return fits_value(sentence, text, values);
        if (text.length && *sentence == *text.at) {
            sentence++;
            text = (struct part){text.at + 1, text.length - 1};
        } else if (sentence - start >= 4 && begins(sentence - 4, "bytes") &&
                   !isalnum(sentence[1])) {
            sentence++;
        } else {
            return 0;
        }
    }
    return text.length == 0;
}

static int put(FILE *to, enum sentences table, struct part text);

static void put_value(FILE *to, struct part name, const struct values *values)
{
    for (unsigned i = 0; i < values->count; i++) {
        struct part value = values->values[i];
        if (values->names[i].length != name.length ||
            strncmp(values->names[i].at, name.at, name.length))
            continue;
        enum sentences table = table_of(name);
        if (table == SENTENCES_TABLES || !put(to, table, value))
            fwrite(value.at, 1, value.length, to);
        return;
    }
}

/* Returns whether the table has a sentence that fits; only then something is written. */
static int put(FILE *to, enum sentences table, struct part text)
{
    unsigned count;
    const struct sentence *list = sentences_of(table, &count);
    for (unsigned i = 0; i < count; i++) {
        struct values values = {.count = 0};
        if (!fits(list[i].english, text, &values))
            continue;
        for (const char *at = list[i].chinese; *at; at++) {
            if (*at != '{') {
                fputc(*at, to);
                continue;
            }
            const char *end = strchr(at, '}');
            put_value(to, (struct part){at + 1, (size_t)(end - at) - 1}, &values);
            at = end;
        }
        return 1;
    }
    return 0;
}

void put_chinese(FILE *to, enum sentences table, const char *english)
{
    if (!put(to, table, (struct part){english, strlen(english)}))
        fputs(english, to);
}
