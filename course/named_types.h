/*
 * The operators and types that a kernel of any type names: it may treat these in another way.
 */
#ifndef NAMED_TYPES_H
#define NAMED_TYPES_H

/*
 * The names in a submission's source, as draw_reductions takes them. Those in the program's own
 * choice of an instance, which names all, do not count, nor do comments.
 */
unsigned named_types(const char *source);

#endif
