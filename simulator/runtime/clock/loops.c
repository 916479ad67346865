/*
 * Loops, as nvcc sees them: it unrolls those with a trip count known ahead. The kind of a loop
 * follows from the register that the comparison at its end reads, and from the operations of its
 * basic blocks on that register.
 */
#include "clock/warp_parts.h"

#include <stddef.h>

static int reads(const struct operation *operation, unsigned from)
{
    return operation->from[0] == from || operation->from[1] == from || operation->from[2] == from;
}

static unsigned count_sources(const struct operation *operation)
{
    unsigned count = 0;
    for (unsigned i = 0; i < sizeof operation->from; i++)
        count += operation->from[i] != 0;
    return count;
}

/*
 * The last comparison of the basic block, or NULL. A branch on what a register has become compares
 * that with 0 itself.
 */
static const struct operation *find_comparison(const struct operations *block)
{
    const struct operation *comparison = NULL;
    for (uint32_t i = 0; i < block->count; i++) {
        const struct operation *o = &block->operation[i];
        if ((o->to == OPERATION_FLAGS && o->kind != OPERATION_MOVE) || // that is of a minimum
            (o->kind == OPERATION_BRANCH && o->from[0] && o->from[0] != OPERATION_FLAGS))
            comparison = o;
    }
    return comparison;
}

/* A loop's basic blocks, of all those of the program. */
struct body {
    const struct operations **block;
    size_t count;
};

static struct body body_of(const struct multiprocessor *mp, event_t first, event_t last)
{
    const struct operations_table *table = mp->operations;
    size_t begin = operations_from(table, event_pc(first) + mp->pc_shift);
    size_t behind = operations_from(table, event_pc(last) + mp->pc_shift + 1);
    return (struct body){table->blocks + begin, behind > begin ? behind - begin : 0};
}

/* 1 if the loop copies one register to another. */
static int is_copied(const struct body *body, unsigned from, unsigned to)
{
    for (size_t b = 0; b < body->count; b++)
        for (uint32_t i = 0; i < body->block[b]->count; i++) {
            const struct operation *o = &body->block[b]->operation[i];
            if (o->kind == OPERATION_MOVE && o->to == to && o->from[0] == from)
                return 1;
        }
    return 0;
}

/* 1 for a shift by a constant. nvcc does not count the rounds of a loop that ends by it. */
static int is_shift(const struct operation *o)
{
    return o->kind == OPERATION_INTEGER && o->is_logic && count_sources(o) == 1 &&
           o->to != OPERATION_FLAGS;
}

/* 1 if the loop shifts what is in the register. */
static int has_shift(const struct body *body, unsigned to)
{
    for (size_t b = 0; to && b < body->count; b++)
        for (uint32_t i = 0; i < body->block[b]->count; i++)
            if (body->block[b]->operation[i].to == to && is_shift(&body->block[b]->operation[i]))
                return 1;
    return 0;
}

/* 1 if the operation copies what ends the loop to where it is shifted for the next round. */
static int is_copy_to_shift(const struct body *body, const struct operation *comparison,
                            const struct operation *o)
{
    return o->kind == OPERATION_MOVE && o->from[0] && reads(comparison, o->from[0]) &&
           has_shift(body, o->to);
}

/* The kind of the loop, if the operation writes the register that ends the loop. */
static enum loop_kind kind_by(const struct body *body, const struct operation *o)
{
    unsigned counter = o->to, other = 0;
    if (o->kind == OPERATION_MOVE && has_shift(body, o->from[0]))
        return LOOP_STRIDE;
    if (o->kind == OPERATION_MOVE || o->kind == OPERATION_LOAD)
        return LOOP_COUNTED; /* computed elsewhere, perhaps before the loop */
    if (o->kind != OPERATION_INTEGER)
        return LOOP_DATA;
    for (unsigned i = 0; i < sizeof o->from; i++)
        if (o->from[i] && o->from[i] != counter)
            other = o->from[i];
    if (is_shift(o))
        return LOOP_STRIDE;
    if (count_sources(o) == 1)
        return !other || is_copied(body, counter, other) ? LOOP_COUNTED : LOOP_DATA;
    return reads(o, counter) && other ? LOOP_STRIDE : LOOP_DATA;
}

/* 1 if the basic block ends with the header of a loop that nvcc unrolls as a whole. */
static int is_whole(const struct operations *block)
{
    return block->count && block->operation[block->count - 1].is_whole;
}

/* The same of any of them: a way through the loop may end behind it, and jump to its header. */
static int has_whole(const struct body *body)
{
    for (size_t b = 0; b < body->count; b++)
        if (is_whole(body->block[b]))
            return 1;
    return 0;
}

