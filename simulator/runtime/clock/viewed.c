#include "clock/viewed.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "base/settings.h"
#include "clock/what_if.h"
#include "view/launch_selection.h"
#include "view/view.h"

static void forget(void *input)
{
    struct clocked_launch *launch = input;
    sample_free(&launch->sample);
    free(launch);
}

void viewed_keep(const struct clocked_launch *launch)
{
    if (!settings.view || !launch->view)
        return;
    struct clocked_launch *kept = allocate(sizeof *kept);
    *kept = *launch;
    kept->sample = sample_take();
    kept->view = NULL;
    view_keep_input(kept, forget);
}

void viewed_answer(void)
{
    unsigned count;
    struct view_launch **list = launch_selection_list(&count);
    for (unsigned i = 0; i < count; i++)
        if (list[i]->input)
            what_if_of_view(list[i]->input, list[i]->profile.modelled.kernel,
                            &list[i]->profile.modelled);
}
