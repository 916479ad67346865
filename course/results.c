/*
 * The grader's files for other programs: all points with their messages, as JSON, as csv, and as
 * the results.json of Gradescope.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grading.h"
#include "language.h"

/*
 * The length of the letter in UTF-8 that begins here, 2 to 4 bytes; 0 if none does: names of files
 * may be no UTF-8.
 */
static size_t letter_length(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t length = at[0] >= 0xC2 && at[0] < 0xE0   ? 2
                    : at[0] >= 0xE0 && at[0] < 0xF0 ? 3
                    : at[0] >= 0xF0 && at[0] < 0xF5 ? 4
                                                    : 0;

    for (size_t i = 1; i < length; i++)
        if (at[i] < 0x80 || at[i] > 0xBF)
            return 0;
    if ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F) ||
        (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] > 0x8F))
        return 0; /* too long, or no letters */
    return length;
}

/* Text in JSON's quotes, in the chosen language. What is no text becomes question marks. */
static void write_quoted(const char *english, FILE *file)
{
    char *said = in_language(english);
    const char *text = said;

    fputc('"', file);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\')
            fprintf(file, "\\%c", c);
        else if (c == '\n')
            fputs("\\n", file);
        else if (letter_length(text) > 0) {
            fwrite(text, 1, letter_length(text), file);
            text += letter_length(text) - 1;
        } else if (c < ' ' || c > '~')
            fputc('?', file);
        else
            fputc(c, file);
    }
    fputc('"', file);
    free(said);
}

static const char *status_of(const struct outcome *it)
{
    return it->is_skipped ? "skipped" : it->points == it->of ? "passed" : "failed";
}

/* A line for each step: how many hints, what they cost, and whether their record is whole. */
static void write_hints(const struct options *options, const struct step_result *results,
                        FILE *file)
{
    static const char *const records[] = {"kept", "missing", "changed"};
    const char *separator = "";

    fprintf(file, "\n], \"hints\": [");
    for (size_t i = 0; i < options->count; i++) {
        fprintf(file,
                "%s\n    {\"step\": \"%s\", \"asked\": %d, \"price\": %d, \"record\": \"%s\"}",
                separator, results[i].step, results[i].hints.asked, results[i].hint_price,
                records[results[i].hints.record]);
        separator = ",";
    }
    fprintf(file, "\n]");
}

static void write_json(const struct options *options, const struct step_result *results, FILE *file)
{
    const char *separator = "";
    int points = 0, of = 0;

    fprintf(file, "{\"seed\": %u, \"tests\": [", options->grading.seed);
    for (size_t i = 0; i < options->count; i++) {
        for (int test = 0; test < results[i].count; test++) {
            const struct outcome *it = &results[i].outcomes[test];

            if (it->is_skipped)
                continue;
            fprintf(file,
                    "%s\n    {\"step\": \"%s\", \"test\": \"%s\", \"points\": %d, \"of\": %d, "
                    "\"message\": ",
                    separator, results[i].step, it->name, it->points, it->of);
            write_quoted(it->points < it->of ? it->text : "", file);
            fputc('}', file);
            separator = ",";
        }
        points += results[i].points;
        of += results[i].of;
    }
    write_hints(options, results, file);
    fprintf(file, ", \"score\": %d, \"of\": %d}\n", points, of);
}

static void write_csv(const struct options *options, const struct step_result *results, FILE *file)
{
    for (size_t i = 0; i < options->count; i++)
        for (int test = 0; test < results[i].count; test++) {
            const struct outcome *it = &results[i].outcomes[test];

            if (!it->is_skipped)
                fprintf(file, "%s,%s,%d,%d\n", results[i].step, it->name, it->points, it->of);
        }
    for (size_t i = 0; i < options->count; i++)
        if (results[i].hint_price > 0)
            fprintf(file, "%s,hints,%d,0\n", results[i].step, -results[i].hint_price);
}

/* The modelled times of the kernels that have the idea: the shortest is first. */
static void write_leaderboard(const struct options *options, const struct step_result *results,
                              FILE *file)
{
    const char *separator = "";

    fprintf(file, ",\n\"leaderboard\": [");
    for (size_t i = 0; i < options->count; i++)
        if (results[i].modelled_us > 0) {
            char name[64];

            snprintf(name, sizeof name, "%.6s, modelled microseconds", results[i].step);
            fprintf(file, "%s\n    {\"name\": ", separator);
            write_quoted(name, file);
            fprintf(file, ", \"value\": %g, \"order\": \"asc\"}", results[i].modelled_us);
            separator = ",";
        }
    fprintf(file, "\n]");
}

