/*
 * Makes exercises of solutions, for course/handout.sh.
 *
 *     exercise_text source FILE.cu [en|zh]   a step with its key lines taken out
 *     exercise_text page FILE.md ROOT PLACE  a page, for the folder PLACE of the handout
 *                                            in ROOT
 *     exercise_text task FILE.md ROOT PLACE  an exercise's page, without its answers
 *
 * In a source, everything between two lines "// SOLUTION BEGIN: hint" and "// SOLUTION
 * END" becomes the line "// TODO: hint". Of an exercise's page only the sections stay
 * that ask; answers go. Links to files that are not in the handout become plain text.
 * Prints to stdout. Exit status: 0, 1 if marks do not match, 2 bad usage, 3 cannot read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "language.h"

static const char begin_mark[] = "// SOLUTION BEGIN: ", end_mark[] = "// SOLUTION END";

static FILE *open_input(const char *path)
{
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        fprintf(stderr, "exercise_text: cannot read %s\n", path);
        exit(3);
    }
    return file;
}

static int mismatch(const char *path, int line, const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", path, line, what);
    return 1;
}

/* What to do in a gap, as a comment: the English hint stands behind the mark. */
static void print_to_do(const char *line, const char *begin)
{
    char *hint = in_language(begin + strlen(begin_mark));

    printf("%.*s// TODO: %s", (int)(begin - line), line, hint);
    free(hint);
}

static int print_source(const char *path)
{
    FILE *file = open_input(path);
    char *line = NULL;
    size_t room = 0;
    int number = 0, gaps = 0, is_inside = 0;

    while (getline(&line, &room, file) > 0) {
        const char *begin = strstr(line, begin_mark);

        number++;
        if (begin != NULL) {
            if (is_inside)
                return mismatch(path, number, "a SOLUTION BEGIN within another");
            print_to_do(line, begin);
            is_inside = 1;
            gaps++;
        } else if (strstr(line, end_mark) != NULL) {
            if (!is_inside)
                return mismatch(path, number, "a SOLUTION END without its BEGIN");
            is_inside = 0;
        } else if (!is_inside) {
            fputs(line, stdout);
        }
    }
    free(line);
    fclose(file);
    if (is_inside)
        return mismatch(path, number, "the last SOLUTION BEGIN has no END");
    return gaps > 0 ? 0 : mismatch(path, number, "no lines are marked as the solution");
}

/* The sections that stay on an exercise's page. */
static const struct section {
    const char *heading, *anchor;
} asked[] = {{"The problem", "the-problem"},
             {"The idea", "the-idea"},
             {"The picture", "the-picture"},
             {"Predict before you measure", "predict-before-you-measure"}};

enum { SECTIONS = sizeof asked / sizeof asked[0] };

static int asks(const char *heading)
{
    char anchor[64]; /* Chinese headings have the anchors of the English ones before them */

    for (size_t i = 0; i < SECTIONS; i++) {
        snprintf(anchor, sizeof anchor, "<a id=\"%s\">", asked[i].anchor);
        if (strncmp(heading, asked[i].heading, strlen(asked[i].heading)) == 0 ||
            strncmp(heading, anchor, strlen(anchor)) == 0)
            return 1;
    }
    return 0;
}

/* Whether a link leads to a section that the page of an exercise does not have. */
static int is_section_gone(const char *page, const char *anchor, size_t length)
{
    char exercise[4096 + 16]; /* what every exercise has in its folder */
    const char *slash = strrchr(page, '/');

    snprintf(exercise, sizeof exercise, "%.*s/predict.txt", (int)(slash - page), page);
    if (length == 0 || access(exercise, F_OK) != 0)
        return 0;
    for (size_t i = 0; i < SECTIONS; i++)
        if (strlen(asked[i].anchor) == length && strncmp(asked[i].anchor, anchor, length) == 0)
            return 0;
    return 1;
}

/* Whether what a link names is in the handout: its text up to the bracket that ends it. */
static int is_there(const char *target, const char *root, const char *place)
{
    size_t length = strcspn(target, "#)");
    const char *anchor = target + length + (target[length] == '#');
    char path[4096];

    if (strncmp(target, "https://", 8) == 0)
        return 1;
    snprintf(path, sizeof path, "%s/%s/%.*s", root, place, (int)length, target);
    return access(path, F_OK) == 0 && !is_section_gone(path, anchor, strcspn(anchor, ")"));
}

/* Prints a line; links whose target is not in the handout lose their brackets. */
static void print_linked(const char *line, const char *root, const char *place)
{
    const char *open, *close, *end;

    while ((open = strchr(line, '[')) != NULL && (close = strstr(open, "](")) != NULL &&
           (end = strchr(close, ')')) != NULL) {
        if (is_there(close + 2, root, place))
            printf("%.*s", (int)(end + 1 - line), line);
        else
            printf("%.*s%.*s", (int)(open - line) - (open > line && open[-1] == '!'), line,
                   (int)(close - open - 1), open + 1);
        line = end + 1;
    }
    fputs(line, stdout);
}

static int print_page(const char *path, const char *root, const char *place, int is_task)
{
    FILE *file = open_input(path);
    char *line = NULL;
    size_t room = 0;
    int is_begun = 0, is_shown = 1, is_answer = 0;

    while (getline(&line, &room, file) > 0) {
        /* Above the title is a link to the page in another language, which no handout has. */
        if (strncmp(line, "# ", 2) == 0)
            is_begun = 1;
        if (is_task && strncmp(line, "## ", 3) == 0)
            is_shown = asks(line + 3);
        if (strncmp(line, "<details>", 9) == 0)
            is_answer = is_task;
        /* translators' notes of the English words that a section was made from */
        int is_note = strncmp(line, "<!-- English: ", 14) == 0;

        if (is_begun && is_shown && !is_answer && !is_note)
            print_linked(line, root, place);
        if (strstr(line, "</details>") != NULL)
            is_answer = 0;
    }
    free(line);
    fclose(file);
    return 0;
}

int main(int argc, char **argv)
{
    if ((argc == 3 || argc == 4) && strcmp(argv[1], "source") == 0 &&
        choose_language(argc == 4 ? argv[3] : "en"))
        return print_source(argv[2]);
    if (argc == 5 && (strcmp(argv[1], "page") == 0 || strcmp(argv[1], "task") == 0))
        return print_page(argv[2], argv[3], argv[4], argv[1][0] == 't');
    fprintf(stderr, "usage: exercise_text source FILE.cu [en|zh] | page|task FILE.md ROOT PLACE\n");
    return 2;
}
