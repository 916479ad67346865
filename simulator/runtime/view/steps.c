#include "view/steps.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/trace.h"
#include "memory/memory.h"
#include "memory/touched.h"
#include "view/arrays.h"
#include "view/details.h"
#include "view/recorded.h"

/* Limits for one block. A page has room for far less. */
#define WORDS_MOST ((size_t)1 << 20)
#define STEPS_MOST ((size_t)1 << 18) /* of a warp */

_Thread_local const struct trace *view_traced;

const char *const view_operation_names[VIEW_OPERATIONS] = {
    [VIEW_SHUFFLE] = "shuffle",
    [VIEW_SHUFFLE_UP] = "shuffle_up",
    [VIEW_SHUFFLE_DOWN] = "shuffle_down",
    [VIEW_SHUFFLE_XOR] = "shuffle_xor",
    [VIEW_BALLOT] = "ballot",
    [VIEW_MATCH_ANY] = "match_any",
    [VIEW_MATCH_ALL] = "match_all",
    [VIEW_REDUCE] = "reduce",
};

static void take_turn(struct view_block *block, unsigned warp)
{
    if (block->turn_count && block->turns[block->turn_count - 1].warp == warp) {
        block->turns[block->turn_count - 1].steps++;
        return;
    }
    if (block->turn_count == block->turn_room) {
        block->turn_room = block->turn_room ? 2 * block->turn_room : 64;
        block->turns = allocate_again(block->turns, block->turn_room * sizeof *block->turns);
    }
    block->turns[block->turn_count++] = (struct view_turn){warp, 1};
}

/* The warp's last step in the clock's trace. */
static uint32_t traced(unsigned warp)
{
    const struct trace *trace = view_traced;
    return trace && trace->warp[warp].count ? (uint32_t)(trace->warp[warp].count - 1)
                                            : VIEW_NOT_TRACED;
}

/* A new step of the warp, or NULL. After the first missing step, no more are kept. */
static struct view_step *add_step(unsigned number, event_t event, unsigned lanes)
{
    struct view_block *block = viewed.block;
    struct view_warp *warp = &block->warp[number];
    if (block->dropped || warp->count == STEPS_MOST || block->word_count > WORDS_MOST) {
        block->dropped++;
        return NULL;
    }
    if (warp->count == warp->room) {
        warp->room = warp->room ? 2 * warp->room : 64;
        warp->steps = allocate_again(warp->steps, warp->room * sizeof *warp->steps);
    }
    take_turn(block, number);
    warp->steps[warp->count] = (struct view_step){event, lanes, traced(number), 0};
    return &warp->steps[warp->count++];
}

/* Room for that many more words at the end of the block's. */
static uint64_t *add_words(struct view_block *block, size_t count)
{
    while (block->word_count + count > block->word_room) {
        block->word_room = block->word_room ? 2 * block->word_room : 1024;
        block->words = allocate_again(block->words, block->word_room * sizeof *block->words);
    }
    block->word_count += count;
    return block->words + block->word_count - count;
}

void view_step(struct worker *worker, const struct step *step)
{
    add_step(worker->running.warp_number, step->event, step->lanes);
}

void view_fence(struct worker *worker, const struct request *request)
{
    add_step(worker->running.warp_number, request->event, request->lanes);
}

void view_request(struct worker *worker, const struct request *part)
{
    struct view_block *block = viewed.block;
    unsigned count = part->count;
    struct view_step *step = add_step(worker->running.warp_number, part->event, part->lanes);
    if (!step)
        return;
    int known = (part->attributes & ACCESS_SEEN) != 0;
    unsigned words = known ? view_value_words(part->event) : 0;
    struct view_request request = {(uint16_t)part->cost, (uint8_t)part->global, (uint8_t)known,
                                   (uint8_t)count};
    step->detail = (uint32_t)block->word_count;
    uint64_t *word = add_words(block, 2 + count * (1 + words));
    uintptr_t base = part->global ? memory.base : worker->shared.start;
    memcpy(word, &request, sizeof request);
    word[1] = view_array_of(worker, part->address[0], part->global);
    for (unsigned i = 0; i < count; i++) {
        const uint64_t *value =
            worker->recordings.seen + 2 * request_recorded_at(part, part->lane[i]);
        word[2 + i] = part->address[i] - base;
        for (unsigned k = 0; k < words; k++)
            word[2 + count + i * words + k] = value[k];
    }
}

