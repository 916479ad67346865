#include "view/launch_selection.h"

#include <string.h>

static struct view_launch *selected[SELECTED_MOST + 1];
static unsigned selected_count;

/* 1 if the launch had findings or an error: readers want to see such launches. */
static int is_bad(const struct view_launch *launch)
{
    return launch->finding_count || launch->error;
}

static int is_alike(const struct view_launch *a, const struct view_launch *b)
{
    return a->kernel == b->kernel && !memcmp(&a->grid, &b->grid, sizeof a->grid) &&
           !memcmp(&a->block, &b->block, sizeof a->block) && a->dynamic_shared == b->dynamic_shared;
}

static int matters_more(const struct view_launch *a, const struct view_launch *b)
{
    if (is_bad(a) != is_bad(b))
        return is_bad(a);
    if (a->profile.modelled.kernel != b->profile.modelled.kernel)
        return a->profile.modelled.kernel > b->profile.modelled.kernel;
    return a->number < b->number;
}

static void remove_at(unsigned i)
{
    selected_count--;
    memmove(selected + i, selected + i + 1, (selected_count - i) * sizeof *selected);
}

/* Of launches with the same kernel and shape the last one is selected, unless an earlier one is
 * bad. */
void launch_selection_add(struct view_launch *launch)
{
    for (unsigned i = 0; i < selected_count; i++) {
        if (!is_alike(selected[i], launch))
            continue;
        if (is_bad(selected[i])) {
            view_launch_free(launch);
            return;
        }
        view_launch_free(selected[i]);
        remove_at(i);
        break;
    }
    unsigned index = selected_count++;
    for (; index > 0 && matters_more(launch, selected[index - 1]); index--)
        selected[index] = selected[index - 1];
    selected[index] = launch;
    if (selected_count > SELECTED_MOST)
        view_launch_free(selected[--selected_count]);
}

struct view_launch **launch_selection_list(unsigned *count)
{
    *count = selected_count;
    return selected;
}
