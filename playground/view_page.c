#define _GNU_SOURCE
#include "view_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "path.h"
#include "settings.h"

/* Where the page has its data, and the lines around the runs in a file: the view's format. */
#define DATA  "<script type=\"application/json\" id=\"data\">"
#define FIRST "{\"version\":1,\"runs\":[\n"
#define LAST  "\n]}\n"

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t length = 0;
    FILE *out = file != NULL ? open_memstream(&text, &length) : NULL;
    char part[1 << 14];
    size_t got;

    while (out != NULL && (got = fread(part, 1, sizeof part, file)) > 0)
        fwrite(part, 1, got, out);
    if (out != NULL)
        fclose(out);
    if (file != NULL)
        fclose(file);
    return text;
}

/* The run in a file's text; NULL if the file is not whole. */
static const char *run_in(const char *text, size_t *length)
{
    size_t all = text != NULL ? strlen(text) : 0, around = strlen(FIRST) + strlen(LAST);

    if (all < around || strncmp(text, FIRST, strlen(FIRST)) != 0 ||
        strcmp(text + all - strlen(LAST), LAST) != 0)
        return NULL;
    *length = all - around;
    return text + strlen(FIRST);
}

/* The page with the data in it; NULL if one of them cannot be had. */
static char *put_together(const char *page, const char *data, const char *other, size_t *length)
{
    const char *place = page != NULL ? strstr(page, DATA) : NULL;
    size_t run_length, other_length = 0;
    const char *run = run_in(data, &run_length);
    const char *second = other != NULL ? run_in(other, &other_length) : NULL;
    char *whole = NULL;

    if (place == NULL || run == NULL || (other != NULL && second == NULL))
        return NULL;
    place += strlen(DATA);
    FILE *out = open_memstream(&whole, length);
    if (out == NULL)
        return NULL;
    fwrite(page, 1, (size_t)(place - page), out);
    fprintf(out, FIRST "%.*s", (int)run_length, run);
    if (second != NULL)
        fprintf(out, "\n,\n%.*s", (int)other_length, second);
    fputs(LAST, out);
    fputs(place, out);
    fclose(out);
    return whole;
}

enum MHD_Result answer_view(struct MHD_Connection *connection, const char *data, const char *other)
{
    struct path path = path_of("%s/build/simcc/view_page.html", settings.lab);
    size_t length = 0;
    char *page = read_text(path.text), *run = read_text(data);
    char *second = other != NULL ? read_text(other) : NULL;
    char *whole = other == NULL || second != NULL ? put_together(page, run, second, &length) : NULL;

    free(page);
    free(run);
    free(second);
    if (whole == NULL)
        return answer_line(connection, MHD_HTTP_NOT_FOUND, "This run has left no view.\n");
    return answer_with(connection, MHD_HTTP_OK,
                       MHD_create_response_from_buffer(length, whole, MHD_RESPMEM_MUST_FREE),
                       "text/html; charset=utf-8", SANDBOX);
}
