/*
 * Recorded blocks. They are written in the order in which their warps ran, so that steps without
 * room come after all written ones.
 */
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "view/steps.h"
#include "view/values.h"
#include "view/write.h"

#define VALUES_PART 0.7 /* of the room: beyond this part, values are left out */

/* The texts of one warp, which grow turn by turn. */
struct warp_text {
    struct json steps, array, at, by, cost, values, exchanges, barriers;
};

#define COLUMNS (sizeof(struct warp_text) / sizeof(struct json))

struct writing {
    const struct view_block *block;
    struct warp_text *warp;
    struct json turns;
    size_t *steps;     /* written, by warp */
    size_t used, room; /* bytes */
    uint64_t values_left_out;
};

static size_t length_of(const struct warp_text *text)
{
    const struct json *column = (const struct json *)text;
    size_t length = 0;
    for (unsigned i = 0; i < COLUMNS; i++)
        length += column[i].length;
    return length;
}

/* Offsets of lanes from the first one: one stride for all, or a list. */
static void write_places(struct warp_text *text, const uint64_t *offset, uint32_t lanes,
                         uint64_t start)
{
    unsigned first = (unsigned)__builtin_ctz(lanes), count = 0;
    int64_t by = 0;
    int regular = 1;
    for (uint32_t mask = lanes; mask; mask &= mask - 1, count++) {
        int64_t distance = (int64_t)(offset[count] - offset[0]);
        int64_t number = __builtin_ctz(mask) - (int)first;
        if (count == 1)
            by = distance / number;
        regular &= distance == by * number;
    }
    json_integer(&text->at, (int64_t)(offset[0] - start));
    if (regular) {
        json_integer(&text->by, by);
        return;
    }
    json_begin(&text->by, '[');
    for (unsigned i = 0; i < count; i++)
        json_integer(&text->by, (int64_t)(offset[i] - offset[0]));
    json_end(&text->by, ']');
}

static void write_request(struct writing *writing, struct warp_text *text,
                          const struct view_launch *launch, const struct view_step *step)
{
    const uint64_t *word = writing->block->words + step->detail, *value;
    struct view_request request;
    memcpy(&request, word, sizeof request);
    value = word + 2 + request.lanes;
    unsigned size = 1u << (step->event & EVENT_SIZE), stride = view_value_words(step->event);
    json_integer(&text->array, (int64_t)word[1]);
    write_places(text, word + 2, step->lanes, launch->arrays[word[1]].start);
    json_integer(&text->cost, request.cost);
    if (!request.known || (double)writing->used > VALUES_PART * (double)writing->room) {
        writing->values_left_out += request.known;
        json_null(&text->values);
    } else if ((step->event & EVENT_CLASS) == EVENT_ATOMIC) {
        json_begin(&text->values, '[');
        values_write(&text->values, value, request.lanes, stride, size);
        values_write(&text->values, value + 1, request.lanes, stride, size);
        json_end(&text->values, ']');
    } else {
        values_write(&text->values, value, request.lanes, stride, size);
    }
}

static void write_exchange(struct writing *writing, struct warp_text *text,
                           const struct view_step *step)
{
    const uint64_t *word = writing->block->words + step->detail;
    struct view_exchange exchange;
    memcpy(&exchange, word, sizeof exchange);
    json_begin(&text->exchanges, '[');
    json_string(&text->exchanges, view_operation_names[exchange.operation]);
    json_integer(&text->exchanges, exchange.argument);
    values_write(&text->exchanges, word + 2, exchange.lanes, 1, exchange.size);
    values_write(&text->exchanges, word + 2 + exchange.lanes, exchange.lanes, 1, exchange.size);
    json_end(&text->exchanges, ']');
}

static void write_step(struct writing *writing, const struct view_launch *launch,
                       struct kinds *kinds, unsigned warp)
{
    const struct view_step *step = &writing->block->warp[warp].steps[writing->steps[warp]++];
    struct warp_text *text = &writing->warp[warp];
    unsigned class = step->event & EVENT_CLASS;
    char space = 0;
    if (class == EVENT_ACCESS || class == EVENT_ATOMIC) {
        struct view_request request;
        memcpy(&request, writing->block->words + step->detail, sizeof request);
        space = request.global ? 'g' : 's';
        write_request(writing, text, launch, step);
    } else if (class == EVENT_EXCHANGE) {
        write_exchange(writing, text, step);
    } else if (class == EVENT_BARRIER || class == EVENT_GRID_BARRIER) {
        json_integer(&text->barriers, step->detail);
    }
    json_integer(&text->steps, kinds_number(kinds, step, space));
}

