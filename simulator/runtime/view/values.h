/*
 * Values of lanes, in the format's form.
 */
#ifndef VIEW_VALUES_H
#define VIEW_VALUES_H

#include "view/json.h"

/*
 * Writes the values of that many lanes: a list, or one value if all are the same. size: bytes of a
 * value: 1, 2, 4, 8 or 16. Each value has `stride` words.
 */
void values_write(struct json *json, const uint64_t *words, unsigned lanes, unsigned stride,
                  unsigned size);

#endif
