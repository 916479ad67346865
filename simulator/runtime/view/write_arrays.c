/*
 * Arrays, in an order that does not depend on the order of host threads; and a guess at the type of
 * their values.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "view/positions.h"
#include "view/write.h"

/*
 * The values of an array other than 0: their number, and the number of those that look like floats.
 */
struct votes {
    uint64_t values, floats, doubles;
};

struct numbered {
    struct view_array array;
    unsigned number; /* before sorting */
};

static int by_place(const void *left, const void *right)
{
    const struct view_array *a = &((const struct numbered *)left)->array;
    const struct view_array *b = &((const struct numbered *)right)->array;
    if (a->global != b->global)
        return b->global - a->global;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->size > b->size) - (a->size < b->size);
}

/* Calls a function for each request of the launch's blocks. */
static void for_requests(struct view_launch *launch, void *data,
                         void (*function)(struct view_step *step, uint64_t *words, void *data))
{
    for (unsigned b = 0; b < launch->block_count; b++)
        for (unsigned w = 0; w < launch->blocks[b]->warps; w++) {
            struct view_warp *warp = &launch->blocks[b]->warp[w];
            for (size_t i = 0; i < warp->count; i++) {
                unsigned class = warp->steps[i].event & EVENT_CLASS;
                if (class == EVENT_ACCESS || class == EVENT_ATOMIC)
                    function(&warp->steps[i], launch->blocks[b]->words + warp->steps[i].detail,
                             data);
            }
        }
}

static void renumber(struct view_step *step, uint64_t *words, void *numbers)
{
    (void)step;
    words[1] = ((unsigned *)numbers)[words[1]];
}

void arrays_settle(struct view_launch *launch)
{
    struct numbered *list = allocate((launch->array_count + 1) * sizeof *list);
    unsigned *numbers = allocate((launch->array_count + 1) * sizeof *numbers);
    for (unsigned i = 0; i < launch->array_count; i++)
        list[i] = (struct numbered){launch->arrays[i], i};
    qsort(list, launch->array_count, sizeof *list, by_place);
    for (unsigned i = 0; i < launch->array_count; i++) {
        launch->arrays[i] = list[i].array;
        numbers[list[i].number] = i;
    }
    for_requests(launch, numbers, renumber);
    for (unsigned i = 0; i < launch->finding_count; i++)
        for (unsigned k = 0; k < launch->findings[i].count; k++)
            launch->findings[i].access[k].array = numbers[launch->findings[i].access[k].array];
    free(list);
    free(numbers);
}

/*
 * 1 if the value looks like a float. A usual whole number, read as a float, has an exponent near
 * one end of the range.
 */
static void vote(struct votes *votes, uint64_t value, unsigned size)
{
    if (!value)
        return;
    if (size == 8) {
        unsigned exponent = (unsigned)(value >> 52) & 0x7FF;
        votes->doubles += exponent > 700 && exponent < 1400;
    } else {
        unsigned exponent = (unsigned)(value >> 23) & 0xFF;
        votes->floats += exponent > 64 && exponent < 192;
    }
    votes->values++;
}

static void vote_all(struct view_step *step, uint64_t *words, void *all)
{
    struct votes *votes = (struct votes *)all + words[1];
    struct view_request request;
    memcpy(&request, words, sizeof request);
    unsigned size = 1u << (step->event & EVENT_SIZE), stride = view_value_words(step->event);
    const uint64_t *value = words + 2 + request.lanes;
    for (unsigned i = 0; request.known && size >= 4 && i < request.lanes; i++, value += stride) {
        if (size < 16)
            vote(votes, value[0], size);
        for (unsigned k = 0; size == 16 && k < 4; k++)
            vote(votes, value[k / 2] >> k % 2 * 32 & UINT32_MAX, 4);
    }
}

static const char *element_of(const struct votes *votes)
{
    if (!votes->values)
        return NULL;
    if (2 * votes->floats > votes->values)
        return "float";
    return 2 * votes->doubles > votes->values ? "double" : "integer";
}

static void write_array(struct json *json, const struct view_array *array,
                        const struct votes *votes)
{
    char address[32];
    json_begin(json, '{');
    json_member_string(json, "space", array->global ? "global" : "shared");
    json_member_string(json, "name", array->name);
    json_member_string(json, "parameters", array->parameters);
    json_member_integer(json, "made", position_of_pc(array->pc));
    json_member_string(json, "kind", array->kind);
    json_member_integer(json, "bytes", (int64_t)array->size);
    json_member_integer(json, "start", (int64_t)array->start);
    snprintf(address, sizeof address, "0x%" PRIxPTR, array->address);
    json_member_string(json, "address", array->global && array->size ? address : NULL);
    json_member_string(json, "element", element_of(votes));
    json_end(json, '}');
}

void write_arrays(struct json *json, struct view_launch *launch)
{
    struct votes *votes = allocate((launch->array_count + 1) * sizeof *votes);
    for_requests(launch, votes, vote_all);
    json_begin(json, '[');
    for (unsigned i = 0; i < launch->array_count; i++)
        write_array(json, &launch->arrays[i], &votes[i]);
    json_end(json, ']');
    free(votes);
}
