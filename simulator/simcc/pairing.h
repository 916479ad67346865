/*
 * The table of operations for arm64's code, taken from x86-64's assembly of the same text.
 */
#ifndef SIMCC_PAIRING_H
#define SIMCC_PAIRING_H

#include "text.h"

/*
 * Copies arm64's assembly to output, with the table of operations that add_operations makes of
 * model, x86-64's assembly of the same translated text. A basic block of the model belongs to the
 * block of the function of the same name whose hook stands at the same place among its hooks; where
 * the sequences of hooks differ, at the place where most of them are equal, preferring those of one
 * source line. Blocks of the model that have no partner are left out, and so is a call's place that
 * arm64's code does not call.
 */
void add_operations_of_model(const struct text *model, const struct text *assembly,
                             struct text *output);

#endif
