/*
 * The compiler's messages in words of CUDA: see messages.h.
 */
#define _GNU_SOURCE /* memmem */
#include "messages.h"

#include "compile.h"
#include "declared.h"
#include "missing.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A piece of the messages. */
struct piece {
    const char *text;
    size_t length;
};

static struct piece first_line(const char *text)
{
    return (struct piece){text, strcspn(text, "\n")};
}

static const char *find_in(struct piece line, const char *words)
{
    const char *found = memmem(line.text, line.length, words, strlen(words));

    return found ? found + strlen(words) : NULL;
}

/* The next name in quotes, gcc's or clang's, from text on in the line; its length is 0 without. */
static struct piece quoted(struct piece line, const char *text)
{
    static const char open[] = "\xe2\x80\x98", close[] = "\xe2\x80\x99";
    const char *end = line.text + line.length;
    struct piece name = {end, 0};

    for (; text < end && !name.length; text++) {
        const char *stop = NULL;

        if (!strncmp(text, open, 3)) {
            name.text = text + 3;
            stop = strstr(name.text, close);
        } else if (*text == '\'') {
            name.text = text + 1;
            stop = strchr(name.text, '\'');
        }
        if (stop && stop <= end)
            name.length = (size_t)(stop - name.text);
    }
    return name;
}

/* Leaves of a type, or of a call, the name alone. */
static struct piece bare(struct piece name)
{
    static const char *const words[] = {"struct ", "const ", "class ", "::"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);

        if (name.length > length && !strncmp(name.text, words[i], length)) {
            name.text += length;
            name.length -= length;
        }
    }
    for (size_t i = 0; i < name.length; i++)
        if (strchr("(<", name.text[i]))
            name.length = i;
    return name;
}

/* A name that the compiler did not know, and its namespace or structure (of length 0: none). */
struct unknown {
    struct piece name, within;
    struct piece call;   /* as the compiler wrote it: with the arguments' types, if it is gcc */
    int wrong_arguments; /* the name is known, but not for these arguments */
};

/* Reads one line's error. Returns 0 if it is not about an unknown name. */
static int read_unknown(struct piece line, const char *error, struct unknown *unknown)
{
    static const char *const about_first[] = {
        "was not declared",          "does not name a",       "has not been declared",
        "is not a member of",        "undeclared identifier", "unknown type name",
        "there are no arguments to", "no template named",     "no type named",
        "no member named",           "is not a template"};
    struct piece first = quoted(line, error);
    struct piece second = quoted(line, first.text + first.length + 1);

    *unknown = (struct unknown){.name = bare(first), .within = bare(second)};
    if (find_in(line, "has no member named")) {
        unknown->name = bare(second);
        unknown->within = bare(first);
        return 1;
    }
    if (find_in(line, "no matching function for call to")) {
        unknown->within.length = 0;
        unknown->call = first;
        unknown->wrong_arguments = 1;
        return first.length > 0;
    }
    if (find_in(line, "did you mean") && !find_in(line, "is not a member of"))
        unknown->within.length = 0;
    for (size_t i = 0; i < sizeof about_first / sizeof *about_first; i++)
        if (find_in(line, about_first[i]))
            return first.length > 0;
    return 0;
}

static int is_in_headers(struct piece line)
{
    return find_in(line, own_header_folder()) || find_in(line, own_library_folder());
}

/*
 * For a message about a line of the headers: the compiler's line, from FILE:LINE: on, about the
 * program's line that asks for it. gcc prints it before ("required from"), clang after ("requested
 * here"). NULL if not known.
 */
static const char *asking_line(const char *messages, const char *error)
{
    const char *found = NULL;

    for (const char *text = messages; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        struct piece line = first_line(text);

        if (text > error && find_in(line, "error: "))
            break;
        if (!is_in_headers(line) && ((text < error && find_in(line, "required from")) ||
                                     (text > error && find_in(line, "requested here"))))
            found = text;
        else if (text < error && find_in(line, "error: "))
            found = NULL;
    }
    return found;
}

