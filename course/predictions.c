/*
 * The student's predictions, which are numbers in predict.txt.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grading.h"
#include "kernel_part.h"

enum { QUESTIONS = sizeof((struct exercise *)0)->questions / sizeof(char *) };

/* Judges the idea for a test that has other things to say. */
static int is_idea_there(struct subject *subject)
{
    if (!subject->is_counted) {
        char *text;
        size_t length;
        FILE *unread = open_memstream(&text, &length);

        judge_idea(subject, 1, unread);
        fclose(unread);
        free(text);
    }
    return subject->is_idea_there;
}

/* Looks up "name = number" in predict.txt; NAN if there is no number. */
static double prediction(FILE *file, const char *name)
{
    char line[256];

    rewind(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char *at = line + strspn(line, " \t"), *end;

        if (strncmp(at, name, strlen(name)) != 0)
            continue;
        at += strlen(name);
        at += strspn(at, " \t");
        if (*at++ != '=')
            continue;
        double value = strtod(at, &end);

        return end == at || end[strspn(end, " \t\r\n")] != '\0' ? NAN : value;
    }
    return NAN;
}

/* The solution's, where they are: a handout is without them. */
static FILE *open_answers(const struct subject *subject)
{
    char path[PATH_BYTES];

    snprintf(path, sizeof path, "course/predict/step%02d.txt", subject->exercise->number);
    return fopen(path, "r");
}

/* The submission's predictions; for the lab's own solutions, the answers. */
static FILE *open_predictions(const struct subject *subject)
{
    const char *why;
    FILE *file = open_submitted(subject->grading->student, subject->step, "predict.txt", &why);

    return file == NULL && strcmp(subject->grading->student, ".") == 0 ? open_answers(subject)
                                                                       : file;
}

/* Right for the student's kernel, or for the solution: a student could not know which. */
static int is_predicted(double said, double counted, double answer)
{
    return fabs(said - counted) <= 0.005 || fabs(said - answer) <= 0.005;
}

/* Compares predictions with counters; returns how many are right. */
static int compare(const struct subject *subject, FILE *file, FILE *answers, FILE *details)
{
    int right = 0;

    for (int i = 0; i < QUESTIONS; i++) {
        const char *name = subject->exercise->questions[i];
        double said = prediction(file, name), counted = csv_number(&subject->counters, 0, name);
        double answer = answers != NULL ? prediction(answers, name) : NAN;

        if (isnan(said))
            fprintf(details, "    MISSING %s: no number in predict.txt\n", name);
        else if (!is_predicted(said, counted, answer))
            fprintf(details, "    BAD     %s: you said %g, which is not what is counted\n", name,
                    said);
        else {
            fprintf(details, "    GOOD    %s: %g\n", name, said);
            right++;
        }
    }
    return right;
}

int judge_predictions(struct subject *subject, int most, FILE *details)
{
    FILE *file = open_predictions(subject), *answers = open_answers(subject);
    int right = 0;

    if (file == NULL)
        fprintf(details, "    MISSING %s/predict.txt\n", subject->step);
    else if (!is_idea_there(subject))
        fprintf(details, "    MISSING the idea: predictions are compared once it is there\n");
    else
        right = compare(subject, file, answers, details);
    if (file != NULL)
        fclose(file);
    if (answers != NULL)
        fclose(answers);
    return right == QUESTIONS ? most : most * right / QUESTIONS;
}
