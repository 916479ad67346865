#include "view/details.h"

#include <string.h>

#include "base/allocate.h"
#include "base/run.h"
#include "view/arrays.h"
#include "view/recorded.h"
#include "view/steps.h"

/* The block among the recorded ones, or NULL. */
static struct view_block *block_of(uint64_t index)
{
    for (unsigned i = 0; i < view_current->block_count; i++)
        if (view_current->blocks[i]->index == index)
            return view_current->blocks[i];
    return NULL;
}

/*
 * Marks the block as one with findings, so that it is kept. Returns 0 if there are enough of these.
 */
static int keep_block(struct view_block *block)
{
    unsigned others = 0;
    for (unsigned i = 0; i < view_current->block_count; i++)
        others +=
            view_current->blocks[i] != block && (view_current->blocks[i]->why & VIEW_FINDINGS) != 0;
    if (block->why || others < VIEW_WITH_FINDINGS)
        block->why |= VIEW_FINDINGS;
    return block->why != 0;
}

/* 1 if the step is the lane's access, at that pc, to any of the bytes [offset, offset + size). */
static int touches(const struct view_block *block, const struct view_step *step, unsigned lane,
                   const struct view_about *about, uint64_t offset)
{
    unsigned class = step->event & EVENT_CLASS, own = 1u << (step->event & EVENT_SIZE);
    if ((class != EVENT_ACCESS && class != EVENT_ATOMIC) || !(step->lanes >> lane & 1) ||
        event_pc(step->event) != about->pc)
        return 0;
    unsigned number = (unsigned)__builtin_popcount(step->lanes & ((1u << lane) - 1));
    uint64_t start = block->words[step->detail + 2 + number];
    return start < offset + about->size && offset < start + own;
}

/* Finds the access among the recorded steps: the last one that fits. */
static void find_step(const struct worker *worker, const struct view_about *about,
                      struct view_access *access)
{
    struct view_block *block = block_of(about->block);
    if (!block)
        return;
    const struct view_warp *warp = &block->warp[about->thread / SIM_WARP_SIZE];
    uintptr_t base = memory_contains(about->address) ? memory.base : worker->shared.start;
    for (size_t i = warp->count; i-- > 0;)
        if (touches(block, &warp->steps[i], about->thread % SIM_WARP_SIZE, about,
                    about->address - base)) {
            access->viewed = block;
            access->step = i;
            return;
        }
}

/* Appends the access that ends the launch to the steps of its warp. */
static void add_ending(struct worker *worker, const struct view_about *about, int global,
                       struct view_access *access)
{
    uint64_t start = view_current->arrays[access->array].start;
    if (!viewed.block)
        return;
    access->step =
        view_ending(worker, about->ending, access->array, global, start + (uint64_t)access->offset);
    if (access->step != SIZE_MAX)
        access->viewed = viewed.block;
}

/* The details of the latest finding, if they are still empty; else NULL. */
static struct view_finding *details_of_last(uintptr_t pc)
{
    struct view_launch *launch = view_current;
    unsigned count;
    const struct finding *list = findings_list(&count);
    if (!count || list[count - 1].pc != pc)
        return NULL;
    if (launch->finding_count < count)
        launch->findings = allocate_again(launch->findings, count * sizeof *launch->findings);
    for (; launch->finding_count < count; launch->finding_count++)
        launch->findings[launch->finding_count] = (struct view_finding){.block = UINT64_MAX};
    return launch->findings[count - 1].count ? NULL : &launch->findings[count - 1];
}

void view_finding(struct worker *worker, const struct view_about *about, unsigned count,
                  const struct allocation *allocation, const struct shared_array *shared,
                  long long offset)
{
    struct view_finding *details =
        view_current && run_look(worker->run)->counts ? details_of_last(about[count - 1].pc) : NULL;
    if (!details)
        return;
    details->block = worker->block.index;
    details->count = count;
    int global = !shared;
    unsigned array = global ? view_array_global(allocation) : view_array_shared(shared);
    for (unsigned i = 0; i < count; i++) {
        /* The last access is at the offset; the others overlap with it. */
        int64_t further = (int64_t)(about[i].address - about[count - 1].address);
        details->access[i] = (struct view_access){
            .kind = about[i].kind,
            .pc = about[i].pc,
            .block = about[i].block,
            .thread = about[i].thread,
            .size = about[i].size,
            .array = array,
            .offset = offset + further,
            .address = about[i].address,
        };
        if (about[i].ending)
            add_ending(worker, &about[i], global, &details->access[i]);
        else
            find_step(worker, &about[i], &details->access[i]);
        if (details->access[i].viewed && !keep_block(details->access[i].viewed))
            details->access[i].viewed = NULL;
    }
    if (viewed.block)
        keep_block(viewed.block);
}

void view_finding_of_block(struct worker *worker, uintptr_t pc)
{
    struct view_finding *details =
        view_current && run_look(worker->run)->counts ? details_of_last(pc) : NULL;
    if (!details)
        return;
    details->block = worker->block.index;
    if (viewed.block)
        keep_block(viewed.block);
}

void view_details_moved(struct view_block *block, unsigned warp, size_t step)
{
    struct view_launch *launch = view_current;
    for (unsigned i = 0; i < launch->finding_count; i++)
        for (unsigned k = 0; k < launch->findings[i].count; k++) {
            struct view_access *access = &launch->findings[i].access[k];
            if (access->viewed == block && access->thread / SIM_WARP_SIZE == warp &&
                access->step == step)
                access->step++;
        }
}
