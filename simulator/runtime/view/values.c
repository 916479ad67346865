#include "view/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LARGEST ((int64_t)1 << 53) /* a JavaScript number holds all integers below it */

static void write_signed(struct json *json, uint64_t bits, unsigned size)
{
    unsigned unused = 64 - 8 * size;
    int64_t value = (int64_t)(bits << unused) >> unused;
    if (value > -LARGEST && value < LARGEST) {
        json_integer(json, value);
        return;
    }
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    json_string(json, text);
}

static void write_one(struct json *json, const uint64_t *word, unsigned size)
{
    if (size < 16) {
        write_signed(json, word[0], size);
        return;
    }
    json_begin(json, '[');
    for (unsigned i = 0; i < 4; i++)
        write_signed(json, word[i / 2] >> i % 2 * 32 & UINT32_MAX, 4);
    json_end(json, ']');
}

void values_write(struct json *json, const uint64_t *words, unsigned lanes, unsigned stride,
                  unsigned size)
{
    unsigned same = 1, length = size == 16 ? 2 : 1;
    while (same < lanes && !memcmp(words, words + same * stride, length * sizeof *words))
        same++;
    if (same == lanes) {
        write_one(json, words, size);
        return;
    }
    json_begin(json, '[');
    for (unsigned i = 0; i < lanes; i++)
        write_one(json, words + i * stride, size);
    json_end(json, ']');
}
