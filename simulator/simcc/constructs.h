/*
 * The CUDA constructs, each with the file that translates it. The text that they produce calls
 * functions that include/ declares in namespace cuda_sim.
 */
#ifndef SIMCC_CONSTRUCTS_H
#define SIMCC_CONSTRUCTS_H

#include "translation.h"

/* kernels.c: position is the word __global__. */
void translate_kernel(struct translation *translation, size_t position);
/* kernels.c: at the end, with all kernels translated. */
void insert_launchers(struct translation *translation);

/* kernel_end.c: of a kernel whose body begins with the brace there. */
void translate_kernel_end(struct translation *translation, size_t body);
/* launches.c: position is the first < of <<<. */
int is_launch(const struct source *source, size_t position);
void translate_launch(struct translation *translation, size_t position);
/* shared.c: position is the word __shared__. */
void translate_shared(struct translation *translation, size_t position);
/* classes.c: the name of the class whose body begins at brace; NOWHERE without one. */
size_t class_name(const struct source *source, size_t first, size_t brace);
/* classes.c: position is a name in a class's body; remembers its empty constructor X() {}. */
void note_constructor(struct translation *translation, size_t position);
/* classes.c: 1 if one of the tokens [first, end) names a class with such a constructor. */
int has_empty_constructor(const struct translation *translation, size_t first, size_t end);
/* variables.c: position is __device__, __host__, __constant__ or __managed__. */
void translate_device_qualifier(struct translation *translation, size_t position);
/* variables.c: position is the word static. */
void translate_static_local(struct translation *translation, size_t position);
/* local_arrays.c: position is a [. */
void translate_local_array(struct translation *translation, size_t position);
/* ptx.c: position is the word asm, in device code. */
void translate_assembly(struct translation *translation, size_t position);
/* assignments.c: position is a =. */
void translate_assignment(struct translation *translation, size_t position);
/* hidden_stores.c: 1 if the store of the value of [first, end) in device code may have no hook. */
int is_store_hidden(const struct source *source, size_t first, size_t end);
/* in_place.c: open is the ( or { of an object's values. */
void translate_initialiser(struct translation *translation, size_t open);
/* in_place.c: position is the word new, in device code. */
void translate_new_arguments(struct translation *translation, size_t position);
/* in_place.c: position is __device__, in a class; nothing happens but for a constructor. */
void translate_member_initialisers(struct translation *translation, size_t position);
/* words.c: any other name. */
void translate_word(struct translation *translation, size_t position);
/* vector_arrays.c: whether the word is int2, float4 and the like. */
int is_vector_type(const struct token *token);
/* whole_operands.c: position is a name; loads by members that nvcc makes whole become so. */
void load_whole_operands(struct translation *translation, size_t position);
/* Refuses int2 a[2] = {1, 2, 3, 4}, if such an array is declared here: vector_arrays.c. */
void refuse_rows_of_numbers(struct translation *translation, size_t position);
/* words.c: a line that starts with # (pragmas for the GPU's compiler are dropped). */
void translate_directive(struct translation *translation, size_t position);

#endif
