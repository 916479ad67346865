/*
 * From instructions to operations: see block.h.
 */
#include "block.h"

#include <string.h>

/* Places of the stack frame that are told apart; the last register is REGISTER_PASSING. */
#define SLOTS (REGISTER_PASSING - OPERATION_STACK)

static const uint8_t no_registers[3] = {0};

void block_begin(struct block *block)
{
    memset(block->known, 0, sizeof block->known);
    block->count = block->tail = block->intrinsic = 0;
    block->announced_count = 0;
    block->flags = OPERATION_FLAGS;
    block->product = OPERATION_NO_REGISTER;
    block->host = 0;
    block->known[REGISTER_RSP].in_frame = 1;
    block->known[REGISTER_RBP].in_frame = (uint8_t)block->framed;
}

void block_frame(struct block *block, const struct instruction *instruction)
{
    const struct operand *operands = instruction->operands;

    if (instruction->count == 2 && operands[0].kind == OPERAND_REGISTER &&
        operands[1].kind == OPERAND_REGISTER && operands[0].base == REGISTER_RSP &&
        operands[1].base == REGISTER_RBP)
        block->framed = 1;
}

void block_source(struct block *block, enum source_kind source, long line)
{
    if (source == block->source && line == block->line)
        return;
    block->source = source;
    block->line = line;
    block->intrinsic = 0;
}

size_t block_append(struct block *block, enum operation_kind kind, uint8_t to,
                    const uint8_t from[3])
{
    struct planned planned = {.operation = {.kind = (uint8_t)kind, .to = to}};
    int count = 0;

    for (int i = 0; i < 3; i++)
        if (from[i] && from[i] != REGISTER_RSP && (i < 1 || from[i] != from[0]) &&
            (i < 2 || from[i] != from[1]))
            planned.operation.from[count++] = from[i];
    if (block->count == block->capacity) {
        block->capacity = 2 * block->capacity + 64;
        block->operations =
            reallocate(block->operations, block->capacity * sizeof *block->operations);
    }
    block->operations[block->count++] = planned;
    block->known[to] = (struct known){.written = block->count};
    return block->count - 1;
}

/* An intrinsic's instructions count as one: the multiplication, else the last. */
static enum operation_kind merge_intrinsic(struct block *block, enum operation_kind kind)
{
    if (kind == OPERATION_MOVE || kind == OPERATION_BRANCH || kind == OPERATION_JUMP)
        return kind;
    if (block->intrinsic) {
        struct operation *before = &block->operations[block->intrinsic - 1].operation;

        if (before->kind != OPERATION_INTEGER)
            return OPERATION_MOVE;
        before->kind = OPERATION_MOVE;
    }
    block->intrinsic = block->count + 1;
    return kind;
}

/* Whether an operation of these sources takes in the product just before. */
static int takes_product(const struct block *block, enum operation_kind kind, const uint8_t from[3])
{
    enum operation_kind product;

    if (!block->product ||
        !(from[0] == block->product || from[1] == block->product || from[2] == block->product))
        return 0;
    product = block->operations[block->product_place].operation.kind;
    for (size_t i = block->product_place + 1; i < block->count; i++)
        if (block->operations[i].operation.kind != OPERATION_MOVE &&
            block->operations[i].operation.kind != OPERATION_LOAD)
            return 0;
    return kind == product || (kind == OPERATION_INTEGER && product == OPERATION_MULTIPLY);
}

/* Appends a computation, unless a GPU has none there. */
static void compute(struct block *block, enum operation_kind kind, unsigned traits, uint8_t to,
                    const uint8_t from[3])
{
    int sum = 0;
    size_t place;

    if (to == REGISTER_RSP)
        return;
    if (block->source == SOURCE_RUNTIME || block->host)
        kind = OPERATION_MOVE;
    if (block->source == SOURCE_INTEGERS) {
        kind = merge_intrinsic(block, kind);
        traits = 0; /* nothing is made one with it */
    }
    if (traits & MAKES_SUM)
        sum = takes_product(block, kind, from);
    place = block_append(block, kind, to, from);
    block->operations[place].operation.doubles = (uint8_t)sum;
    if (kind == OPERATION_MOVE) {
        if (block->product && from[0] == block->product)
            block->product = to;
        else if (to == block->product)
            block->product = OPERATION_NO_REGISTER;
    } else if (traits & MAKES_PRODUCT) {
        block->product = to;
        block->product_place = place;
    } else if (to == block->product) {
        block->product = OPERATION_NO_REGISTER;
    }
    if (kind == OPERATION_JUMP)
        block->tail = block->count;
}

