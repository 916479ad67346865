/*
 * The files of a view.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/settings.h"
#include "report/kernel.h"
#include "view/launch_selection.h"
#include "view/page.h"
#include "view/view.h"
#include "view/write.h"

/* tools/view_page.c joins files by these lines. */
#define FIRST_LINE "{\"version\":1,\"runs\":[\n"
#define LAST_LINE  "\n]}\n"

static int is_data_alone(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && !strcmp(name + length - 5, ".json");
}

static FILE *view, *trace; /* where they were opened before they are written */

static FILE *open_file(const char *name)
{
    FILE *file = fopen(name, "w");
    if (!file)
        fprintf(stderr, "simulator: cannot write %s\n", name);
    return file;
}

int view_open(void)
{
    if (!settings.view && !settings.trace)
        return 1;
    kernels_read_ahead();
    if (settings.view && !view)
        view = open_file(settings.view);
    if (settings.trace && !trace)
        trace = open_file(settings.trace);
    return (!settings.view || view) && (!settings.trace || trace);
}

/*
 * Writes the text to the file, between the other two. Returns -1, after one line on stderr, if it
 * cannot.
 */
static int write_file(FILE *file, const char *name, const struct page *around, const char *first,
                      const struct json *json, const char *last)
{
    int failed = !file;
    if (file) {
        fwrite(around->before, 1, around->before_length, file);
        fputs(first, file);
        fwrite(json->text, 1, json->length, file);
        fputs(last, file);
        fwrite(around->after, 1, around->after_length, file);
        failed = ferror(file);
        failed |= fclose(file) != 0;
    }
    if (failed && file)
        fprintf(stderr, "simulator: cannot write %s\n", name);
    return failed ? -1 : 0;
}

int view_write(void)
{
    struct json json = {0};
    struct page none = {"", "", 0, 0};
    int failed = view_open() ? 0 : -1;
    if (settings.trace) {
        write_trace_events(&json);
        failed |= write_file(trace, settings.trace, &none, "", &json, "\n");
        json_free(&json);
    }
    if (settings.view && view_asks_in_vain())
        fprintf(stderr, "simulator: SIM_VIEW_BLOCKS=%s: no launch has such a block\n",
                getenv("SIM_VIEW_BLOCKS"));
    if (settings.view) {
        struct page page = is_data_alone(settings.view) ? none : page_parts();
        write_run(&json);
        failed |= write_file(view, settings.view, &page, FIRST_LINE, &json, LAST_LINE);
        json_free(&json);
    }
    return failed;
}
