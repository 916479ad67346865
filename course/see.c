/*
 * A page of the simulator's view for a launch that was wrong: lanes, banks, barriers, and what was
 * found, of the block whose sum is wrong if that is known.
 */
#include <string.h>
#include <unistd.h>

#include "grading.h"
#include "shapes/shape.h"

enum {
    SETTINGS_MOST = 8,
    SHOWN_MOST = 1 << 20 /* numbers: more take long, and no page shows them */
};

void keep_failed(struct subject *subject, const struct run *run, const struct run_case *cases,
                 size_t count, int is_quiet)
{
    int are_right = 1;

    for (size_t i = 0; i < count; i++)
        are_right &= is_right(&cases[i]);
    if (are_right && is_quiet)
        return;
    for (size_t i = 0; i < count; i++) {
        int may_be_it = are_right || (!is_right(&cases[i]) && cases[i].judged > 0) ||
                        (cases[i].judged == 0 && (i == 0 || cases[i - 1].judged > 0));

        if (!may_be_it || cases[i].chosen > 0 || run->is_vast || cases[i].n > SHOWN_MOST ||
            (subject->has_failed && subject->failed.n <= cases[i].n))
            continue;
        subject->has_failed = 1;
        subject->failed = cases[i];
        subject->failed_in = run->environment;
    }
}

/* Which launch, as the other messages have it. */
static void describe(const struct subject *subject, const char *page, char *view, size_t bytes)
{
    const struct run_case *it = &subject->failed;
    FILE *text = fmemopen(view, bytes, "w");

    if (text == NULL)
        return;
    fprintf(text, "%s: ", page);
    subject->exercise->shape->work->print_size(it, text);
    if (it->has_wrong_block)
        fprintf(text, ", block %u", it->wrong_block);
    fclose(text);
}

void show_failed(struct subject *subject, char *view, size_t bytes)
{
    const char *page = path_in(subject, "view.html");
    char *settings[SETTINGS_MOST], ending[ENDING_BYTES];
    size_t count = 0;
    struct run_case again = subject->failed;
    struct run run = {.name = "view", .environment = settings, .is_repeated = 1};

    unlink(page);
    if (!subject->has_failed)
        return;
    settings[count++] = new_text(subject->texts, "SIM_VIEW=%s", page);
    if (again.has_wrong_block)
        settings[count++] = new_text(subject->texts, "SIM_VIEW_BLOCKS=%u", again.wrong_block);
    for (char *const *more = subject->failed_in; more != NULL && *more != NULL; more++)
        if (strncmp(*more, "SIM_ORDER=", 10) == 0)
            settings[count++] = *more;
    settings[count] = NULL;
    run_cases(subject, &run, &again, 1, ending);
    if (access(page, R_OK) == 0)
        describe(subject, page, view, bytes);
}