/* ---- Operands ------------------------------------------------------------------------- */

static int is_on_stack(const struct block *block, const struct operand *operand)
{
    return !operand->local &&
           (operand->base == REGISTER_RSP || (operand->base == REGISTER_RBP && block->framed));
}

static uint8_t stack_slot(const struct operand *operand, unsigned further)
{
    long number = (offset_value(operand) / 4 + (long)further) % SLOTS;

    return (uint8_t)(OPERATION_STACK + (number < 0 ? number + SLOTS : number));
}

/* Whether the operand's text begins with this. */
static int offset_begins(const struct operand *operand, const char *text)
{
    size_t length = strlen(text);

    return operand->offset_length >= length && !strncmp(operand->offset, text, length);
}

/* What the linker fills in: addresses of variables, of thread-local ones too. */
static int is_linked(const struct operand *operand)
{
    return operand->relative &&
           (offset_mentions(operand, "@gottpoff") || offset_mentions(operand, "@gotpcrel"));
}

/* %fs:0: where the thread-local variables are. */
static int is_local_base(const struct operand *operand)
{
    return operand->local && !operand->base && !operand->index && !offset_value(operand) &&
           !offset_mentions(operand, "@");
}

/* Parts of the address of a thread-local variable: on a GPU, of a shared one, constants. */
static int is_constant_part(const struct operand *operand)
{
    return is_local_base(operand) ||
           (operand->kind == OPERAND_IMMEDIATE && offset_mentions(operand, "@tpoff"));
}

/* threadIdx and its kind: see include/sim/places.h. */
static int is_place(const struct operand *operand)
{
    return offset_begins(operand, "sim_thread_index") ||
           offset_begins(operand, "sim_block_index") || offset_begins(operand, "sim_block_size") ||
           offset_begins(operand, "sim_grid_size");
}

/*
 * The register in which the operand's value is. What must be loaded for that is put into the
 * register to.
 */
static uint8_t fetch(struct block *block, const struct operand *operand, uint8_t to)
{
    if (operand->kind == OPERAND_REGISTER)
        return operand->base;
    if (operand->kind == OPERAND_IMMEDIATE || is_linked(operand))
        return OPERATION_NO_REGISTER;
    if (is_on_stack(block, operand))
        return operand->index ? operand->index : stack_slot(operand, 0);
    if (offset_begins(operand, ".L")) /* the compiler's constants */
        return operand->index;
    if (operand->local && (block->known[operand->base].of_place || is_place(operand))) {
        block_append(block, OPERATION_INTEGER, to, no_registers); /* a special register */
        return to;
    }
    if (is_local_base(operand))
        return OPERATION_NO_REGISTER;
    if (block_access(block, operand, 0, to))
        return to;
    return operand->base ? operand->base : operand->index;
}

/* Computes a value and puts it where the instruction's last operand says. */
static void put(struct block *block, const struct instruction *instruction,
                enum operation_kind kind, unsigned traits, const uint8_t from[3])
{
    const struct operand *operand = &instruction->operands[instruction->count - 1];
    uint8_t to = operand->base;

    if (operand->kind == OPERAND_MEMORY)
        to = is_on_stack(block, operand) && !operand->index ? stack_slot(operand, 0)
                                                            : REGISTER_PASSING;
    if (to != REGISTER_PASSING || kind != OPERATION_MOVE)
        compute(block, kind, traits, to, from);
    if (to == REGISTER_PASSING)
        block_access(block, operand, 1, kind == OPERATION_MOVE ? from[0] : to);
    else if (operand->kind == OPERAND_MEMORY)
        for (unsigned i = 1; i < memory_bytes(instruction) / 4; i++)
            compute(block, OPERATION_MOVE, 0, stack_slot(operand, i), (const uint8_t[3]){to});
    if (traits & SETS_FLAGS)
        block->flags = to;
}

