/*
 * Kinds of steps (a step without its data), and masks of lanes: each stored once, by number.
 */
#ifndef VIEW_KINDS_H
#define VIEW_KINDS_H

#include "view/json.h"
#include "view/recorded.h"

struct kinds {
    struct kind {
        event_t event;
        uint32_t lanes;
        uint8_t space; /* 'g', 's', or 0 */
        uint32_t number;
    } * table; /* open addressing; number: 1 + that of the kind */
    size_t room, count;
    struct json what, position, mask, size, in; /* columns */
    struct json masks;
    uint32_t *mask_list;
    size_t mask_count;
};

void kinds_open(struct kinds *kinds);
void kinds_close(struct kinds *kinds);

/* The number of the step's kind; space: 'g', 's', or 0 for steps without addresses. */
unsigned kinds_number(struct kinds *kinds, const struct view_step *step, char space);

/* Bytes of text so far. */
size_t kinds_length(const struct kinds *kinds);

/* Writes the members kinds and masks. */
void kinds_write(struct kinds *kinds, struct json *json);

#endif
