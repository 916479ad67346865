#include "print.h"

#include <stdio.h>
#include <string.h>

static const char head[] = "#include <cuda/atomic>\n"
                           "\n"
                           "typedef unsigned char u8;\n"
                           "typedef unsigned short u16;\n"
                           "typedef unsigned int u32;\n"
                           "typedef unsigned long long u64;\n"
                           "\n"
                           "// The empty assembly after each line keeps the compiler from joining "
                           "the accesses of two lines;\n"
                           "// sum keeps what is read from being thought unused.\n"
                           "__global__ void kernel(char *g)\n"
                           "{\n"
                           "    const u32 b = blockIdx.x, t = threadIdx.x;\n"
                           "    u64 x = 0, sum = 0, ticket = ~0ull;\n";

static const char shared_head[] = "    __shared__ u64 words[%d];\n"
                                  "    char *s = (char *)words;\n"
                                  "    for (int i = 0; t == 0 && i < %d; i++)\n"
                                  "        words[i] = 0;\n"
                                  "    __syncthreads();\n";

static const char tail[] = "    if (sum + ticket == 12345)\n"
                           "        asm volatile(\"\" ::: \"memory\");\n"
                           "}\n"
                           "\n"
                           "int main()\n"
                           "{\n"
                           "    char *g;\n"
                           "    cudaMalloc(&g, %d);\n"
                           "    cudaMemset(g, 0, %d);\n"
                           "    kernel<<<%u, %u>>>(g);\n"
                           "    return cudaDeviceSynchronize() != cudaSuccess;\n"
                           "}\n";

static int lines_in(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* The line of the printed file that is slot 0's; there is one comment before the head. */
static int first_line(const struct program *program)
{
    return 2 + lines_in(head) + (uses_shared(program) ? lines_in(shared_head) : 0);
}

/* ---- Parts of a line ------------------------------------------------------------------- */

static const char *type_of_size(unsigned size)
{
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

/* "*(volatile u32 *)(g + 4)", or without the star the pointer. */
static void print_place(const struct slot *slot, const char *star, const char *qualifier)
{
    const struct place *place = &slot->place;
    printf("%s(%s%s *)(%c", star, qualifier, type_of_size(slot->size),
           place->space == SPACE_GLOBAL ? 'g' : 's');
    if (place->offset)
        printf(" + %u", place->offset);
    if (place->modulus > 1) {
        printf(" + %u * ((t", slot->size);
        if (place->shift)
            printf(" + %u", place->shift);
        if (place->block_step)
            printf(" + %u * b", place->block_step);
        printf(") %% %u)", place->modulus);
    }
    printf(")");
}

static void print_operand(const struct program *program, const struct slot *slot)
{
    printf("(%s)%u", type_of_size(slot->size), slot->constant);
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
    const char *type = type_of_size(slot->size);
    printf("for (%s u = x; (x = ", type);
    print_call(slot, "atomicCAS");
    printf(", u, u + (");
    print_operand(program, slot);
    printf("))) != u; u = x) ;");
}

/* The mask of a warp barrier: that of the first warp that comes, as they all have the same. */
static unsigned barrier_mask(const struct program *program, const struct slot *slot)
{
    unsigned mask = 0;
    for (unsigned thread = 0; thread < program->threads && !mask; thread += WARP_LANES)
        mask = slot_warp_mask(program, slot, thread);
    return mask;
}

static void print_operation(const struct program *program, const struct slot *slot)
{
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
    case OP_BLOCK_BARRIER: printf("__syncthreads();"); break;
    case OP_WARP_BARRIER: printf("__syncwarp(0x%08xu);", barrier_mask(program, slot)); break;
    }
}

/* ---- The file ------------------------------------------------------------------------------ */

static void print_pair(const char *text, enum level level, enum race_kind kind, int line, int other)
{
    static const char *const kinds[RACE_KINDS] = {"race", "race between blocks"};
    if (level != LEVEL_NONE)
        printf("// %s: %s%s: %d and %d\n", text, level == LEVEL_NOTE ? "note: " : "", kinds[kind],
               line, other);
}

void print_program(const struct program *program, uint64_t seed)
{
    printf("// A random kernel: seed %llu. What a race detector should find stands at the end.\n%s",
           (unsigned long long)seed, head);
    if (uses_shared(program))
        printf(shared_head, AREA_BYTES / 8, AREA_BYTES / 8);
    for (unsigned i = 0; i < program->slot_count; i++) {
        printf("    ");
        print_condition(program, &program->slots[i].who);
        print_operation(program, &program->slots[i]);
        printf(" asm volatile(\"\" ::: \"memory\");\n");
    }
    printf(tail, AREA_BYTES, AREA_BYTES, program->blocks, program->threads);
}

void print_verdict(const struct program *program, const struct verdict *verdict,
                   const struct pairs *found)
{
    int line = first_line(program);
    for (unsigned kind = 0; kind < RACE_KINDS; kind++)
        for (unsigned i = 0; i < SLOTS_MOST; i++)
            for (unsigned j = i; j < SLOTS_MOST; j++) {
                enum level least = verdict->least.level[kind][i][j];
                enum level most = verdict->most.level[kind][i][j];
                enum level level = found->level[kind][i][j];
                int first = line + (int)i, second = line + (int)j;
                print_pair("expected", least, kind, first, second);
                print_pair("found", level, kind, first, second);
                if (level < least)
                    print_pair("expected and not found", least, kind, first, second);
                if (level > most)
                    print_pair("found and not expected", level, kind, first, second);
            }
}
