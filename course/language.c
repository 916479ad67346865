/*
 * A line of the table: an English sentence, a tab, the Chinese one; lines without a tab say
 * something about the table. {1} stands for a word, which stays; {1...} for text, which is looked
 * up in turn. A sentence without either is taken first, then the first one that fits.
 */
#define _GNU_SOURCE
#include "language.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define TABLE "course/words.zh.tsv"

enum { HOLES_MOST = 10, DEPTH_MOST = 16 };

struct sentence {
    char *english, *chinese;
};

/* A part of a text that fits a hole. */
struct part {
    const char *at;
    size_t length;
};

static struct sentence *sentences;
static size_t sentence_count;

static void *checked(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(3);
    }
    return memory;
}

static void read_table(FILE *file)
{
    char *line = NULL;
    size_t room = 0;

    while (getline(&line, &room, file) > 0) {
        char *tab = strchr(line, '\t');

        line[strcspn(line, "\n")] = '\0';
        if (tab == NULL)
            continue;
        *tab = '\0';
        sentences = checked(realloc(sentences, (sentence_count + 1) * sizeof *sentences));
        sentences[sentence_count++] =
            (struct sentence){checked(strdup(line)), checked(strdup(tab + 1))};
    }
    free(line);
}

int choose_language(const char *name)
{
    FILE *file;

    if (strcmp(name, "en") == 0)
        return 1;
    if (strcmp(name, "zh") != 0 || (file = fopen(TABLE, "r")) == NULL)
        return 0;
    read_table(file);
    fclose(file);
    return 1;
}

/* A hole at the beginning of a pattern: its number, whether text may stand there, its length. */
static int is_hole(const char *pattern, int *number, int *is_text, size_t *length)
{
    if (pattern[0] != '{' || !isdigit((unsigned char)pattern[1]))
        return 0;
    *number = pattern[1] - '0';
    *is_text = strncmp(pattern + 2, "...}", 4) == 0;
    *length = *is_text ? 6 : 3;
    return *is_text || pattern[2] == '}';
}

/* Whether all of a text, length bytes of it, fits the pattern; stores what stands in its holes. */
static int fits(const char *pattern, struct part text, struct part holes[HOLES_MOST])
{
    int number, is_text;
    size_t length;

    while (*pattern != '\0' && !is_hole(pattern, &number, &is_text, &length)) {
        if (text.length == 0 || *pattern++ != *text.at)
            return 0;
        text.at++;
        text.length--;
    }
    if (*pattern == '\0')
        return text.length == 0;
    for (size_t taken = 1; taken <= text.length; taken++) {
        if (!is_text && text.at[taken - 1] == ' ')
            return 0;
        holes[number] = (struct part){text.at, taken};
        if (fits(pattern + length, (struct part){text.at + taken, text.length - taken}, holes))
            return 1;
    }
    return 0;
}

static void print_sentence(struct part text, int depth, FILE *out);

static void print_filled(const char *chinese, const struct part holes[HOLES_MOST], int depth,
                         FILE *out)
{
    int number, is_text;
    size_t length;

    while (*chinese != '\0')
        if (!is_hole(chinese, &number, &is_text, &length)) {
            fputc(*chinese++, out);
        } else {
            if (is_text)
                print_sentence(holes[number], depth + 1, out);
            else
                fwrite(holes[number].at, 1, holes[number].length, out);
            chinese += length;
        }
}

/* The sentence that is the text itself, or NULL. */
static const struct sentence *same_as(struct part text)
{
    for (size_t i = 0; i < sentence_count; i++)
        if (strncmp(sentences[i].english, text.at, text.length) == 0 &&
            sentences[i].english[text.length] == '\0')
            return &sentences[i];
    return NULL;
}

static void print_sentence(struct part text, int depth, FILE *out)
{
    const struct sentence *same = same_as(text);

    if (same != NULL) {
        fputs(same->chinese, out);
        return;
    }
    for (size_t i = 0; i < sentence_count && depth < DEPTH_MOST; i++) {
        struct part holes[HOLES_MOST] = {{NULL, 0}};

        if (fits(sentences[i].english, text, holes)) {
            print_filled(sentences[i].chinese, holes, depth, out);
            return;
        }
    }
    fwrite(text.at, 1, text.length, out);
}

char *in_language(const char *english)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = checked(open_memstream(&text, &bytes));

    while (*english != '\0') {
        size_t blanks = strspn(english, " "), length = strcspn(english, "\n");

        blanks = blanks < length ? blanks : length;
        fwrite(english, 1, blanks, out);
        print_sentence((struct part){english + blanks, length - blanks}, 0, out);
        english += length;
        if (*english == '\n')
            fputc(*english++, out);
    }
    fclose(out);
    return checked(text);
}

void say(FILE *out, const char *format, ...)
{
    char *english = NULL;
    va_list values;

    va_start(values, format);
    int length = vasprintf(&english, format, values);

    va_end(values);
    char *said = in_language(length >= 0 ? english : checked(NULL));

    fputs(said, out);
    free(said);
    free(english);
}

int width_of(const char *text)
{
    int width = 0;

    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;

        if (c < 0x80 || c >= 0xC0) /* a letter begins; those of three bytes are wide ones here */
            width += c >= 0xE0 ? 2 : 1;
    }
    return width;
}
