/*
 * Values of lanes, as the format has them.
 */
#ifndef VIEW_VALUES_H
#define VIEW_VALUES_H

#include "view/json.h"

/*
 * One for each of so many lanes, of that many bytes (1, 2, 4, 8 or 16), each in `stride` words:
 * a list, or one value if all are the same.
 */
void values_write(struct json *json, const uint64_t *words, unsigned lanes, unsigned stride,
                  unsigned size);

#endif
