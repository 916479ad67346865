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

/* Prints a line; links whose target is not in the handout lose their brackets. */
static void print_linked(const char *line, const char *root, const char *place)
{
    const char *open, *close, *end;

    while ((open = strchr(line, '[')) != NULL && (close = strstr(open, "](")) != NULL &&
           (end = strchr(close, ')')) != NULL) {
        const char *target = close + 2;
        size_t length = strcspn(target, "#)");
        char path[4096];

        snprintf(path, sizeof path, "%s/%s/%.*s", root, place, (int)length, target);
        if (strncmp(target, "https://", 8) == 0 || length == 0 || access(path, F_OK) == 0)
            printf("%.*s", (int)(end + 1 - line), line);
        else
            printf("%.*s%.*s", (int)(open - line) - (open > line && open[-1] == '!'), line,
                   (int)(close - open - 1), open + 1);
        line = end + 1;
    }
    fputs(line, stdout);
}

static int asks(const char *heading)
{
    static const char *const sections[] = {"The problem", "The idea", "The picture",
                                           "Predict before you measure"};
    /* Chinese headings have the anchors of the English ones before them */
    static const char *const anchors[] = {"<a id=\"the-problem\">", "<a id=\"the-idea\">",
                                          "<a id=\"the-picture\">",
                                          "<a id=\"predict-before-you-measure\">"};

    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (strncmp(heading, sections[i], strlen(sections[i])) == 0 ||
            strncmp(heading, anchors[i], strlen(anchors[i])) == 0)
            return 1;
    return 0;
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
