/*
 * Half and bfloat16 as bits, and as doubles of the same value.
 */
#ifndef NARROW_FORMAT_H
#define NARROW_FORMAT_H

#include <stdint.h>

#include "sim/narrow.h"

/* The value of these 16 bits. */
double narrow_value(uint16_t bits, enum sim_narrow_format format);

/* The bits of the value, rounded in that mode. A NaN becomes 0x7fff. */
uint16_t narrow_round(double value, enum sim_narrow_format format, enum sim_rounding rounding);

#endif