/* ---- Forms of instructions ---------------------------------------------------------------- */

/* Copies from register to register or from memory; other copies are like computations. */
static void add_move(struct block *block, const struct instruction *instruction)
{
    const struct operand *source = &instruction->operands[0];
    const struct operand *target = &instruction->operands[instruction->count - 1];
    size_t before = block->count;
    int to_register = target->kind == OPERAND_REGISTER;
    struct known known = {0};
    uint8_t from[3] = {0};

    from[0] = fetch(block, source, to_register ? target->base : REGISTER_PASSING);
    if (to_register && block->count > before)
        return; /* that was it */
    if (source->kind == OPERAND_REGISTER) {
        struct operand pointed = {.kind = OPERAND_MEMORY, .base = source->base};

        known = block->known[source->base];
        known.identity = address_identity(&pointed);
    } else if (source->kind == OPERAND_IMMEDIATE) {
        known.identity = address_identity(source);
    } else if (is_linked(source)) {
        known.of_place = (uint8_t)is_place(source);
    } else if (is_on_stack(block, source) && !source->index) {
        for (unsigned i = 1; i < memory_bytes(instruction) / 4 && i < 3; i++)
            from[i] = stack_slot(source, i);
    }
    put(block, instruction, OPERATION_MOVE, 0, from);
    if (to_register && target->base != REGISTER_RSP) {
        known.written = block->known[target->base].written;
        block->known[target->base] = known;
    }
}

static void add_address(struct block *block, const struct instruction *instruction)
{
    const struct operand *address = &instruction->operands[0];
    uint8_t to = instruction->operands[instruction->count - 1].base;
    int in_frame = block->known[address->base].in_frame;
    int constant = address->relative || offset_mentions(address, "@tpoff") || in_frame;
    uint8_t from[3] = {in_frame ? 0 : address->base, address->index};
    enum operation_kind kind = OPERATION_INTEGER;
    unsigned traits = 0;

    if (!address->index && (constant || !address->base || !address->offset_length))
        kind = OPERATION_MOVE;
    else if (!address->base && address->scaled)
        traits = MAKES_PRODUCT;
    else if (address->base && address->index && !address->scaled)
        traits = MAKES_SUM;
    compute(block, kind, traits, to, from);
    if (!block->count || to == REGISTER_RSP)
        return;
    block->operations[block->count - 1].displaced = (uint8_t)(address->base && !address->index);
    block->known[to].identity = address_identity(address);
    block->known[to].in_frame = (uint8_t)in_frame;
}

/* All operands but the last, as far as there is room, behind the count registers in from. */
static void fetch_sources(struct block *block, const struct instruction *instruction,
                          uint8_t from[3], int count)
{
    for (int i = 0; i + 1 < instruction->count && count < 3; i++) {
        from[count] = fetch(block, &instruction->operands[i], REGISTER_PASSING);
        count += from[count] != OPERATION_NO_REGISTER;
    }
}

static int clears(const struct instruction *instruction)
{
    const struct operand *operands = instruction->operands;

    return instruction->mnemonic->traits & CLEARS && instruction->count >= 2 &&
           operands[0].kind == OPERAND_REGISTER && operands[1].kind == OPERAND_REGISTER &&
           operands[0].base == operands[1].base;
}

/* Whether the last operand is written only: of most instructions with three. */
static int is_three_operand(const struct instruction *instruction)
{
    const char *name = instruction->name;

    return instruction->count >= 3 && *name == 'v' && strncmp(name, "vfm", 3) &&
           strncmp(name, "vfnm", 4);
}

static void add_computation(struct block *block, const struct instruction *instruction)
{
    const struct mnemonic *mnemonic = instruction->mnemonic;
    int update = mnemonic->form == FORM_UPDATE && !is_three_operand(instruction);
    uint8_t from[3] = {0};
    int count = 0;

    if (!instruction->count)
        return;
    if (mnemonic->traits & READS_FLAGS)
        from[count++] = block->flags;
    if (clears(instruction)) {
        put(block, instruction, count ? mnemonic->kind : OPERATION_MOVE, mnemonic->traits, from);
        return;
    }
    if (update) {
        from[count] =
            fetch(block, &instruction->operands[instruction->count - 1], REGISTER_PASSING);
        count += from[count] != OPERATION_NO_REGISTER;
    }
    fetch_sources(block, instruction, from, count);
    if (is_constant_part(&instruction->operands[0]))
        put(block, instruction, OPERATION_MOVE, 0, from);
    else
        put(block, instruction, mnemonic->kind, mnemonic->traits, from);
}

