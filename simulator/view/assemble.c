/*
 * Assembles the page of a view: replaces the names of style sheets and scripts in page.html by
 * their text, and inserts the data of runs (docs/view_format.md). usage: assemble PAGE.html
 * [DATA.json...] >FILE.html Exit status: 2 for bad usage or invalid data, 3 if a file cannot be
 * read or written.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define STYLE_BEFORE  "<link rel=\"stylesheet\" href=\""
#define STYLE_AFTER   "\">\n"
#define SCRIPT_BEFORE "<script src=\""
#define SCRIPT_AFTER  "\"></script>\n"
#define DATA_PLACE    "<script type=\"application/json\" id=\"data\"></script>\n"
#define DATA_BEFORE   "<script type=\"application/json\" id=\"data\">"
#define DATA_AFTER    "</script>\n"
/* The lines around the runs in a file of data. */
#define RUNS_BEFORE "{\"version\":1,\"runs\":[\n"
#define RUNS_AFTER  "\n]}\n"

static _Noreturn void fail(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static _Noreturn void fail(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("assemble: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(status);
}

/* The whole file, with a 0 at its end. Stores its length. */
static char *read_file(const char *name, size_t *length)
{
    FILE *file = fopen(name, "r");
    size_t room = 1 << 16, used = 0, got;
    char *text = malloc(room + 1);
    while (file && text && (got = fread(text + used, 1, room - used, file)) > 0) {
        used += got;
        if (used == room)
            text = realloc(text, (room *= 2) + 1);
    }
    if (!file || !text || ferror(file))
        fail(3, "cannot read %s", name);
    fclose(file);
    text[used] = 0;
    *length = used;
    return text;
}

/* The part of the line between the two, as a new string; NULL if the line does not have both. */
static char *between(const char *line, size_t length, const char *before, const char *after)
{
    size_t start = strlen(before), end = strlen(after);
    if (length < start + end || strncmp(line, before, start) ||
        strncmp(line + length - end, after, end))
        return NULL;
    return strndup(line + start, length - start - end);
}

/* Writes a file from the page's folder between two tags. Its text must not have the closing tag. */
static void insert(const char *page, const char *name, const char *tag)
{
    const char *slash = strrchr(page, '/');
    char *path, *end_tag;
    size_t length;
    if (asprintf(&path, "%.*s%s", slash ? (int)(slash - page + 1) : 0, page, name) < 0 ||
        asprintf(&end_tag, "</%s", tag) < 0)
        fail(3, "out of memory");
    char *text = read_file(path, &length);
    if (strlen(text) != length || strcasestr(text, end_tag) || strstr(text, "<!--"))
        fail(2, "%s has a %s, a <!-- or a 0 in it, and cannot stand in a page", path, end_tag);
    printf("<%s>\n%s%s</%s>\n", tag, text, length && text[length - 1] != '\n' ? "\n" : "", tag);
    free(text);
    free(path);
    free(end_tag);
}

/* Writes the runs of all files as one list. */
static void insert_data(char **files, int count)
{
    fputs(DATA_BEFORE, stdout);
    for (int i = 0; i < count; i++) {
        size_t length;
        char *text = read_file(files[i], &length);
        char *runs = strlen(text) == length ? between(text, length, RUNS_BEFORE, RUNS_AFTER) : NULL;
        if (!runs)
            fail(2, "%s is no data of a view", files[i]);
        fputs(i ? "\n,\n" : RUNS_BEFORE, stdout);
        fputs(runs, stdout);
        free(runs);
        free(text);
    }
    fputs(count ? RUNS_AFTER DATA_AFTER : DATA_AFTER, stdout);
}

int main(int argc, char **argv)
{
    size_t length;
    int places = 0;
    if (argc < 2)
        fail(2, "usage: assemble PAGE.html [DATA.json...] >FILE.html");
    char *page = read_file(argv[1], &length);
    for (const char *line = page; *line;) {
        size_t size = strcspn(line, "\n");
        size += line[size] == '\n';
        char *style = between(line, size, STYLE_BEFORE, STYLE_AFTER);
        char *script = between(line, size, SCRIPT_BEFORE, SCRIPT_AFTER);
        if (style) {
            insert(argv[1], style, "style");
        } else if (script) {
            insert(argv[1], script, "script");
        } else if (size == strlen(DATA_PLACE) && !strncmp(line, DATA_PLACE, size)) {
            insert_data(argv + 2, argc - 2);
            places++;
        } else {
            fwrite(line, 1, size, stdout);
        }
        free(style);
        free(script);
        line += size;
    }
    if (places != 1)
        fail(2, "%s has %d places for the data, not one", argv[1], places);
    if (fflush(stdout) || ferror(stdout))
        fail(3, "cannot write");
    free(page);
    return 0;
}