/* 1 if one of the comparison's operands has been loaded in its basic block. */
static int compares_loaded(const struct operations *block, const struct operation *comparison)
{
    for (unsigned from = 0; from < sizeof comparison->from; from++)
        for (const struct operation *o = comparison; o-- > block->operation;)
            if (o->to && o->to == comparison->from[from]) {
                if (o->kind == OPERATION_LOAD)
                    return 1;
                break;
            }
    return 0;
}

/* The kind by the operations on what ends the loop. */
static enum loop_kind kind_by_operations(const struct body *body)
{
    const struct operation *comparison =
        body->count ? find_comparison(body->block[body->count - 1]) : NULL;
    if (!comparison)
        return has_whole(body) ? LOOP_CONSTANT : LOOP_COUNTED;
    if (compares_loaded(body->block[body->count - 1], comparison))
        return LOOP_DATA;
    enum loop_kind kind = count_sources(comparison) == 1 ? LOOP_CONSTANT : LOOP_COUNTED;
    unsigned changes = 0; /* a counter changes at one instruction */
    int is_shifted = 0;
    for (size_t b = 0; b < body->count; b++)
        for (uint32_t i = 0; i < body->block[b]->count; i++) {
            const struct operation *o = &body->block[b]->operation[i];
            is_shifted |= is_copy_to_shift(body, comparison, o);
            if (!o->to || !reads(comparison, o->to))
                continue;
            enum loop_kind by = kind_by(body, o);
            kind = by > kind ? by : kind;
            changes += o->kind == OPERATION_INTEGER;
        }
    if (is_shifted && !changes && kind < LOOP_STRIDE)
        return LOOP_STRIDE;
    return changes > count_sources(comparison) ? LOOP_DATA : kind;
}

/*
 * 1 if the loop has barriers, exchanges, atomics or fences. Where nvcc has to divide for its
 * rounds, it does not unroll such a loop.
 */
static int has_calls(const struct body *body)
{
    for (size_t b = 0; b < body->count; b++)
        for (uint32_t i = 0; i < body->block[b]->count; i++)
            if (body->block[b]->operation[i].kind == OPERATION_CALL)
                return 1;
    return 0;
}

/* What branches of the loop's header, at the end of a basic block, say of it: HEADER_ASKED ... */
static unsigned header_traits(const struct operations *block)
{
    const struct operation *last = block->count ? &block->operation[block->count - 1] : NULL;
    return last && (last->kind == OPERATION_BRANCH || last->kind == OPERATION_JUMP) ? last->special
                                                                                    : 0;
}

static enum loop_kind find_kind(const struct body *body, unsigned traits)
{
    if (body->count && is_whole(body->block[body->count - 1]))
        return LOOP_CONSTANT;
    enum loop_kind kind = kind_by_operations(body);
    if (traits & HEADER_COUNTED && kind == LOOP_STRIDE && !has_calls(body))
        return LOOP_COUNTED;
    return traits & HEADER_ENDLESS && kind < LOOP_STRIDE ? LOOP_STRIDE : kind;
}

int ends_with_jump(const struct multiprocessor *mp, event_t block)
{
    const struct operations *found =
        operations_find(mp->operations, event_pc(block) + mp->pc_shift);
    return found && found->count && found->operation[found->count - 1].kind == OPERATION_JUMP;
}

/* Which registers have what follows from loaded values. */
struct loaded {
    uint8_t is_in[OPERATION_REGISTERS];
};

static int is_loaded(const struct loaded *loaded, const struct operation *o)
{
    for (unsigned i = 0; i < sizeof o->from; i++)
        if (o->from[i] && loaded->is_in[o->from[i]])
            return 1;
    return o->kind == OPERATION_LOAD;
}

/* The registers that get such values anywhere in the loop. */
static struct loaded find_loaded(const struct body *body)
{
    struct loaded loaded = {{0}};
    unsigned before, count = 0;
    do {
        before = count;
        count = 0;
        for (size_t b = 0; b < body->count; b++)
            for (uint32_t i = 0; i < body->block[b]->count; i++) {
                const struct operation *o = &body->block[b]->operation[i];
                if (o->to && is_loaded(&loaded, o))
                    loaded.is_in[o->to] = 1;
            }
        for (unsigned i = 0; i < OPERATION_REGISTERS; i++)
            count += loaded.is_in[i];
    } while (count > before);
    return loaded;
}

/* 1 if the basic block ends with a branch on a loaded value. */
static int branches_on_loaded(struct loaded loaded, const struct operations *block)
{
    int found = 0;
    for (uint32_t i = 0; block && i < block->count; i++) {
        const struct operation *o = &block->operation[i];
        if (o->kind == OPERATION_BRANCH)
            found = is_loaded(&loaded, o);
        else if (o->to)
            loaded.is_in[o->to] = (uint8_t)is_loaded(&loaded, o);
    }
    return found;
}

/*
 * 1 if the loop has several ends, one of which hangs on a loaded value. nvcc does not unroll it
 * where the number of iterations is known only as it runs: it would have to ask each end in each of
 * them. Ends that count alike are one, of the smaller count. With a single end, the loaded value is
 * what the counter goes to.
 */
