/*
 * The line of a slot that is written as inline PTX.
 */
#include <stdio.h>

#include "print_slot.h"

static const char *const scopes[] = {"cta", "gpu", "sys"};
static const char *const orders[] = {"relaxed", "relaxed", "acquire",
                                     "release", "acq_rel", "acquire"};

static void print_fence(enum scope scope)
{
    static const char *const names[] = {"membar.cta", "membar.gl", "fence.sc.sys"};
    printf("asm volatile(\"%s;\" ::: \"memory\");", names[scope]);
}

/* A register's constraint for a value of the size. */
static char constraint(unsigned size)
{
    return size == 8 ? 'l' : size == 2 ? 'h' : 'r';
}

/* { u32 v; asm volatile("ld.u32 %0, [%1];" : "=r"(v) : "l"(place) : "memory"); sum += x = v; } */
static void print_load(const struct slot *slot)
{
    const char *type = slot->size == 1 ? "u32" : print_type_of_size(slot->size);
    printf("{ %s v; asm volatile(\"ld.", type);
    if (slot->operation == OP_VOLATILE_READ)
        printf("volatile.");
    if (slot->operation == OP_LOAD)
        printf("%s.%s.", orders[slot->order], scopes[slot->scope]);
    printf("%s %%0, [%%1];\" : \"=%c\"(v) : \"l\"(", print_type_of_size(slot->size),
           constraint(slot->size));
    print_place(slot, "", "");
    printf(") : \"memory\"); sum += x = v; }");
}

static void print_store(const struct program *program, const struct slot *slot)
{
    printf("asm volatile(\"st.");
    if (slot->operation == OP_VOLATILE_WRITE)
        printf("volatile.");
    if (slot->operation == OP_STORE)
        printf("%s.%s.", slot->order == ORDER_RELEASE ? "release" : "relaxed", scopes[slot->scope]);
    printf("%s [%%0], %%1;\" ::\"l\"(", print_type_of_size(slot->size));
    print_place(slot, "", "");
    printf("), \"%c\"((%s)(", constraint(slot->size),
           slot->size == 1 ? "u32)(u8" : print_type_of_size(slot->size));
    print_operand(program, slot);
    printf(")) : \"memory\");");
}

static void print_atomic(const struct program *program, const struct slot *slot)
{
    unsigned bits = 8 * slot->size;
    int swaps = slot->operation == OP_CAS;
    printf("{ %s v; asm volatile(\"atom.%s.%s.", print_type_of_size(slot->size),
           orders[slot->order], scopes[slot->scope]);
    if (swaps)
        printf("cas.b%u", bits);
    else if (slot->operation == OP_EXCHANGE)
        printf("exch.b%u", bits);
    else
        printf("add.u%u", bits);
    printf(" %%0, [%%1], %s;\" : \"=%c\"(v) : \"l\"(", swaps ? "%2, %3" : "%2",
           constraint(slot->size));
    print_place(slot, "", "");
    printf("), ");
    if (swaps)
        printf("\"%c\"((%s)%u), ", constraint(slot->size), print_type_of_size(slot->size),
               slot->compare);
    printf("\"%c\"((%s)(", constraint(slot->size), print_type_of_size(slot->size));
    print_operand(program, slot);
    printf(")) : \"memory\"); sum += %sx = v; }", slot->operation == OP_TICKET ? "ticket = " : "");
}

static void print_copy(const struct slot *slot)
{
    printf("asm volatile(\"cp.async.ca.shared.global [%%0], [%%1], %u;\" "
           "::\"r\"((u32)__cvta_generic_to_shared(",
           slot->size);
    print_typed(slot, &slot->place, "", "", "u8");
    printf(")), \"l\"(");
    print_typed(slot, &slot->from, "", "", "u8");
    printf(") : \"memory\");");
}

static void print_instruction(const struct program *program, const struct slot *slot)
{
    switch (slot->operation) {
    case OP_READ:
    case OP_VOLATILE_READ:
    case OP_LOAD: print_load(slot); break;
    case OP_WRITE:
    case OP_VOLATILE_WRITE:
    case OP_STORE: print_store(program, slot); break;
    case OP_FENCE: print_fence(slot->scope); break;
    case OP_LIGHT_FENCE:
        printf("asm volatile(\"fence.acq_rel.%s;\" ::: \"memory\");", scopes[slot->scope]);
        break;
    case OP_BLOCK_BARRIER: printf("asm volatile(\"bar.sync 0;\" ::: \"memory\");"); break;
    case OP_WARP_BARRIER:
        printf("asm volatile(\"bar.warp.sync 0x%08x;\" ::: \"memory\");",
               print_mask(program, slot));
        break;
    case OP_COPY_ASYNC: print_copy(slot); break;
    case OP_COPY_COMMIT: printf("asm volatile(\"cp.async.commit_group;\" ::: \"memory\");"); break;
    case OP_COPY_WAIT:
        printf("asm volatile(\"cp.async.wait_group %u;\" ::: \"memory\");", slot->prior);
        break;
    default: print_atomic(program, slot); break;
    }
}

/* With a fence before it the instruction is still under the slot's condition. */
void print_ptx(const struct program *program, const struct slot *slot)
{
    const int fenced = slot->order == ORDER_SEQ_CST;
    if (fenced) {
        printf("{ ");
        print_fence(slot->scope);
        printf(" ");
    }
    print_instruction(program, slot);
    if (fenced)
        printf(" }");
}
