/*
 * Loads and stores of a basic block: finds for each the hook that has announced it.
 */
#include "block.h"

#include <string.h>

void block_announce(struct block *block, int reads, int writes, unsigned label)
{
    struct known *argument = &block->known[REGISTER_RDI];
    struct planned *planned = argument->written ? &block->operations[argument->written - 1] : NULL;
    struct announced *announced;
    uint8_t address = REGISTER_RDI;

    if (planned && (planned->operation.kind == OPERATION_MOVE || planned->displaced)) {
        planned->dropped = 1; /* it is the hook's alone */
        address = planned->operation.from[0];
    }
    if (argument->in_frame)
        return; /* the runtime does not record accesses to the stack */
    if (block->announced_count == ANNOUNCED_MOST)
        block_settle(block);
    announced = &block->announced[block->announced_count++];
    *announced = (struct announced){
        .label = label,
        .reads = (uint8_t)reads,
        .writes = (uint8_t)writes,
        .both = (uint8_t)(reads && writes),
        .address = address,
        .written = block->known[address].written,
        .identity = {argument->identity, block->known[address].identity},
    };
}

/* The announced access that the operand is: the same address, else the first that fits. */
static struct announced *find_announced(struct block *block, const struct operand *operand,
                                        int writes)
{
    uint64_t identity = address_identity(operand);
    struct announced *first = NULL;

    for (int i = 0; i < block->announced_count; i++) {
        struct announced *announced = &block->announced[i];

        if (writes ? !announced->writes : !announced->reads)
            continue;
        if (announced->identity[0] == identity || announced->identity[1] == identity)
            return announced;
        if (!first)
            first = announced;
    }
    return first;
}

/* Appends the load to, or the store of, value. */
static void append_access(struct block *block, struct announced *announced, int writes,
                          uint8_t value, const uint8_t address[2])
{
    const uint8_t from[3] = {address[0], address[1], writes ? value : 0};
    size_t place = block_append(block, writes ? OPERATION_STORE : OPERATION_LOAD,
                                writes ? OPERATION_NO_REGISTER : value, from);
    struct planned *planned = &block->operations[place];

    planned->label = announced->label;
    planned->less = writes && announced->both;
    if (writes)
        announced->writes = 0;
    else
        announced->reads = 0;
}

static int is_unchanged(const struct block *block, const struct announced *announced)
{
    return announced->address && block->known[announced->address].written == announced->written;
}

/* Takes it out of the list; the others stay in their order. */
static void forget(struct block *block, struct announced *announced)
{
    struct announced *end = block->announced + block->announced_count--;

    memmove(announced, announced + 1, (size_t)(end - (announced + 1)) * sizeof *announced);
}

/* The load is the next operation; it may write its own address's register. */
static void note_load(struct block *block, const struct operand *operand, uint8_t to)
{
    block->loaded = (struct loaded){
        .base = operand->base,
        .index = operand->index,
        .to = to,
        .offset = offset_value(operand),
        .written = {block->known[operand->base].written, block->known[operand->index].written},
        .value_written = block->count + 1,
    };
}

#define LOADED_MOST 16 /* bytes that one load has: a vector */

/* 1 if an announced access has the operand's address. */
static int is_announced(const struct block *block, const struct operand *operand)
{
    uint64_t identity = address_identity(operand);

    for (int i = 0; i < block->announced_count; i++)
        if (block->announced[i].reads && (block->announced[i].identity[0] == identity ||
                                          block->announced[i].identity[1] == identity))
            return 1;
    return 0;
}

uint8_t block_part(const struct block *block, const struct operand *operand)
{
    const struct loaded *loaded = &block->loaded;
    long distance = offset_value(operand) - loaded->offset;

    if (operand->base != loaded->base || operand->index != loaded->index ||
        !(loaded->base || loaded->index) || distance <= -LOADED_MOST || distance >= LOADED_MOST ||
        (loaded->base && block->known[loaded->base].written != loaded->written[0]) ||
        (loaded->index && block->known[loaded->index].written != loaded->written[1]) ||
        block->known[loaded->to].written != loaded->value_written || is_announced(block, operand))
        return 0;
    return loaded->to;
}

int block_access(struct block *block, const struct operand *operand, int writes, uint8_t value)
{
    struct announced *announced;
    uint8_t address[2] = {operand->base, operand->index};

    if (block->known[operand->base].in_frame)
        return 0;
    announced = find_announced(block, operand, writes);
    if (!announced)
        return 0;
    if (is_unchanged(block, announced)) { /* the operand works it out again: free on a GPU */
        address[0] = announced->address;
        address[1] = OPERATION_NO_REGISTER;
    }
    if (!writes)
        note_load(block, operand, value);
    append_access(block, announced, writes, value, address);
    if (!announced->reads && !announced->writes)
        forget(block, announced);
    return 1;
}

void block_settle(struct block *block)
{
    for (int i = 0; i < block->announced_count; i++) {
        struct announced *announced = &block->announced[i];
        const uint8_t address[2] = {is_unchanged(block, announced) ? announced->address : 0, 0};

        if (announced->reads)
            append_access(block, announced, 0, OPERATION_NO_REGISTER, address);
        if (announced->writes)
            append_access(block, announced, 1, OPERATION_NO_REGISTER, address);
    }
    block->announced_count = 0;
}
