#include "view/launch_selection.h"

#include <string.h>

static struct view_launch *kept[KEPT_MOST + 1];
static unsigned kept_count;

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
    kept_count--;
    memmove(kept + i, kept + i + 1, (kept_count - i) * sizeof *kept);
}

/* Of launches with the same kernel and shape the last one is kept, unless an earlier one is bad. */
void kept_add(struct view_launch *launch)
{
    for (unsigned i = 0; i < kept_count; i++) {
        if (!is_alike(kept[i], launch))
            continue;
        if (is_bad(kept[i])) {
            view_launch_free(launch);
            return;
        }
        view_launch_free(kept[i]);
        remove_at(i);
        break;
    }
    unsigned place = kept_count++;
    for (; place > 0 && matters_more(launch, kept[place - 1]); place--)
        kept[place] = kept[place - 1];
    kept[place] = launch;
    if (kept_count > KEPT_MOST)
        view_launch_free(kept[--kept_count]);
}

struct view_launch **kept_list(unsigned *count)
{
    *count = kept_count;
    return kept;
}
