/*
 * Questions to an operand: see operand.h.
 */
#define _GNU_SOURCE /* strncasecmp */
#include "operand.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

int offset_mentions(const struct operand *operand, const char *text)
{
    size_t length = strlen(text);

    for (size_t i = 0; i + length <= operand->offset_length; i++)
        if (!strncasecmp(operand->offset + i, text, length))
            return 1;
    return 0;
}

long offset_value(const struct operand *operand)
{
    return operand->offset_length ? strtol(operand->offset, NULL, 0) : 0;
}

uint64_t address_identity(const struct operand *operand)
{
    uint64_t identity = 14695981039346656037u; /* the hash function FNV-1a */

    for (size_t i = 0; i < operand->offset_length; i++)
        identity = (identity ^ (unsigned char)operand->offset[i]) * 1099511628211u;
    identity = (identity ^ operand->base) * 1099511628211u;
    identity = (identity ^ operand->index) * 1099511628211u;
    return identity | 1;
}

int offset_begins(const struct operand *operand, const char *text)
{
    size_t length = strlen(text);

    return operand->offset_length >= length && !strncmp(operand->offset, text, length);
}

int is_linked(const struct operand *operand)
{
    return operand->relative &&
           (offset_mentions(operand, "@gottpoff") || offset_mentions(operand, "@gotpcrel"));
}

int is_local_base(const struct operand *operand)
{
    return operand->local && !operand->base && !operand->index && !offset_value(operand) &&
           !offset_mentions(operand, "@");
}

int is_constant_part(const struct operand *operand)
{
    return is_local_base(operand) ||
           (operand->kind == OPERAND_IMMEDIATE && offset_mentions(operand, "@tpoff"));
}

enum builtin_kind builtin_variable(const struct operand *operand)
{
    if (offset_begins(operand, "sim_thread_index"))
        return BUILTIN_THREAD;
    return offset_begins(operand, "sim_block_index") || offset_begins(operand, "sim_block_size") ||
                   offset_begins(operand, "sim_grid_size")
               ? BUILTIN_OTHER
               : BUILTIN_NONE;
}
