/*
 * Calls of functions in a basic block, as operations.
 */
#include "block.h"
#include "functions.h"
#include "text.h"

#include <string.h>

static void append_placed(struct block *block, struct operation operation, unsigned label, int less)
{
    size_t place = block_append(block, operation.kind, operation.to, operation.from);

    block->operations[place].label = label;
    block->operations[place].less = (uint8_t)less;
}

/*
 * memcpy and its kind: the runtime records their loads at their return address, and their stores
 * one byte before it.
 */
static int append_copy(struct block *block, const char *name, unsigned label)
{
    int copies = !strcmp(name, "memcpy") || !strcmp(name, "memmove");

    if (begins(name, "__tsan_"))
        return append_copy(block, name + strlen("__tsan_"), label);
    if (!copies && strcmp(name, "memset"))
        return 0;
    if (copies)
        append_placed(block,
                      (struct operation){
                          .kind = OPERATION_LOAD, .to = REGISTER_PASSING, .from = {REGISTER_RSI}},
                      label, 0);
    append_placed(
        block,
        (struct operation){.kind = OPERATION_STORE,
                           .from = {REGISTER_RDI, copies ? REGISTER_PASSING : REGISTER_RSI}},
        label, 1);
    block_append(block, OPERATION_MOVE, REGISTER_RAX, (const uint8_t[3]){REGISTER_RDI});
    return 1;
}

/* The registers of the arguments that a result depends on: not those that choose the operation. */
static struct operation call_of(const char *name)
{
    struct operation call = {.kind = OPERATION_CALL,
                             .to = REGISTER_RAX,
                             .from = {REGISTER_RDI, REGISTER_RSI, REGISTER_RDX}};

    if (!strcmp(name, "sim_atomic") || !strcmp(name, "sim_shuffle")) {
        call.from[0] = REGISTER_RDX;
        call.from[1] = REGISTER_RCX;
        call.from[2] = REGISTER_R8;
    }
    return call;
}

/* The last operation is a call of that mathematical function. */
static void note_cost(struct block *block, const char *name)
{
    struct operation *operation = &block->operations[block->count - 1].operation;
    const struct function_cost *cost = find_function_cost(name);

    operation->function.instructions =
        (uint8_t)(cost->instructions < UINT8_MAX ? cost->instructions : UINT8_MAX);
    operation->function.doubles = (uint8_t)cost->doubles;
    operation->special = cost->special & 15;
    operation->is_unknown = has_slow_way(name) & 1;
}

static void append_computation(struct block *block, const struct computation *computation,
                               const char *name)
{
    static const uint8_t vectors[3] = {OPERATION_VECTOR, OPERATION_VECTOR + 1,
                                       OPERATION_VECTOR + 2};
    static const uint8_t integers[3] = {REGISTER_RDI, REGISTER_RSI, REGISTER_RDX};

    block_append(block, computation->kind,
                 computation->result == IN_VECTOR ? OPERATION_VECTOR : REGISTER_RAX,
                 computation->arguments == IN_VECTOR ? vectors : integers);
    if (computation->kind == OPERATION_FUNCTION)
        note_cost(block, name);
}

void block_call(struct block *block, const char *name, unsigned label)
{
    static const uint8_t none[3] = {0};
    static const uint8_t integers[3] = {REGISTER_RDI};
    static const uint8_t vector[3] = {OPERATION_VECTOR};
    static const uint8_t vectors[3] = {OPERATION_VECTOR, OPERATION_VECTOR + 1,
                                       OPERATION_VECTOR + 2};
    enum operation_kind kind = function_kind(name);

    block_settle(block);
    if (find_computation(name)) {
        append_computation(block, find_computation(name), name);
    } else if (!append_copy(block, name, label)) {
        if (kind == OPERATION_CALL)
            append_placed(block, call_of(name), label, 0);
        else if (kind == OPERATION_MOVE)
            block_append(block, kind, REGISTER_RAX, none);
        else if (kind == OPERATION_INTEGER)
            block_append(block, kind, REGISTER_RAX, integers);
        else if (kind == OPERATION_FLOAT_DIVIDE || kind == OPERATION_DOUBLE_DIVIDE)
            block_append(block, kind, OPERATION_VECTOR, vector);
        else
            block_append(block, kind, OPERATION_VECTOR, vectors);
        if (kind == OPERATION_FUNCTION)
            note_cost(block, name);
    }
    block->host |= !strcmp(name, "sim_in_kernel") || !strcmp(name, "sim_is_launched");
    block->flags = OPERATION_FLAGS;
    block->known[REGISTER_RDI] = (struct known){0}; /* the next hook's is a new one */
}
