#include "view/view.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/run.h"
#include "base/settings.h"
#include "report/shown.h"
#include "view/choice.h"
#include "view/launch_selection.h"
#include "view/model.h"
#include "view/recorded.h"

/* Blocks that a later finding may need: those that have ended, and those that run. */
#define WAITING_MOST 8
#define RUNNING_MOST 64

struct view_launch *view_current;
const struct run *view_run;
_Thread_local struct viewed viewed;

static uint64_t launches, middle_block, grid_blocks;
static int beyond = 1; /* no launch so far has a block of SIM_VIEW_BLOCKS */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void view_block_free(struct view_block *block)
{
    for (unsigned i = 0; i < block->warps; i++)
        free(block->warp[i].steps);
    free(block->warp);
    free(block->turns);
    free(block->words);
    free(block);
}

void view_launch_free(struct view_launch *launch)
{
    for (unsigned i = 0; i < launch->block_count; i++)
        view_block_free(launch->blocks[i]);
    for (unsigned i = 0; i < launch->array_count; i++) {
        free(launch->arrays[i].name);
        free(launch->arrays[i].parameters);
    }
    for (unsigned i = 0; i < launch->finding_count; i++)
        free(launch->findings[i].finding.what);
    if (launch->model)
        view_model_free(launch->model);
    free(launch->blocks);
    free(launch->arrays);
    free(launch->findings);
    free(launch->profile.counts);
    free(launch->profile.modelled.places);
    free(launch->profile.modelled.experiments.list);
    if (launch->input)
        launch->free_input(launch->input);
    free(launch);
}

void view_launch_begins(struct run *run)
{
    beyond = beyond && choice_is_beyond(run->blocks);
    uint64_t number = view_current ? view_current->number : ++launches;
    if (view_current)
        view_launch_free(view_current);
    view_current = NULL;
    if (!run->recording)
        return;
    view_run = run;
    view_current = allocate(sizeof *view_current);
    view_current->kernel = run->kernel;
    view_current->grid = view_current->profile.grid = run->launch->grid;
    view_current->block = view_current->profile.block = run->launch->block;
    view_current->dynamic_shared = view_current->profile.dynamic_shared =
        run->launch->dynamic_shared;
    view_current->number = number;
    view_current->profile.launches = 1;
    middle_block = run->middle;
    grid_blocks = run->blocks;
}

void view_worker_ends(const struct worker *worker)
{
    if (view_current)
        profile_add(&view_current->profile, worker->counted.by_site, site_count(),
                    worker->counted.barriers);
}

uint64_t view_launches(void)
{
    return launches;
}

int view_asks_in_vain(void)
{
    return launches && beyond;
}

struct modelled *view_modelled(void)
{
    return view_current ? &view_current->profile.modelled : NULL;
}

void view_keep_input(void *input, void (*free_input)(void *input))
{
    view_current->input = input;
    view_current->free_input = free_input;
}

/* Copies the shown findings, with their words. */
static void keep_findings(struct view_launch *launch)
{
    unsigned count, kept = 0;
    const struct finding *list = findings_list(&count);
    launch->findings = allocate_again(launch->findings, (count + 1) * sizeof *launch->findings);
    for (unsigned i = 0; i < count; i++) {
        if (!list[i].shown)
            continue;
        struct view_finding finding = {.block = UINT64_MAX};
        if (i < launch->finding_count)
            finding = launch->findings[i];
        finding.finding = list[i];
        finding.finding.what = allocate_string(list[i].what);
        finding.finding.advice = shown_advice(&list[i]);
        launch->findings[kept++] = finding;
    }
    launch->finding_count = kept;
}

static int by_index(const void *left, const void *right)
{
    const struct view_block *const *a = left, *const *b = right;
    return ((*a)->index > (*b)->index) - ((*a)->index < (*b)->index);
}

/*
 * Frees ended blocks without a reason to be viewed, the oldest first, except for the last `most`.
 */
static void thin_out(struct view_launch *launch, unsigned most)
{
    unsigned waiting = 0, left = 0;
    for (unsigned i = 0; i < launch->block_count; i++)
        waiting += launch->blocks[i]->over && !launch->blocks[i]->why;
    for (unsigned i = 0; i < launch->block_count; i++) {
        if (launch->blocks[i]->over && !launch->blocks[i]->why && waiting > most) {
            view_block_free(launch->blocks[i]);
            waiting--;
        } else {
            launch->blocks[left++] = launch->blocks[i];
        }
    }
    launch->block_count = left;
}

void view_launch_over(int error)
{
    struct view_launch *launch = view_current;
    if (!launch)
        return;
    launch->error = error;
    launch->timed = launch->profile.modelled.launches > 0;
    keep_findings(launch);
    thin_out(launch, 0);
    qsort(launch->blocks, launch->block_count, sizeof *launch->blocks, by_index);
    view_current = NULL;
    launch_selection_add(launch);
}

/*
 * 1 if the block may be needed for a finding. In the run that reports findings each block may be,
 * and also some blocks after the first one with a finding, since a race has two.
 */
static int may_matter(const struct worker *worker)
{
    unsigned running = 0, found = 0;
    for (unsigned i = 0; i < view_current->block_count; i++) {
        running += !view_current->blocks[i]->over;
        found += (view_current->blocks[i]->why & VIEW_FINDINGS) != 0;
    }
    if (!run_look(worker->run)->counts || !worker->launch.checks || running >= RUNNING_MOST)
        return 0;
    return !found || (found < VIEW_WITH_FINDINGS && view_current->after_finding++ < WAITING_MOST);
}

/* A new record for the running block if it is viewed, else NULL. */
static struct view_block *new_block(const struct worker *worker)
{
    struct view_launch *launch = view_current;
    unsigned why = choice_of(worker->block.index, grid_blocks, middle_block);
    if (!settings.view || (!why && !may_matter(worker)))
        return NULL;
    struct view_block *block = allocate(sizeof *block);
    block->index = worker->block.index;
    block->why = why;
    block->warps = worker->launch.warps;
    block->warp = allocate(block->warps * sizeof *block->warp);
    launch->blocks =
        allocate_again(launch->blocks, (launch->block_count + 1) * sizeof(struct view_block *));
    return launch->blocks[launch->block_count++] = block;
}

int view_block_begins(struct worker *worker)
{
    if (!view_current)
        return 0;
    pthread_mutex_lock(&lock);
    viewed.block = new_block(worker);
    pthread_mutex_unlock(&lock);
    if (!viewed.block)
        return 0;
    if (!worker->recordings.seen)
        worker->recordings.seen = allocate_pages(
            ADDRESS_ROWS * ADDRESS_ROW * 2 * sizeof *worker->recordings.seen, " for the view");
    viewed.barriers = 0;
    viewed.last_array[0] = viewed.last_array[1] = 0;
    viewed.seen.place = NULL;
    worker_set_room(worker, 0);
    recorder_note(recorder.stored, &viewed.seen);
    return 1;
}

void view_block_ends(struct worker *worker)
{
    struct view_block *block = viewed.block;
    if (!block)
        return;
    viewed.block = NULL;
    worker_set_room(worker, EVENTS_IN_RECORDING);
    recorder_note(recorder.stored, NULL);
    pthread_mutex_lock(&lock);
    block->over = 1;
    thin_out(view_current, WAITING_MOST);
    pthread_mutex_unlock(&lock);
}
