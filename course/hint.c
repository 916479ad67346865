/*
 * Gives hints, for `make step04 hint`, and prepares them for handouts.
 *
 *     hint ask LANGUAGE PRICES STEP...  the next hint of the first step; the record of each gets a
 * line hint show LANGUAGE STEP           all hints of a step of the lab, for instructors hint close
 * STEP                   the same, so that nobody reads them by chance, to stdout hint begin
 * LANGUAGE STEP          a new record, to stdout hint price PRICES                 what each stage
 * costs, to stdout: "2, 3, 5"; nothing without a price
 *
 * STEP: a folder, "step04_interleaved"; PRICES: points for the stages, such as "2 3 5", or "". Exit
 * status: 0; 2 bad usage; 3 the hints cannot be read or a record cannot be written.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hints.h"
#include "language.h"

enum { HINTS_BYTES = 1 << 16, PATH_BYTES = 512 };

static _Noreturn void fail(int status, const char *what, const char *why)
{
    say(stderr, "%s: %s\n", what, why);
    exit(status);
}

static int number_of(const char *step)
{
    int number = 0;

    if (sscanf(step, "step%2d_", &number) != 1)
        fail(2, step, "no exercise");
    return number;
}

/* The byte at a place, or one that was hidden, the other way round. */
static unsigned char turned(size_t at, int byte)
{
    return (unsigned char)(byte ^ (0x5A + 7 * at % 89));
}

/* All hints of a step; of a handout, whose file is closed, they are opened. */
static char *read_all(const char *step)
{
    static char text[HINTS_BYTES];
    char path[PATH_BYTES];
    unsigned byte;
    size_t length = 0;

    snprintf(path, sizeof path, "course/hints/step%02d.txt", number_of(step));
    FILE *file = fopen(path, "r");

    if (file != NULL) {
        length = fread(text, 1, sizeof text - 1, file);
    } else {
        snprintf(path, sizeof path, "course/hints/step%02d.closed", number_of(step));
        file = fopen(path, "r");
        while (file != NULL && length < sizeof text - 1 && fscanf(file, "%2x", &byte) == 1) {
            text[length] = (char)turned(length, (int)byte);
            length++;
        }
    }
    if (file == NULL)
        fail(3, step, "there are no hints for this exercise");
    fclose(file);
    text[length] = '\0';
    return text;
}

static void close_hints(const char *text)
{
    for (size_t i = 0; text[i] != '\0'; i++)
        printf("%02x%s", turned(i, (unsigned char)text[i]), i % 40 == 39 ? "\n" : "");
    printf("\n");
}

/* The text of a stage, which ends where the next "[" begins a line; ends the program without one.
 */
static char *stage_of(const char *step, const char *language, int stage)
{
    char mark[32];
    const char *text = read_all(step), *begin, *end;

    snprintf(mark, sizeof mark, "[%d %s]\n", stage, language);
    begin = strstr(text, mark);
    if (begin == NULL)
        fail(3, step, "there are no hints for this exercise");
    begin += strlen(mark);
    end = strstr(begin, "\n[");
    return strndup(begin, end != NULL ? (size_t)(end + 1 - begin) : strlen(begin));
}

/* Prints a line of a record, with its seal behind it; returns that. */
static uint64_t print_sealed(FILE *file, uint64_t before, const char *line)
{
    uint64_t seal = hint_seal(before, line);

    fprintf(file, "%s %016" PRIx64 "\n", line, seal);
    return seal;
}

/* again: the record that was handed out is gone. */
static uint64_t begin_record(FILE *file, const char *step, int is_again)
{
    char line[HINT_RECORD_LINE];
    char *about = in_language(
        "The hints that were asked for with make hint. This file is handed in as it is.\n");

    fprintf(file, "# %s", about);
    free(about);
    snprintf(line, sizeof line, "handed out: step%02d%s %jd", number_of(step),
             is_again ? " again" : "", (intmax_t)time(NULL));
    return print_sealed(file, 0, line);
}