/* The number of sectors of the bytes at the offset. */
static unsigned sectors_of(uint64_t offset, unsigned size)
{
    return (unsigned)(offset % TOUCHED_SECTOR + size - 1) / TOUCHED_SECTOR + 1;
}

size_t view_ending(struct worker *worker, event_t event, unsigned array, int global,
                   uint64_t offset)
{
    struct view_block *block = viewed.block;
    unsigned number = worker->running.thread / SIM_WARP_SIZE;
    struct view_step *step = add_step(number, event, 1u << worker->running.thread % SIM_WARP_SIZE);
    if (!step)
        return SIZE_MAX;
    unsigned cost = global ? sectors_of(offset, 1u << (event & EVENT_SIZE)) : 1;
    struct view_request request = {(uint16_t)cost, (uint8_t)global, 0, 1};
    step->traced = VIEW_NOT_TRACED;
    step->detail = (uint32_t)block->word_count;
    uint64_t *word = add_words(block, 3);
    memcpy(word, &request, sizeof request);
    word[1] = array;
    word[2] = offset;
    return block->warp[number].count - 1;
}

/* What a view calls it. */
static enum view_operation shown_as(int operation)
{
    switch (operation) {
    case EXCHANGE_SHUFFLE + SIM_SHUFFLE_INDEX: return VIEW_SHUFFLE;
    case EXCHANGE_SHUFFLE + SIM_SHUFFLE_UP: return VIEW_SHUFFLE_UP;
    case EXCHANGE_SHUFFLE + SIM_SHUFFLE_DOWN: return VIEW_SHUFFLE_DOWN;
    case EXCHANGE_SHUFFLE + SIM_SHUFFLE_XOR: return VIEW_SHUFFLE_XOR;
    case EXCHANGE_BALLOT: return VIEW_BALLOT;
    case EXCHANGE_MATCH_ANY: return VIEW_MATCH_ANY;
    case EXCHANGE_MATCH_ALL: return VIEW_MATCH_ALL;
    default: return VIEW_REDUCE;
    }
}

void view_exchange(struct worker *worker, event_t event, unsigned lanes)
{
    struct view_block *block = viewed.block;
    const struct lane *lane = &worker->lanes[worker->running.warp_number * SIM_WARP_SIZE];
    struct view_step *step = add_step(worker->running.warp_number, event, lanes);
    if (!step || (event & EVENT_CLASS) == EVENT_WARP_BARRIER)
        return;
    unsigned count = (unsigned)__builtin_popcount(lanes), i = 0;
    const struct exchange *first = lane[__builtin_ctz(lanes)].exchange;
    enum view_operation operation = shown_as(first->operation);
    struct view_exchange exchange = {(uint8_t)operation, (uint8_t)first->size, (uint8_t)count,
                                     operation <= VIEW_SHUFFLE_XOR ? first->argument : 0};
    step->detail = (uint32_t)block->word_count;
    uint64_t *word = add_words(block, 2 + 2 * count);
    memcpy(word, &exchange, sizeof exchange);
    for (unsigned mask = lanes; mask; mask &= mask - 1, i++) {
        word[2 + i] = lane[__builtin_ctz(mask)].exchange->value;
        word[2 + count + i] = lane[__builtin_ctz(mask)].exchange->result;
    }
}

void view_barrier(struct worker *worker, unsigned what)
{
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        const struct warp *warp = &worker->warps[number];
        unsigned lanes = what == EVENT_BARRIER ? warp->at_barrier : warp->at_grid_barrier;
        if (!lanes)
            continue;
        uintptr_t pc = worker->lanes[number * SIM_WARP_SIZE + (unsigned)__builtin_ctz(lanes)].pc;
        struct view_step *step = add_step(number, event_at(pc, what), lanes);
        if (step)
            step->detail = viewed.barriers;
    }
    viewed.barriers++;
}

void view_parting(struct worker *worker, event_t branch, unsigned lanes)
{
    struct view_block *block = viewed.block;
    unsigned number = worker->running.warp_number;
    struct view_step *step = add_step(number, branch, lanes);
    struct view_warp *warp = &block->warp[number];
    if (!step || warp->count < 2)
        return;
    /* They diverged before they touched memory, which is the previous step. */
    struct view_step parting = *step;
    step[0] = step[-1];
    step[-1] = parting;
    step[-1].traced = VIEW_NOT_TRACED;
    view_details_moved(block, number, warp->count - 2);
}
