/*
 * Linked to a program, this writes at its end to stdout what the runtime knows of operations:
 *     block PC                         a basic block
 *     KIND to from from from doubles PLACE    an operation of it; PLACE is a pc, 0 without one
 *     site CLASS PC                    an event that the program's kernels have recorded
 * Numbers are decimal, PCs hexadecimal.
 */
#include "base/operations.h"
#include "base/site.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const kinds[OPERATION_KINDS] = {
    "move",         "integer",       "multiply", "divide", "convert", "to_float", "float", "double",
    "float_divide", "double_divide", "function", "branch", "jump",    "load",     "store", "call"};

static void print_block(const struct operations *block)
{
    printf("block %" PRIx64 "\n", block->pc);
    for (uint32_t i = 0; i < block->count; i++) {
        const struct operation *o = &block->operation[i];

        printf("%s %d %d %d %d %d %" PRIx64 "\n", kinds[o->kind], o->to, o->from[0], o->from[1],
               o->from[2], o->doubles, o->place ? block->pc + o->place : 0);
    }
}

__attribute__((destructor)) static void report(void)
{
    for (const char *start = (const char *)PROGRAM_START, *pc = start; pc < start + (1 << 22);
         pc++) {
        const struct operations *block =
            operations_find(&program_operations, (uint64_t)(uintptr_t)pc);

        if (block)
            print_block(block);
    }
    for (unsigned i = 1; i <= site_count(); i++) {
        event_t event = site_event((uint16_t)i);

        printf("site %x %" PRIx64 "\n", (unsigned)(event & EVENT_CLASS), (uint64_t)event_pc(event));
    }
}