static int ends_early(struct multiprocessor *mp, event_t first, event_t last)
{
    struct body body = body_of(mp, first, last);
    event_t from, one = 0;
    size_t next = 0;
    int several = 0, loaded_end = 0;
    struct loaded loaded;
    while ((from = ways_leave(&mp->ways, first, last, &next))) {
        if (!one)
            loaded = find_loaded(&body);
        several |= (one && from != one) || (from != last && !ends_with_jump(mp, last));
        one = from;
        loaded_end |= branches_on_loaded(
            loaded, operations_find(mp->operations, event_pc(from) + mp->pc_shift));
    }
    return several && loaded_end;
}

#define SLOW_WAY 100 /* operations at least */

/* What nvcc measures a loop by: see struct known_loop. */
static unsigned size_of(const struct body *body)
{
    unsigned size = 0;
    for (size_t b = 0; b < body->count; b++)
        for (uint32_t i = 0; i < body->block[b]->count; i++) {
            const struct operation *o = &body->block[b]->operation[i];
            int turns = o->kind == OPERATION_BRANCH || o->kind == OPERATION_JUMP;
            if (turns && o->special & HEADER_ASKED)
                return 0;
            if (o->kind == OPERATION_FUNCTION)
                size += o->function.instructions + (o->is_unknown ? SLOW_WAY : 0);
            else
                size += o->kind != OPERATION_MOVE && o->kind != OPERATION_JUMP && !o->is_whole;
        }
    return size;
}

/*
 * nvcc 13 unrolls a loop to so many operations at most: to four iterations of up to 48, two of up
 * to 96, none of longer ones. Where the program fixes the number of iterations, there may be more
 * of them. What is four iterations then, ptxas unrolls to four of these, if they are small, have no
 * branches and need no division or second register to be counted.
 */
#define UNROLLED_SIZE  194
#define UNROLLED_FIRST 4
#define SMALL_SIZE     25 /* of an iteration */
#define SMALL_LOADS    2

static int is_small(const struct body *body, unsigned size)
{
    unsigned loads = 0;
    for (size_t b = 0; b < body->count; b++)
        for (uint32_t i = 0; i < body->block[b]->count; i++)
            loads += body->block[b]->operation[i].kind == OPERATION_LOAD;
    return body->count <= 2 && size <= SMALL_SIZE && loads <= SMALL_LOADS;
}

static unsigned unrolled(const struct device *d, const struct body *body,
                         const struct known_loop *known, unsigned traits)
{
    unsigned together = (unsigned)d->unrolled;
    if (known->kind > LOOP_CONSTANT || (known->kind == LOOP_COUNTED && known->ends_early))
        return 1;
    int is_plain = !(traits & HEADER_WIDE) && is_small(body, known->size) &&
                   !(traits & HEADER_COUNTED && kind_by_operations(body) == LOOP_STRIDE);
    if (known->kind == LOOP_COUNTED && !is_plain && together > UNROLLED_FIRST)
        together = UNROLLED_FIRST;
    unsigned most = known->kind == LOOP_COUNTED && is_plain ? together * SMALL_SIZE : UNROLLED_SIZE;
    while (together > 1 && together * known->size > most)
        together /= 2;
    return together;
}

/* The place of the loop that begins there: its own, as long as there is room. */
static struct known_loop *place_of_loop(struct multiprocessor *mp, event_t first)
{
    uint64_t place = event_pc(first);
    for (unsigned tried = 0; tried < LOOPS_KNOWN; tried++, place++) {
        struct known_loop *known = &mp->loop[place % LOOPS_KNOWN];
        if (!known->first || known->first == first)
            return known;
    }
    return &mp->loop[place % LOOPS_KNOWN];
}

struct known_loop *loop_known(struct multiprocessor *mp, event_t first, event_t last)
{
    struct known_loop *known = place_of_loop(mp, first);
    int is_jump = ends_with_jump(mp, last);
    int is_entered = known->first == first && known->last < last && is_jump && !known->jumps;
    if (is_entered || (known->first == first && known->last == last))
        return known;
    struct body body = body_of(mp, first, last);
    unsigned traits = body.count ? header_traits(body.block[body.count - 1]) : 0;
    *known = (struct known_loop){.first = first,
                                 .last = last,
                                 .kind = find_kind(&body, traits),
                                 .jumps = is_jump,
                                 .size = size_of(&body)};
    known->is_whole = !known->size || has_whole(&body);
    known->is_wide = (traits & HEADER_WIDE) && (traits & HEADER_ENDLESS);
    known->ends_early =
        (known->kind == LOOP_COUNTED || known->kind == LOOP_STRIDE) && ends_early(mp, first, last);
    known->together = unrolled(mp->device, &body, known, traits);
    return known;
}
