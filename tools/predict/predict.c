/*
 * Asks for the numbers that a step's page wants predicted, runs the step, and shows where each is
 * seen.
 *
 *     predict STEP...        such as step05_unroll2; from the lab's folder
 *
 * The text of a question is the page's; questions.csv has its numbers and the commands that print
 * them. Answers come from standard input, one a line. They are kept in build/predictions.csv. Exit
 * status: 0 whatever was answered, 1 if a command does not print its number, 2 bad usage, 3 if a
 * file cannot be read or written.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer.h"
#include "csv.h"
#include "sight.h"
#include "tally.h"

static const char table_path[] = "tools/predict/questions.csv",
                  tally_path[] = "build/predictions.csv";

/* One number that is asked for. */
struct asked {
    int number; /* 1, 2, ... in the step */
    const char *question, *asks, *command, *seen;
    double within;
    double said;
    int is_answered;
};

/* The step's page, without which there is nothing to ask. */
static FILE *open_page(const char *step)
{
    char path[256];
    FILE *page;

    snprintf(path, sizeof path, "%s/README.md", step);
    page = fopen(path, "r");
    if (page == NULL) {
        fprintf(stderr, "predict: cannot read %s\n", path);
        exit(3);
    }
    return page;
}

/* Prints a question of the page's box with its number: "2. ..." up to the next one or an empty
 * line. Pages of a handout may be in Chinese: there the heading has the English one's anchor. */
static void print_question(const char *step, const char *number)
{
    static const char box[] = "## Predict before",
                      chinese[] = "## <a id=\"predict-before-you-measure\">";
    FILE *page = open_page(step);
    char *line = NULL;
    size_t room = 0, digits = strlen(number);
    int is_box = 0, is_question = 0;

    while (getline(&line, &room, page) > 0) {
        if (line[0] == '#' || line[0] == '<')
            is_box = strncmp(line, box, strlen(box)) == 0 ||
                     strncmp(line, chinese, strlen(chinese)) == 0;
        if (line[0] != ' ')
            is_question = is_box && strncmp(line, number, digits) == 0 && line[digits] == '.';
        if (is_question)
            fputs(line, stdout);
    }
    free(line);
    fclose(page);
}

/* Asks until there is an answer, an empty line, or no more input: then it returns 0. */
static int ask(struct asked *asked)
{
    char *line = NULL;
    size_t room = 0;
    int is_percent = strstr(asked->asks, "(%)") != NULL;

    for (;;) {
        printf("   %s: ", asked->asks);
        fflush(stdout);
        if (getline(&line, &room, stdin) < 0) {
            printf("\n");
            free(line);
            return 0;
        }
        if (!isatty(STDIN_FILENO)) /* else the terminal has shown it */
            printf("%.*s\n", (int)strcspn(line, "\r\n"), line);
        enum answer answer = read_answer(line, is_percent, &asked->said);

        asked->is_answered = answer == ANSWERED;
        if (answer != UNREADABLE)
            break;
        printf("   That is no number. 12, 0.5, 2^10, 3/4 and none are; an empty line skips it.\n");
    }
    free(line);
    return 1;
}

/* Says whether an answer is right; returns that. */
static int judge(const struct asked *asked, double is)
{
    /* what is printed is rounded, and so is what a decimal answer becomes */
    double within = asked->within + 1e-9 * fmax(fabs(is), 1);
    int is_right = asked->is_answered && fabs(asked->said - is) <= within;

    printf("%s: ", asked->asks);
    if (!asked->is_answered)
        printf("it is %.9g\n", is);
    else if (!is_right)
        printf("you said %.9g, it is %.9g\n", asked->said, is);
    else if (asked->said == is)
        printf("%.9g is right\n", is);
    else
        printf("%.9g is right: it is %.9g, and %g more or less will do\n", asked->said, is,
               asked->within);
    return is_right;
}