static void add_comparison(struct block *block, const struct instruction *instruction)
{
    uint8_t from[3] = {0};

    for (int i = 0; i < instruction->count && i < 3; i++)
        from[i] = fetch(block, &instruction->operands[i], REGISTER_PASSING);
    compute(block, instruction->mnemonic->kind, 0, OPERATION_FLAGS, from);
    block->flags = OPERATION_FLAGS;
}

/* Products and quotients of rax, and those whose operands say where they go. */
static void add_wide(struct block *block, const struct instruction *instruction)
{
    const struct mnemonic *mnemonic = instruction->mnemonic;
    uint8_t from[3] = {0};

    if (instruction->count == 1) {
        from[0] = REGISTER_RAX;
        from[1] = fetch(block, &instruction->operands[0], REGISTER_PASSING);
        if (mnemonic->form == FORM_DIVIDE)
            from[2] = REGISTER_RDX;
        compute(block, mnemonic->kind, mnemonic->traits, REGISTER_RAX, from);
        compute(block, OPERATION_MOVE, 0, REGISTER_RDX, (const uint8_t[3]){REGISTER_RAX});
    } else if (instruction->count) {
        if (instruction->count == 2)
            from[0] = fetch(block, &instruction->operands[1], REGISTER_PASSING);
        fetch_sources(block, instruction, from, from[0] != OPERATION_NO_REGISTER);
        put(block, instruction, mnemonic->kind, mnemonic->traits, from);
    }
}

static void add_jump(struct block *block, const struct instruction *instruction)
{
    uint8_t from[3] = {0};

    if (instruction->mnemonic->form == FORM_BRANCH) {
        from[0] = block->flags;
    } else if (instruction->count) { /* of a switch */
        from[0] = instruction->operands[0].base;
        from[1] = instruction->operands[0].index;
    }
    if (instruction->mnemonic->form == FORM_JUMP)
        block_settle(block);
    compute(block, instruction->mnemonic->kind, 0, OPERATION_NO_REGISTER, from);
}

void block_add(struct block *block, const struct instruction *instruction)
{
    const struct mnemonic *mnemonic = instruction->mnemonic;
    const uint8_t rax[3] = {REGISTER_RAX};

    switch (mnemonic->form) {
    case FORM_WRITE:
        if (mnemonic->kind == OPERATION_MOVE && instruction->count == 2) {
            add_move(block, instruction);
            break;
        }
        /* fall through */
    case FORM_UPDATE: add_computation(block, instruction); break;
    case FORM_COMPARE: add_comparison(block, instruction); break;
    case FORM_ADDRESS:
        if (instruction->count == 2)
            add_address(block, instruction);
        break;
    case FORM_POP:
        if (instruction->count)
            put(block, instruction, OPERATION_MOVE, 0, no_registers);
        break;
    case FORM_EXTEND_RAX: compute(block, OPERATION_MOVE, 0, REGISTER_RAX, rax); break;
    case FORM_EXTEND_RDX: compute(block, OPERATION_MOVE, 0, REGISTER_RDX, rax); break;
    case FORM_MULTIPLY:
    case FORM_DIVIDE: add_wide(block, instruction); break;
    case FORM_BRANCH:
    case FORM_JUMP: add_jump(block, instruction); break;
    case FORM_CALL: /* block_call */
    case FORM_NOTHING: break;
    }
}

void block_end(struct block *block)
{
    size_t last = block->count;

    block_settle(block);
    /* Copies behind the last jump are for those who come from elsewhere. */
    while (block->tail && last > block->tail &&
           block->operations[last - 1].operation.kind == OPERATION_MOVE)
        last--;
    if (last == block->tail && last)
        block->count = last;
}
