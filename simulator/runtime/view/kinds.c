#include "view/kinds.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "view/positions.h"

#define FIRST_ROOM 1024 /* a power of two, as all are */

void kinds_open(struct kinds *kinds)
{
    *kinds = (struct kinds){.room = FIRST_ROOM};
    kinds->table = allocate(kinds->room * sizeof *kinds->table);
    struct json *columns[] = {&kinds->what, &kinds->position, &kinds->mask,
                              &kinds->size, &kinds->in,       &kinds->masks};
    for (unsigned i = 0; i < sizeof columns / sizeof *columns; i++)
        json_begin(columns[i], '[');
}

void kinds_close(struct kinds *kinds)
{
    json_free(&kinds->what);
    json_free(&kinds->position);
    json_free(&kinds->mask);
    json_free(&kinds->size);
    json_free(&kinds->in);
    json_free(&kinds->masks);
    free(kinds->table);
    free(kinds->mask_list);
}

static struct kind *place_of(struct kind *table, size_t room, event_t event, uint32_t lanes,
                             uint8_t space)
{
    uint64_t hash = (((uint64_t)event << 32 | lanes) ^ (uint64_t)space << 20) *
                    0x9E3779B97F4A7C15u; /* 2^64 over the golden ratio */
    size_t i = hash >> 32 & (room - 1);
    while (table[i].number &&
           (table[i].event != event || table[i].lanes != lanes || table[i].space != space))
        i = (i + 1) & (room - 1);
    return &table[i];
}

static void grow(struct kinds *kinds)
{
    struct kind *larger = allocate(2 * kinds->room * sizeof *larger);
    for (size_t i = 0; i < kinds->room; i++) {
        const struct kind *k = &kinds->table[i];
        if (k->number)
            *place_of(larger, 2 * kinds->room, k->event, k->lanes, k->space) = *k;
    }
    free(kinds->table);
    kinds->table = larger;
    kinds->room *= 2;
}

static unsigned mask_number(struct kinds *kinds, uint32_t lanes)
{
    for (size_t i = 0; i < kinds->mask_count; i++)
        if (kinds->mask_list[i] == lanes)
            return (unsigned)i;
    kinds->mask_list =
        allocate_again(kinds->mask_list, (kinds->mask_count + 1) * sizeof *kinds->mask_list);
    kinds->mask_list[kinds->mask_count] = lanes;
    json_integer(&kinds->masks, lanes);
    return (unsigned)kinds->mask_count++;
}

/* The letter of docs/view_format.md. */
static const char *letter_of(event_t event)
{
    switch (event & EVENT_CLASS) {
    case EVENT_BLOCK: return "b";
    case EVENT_ACCESS: return event & EVENT_WRITE ? "s" : "l";
    case EVENT_ATOMIC: return "a";
    case EVENT_EXCHANGE: return "x";
    case EVENT_WARP_BARRIER: return "w";
    case EVENT_FENCE: return "f";
    case EVENT_BARRIER: return "B";
    case EVENT_GRID_BARRIER: return "G";
    default: return "d";
    }
}

unsigned kinds_number(struct kinds *kinds, const struct view_step *step, char space)
{
    if (2 * kinds->count >= kinds->room)
        grow(kinds);
    struct kind *kind =
        place_of(kinds->table, kinds->room, step->event, step->lanes, (uint8_t)space);
    if (kind->number)
        return kind->number - 1;
    *kind = (struct kind){step->event, step->lanes, (uint8_t)space, (uint32_t)++kinds->count};
    json_string(&kinds->what, letter_of(step->event));
    json_integer(&kinds->position, position_of(step->event));
    json_integer(&kinds->mask, mask_number(kinds, step->lanes));
    json_integer(&kinds->size, space ? 1 << (step->event & EVENT_SIZE) : 0);
    json_string(&kinds->in, space == 'g' ? "g" : space ? "s" : "");
    return kind->number - 1;
}

size_t kinds_length(const struct kinds *kinds)
{
    return kinds->what.length + kinds->position.length + kinds->mask.length + kinds->size.length +
           kinds->in.length + kinds->masks.length;
}

void kinds_write(struct kinds *kinds, struct json *json)
{
    struct json *columns[] = {&kinds->what, &kinds->position, &kinds->mask,
                              &kinds->size, &kinds->in,       &kinds->masks};
    static const char *const names[] = {"what", "position", "mask", "size", "space"};
    for (unsigned i = 0; i < sizeof columns / sizeof *columns; i++)
        json_end(columns[i], ']');
    json_member(json, "kinds");
    json_begin(json, '{');
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        json_member_value(json, names[i], columns[i]);
    json_end(json, '}');
    json_member_value(json, "masks", &kinds->masks);
}
