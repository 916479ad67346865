/*
 * NCCL's data types and operators: sizes, names, and what the operators do.
 */
#ifndef NCCL_TYPES_H
#define NCCL_TYPES_H

#include <stddef.h>

#include "nccl.h"

/* Bytes of an element; 0 for a type that calls refuse. */
size_t type_size(ncclDataType_t type);

/* As a program writes them: ncclInt64, ncclSum; "?" for one that is none. */
const char *type_name(ncclDataType_t type);
const char *operator_name(ncclRedOp_t operation);

/* target[i] = target[i] operation source[i], for count elements; ncclAvg adds, as ncclSum. */
void combine(void *target, const void *source, size_t count, ncclDataType_t type,
             ncclRedOp_t operation);

/* Divides the sums of so many ranks, for ncclAvg; whole numbers lose their remainder. */
void divide(void *target, size_t count, ncclDataType_t type, int ranks);

#endif
