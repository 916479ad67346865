/*
 * A look at a step's idea in launches that are made for their sums: of any n and grid, most with a
 * last block that lacks numbers. A kernel may have one thread add up all, or load all twice, where
 * a condition holds that no launch of course/counted.c meets: it has to hold for few n, grids and
 * addresses, or else a launch here meets it. So the counters of each of them are judged, by
 * course/counted_made.c.
 */
#include <stdlib.h>

#include "counted_else.h"
#include "grading.h"
#include "shapes/shape.h"

/* Says which launch it is about. */
static char *text_about(const struct subject *subject, const struct run_case *it, char *judged)
{
    char *text, *kept;
    size_t bytes;
    FILE *file = open_memstream(&text, &bytes);

    fprintf(file, "            with ");
    subject->exercise->shape->work->print_size(it, file);
    fprintf(file, ", %u blocks, input %u past 16 bytes:\n%s", grid_of(subject->exercise, it),
            it->offset, judged);
    fclose(file);
    kept = new_text(subject->texts, "%s", text);
    free(text);
    return kept;
}

/* Looks at one launch of a case. counted: with the counters of all. */
static void look_at_launch(struct subject *subject, struct subject *counted,
                           const struct run_case *it, unsigned place)
{
    const struct work *work = subject->exercise->shape->work;
    char *judged;
    size_t bytes;
    FILE *details = open_memstream(&judged, &bytes);
    int is_kept = work->is_idea_in != NULL ? work->is_idea_in(&counted->phases, it, place, details)
                                           : is_idea_in_made(counted, it, place, details);

    fclose(details);
    if (!is_kept)
        subject->rough_text = text_about(subject, it, judged);
    free(judged);
}

/*
 * All launches of a case. course/judge_total.c has each begin one int further than the one before,
 * and launches its first case's second one twice. place: of the first among all; it becomes that of
 * the next case's.
 */
static void look_at_case(struct subject *subject, struct subject *counted,
                         const struct run_case *it, size_t number, unsigned *place)
{
    enum { OFFSETS = 4 };
    const struct exercise *exercise = subject->exercise;
    unsigned launches = it->launches > 0 ? it->launches : 1;

    for (unsigned launch = 0; launch < launches; launch++) {
        struct run_case one = *it;

        if (exercise->judge_each != NULL)
            one.offset = (it->offset + launch) % OFFSETS;
        if (subject->rough_text == NULL)
            look_at_launch(subject, counted, &one, *place);
        *place += exercise->shape->launched;
        if (exercise->judge_each != NULL && number == 0 && launch == 1)
            *place += exercise->shape->launched;
    }
}

void look_roughly(struct subject *subject, const char *name, const struct run_case *cases,
                  size_t count)
{
    struct subject again = *subject;
    unsigned place = 0;

    if (!read_phases(new_text(subject->texts, "%s-phases.csv", path_in(subject, name)),
                     &again.phases))
        return;
    for (size_t i = 0; i < count && is_right(&cases[i]) && subject->rough_text == NULL; i++)
        look_at_case(subject, &again, &cases[i], i, &place);
    free(again.phases.rows);
}

int judge_roughly(struct subject *subject, FILE *details)
{
    if (!subject->is_named_made) /* where the test on their sums was not chosen */
        make_counted_beyond(subject);
    if (subject->rough_text != NULL)
        fputs(subject->rough_text, details);
    return subject->rough_text == NULL;
}