/* Writes into the record of one exercise that a stage of another, or of this one, was asked for. */
static void write_down(const char *record_of, const char *asked_of, int stage, const char *hint)
{
    char path[PATH_BYTES], line[HINT_RECORD_LINE], when[32];
    time_t now = time(NULL);

    snprintf(path, sizeof path, "%s/hints.txt", record_of);
    FILE *file = fopen(path, "r");
    struct hints before = read_hints(file, number_of(asked_of));

    if (file != NULL)
        fclose(file);
    file = fopen(path, "a");
    if (file == NULL)
        fail(3, path, "cannot be written");
    if (before.seal == 0)
        before.seal = begin_record(file, record_of, 1);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    snprintf(line, sizeof line, "asked: step%02d %d %s", number_of(asked_of), stage, when);
    print_sealed(file, before.seal, line);
    for (const char *at = hint; *at != '\0'; at += strcspn(at, "\n") + 1)
        fprintf(file, "    %.*s\n", (int)strcspn(at, "\n"), at);
    if (ferror(file) | fclose(file))
        fail(3, path, "cannot be written");
}

static void say_next(const char *step, int given, const struct hint_prices *prices)
{
    int price = given < HINT_STAGES ? prices->of_stage[given] : 0;

    if (given == HINT_STAGES)
        say(stdout, "This was the last hint.\n");
    else if (price > 0)
        say(stdout, "The next hint costs %d points: make %.6s hint\n", price, step);
    else
        say(stdout, "The next hint: make %.6s hint\n", step);
}

static void ask(const char *language, const struct hint_prices *prices, char *const *steps)
{
    const char *step = steps[0];
    struct hints hints = submitted_hints(".", step, number_of(step));
    int stage = hints.asked + 1;

    if (hints.asked == HINT_STAGES) {
        say(stdout, "All three hints were given: %s/hints.txt\n", step);
        return;
    }
    char *hint = stage_of(step, language, stage);

    for (int i = 0; steps[i] != NULL; i++)
        write_down(steps[i], step, stage, i == 0 ? hint : "");
    if (prices->of_stage[stage - 1] > 0)
        say(stdout, "Hint %d of 3 for %s, which costs %d points:\n\n", stage, step,
            prices->of_stage[stage - 1]);
    else
        say(stdout, "Hint %d of 3 for %s:\n\n", stage, step);
    printf("%s\n", hint);
    say(stdout, "It stands in %s/hints.txt, too.\n", step);
    say_next(step, stage, prices);
    free(hint);
}

static void show(const char *language, const char *step)
{
    for (int stage = 1; stage <= HINT_STAGES; stage++) {
        say(stdout, "Hint %d of 3 for %s:\n\n", stage, step);
        printf("%s%s", stage_of(step, language, stage), stage < HINT_STAGES ? "\n" : "");
    }
}

static const struct hint_prices *parse_prices(const char *text)
{
    static struct hint_prices prices;

    if (!parse_hint_prices(text, &prices))
        fail(2, text,
             "the price of a hint is a whole number of points, or three for the three "
             "hints, at most 100 together");
    return &prices;
}

static void print_prices(const struct hint_prices *prices)
{
    if (hint_price(prices, HINT_STAGES) > 0)
        printf("%d, %d, %d\n", prices->of_stage[0], prices->of_stage[1], prices->of_stage[2]);
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    int has_language =
        strcmp(what, "ask") == 0 || strcmp(what, "show") == 0 || strcmp(what, "begin") == 0;

    if (has_language && !choose_language(argv[2]))
        fail(2, argv[2], "there is no such language");
    if (strcmp(what, "ask") == 0 && argc > 4) {
        ask(argv[2], parse_prices(argv[3]), argv + 4);
    } else if (strcmp(what, "show") == 0 && argc == 4) {
        show(argv[2], argv[3]);
    } else if (strcmp(what, "close") == 0 && argc == 3) {
        close_hints(read_all(argv[2]));
    } else if (strcmp(what, "begin") == 0 && argc == 4) {
        begin_record(stdout, argv[3], 0);
    } else if (strcmp(what, "price") == 0 && argc == 3) {
        print_prices(parse_prices(argv[2]));
    } else {
        fail(2, "usage", "hint ask|show|begin LANGUAGE ..., hint close STEP, hint price PRICES");
    }
    return 0;
}
