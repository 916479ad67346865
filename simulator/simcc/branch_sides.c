/*
 * The sides of branches that are open at a time are few: see branch_sides.h.
 */
#include "branch_sides.h"

#include <string.h>

#define LOADS_MOST 3u /* of struct operation_side */

/* Instructions that nvcc predicates, and those between conditions that it joins, at most. */
#define PREDICATED_MOST 8u

/* The instructions of an operation; SIDE_WHOLE where nvcc cannot predicate them. */
static unsigned instructions_of(const struct planned *planned)
{
    const struct operation *operation = &planned->operation;

    if (planned->dropped)
        return 0;
    switch (operation->kind) {
    case OPERATION_MOVE:
    case OPERATION_JUMP: return 0;
    case OPERATION_DIVIDE:
    case OPERATION_FLOAT_DIVIDE:
    case OPERATION_DOUBLE_DIVIDE:
    case OPERATION_BRANCH:
    case OPERATION_CALL: return SIDE_WHOLE;
    case OPERATION_FUNCTION: return operation->function.instructions;
    default: return operation->doubles && operation->from[0] ? 0 : 1;
    }
}

static void add(unsigned *count, unsigned instructions)
{
    *count = *count + instructions < SIDE_WHOLE ? *count + instructions : SIDE_WHOLE;
}

/* Adds the operations that have come since to the sides that are open. */
static void count_operations(struct open_branches *open, const struct block *block)
{
    unsigned instructions = 0, loads = 0, stores = 0;

    for (; open->counted < block->count; open->counted++) {
        const struct planned *planned = &block->operations[open->counted];
        add(&instructions, instructions_of(planned));
        loads += !planned->dropped && planned->operation.kind == OPERATION_LOAD;
        stores |= !planned->dropped && planned->operation.kind == OPERATION_STORE;
    }
    open->counted = block->count;
    open->since += instructions;
    for (size_t i = 0; i < open->count; i++) {
        struct branch_sides *branch = &open->branch[i];
        add(&branch->count[branch->side], instructions);
        branch->loads[branch->side] += loads;
        branch->stores[branch->side] |= stores;
    }
}

/* struct operation_side of the runtime, as it lies in memory. */
static unsigned side_byte(const struct branch_sides *branch, unsigned side)
{
    unsigned loads = branch->loads[side] < LOADS_MOST ? branch->loads[side] : LOADS_MOST;

    return branch->count[side] | loads << 5 | branch->stores[side] << 7;
}

/*
 * Where conditions are joined, and nvcc predicates what hangs on all of them, the first byte says
 * so, and the second has what is passed by: the other conditions and that.
 */
static unsigned sides_of(const struct branch_sides *branch)
{
    if (branch->joined && branch->count[0] <= branch->joined + PREDICATED_MOST)
        return SIDE_JOINED | side_byte(branch, 0) << 8;
    return side_byte(branch, 0) | side_byte(branch, 1) << 8;
}

static void close_branch(struct open_branches *open, size_t i)
{
    const struct branch_sides *branch = &open->branch[i];

    text_add_format(open->numbers, "\t.set\t.Lsim_sides%u,%u\n", branch->number, sides_of(branch));
    open->branch[i] = open->branch[--open->count];
}

/* A number that stands for a compiler's label, .L7 or .LBB0_3, up to its colon; 0: it is none. */
static unsigned label_number(const char *text)
{
    unsigned number = 2166136261u; // FNV-1a

    if (strncmp(text, ".L", 2))
        return 0;
    for (; *text && *text != ':' && *text != '\n'; text++)
        number = (number ^ (unsigned char)*text) * 16777619u;
    return number ? number : 1;
}

/* 1 if what stands before the next condition is plain, and so little that nvcc asks that, too. */
static int is_asked_at_once(const struct branch_sides *branch)
{
    return !branch->side && !branch->behind && !branch->loads[0] && !branch->stores[0] &&
           branch->count[0] <= PREDICATED_MOST;
}

/* All that is open has a branch to that target, or a call (0), within. */
static void spoil(struct open_branches *open, unsigned target)
{
    for (size_t i = 0; i < open->count; i++) {
        struct branch_sides *branch = &open->branch[i];

        if (target && target == branch->target && is_asked_at_once(branch)) {
            branch->joined = branch->count[0] ? branch->count[0] : 1;
            continue;
        }
        branch->asked = target && !open->passed[target & 255] && is_asked_at_once(branch)
                            ? branch->count[0]
                            : SIDE_WHOLE;
        branch->count[branch->side] = SIDE_WHOLE;
    }
    open->since = 0;
}

unsigned branch_sides_turn(struct open_branches *open, const struct block *block,
                           const struct statement *statement)
{
    unsigned target = label_number(statement->rest);

    if (statement->word[0] != 'j')
        return 0;
    count_operations(open, block);
    if (!strcmp(statement->word, "jmp")) {
        open->since++;
        for (size_t i = 0; i < open->count; i++) {
            struct branch_sides *branch = &open->branch[i];
            if (branch->side || branch->behind || !target)
                branch->count[branch->side] = SIDE_WHOLE;
            branch->behind = target;
        }
        return 0;
    }
    spoil(open, target);
    if (open->count == open->room) {
        open->room = 2 * open->room + 8;
        open->branch = reallocate(open->branch, open->room * sizeof *open->branch);
    }
    open->branch[open->count++] =
        (struct branch_sides){.number = ++open->branches, .target = target, .asked = SIDE_WHOLE};
    return open->branches;
}

void branch_sides_label(struct open_branches *open, const struct block *block, const char *line)
{
    unsigned label = label_number(line);

    if (!label)
        return;
    open->passed[label & 255] = 1;
    count_operations(open, block);
    for (size_t i = open->count; i-- > 0;) {
        struct branch_sides *branch = &open->branch[i];
        if (branch->target != label)
            continue;
        if (branch->side || !branch->behind) {
            if (!branch->side && !open->since && branch->asked <= PREDICATED_MOST)
                branch->count[0] = branch->asked; /* || joins it with the branch before the label */
            close_branch(open, i);
            continue;
        }
        branch->target = branch->behind;
        branch->behind = 0;
        branch->side = 1;
    }
}

void branch_sides_call(struct open_branches *open)
{
    spoil(open, 0);
}

void branch_sides_end_block(struct open_branches *open, const struct block *block)
{
    count_operations(open, block);
    open->counted = 0;
}

void branch_sides_end_function(struct open_branches *open)
{
    for (size_t i = 0; i < open->count; i++)
        open->branch[i].count[0] = open->branch[i].count[1] = SIDE_WHOLE;
    while (open->count)
        close_branch(open, open->count - 1);
    memset(open->passed, 0, sizeof open->passed);
    open->counted = 0;
}
