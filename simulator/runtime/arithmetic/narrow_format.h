/*
 * Half and bfloat16 as bits, and as the double that has the same value.
 */
#ifndef NARROW_FORMAT_H
#define NARROW_FORMAT_H

#include <stdint.h>

#include "sim/narrow.h"

/* The number that these 16 bits mean. */
double narrow_value(uint16_t bits, enum sim_narrow_format format);

/* The bits of the number nearest in the rounding's sense. A NaN becomes 0x7fff. */
uint16_t narrow_round(double value, enum sim_narrow_format format, enum sim_rounding rounding);

#endif
