/*
 * Stores to bit-fields in clang's intermediate code: the number that they are part of is loaded,
 * merged, and stored. Nobody uses what the load finds in the other bits.
 */
#ifndef SIMCC_BIT_FIELDS_H
#define SIMCC_BIT_FIELDS_H

/*
 * 1 if the line, of the function that begins at `function`, is a load that does nothing but keep
 * the bits beside a bit-field. (It needs the names that clang has for values:
 * -fno-discard-value-names.)
 */
int is_load_of_kept_bits(const char *function, const char *line);

#endif
