/*
 * The line of a slot.
 */
#include "print_slot.h"

#include <stdio.h>

const char *print_type_of_size(unsigned size)
{
    if (is_wide(size))
        return size == 3 ? "bytes_3" : size == 12 ? "words_3" : size == 16 ? "uint4" : "words_5";
    return size == 1 ? "u8" : size == 2 ? "u16" : size == 4 ? "u32" : "u64";
}

static void print_condition(const struct program *program, const struct who *who)
{
    const char *and = "";
    char text[200] = "";
    size_t length = 0;
#define CONDITION(...)                                                                             \
    do {                                                                                           \
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", and);                \
        length += (size_t)snprintf(text + length, sizeof text - length, __VA_ARGS__);              \
        and = " && ";                                                                              \
    } while (0)
    if (who->block != ANY_BLOCK)
        CONDITION("b == %d", who->block);
    if (who->end == who->first + 1) {
        CONDITION("t == %u", who->first);
    } else {
        if (who->first)
            CONDITION("t >= %u", who->first);
        if (who->end < program->threads)
            CONDITION("t < %u", who->end);
    }
    if (who->lanes != ALL_LANES)
        CONDITION("(0x%08xu >> t %% 32 & 1)", who->lanes);
    if (who->ticket != ANY_TICKET)
        CONDITION("ticket == %d", who->ticket);
#undef CONDITION
    if (*text)
        printf("if (%s) ", text);
}

static const char *type_of(const struct slot *slot)
{
    if (!slot->as_vector)
        return print_type_of_size(slot->size);
    return slot->size == 2 ? "uchar2" : slot->size == 4 ? "short2" : "short4";
}

/* "*(volatile u32 *)(g + 4)", or without the star the pointer. */
void print_typed(const struct slot *slot, const struct place *place, const char *star,
                 const char *qualifier, const char *type)
{
    printf("%s(%s%s *)(%c", star, qualifier, type,
           place->space == SPACE_GLOBAL  ? 'g'
           : place->space == SPACE_FRESH ? 'f'
                                         : 's');
    if (place->offset)
        printf(" + %u", place->offset);
    if (place->modulus > 1) {
        printf(" + %u * ((t", place_stride(place, slot->size));
        if (place->shift)
            printf(" + %u", place->shift);
        if (place->block_step)
            printf(" + %u * b", place->block_step);
        printf(") %% %u)", place->modulus);
    }
    printf(")");
}

void print_place(const struct slot *slot, const char *star, const char *qualifier)
{
    print_typed(slot, &slot->place, star, qualifier, type_of(slot));
}

void print_operand(const struct program *program, const struct slot *slot)
{
    printf("(%s)%u", print_type_of_size(slot->size), slot->constant);
    if (slot->plus_thread)
        printf(" + b * %u + t", program->threads);
}

static void print_call(const struct slot *slot, const char *name)
{
    static const char *const suffixes[] = {"_block", "", "_system"};
    printf("%s%s(", name, suffixes[slot->scope]);
    if (accesses_memory(slot->operation))
        print_place(slot, "", "");
}

static void print_atomic(const struct program *program, const struct slot *slot, const char *target,
                         const char *name)
{
    printf("%s", target);
    print_call(slot, name);
    if (slot->operation == OP_CAS)
        printf(", %u", slot->compare);
    printf(", ");
    print_operand(program, slot);
    printf(");");
}

/* u starts with what was read last. */
static void print_cas_loop(const struct program *program, const struct slot *slot)
{
    const char *type = print_type_of_size(slot->size);
    printf("for (%s u = x; (x = ", type);
    print_call(slot, "atomicCAS");
    printf(", u, u + (");
    print_operand(program, slot);
    printf("))) != u; u = x) ;");
}

/* The mask of a warp barrier: that of the first warp that comes, as they all have the same. */
unsigned print_mask(const struct program *program, const struct slot *slot)
{
    unsigned mask = 0;
    for (unsigned block = 0; block < program->blocks; block++)
        for (unsigned thread = 0; thread < program->threads && !mask; thread += WARP_LANES)
            mask = slot_warp_mask(program, slot, block, thread);
    return mask;
}

/* "cuda::atomic_ref<u32, cuda::thread_scope_block>(*(u32 *)(g +
 * 4)).load(cuda::memory_order_acquire)" */
static void print_ordered(const struct program *program, const struct slot *slot)
{
    static const char *const scopes[] = {"block", "device", "system"};
    static const char *const orders[] = {"", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
    const char *call = slot->operation == OP_LOAD    ? "load"
                       : slot->operation == OP_STORE ? "store"
                       : slot->operation == OP_ADD   ? "fetch_add"
                                                     : "exchange";
    if (slot->operation != OP_STORE)
        printf("sum += x = ");
    printf("cuda::atomic_ref<%s, cuda::thread_scope_%s>(", print_type_of_size(slot->size),
           scopes[slot->scope]);
    print_place(slot, "*", "");
    printf(").%s(", call);
    if (slot->operation != OP_LOAD) {
        print_operand(program, slot);
        printf(", ");
    }
    printf("cuda::memory_order_%s);", orders[slot->order]);
}

/* A structure or a vector. It is read in a statement of its own: g++ gives an argument's copy to the line before. */
static void print_structure(const struct program *program, const struct slot *slot)
{
    if (slot->operation == OP_READ) {
        printf("{ %s v = ", type_of(slot));
        print_place(slot, "*", "");
        printf("; sum += x = first(v); }");
        return;
    }
    print_place(slot, "*", "");
    printf(" = filled<%s>(%u", type_of(slot), slot->constant);
    if (slot->plus_thread)
        printf(" + b * %u + t", program->threads);
    printf(");");
}

/* Asynchronous copies. */
static void print_copy(const struct slot *slot)
{
    int is_cxx = slot->spelling == SPELLED_CXX;
    if (slot->operation == OP_COPY_ASYNC) {
        printf(is_cxx ? "cuda::memcpy_async(" : "__pipeline_memcpy_async(");
        print_typed(slot, &slot->place, "", "", "u8");
        printf(", ");
        print_typed(slot, &slot->from, "", "", "u8");
        if (is_cxx)
            printf(", cuda::aligned_size_t<%u>(%u), pipeline);", slot->size, slot->size);
        else
            printf(", %u);", slot->size);
    } else if (slot->operation == OP_COPY_COMMIT) {
        printf(is_cxx ? "pipeline.producer_commit();" : "__pipeline_commit();");
    } else if (is_cxx) {
        printf("cuda::pipeline_consumer_wait_prior<%u>(pipeline);", slot->prior);
    } else {
        printf("__pipeline_wait_prior(%u);", slot->prior);
    }
}

/* memcpy, __ldg, cuda::barrier, cooperative groups, return. */
static void print_other(const struct slot *slot)
{
    switch (slot->operation) {
    case OP_LDG:
        printf("sum += x = __ldg(");
        print_place(slot, "", "const ");
        printf(");");
        break;
    case OP_COPY:
        printf("memcpy(");
        print_typed(slot, &slot->place, "", "", "u8");
        printf(", ");
        print_typed(slot, &slot->from, "", "", "u8");
        printf(", %u + part / 2);", slot->size); /* no constant: a call */
        break;
    case OP_ARRIVE: printf("(void)barriers[%u].arrive();", slot->barrier); break;
    case OP_WAIT: printf("barriers[%u].wait_parity(false);", slot->barrier); break;
    case OP_TILE_BARRIER:
        printf("groups::tiled_partition<%u>(groups::this_thread_block()).sync();", slot->size);
        break;
    case OP_GRID_BARRIER: printf("groups::this_grid().sync();"); break;
    case OP_EXIT: printf("return;"); break;
    default: print_copy(slot); break;
    }
}

static void print_operation(const struct program *program, const struct slot *slot)
{
    if (slot->spelling == SPELLED_PTX) {
        print_ptx(program, slot);
        return;
    }
    if (slot->order) {
        print_ordered(program, slot);
        return;
    }
    if (slot->operation <= OP_WRITE && (is_wide(slot->size) || slot->as_vector)) {
        print_structure(program, slot);
        return;
    }
    switch (slot->operation) {
    case OP_READ:
    case OP_VOLATILE_READ:
        printf("sum += x = ");
        print_place(slot, "*", slot->operation == OP_READ ? "" : "volatile ");
        printf(";");
        break;
    case OP_WRITE:
    case OP_VOLATILE_WRITE:
        print_place(slot, "*", slot->operation == OP_WRITE ? "" : "volatile ");
        printf(" = ");
        print_operand(program, slot);
        printf(";");
        break;
    case OP_ADD: print_atomic(program, slot, "sum += x = ", "atomicAdd"); break;
    case OP_EXCHANGE: print_atomic(program, slot, "sum += x = ", "atomicExch"); break;
    case OP_CAS: print_atomic(program, slot, "sum += x = ", "atomicCAS"); break;
    case OP_TICKET: print_atomic(program, slot, "sum += ticket = x = ", "atomicAdd"); break;
    case OP_CAS_LOOP: print_cas_loop(program, slot); break;
    case OP_SPIN:
        printf("while (!(x = ");
        print_call(slot, "atomicAdd");
        printf(", 0))) ;");
        break;
    case OP_SPIN_VOLATILE:
        printf("while (!(x = ");
        print_place(slot, "*", "volatile ");
        printf(")) ;");
        break;
    case OP_LOCK:
        printf("while ((x = ");
        print_call(slot, "atomicCAS");
        printf(", 0, 1))) ;");
        break;
    case OP_FENCE:
        print_call(slot, "__threadfence");
        printf(");");
        break;
    case OP_LIGHT_FENCE:
        printf("cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_%s);",
               slot->scope == SCOPE_BLOCK    ? "block"
               : slot->scope == SCOPE_DEVICE ? "device"
                                             : "system");
        break;
    case OP_BLOCK_BARRIER:
        printf(slot->spelling == SPELLED_CXX ? "groups::this_thread_block().sync();"
                                             : "__syncthreads();");
        break;
    case OP_WARP_BARRIER: printf("__syncwarp(0x%08xu);", print_mask(program, slot)); break;
    default: print_other(slot); break;
    }
}

void print_slot(const struct program *program, const struct slot *slot)
{
    print_condition(program, &slot->who);
    print_operation(program, slot);
}
