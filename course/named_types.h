/*
 * The operators and types that a kernel of any type asks for: it may treat these in another way.
 */
#ifndef NAMED_TYPES_H
#define NAMED_TYPES_H

/*
 * What is asked for in a submission's own part of the preprocessor's output, by the bits of
 * course/promised.h: so names count that a macro has made. The host's part of the step's program,
 * which names all operators, does not count.
 */
unsigned named_types(const char *preprocessed);

#endif