int place_length(const char *line)
{
    const char *colon = strchr(line, ':');
    size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;

    return digits ? (int)(colon + 1 + digits - line) : 0;
}

static void explain(struct text *output, const char *place, const struct unknown *unknown,
                    const struct missing *missing)
{
    struct piece name = unknown->name;
    struct text line = {0};

    text_add_format(&line, "%.*s: error: the simulator has no ", place_length(place), place);
    if (unknown->wrong_arguments)
        text_add_format(&line, "%.*s for these arguments: %.*s\n", (int)name.length, name.text,
                        (int)unknown->call.length, unknown->call.text);
    else if (missing->what)
        text_add_format(&line, "%s (%.*s): %s\n", missing->what, (int)name.length, name.text,
                        missing->instead);
    else
        text_add_format(&line, "%.*s%s%.*s: %s\n", (int)name.length, name.text,
                        unknown->within.length ? " in " : "", (int)unknown->within.length,
                        unknown->within.text, missing->instead);
    if (!output->length || !strstr(output->data, line.data))
        text_add_string(output, line.data);
    free(line.data);
}

/* 1 if the name is one of the runtime API's, of which nothing else is known than that it is here.
 */
static int lacks_header(const struct unknown *unknown, const struct missing *missing)
{
    return !unknown->wrong_arguments && !unknown->within.length &&
           (!missing || !strcmp(missing->name, "cuda*")) &&
           headers_declare(unknown->name.text, unknown->name.length);
}

/* The headers have the name, and the program has not included them: once is enough. */
static void ask_for_header(struct text *output, const char *place, struct piece name)
{
    static const char advice[] = "is not declared: #include <cuda_runtime.h>, which only .cu files "
                                 "get without asking";

    if (!output->length || !strstr(output->data, advice))
        text_add_format(output, "%.*s: error: %.*s %s\n", place_length(place), place,
                        (int)name.length, name.text, advice);
}

/* The entry for the name that the compiler did not know; NULL if it is no name of CUDA's. */
static const struct missing *entry_for(const struct unknown *unknown)
{
    const struct missing *missing = NULL;

    if (unknown->within.length == 3 && !strncmp(unknown->within.text, "std", 3))
        return NULL; /* the compiler's own library, of which it knows the headers better */
    if (unknown->name.length)
        missing = find_missing(unknown->name.text, unknown->name.length);
    if (!missing && unknown->within.length && !unknown->wrong_arguments) {
        char *member = text_format("%.*s::", (int)unknown->within.length, unknown->within.text);

        missing = find_missing(member, strlen(member));
        free(member);
        if (!missing)
            missing = find_missing(unknown->within.text, unknown->within.length);
    }
    return missing;
}

void print_messages(const char *messages, int all)
{
    struct text explained = {0};
    unsigned others = 0;

    for (const char *text = messages; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        struct piece line = first_line(text);
        const char *error = find_in(line, " error: ");
        const char *place = text;
        struct unknown unknown;
        const struct missing *missing = NULL;

        if (!error || !place_length(text))
            continue;
        if (read_unknown(line, error, &unknown)) {
            missing = entry_for(&unknown);
            if (lacks_header(&unknown, missing)) {
                ask_for_header(&explained, text, unknown.name);
                continue;
            }
        }
        if (is_in_headers(line))
            place = asking_line(messages, text);
        if (missing && place)
            explain(&explained, place, &unknown, missing);
        else if (place && place != text) /* a line of the headers: its text, at the user's line */
            text_add_format(&explained, "%.*s: error: %.*s\n", place_length(place), place,
                            (int)(text + line.length - error), error);
        else
            others++;
    }
    if (all || !explained.length) {
        fputs(messages, stderr);
        fputs(explained.length ? explained.data : "", stderr);
    } else {
        fputs(explained.data, stderr);
        if (others)
            fprintf(stderr,
                    "simcc: %u other error%s of the compiler, which may follow from this: "
                    "-v shows all\n",
                    others, others == 1 ? "" : "s");
    }
    free(explained.data);
}