static void write_title(const char *step, const struct outcome *it, FILE *file)
{
    char *title = in_language(it->title), *name;

    if (asprintf(&name, "%s %s: %s", step, it->name, title) < 0)
        exit(3);
    write_quoted(name, file);
    free(name);
    free(title);
}

/* The next thing to do, if a test that is shown at once asks for it; returns whether one does. */
static int write_next(const struct options *options, const struct step_result *results, FILE *out)
{
    for (size_t i = 0; i < options->count; i++) {
        char next[sizeof results[i].next];

        if (results[i].is_unsolved)
            snprintf(next, sizeof next, "%s", results[i].next);
        else
            find_next(&results[i], options->after_due, next, sizeof next);
        if (next[0] != '\0') {
            fprintf(out, "Next: %s: %s", results[i].step, next);
            return 1;
        }
    }
    return 0;
}

/* What a student is told first: the next thing to do, and what hints have cost. */
static void write_first(const struct options *options, const struct step_result *results,
                        FILE *file)
{
    int are_full = 1, are_some_hidden = options->after_due != NULL && options->after_due[0] != '\0';
    char *text;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    for (size_t i = 0; i < options->count; i++)
        are_full &= results[i].hint_price == 0;
    if (!write_next(options, results, out))
        fputs(are_some_hidden ? "All tests that are shown now are passed."
              : are_full      ? "Full marks."
                              : "All tests are passed.",
              out);
    for (size_t i = 0; i < options->count; i++)
        if (results[i].hints.asked > 0 || results[i].hint_price > 0)
            fprintf(out, "\n%s: hints: %d of %d, for %d points", results[i].step,
                    results[i].hints.asked, HINT_STAGES, results[i].hint_price);
    fclose(out);
    write_quoted(text, file);
    free(text);
}

/* https://gradescope-autograders.readthedocs.io: the form in which a container hands back points */
static void write_gradescope(const struct options *options, const struct step_result *results,
                             FILE *file)
{
    const char *separator = "";
    int points = 0;

    for (size_t i = 0; i < options->count; i++)
        points += results[i].points;
    fprintf(file, "{\n\"score\": %d,\n\"visibility\": \"visible\",\n\"output\": ", points);
    write_first(options, results, file);
    if (!is_in_list(options->after_due, "idea")) /* who is in it has the idea */
        write_leaderboard(options, results, file);
    fprintf(file, ",\n\"tests\": [");
    for (size_t i = 0; i < options->count; i++)
        for (int test = 0; test < results[i].count; test++) {
            const struct outcome *it = &results[i].outcomes[test];

            if (it->is_skipped)
                continue;
            fprintf(file, "%s\n    {\"name\": ", separator);
            write_title(results[i].step, it, file);
            fprintf(file,
                    ", \"score\": %d, \"max_score\": %d, \"status\": \"%s\", "
                    "\"visibility\": \"%s\", \"output\": ",
                    it->points, it->of, status_of(it),
                    is_in_list(options->after_due, it->name) ? "after_due_date" : "visible");
            write_quoted(it->points < it->of ? it->text : "", file);
            fputc('}', file);
            separator = ",";
        }
    fprintf(file, "\n]\n}\n");
}

/* Writes one of the files, if there is a name for it. */
static void write_file(const char *path, const struct options *options,
                       const struct step_result *results,
                       void (*write)(const struct options *, const struct step_result *, FILE *))
{
    FILE *file = path != NULL ? fopen(path, "w") : NULL;

    if (path == NULL)
        return;
    if (file != NULL)
        write(options, results, file);
    if (file == NULL || (ferror(file) | fclose(file)) != 0) {
        fprintf(stderr, "grade: cannot write %s: %s\n", path, strerror(errno));
        exit(3);
    }
}

void write_results(const struct options *options, const struct step_result *results)
{
    write_file(options->json, options, results, write_json);
    write_file(options->csv, options, results, write_csv);
    write_file(options->gradescope, options, results, write_gradescope);
}