/* Writes the warps' turns while there is room. */
static void write_turns(struct writing *writing, const struct view_launch *launch,
                        struct kinds *kinds)
{
    json_begin(&writing->turns, '[');
    for (size_t i = 0; i < writing->block->turn_count && writing->used < writing->room; i++) {
        struct view_turn turn = writing->block->turns[i];
        struct warp_text *text = &writing->warp[turn.warp];
        unsigned steps = 0;
        while (steps < turn.steps && writing->used < writing->room) {
            size_t before = length_of(text) + kinds_length(kinds);
            write_step(writing, launch, kinds, turn.warp);
            writing->used += length_of(text) + kinds_length(kinds) - before;
            steps++;
        }
        json_integer(&writing->turns, turn.warp);
        json_integer(&writing->turns, steps);
        writing->used += 8;
    }
    json_end(&writing->turns, ']');
}

static void write_warp(struct json *json, struct warp_text *text)
{
    struct json *column = (struct json *)text;
    for (unsigned i = 0; i < COLUMNS; i++)
        json_end(&column[i], ']');
    json_begin(json, '{');
    json_member_value(json, "steps", &text->steps);
    json_member(json, "requests");
    json_begin(json, '{');
    json_member_value(json, "array", &text->array);
    json_member_value(json, "at", &text->at);
    json_member_value(json, "by", &text->by);
    json_member_value(json, "cost", &text->cost);
    json_member_value(json, "values", &text->values);
    json_end(json, '}');
    json_member_value(json, "exchanges", &text->exchanges);
    json_member_value(json, "barriers", &text->barriers);
    json_end(json, '}');
    for (unsigned i = 0; i < COLUMNS; i++)
        json_free(&column[i]);
}

static void write_why(struct json *json, unsigned why)
{
    static const char *const names[] = {"first", "last", "middle", "findings", "asked"};
    json_member(json, "why");
    json_begin(json, '[');
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (why >> i & 1)
            json_string(json, names[i]);
    json_end(json, ']');
}

static void write_block(struct json *json, const struct view_launch *launch,
                        struct writing *writing)
{
    const struct view_block *block = writing->block;
    const struct sim_index *grid = &launch->grid;
    uint64_t left_out = block->dropped;
    for (unsigned w = 0; w < block->warps; w++)
        left_out += block->warp[w].count - writing->steps[w];
    json_new_line(json);
    json_begin(json, '{');
    json_member_integer(json, "index", (int64_t)block->index);
    json_member(json, "coordinates");
    json_begin(json, '[');
    json_integer(json, (int64_t)(block->index % grid->x));
    json_integer(json, (int64_t)(block->index / grid->x % grid->y));
    json_integer(json, (int64_t)(block->index / grid->x / grid->y));
    json_end(json, ']');
    write_why(json, block->why);
    json_member_integer(json, "steps_left_out", (int64_t)left_out);
    json_member_value(json, "turns", &writing->turns);
    json_member(json, "warps");
    json_begin(json, '[');
    for (unsigned w = 0; w < block->warps; w++)
        write_warp(json, &writing->warp[w]);
    json_end(json, ']');
    json_end(json, '}');
}

void write_blocks(struct json *json, struct view_launch *launch, struct kinds *kinds, size_t bytes,
                  struct written *written)
{
    size_t used = 0;
    written->steps = allocate((launch->block_count + 1) * sizeof *written->steps);
    json_begin(json, '[');
    for (unsigned b = 0; b < launch->block_count; b++) {
        const struct view_block *block = launch->blocks[b];
        struct writing writing = {
            .block = block,
            .warp = allocate(block->warps * sizeof *writing.warp),
            .steps = allocate(block->warps * sizeof *writing.steps),
            .room = used < bytes ? (bytes - used) / (launch->block_count - b) : 0,
        };
        for (unsigned w = 0; w < block->warps; w++)
            for (unsigned i = 0; i < COLUMNS; i++)
                json_begin((struct json *)&writing.warp[w] + i, '[');
        write_turns(&writing, launch, kinds);
        write_block(json, launch, &writing);
        used += writing.used;
        written->steps[b] = writing.steps;
        written->values_left_out += writing.values_left_out;
        written->steps_left_out += block->dropped;
        for (unsigned w = 0; w < block->warps; w++)
            written->steps_left_out += block->warp[w].count - writing.steps[w];
        json_free(&writing.turns);
        free(writing.warp);
    }
    json_end(json, ']');
}
