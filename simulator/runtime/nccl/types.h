/*
 * NCCL's data types and operators: sizes, names, and the operations.
 */
#ifndef NCCL_TYPES_H
#define NCCL_TYPES_H

#include <stddef.h>

#include "nccl.h"

/* Bytes of an element; 0 for an invalid type. */
size_t type_size(ncclDataType_t type);

/* The names in a program: ncclInt64, ncclSum; "?" for an invalid one. */
const char *type_name(ncclDataType_t type);
const char *operator_name(ncclRedOp_t operation);

/* target[i] = target[i] operation source[i], for count elements; ncclAvg adds, as ncclSum. */
void combine(void *target, const void *source, size_t count, ncclDataType_t type,
             ncclRedOp_t operation);

/* Divides the sums by the number of ranks, for ncclAvg. Whole numbers lose their remainder. */
void divide(void *target, size_t count, ncclDataType_t type, int ranks);

#endif