/* Shows the command, its line, and a mark beneath the number. */
static void show_sight(const char *command, const struct sight *sight)
{
    int width = sight->behind > sight->first ? sight->behind - sight->first : 1;

    printf("  $ %s\n  %s\n  %*s", command, sight->line, sight->first, "");
    while (width-- > 0)
        printf("^");
    printf("\n");
}

/* Returns 1 if the answer was right, 0 if not, -1 if its command does not print the number. */
static int check(const struct asked *asked, const char *step)
{
    struct sight sight;
    int status, is_right;
    const char *output = output_of(asked->command, &status);

    if (output == NULL || !find_sight(output, asked->seen, &sight)) {
        fflush(stdout);
        fprintf(stderr, "%s: not to be seen: %s ", asked->asks, asked->command);
        if (output == NULL)
            fprintf(stderr, "ends with %d\n", status);
        else
            fprintf(stderr, "does not print it\n");
        return -1;
    }
    is_right = judge(asked, sight.value);
    show_sight(asked->command, &sight);
    fflush(stdout);
    if (asked->is_answered)
        tally_add(tally_path, step, asked->number, asked->said, sight.value, is_right);
    free(sight.line);
    return is_right;
}

/* Checks all that was asked; returns the exit status. */
static int check_all(const struct asked *asked, int count, const char *step)
{
    int answers = 0, right = 0, status = 0;

    for (int i = 0; i < count; i++)
        answers += asked[i].is_answered;
    if (answers == 0) {
        printf("Nothing was answered, so nothing is run.\n");
        return 0;
    }
    printf("\n");
    for (int i = 0; i < count; i++) {
        int is_right = check(&asked[i], step);

        right += is_right == 1;
        status |= is_right < 0;
    }
    printf("\nStep %s: %d of %d right.", step, right, answers);
    tally_print(tally_path);
    printf("\n");
    return status;
}

/* The numbers of a step, from the table's rows. */
static int asked_of(const struct csv *table, const char *step, struct asked *asked)
{
    int count = 0;

    for (size_t row = 0; row < table->count; row++) {
        if (strcmp(csv_text(table, row, "step"), step) != 0)
            continue;
        asked[count] = (struct asked){.number = count + 1,
                                      .question = csv_text(table, row, "question"),
                                      .asks = csv_text(table, row, "asks"),
                                      .command = csv_text(table, row, "command"),
                                      .seen = csv_text(table, row, "seen"),
                                      .within = csv_number(table, row, "within")};
        count++;
    }
    return count;
}

/* Asks and checks one step; returns the exit status. */
static int predict(const struct csv *table, const char *folder)
{
    struct asked *asked = grown(NULL, table->count * sizeof *asked);
    char step[3];

    snprintf(step, sizeof step, "%.2s", folder + strlen("step"));
    int count = asked_of(table, step, asked), reached = 0;

    fclose(open_page(folder));
    printf("Step %s asks for %d numbers. A line for each: 12, 0.5, 2^10, 3/4 or none; an empty one "
           "skips it.\n",
           step, count);
    for (int i = 0; i < count; i++) {
        if (i == 0 || strcmp(asked[i].question, asked[i - 1].question) != 0) {
            printf("\n");
            print_question(folder, asked[i].question);
        }
        if (!ask(&asked[i]))
            break;
        reached++;
    }
    int status = check_all(asked, reached, step);

    free(asked);
    return status;
}

int main(int argc, char **argv)
{
    struct csv table;
    int status = 0;

    for (int i = 1; i < argc || argc < 2; i++)
        if (argc < 2 || strncmp(argv[i], "step", 4) != 0) {
            fprintf(stderr, "Name a step: make step05 predict\n");
            return 2;
        }
    if (!csv_read(table_path, &table)) {
        fprintf(stderr, "predict: cannot read %s\n", table_path);
        return 3;
    }
    for (int i = 1; i < argc; i++)
        status |= predict(&table, argv[i]);
    return status;
}
