/*
 * The report of a graded kernel's runs: its cases, and what the checks have found.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grading.h"
#include "kernel_part.h"
#include "language.h"
#include "shapes/shapes.h"

enum { FINDINGS_QUOTED = 4 };

/* The case's size and its settings. */
static void print_case(const struct work *work, const struct run_case *it, FILE *details)
{
    work->print_size(it, details);
    if (it->grid > 0)
        fprintf(details, ", %u of them", it->grid);
    if (it->chosen > 0)
        fprintf(details, ", %u of them run", it->chosen);
    if (it->offset > 0)
        fprintf(details, ", input %u %s past 16 bytes", it->offset, work->words->elements);
    if (it->kind == PEAK || it->kind == PEAKS)
        fprintf(details, ", %s of them large", it->kind == PEAK ? "one" : "some");
    if (it->kind == PAIRS)
        fprintf(details, ", most of which cancel each other");
    if (it->launches > 1 && it->judged > 0)
        fprintf(details, " (launch %u)", it->launch + 1);
}

/*
 * Whether a sum is what memory holds that nobody has written: the simulator's pattern in shared
 * memory, or the poison of course/judging.h, in each block's sum or in the total.
 */
static int is_junk(const struct run_case *it, unsigned blocks)
{
    static const long long patterns[] = {0x7FBADBAD, 0x55555555, 0x5555555555555555};

    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (it->sum == patterns[i] || (i < 2 && it->sum == patterns[i] * blocks))
            return 1;
    return 0;
}

static void report_case(const struct work *work, const struct run_case *it, unsigned blocks,
                        const char *ending, FILE *details)
{
    const struct words *words = work->words;
    int is_bad = it->judged > 0 && is_wrong(it);

    fprintf(details, "    %-7s ", is_bad ? "BAD" : is_right(it) ? "GOOD" : "MISSING");
    print_case(work, it, details);
    fprintf(details, ": ");
    if (!is_bad && !is_right(it)) {
        fprintf(details, "no %s; %s", words->result, ending);
    } else if (it->error != 0) {
        fprintf(details, "CUDA error %d", it->error);
    } else if (it->sum == it->expected && it->left != 0) {
        words->print_left(it->left, details);
    } else if (it->is_misplaced) {
        fprintf(details, "the blocks' sums are right, but not all are in g_odata[blockIdx.x]");
    } else {
        fputs(words->title, details);
        words->print_value(it, it->sum, details);
        if (is_bad) {
            fprintf(details, ", expected ");
            words->print_value(it, it->expected, details);
            if (words == &words_of_sums && is_junk(it, blocks))
                fprintf(details, " (junk: nobody has written the first)");
        }
    }
    fprintf(details, "\n");
}

/* A line of drawn.txt. */
static void list_launch(const struct subject *subject, const char *name, const struct run_case *it,
                        FILE *file)
{
    char *text;
    size_t bytes;
    FILE *line = open_memstream(&text, &bytes);

    fprintf(line, "%s: ", name);
    print_case(subject->exercise->shape->work, it, line);
    fprintf(line, "; %u blocks, %u launches\n", grid_of(subject->exercise, it),
            it->launches > 0 ? it->launches : 1);
    fclose(line);
    say(file, "%s", text);
    free(text);
}

void note_launches(struct subject *subject, const char *name, const struct run_case *cases,
                   size_t count)
{
    struct drawn *drawn = &subject->drawn;
    FILE *file = fopen(path_in(subject, "drawn.txt"), drawn->launches == 0 ? "w" : "a");

    for (size_t i = 0; i < count; i++) {
        const struct run_case *it = &cases[i];
        unsigned grid = grid_of(subject->exercise, it), launches = it->launches;

        if (file != NULL)
            list_launch(subject, name, it, file);
        drawn->launches += launches > 0 ? launches : 1;
        drawn->least_n = drawn->least_n == 0 || it->n < drawn->least_n ? it->n : drawn->least_n;
        drawn->most_n = it->n > drawn->most_n ? it->n : drawn->most_n;
        drawn->most_blocks = grid > drawn->most_blocks ? grid : drawn->most_blocks;
    }
    if (file != NULL)
        fclose(file);
}

int report_cases(const struct subject *subject, const struct run_case *cases, size_t count,
                 const char *ending, FILE *details)
{
    size_t right = 0;

    for (int wrong = 1; wrong >= 0; wrong--) /* wrong ones come first */
        for (size_t i = 0; i < count; i++)
            if (is_right(&cases[i]) != wrong) {
                report_case(subject->exercise->shape->work, &cases[i],
                            blocks_run(subject->exercise, &cases[i]), ending, details);
                right += !wrong;
            }
    return right == count;
}

/*
 * Prints a finding. Some name lines of the compiled file: they are the submission's, one line
 * further, since the grader adds a first line.
 */
static void quote_finding(const struct subject *subject, const char *text, FILE *details)
{
    const char *part = path_in(subject, "kernel.cu"), *found;
    char source[PATH_BYTES];

    submitted_name(source, sizeof source, subject->grading->student, subject->step);
    fprintf(details, "    BAD     ");
    while ((found = strstr(text, part)) != NULL) {
        fprintf(details, "%.*s%s", (int)(found - text), text, source);
        text = found + strlen(part);
        if (*text == ':' && isdigit((unsigned char)text[1])) {
            char *end;

            fprintf(details, ":%ld", strtol(text + 1, &end, 10) - 1);
            text = end;
        }
    }
    fprintf(details, "%.*s\n", (int)strcspn(text, "\n"), text);
}

/* What a finding's line does not say, from the lines about it: the condition of an assertion that
 * failed, the threads that __launch_bounds__ allows. */
static void quote_condition(const char *line, FILE *details)
{
    const char *text = strstr(line, "assertion `");

    if (text == NULL && strstr(line, "__launch_bounds__ allows") != NULL)
        text = line + strspn(line, " ");
    if (*line == ' ' && text != NULL)
        fprintf(details, "            %.*s\n", (int)strcspn(text, "\n"), text);
}

int quote_findings(const struct subject *subject, const char *name, FILE *details)
{
    char line[512], quoted[FINDINGS_QUOTED][512];
    int count = 0;

    FILE *file = fopen(log_of(subject, name), "r");

    while (file != NULL && count < FINDINGS_QUOTED && fgets(line, sizeof line, file) != NULL) {
        int is_new = strncmp(line, "simulator: ", 11) == 0 &&
                     strncmp(line + 11, "note: ", 6) != 0 && !isdigit((unsigned char)line[11]);

        for (int i = 0; i < count; i++)
            is_new &= strcmp(quoted[i], line) != 0;
        if (!is_new) {
            quote_condition(line, details);
            continue;
        }
        strcpy(quoted[count++], line);
        quote_finding(subject, line + 11, details);
    }
    if (file != NULL)
        fclose(file);
    return count;
}
