/*
 * Threads go through the slots in order, so a program ends if each slot does once
 * all threads have passed the slots before it:
 * - a spin ends if a slot before it surely makes the word nonzero, and nothing
 *   ever makes it zero;
 * - a lock is released if the same threads release it later, and wait for nothing
 *   else in between;
 * - a barrier opens if all that it names come to it.
 */
#include "valid.h"

#include <stddef.h>

static int exists(const struct program *program, const struct slot *slot, unsigned block)
{
    for (unsigned thread = 0; thread < program->threads; thread++)
        if (slot_names(program, slot, block, thread))
            return 1;
    return 0;
}

static int is_spin(enum operation operation)
{
    return operation == OP_SPIN || operation == OP_SPIN_VOLATILE;
}

static int waits(enum operation operation)
{
    return is_spin(operation) || operation == OP_LOCK || operation == OP_BLOCK_BARRIER ||
           operation == OP_WARP_BARRIER || operation == OP_WAIT || operation == OP_EXIT ||
           operation == OP_TILE_BARRIER || operation == OP_GRID_BARRIER;
}

static int same_word(const struct slot *a, const struct slot *b)
{
    return a->place.space == b->place.space && a->size == b->size && a->place.modulus == 1 &&
           b->place.modulus == 1 && a->place.offset == b->place.offset;
}

static int overlap(const struct slot *a, const struct slot *b)
{
    return a->place.space == b->place.space && a->place.offset < place_end(&b->place, b->size) &&
           b->place.offset < place_end(&a->place, a->size);
}

/* 1 if the slot may leave the spin's word zero. */
static int may_zero(const struct slot *slot, const struct slot *spin)
{
    if (!may_store(slot->operation) || !overlap(slot, spin))
        return 0;
    if (is_spin(slot->operation) || slot->operation == OP_TICKET)
        return !same_word(slot, spin);
    if (slot->operation == OP_COPY || slot->operation == OP_COPY_ASYNC) /* of what is not known */
        return 1;
    /* What is stored has an upper half of zeros; adding it does no harm. */
    if (slot->size == 8)
        return slot->operation != OP_ADD;
    if (slot->constant % 256 == 0 || slot->operation == OP_LOCK)
        return 1;
    return slot->plus_thread && slot->size < 4;
}

/* 1 if whoever performs the slot surely leaves the spin's word nonzero. */
static int sets(const struct slot *slot, const struct slot *spin)
{
    if (!same_word(slot, spin) || slot->who.ticket != ANY_TICKET)
        return 0;
    switch (slot->operation) {
    case OP_WRITE:
    case OP_VOLATILE_WRITE:
    case OP_ADD:
    case OP_EXCHANGE:
    case OP_STORE:
    case OP_TICKET: return 1;
    case OP_CAS: return slot->compare == 0;
    default: return 0;
    }
}

static int spin_ends(const struct program *program, unsigned number)
{
    const struct slot *spin = &program->slots[number];
    for (unsigned i = 0; i < program->slot_count; i++)
        if (may_zero(&program->slots[i], spin))
            return 0;
    for (unsigned block = 0; block < program->blocks; block++) {
        int set = !exists(program, spin, block);
        for (unsigned i = 0; i < number && !set; i++) {
            const struct slot *slot = &program->slots[i];
            for (unsigned other = 0; other < program->blocks && !set; other++)
                set = sets(slot, spin) && exists(program, slot, other) &&
                      (spin->place.space != SPACE_SHARED ||
                       (other == block && same_launch(program, i, number)));
        }
        if (!set)
            return 0;
    }
    return 1;
}

static int same_threads(const struct who *a, const struct who *b)
{
    return a->block == b->block && a->first == b->first && a->end == b->end &&
           a->lanes == b->lanes && a->ticket == b->ticket;
}

/* 1 if the slot stores 0 in the lock's word. */
static int unlocks(const struct slot *slot, const struct slot *lock)
{
    return same_word(slot, lock) && slot->constant == 0 && !slot->plus_thread &&
           (slot->operation == OP_EXCHANGE || slot->operation == OP_WRITE ||
            slot->operation == OP_VOLATILE_WRITE);
}

/* The slot that releases the lock, or 0 if that is not sure to happen. */
static unsigned unlocked_by(const struct program *program, unsigned number)
{
    const struct slot *lock = &program->slots[number];
    for (unsigned i = number + 1; i < program->slot_count; i++) {
        const struct slot *slot = &program->slots[i];
        if (!same_launch(program, i, number))
            return 0;
        if (unlocks(slot, lock))
            return same_threads(&slot->who, &lock->who) ? i : 0;
        if (waits(slot->operation))
            return 0;
    }
    return 0;
}

/* 1 if the lock is released, and nobody but those who hold it stores in its word. */
static int lock_ends(const struct program *program, unsigned number)
{
    const struct slot *lock = &program->slots[number];
    unsigned releases = 0, locks = 0;
    if (lock->who.ticket != ANY_TICKET || lock->place.modulus != 1 || !unlocked_by(program, number))
        return 0;
    for (unsigned i = 0; i < program->slot_count; i++) {
        const struct slot *slot = &program->slots[i];
        if (!may_store(slot->operation) || !overlap(slot, lock))
            continue;
        if (slot->operation == OP_LOCK && same_word(slot, lock))
            locks++;
        else if (unlocks(slot, lock))
            releases++;
        else
            return 0;
    }
    return locks == releases;
}

/* All lanes of each tile come, or none. */
static int tiles_are_whole(const struct program *program, const struct slot *slot)
{
    unsigned lanes = slot->size;
    if (!lanes || lanes > WARP_LANES || (lanes & (lanes - 1)))
        return 0;
    for (unsigned block = 0; block < program->blocks; block++)
        for (unsigned first = 0; first < program->threads; first += lanes) {
            unsigned count = 0;
            for (unsigned thread = first; thread < first + lanes; thread++)
                count += thread < program->threads && slot_names(program, slot, block, thread);
            if (count && count < lanes)
                return 0;
        }
    return 1;
}

static int barrier_opens(const struct program *program, const struct slot *slot)
{
    const struct who *who = &slot->who;
    unsigned mask = 0;
    if (who->ticket != ANY_TICKET)
        return 0;
    if (slot->operation == OP_TILE_BARRIER)
        return tiles_are_whole(program, slot);
    if (slot->operation == OP_GRID_BARRIER && has_operation(program, OP_EXIT))
        return 0;
    if (slot->operation == OP_GRID_BARRIER && who->block != ANY_BLOCK)
        return 0;
    if (slot->operation == OP_BLOCK_BARRIER || slot->operation == OP_GRID_BARRIER)
        return who->first == 0 && who->end >= program->threads && who->lanes == ALL_LANES;
    /* The mask is written once, so it must be the same in all warps that come. */
    for (unsigned block = 0; block < program->blocks; block++)
        for (unsigned thread = 0; thread < program->threads; thread += WARP_LANES) {
            unsigned own = slot_warp_mask(program, slot, block, thread);
            if (own && mask && own != mask)
                return 0;
            mask |= own;
        }
    return 1;
}

/* No other slot arrives at the same one. */
static int arrives_alone(const struct program *program, unsigned number)
{
    const struct slot *slot = &program->slots[number];
    for (unsigned i = 0; i < program->slot_count; i++)
        if (i != number && program->slots[i].operation == OP_ARRIVE &&
            program->slots[i].barrier == slot->barrier)
            return 0;
    return slot->barrier < BARRIERS_MOST && slot->who.ticket == ANY_TICKET;
}

/* In each block whose threads wait, somebody arrives, earlier in the same launch. */
static int wait_ends(const struct program *program, unsigned number)
{
    const struct slot *wait = &program->slots[number], *arrive = NULL;
    for (unsigned i = 0; i < number; i++)
        if (program->slots[i].operation == OP_ARRIVE &&
            program->slots[i].barrier == wait->barrier && same_launch(program, i, number))
            arrive = &program->slots[i];
    if (!arrive)
        return 0;
    for (unsigned block = 0; block < program->blocks; block++)
        if (exists(program, wait, block) && !exists(program, arrive, block))
            return 0;
    return 1;
}

static int fits(const struct place *place, unsigned size)
{
    unsigned bytes =
        place->space == SPACE_GLOBAL && place->offset >= AREA_BYTES ? GLOBAL_BYTES : AREA_BYTES;
    return place->modulus >= 1 && place_end(place, size) <= bytes;
}

/* 1 if there is a type of that size, besides numbers: the copies' sizes have none of their own. */
static int is_structure(unsigned size)
{
    return size == 3 || size == 12 || size == 16 || size == 20;
}

static unsigned alignment(unsigned size)
{
    return size == 3 ? 1 : size == 12 || size == 20 ? 4 : size;
}

/* memcpy's target and source do not overlap. */
static int copy_is_right(const struct slot *slot)
{
    const struct place *to = &slot->place, *from = &slot->from;
    if (!slot->size || slot->size > 20 || !fits(to, slot->size) || !fits(from, slot->size))
        return 0;
    return to->space != from->space || place_end(to, slot->size) <= from->offset ||
           place_end(from, slot->size) <= to->offset;
}

/* Each order fits its operation; where an atomic has none, it is CUDA's own. */
static int order_is_right(const struct slot *slot)
{
    switch (slot->operation) {
    case OP_LOAD:
        return slot->order && slot->order != ORDER_RELEASE && slot->order != ORDER_ACQ_REL;
    case OP_STORE:
        return slot->order && slot->order != ORDER_ACQUIRE && slot->order != ORDER_ACQ_REL;
    case OP_ADD:
    case OP_EXCHANGE: return 1;
    default: return !slot->order;
    }
}

/* A strong load or store of 1 or 2 bytes. */
static int is_small_ptx(const struct slot *slot)
{
    return slot->spelling == SPELLED_PTX &&
           (slot->operation == OP_LOAD || slot->operation == OP_STORE);
}

/* 1 if the slot touches memory that is freed, and goes by what it finds there. */
static int trusts_freed(const struct program *program, unsigned number)
{
    const struct slot *slot = &program->slots[number];
    return program->frees && program->second && number >= program->second &&
           slot->place.space == SPACE_FRESH &&
           ((slot->operation >= OP_CAS_LOOP && slot->operation <= OP_LOCK) ||
            slot->operation == OP_CAS);
}

/* 1 if the operation can be written in that way. */
static int spelling_is_right(const struct slot *slot)
{
    int is_copy = slot->operation >= OP_COPY_ASYNC;
    if (slot->prior > 1)
        return 0;
    if (slot->spelling == SPELLED_CXX)
        return slot->operation == OP_BLOCK_BARRIER || is_copy;
    if (slot->spelling == SPELLED_CUDA || is_copy)
        return 1;
    switch (slot->operation) {
    case OP_CAS_LOOP:
    case OP_SPIN:
    case OP_SPIN_VOLATILE:
    case OP_LOCK:
    case OP_LDG:
    case OP_COPY:
    case OP_EXIT:
    case OP_ARRIVE:
    case OP_WAIT:
    case OP_TILE_BARRIER:
    case OP_GRID_BARRIER: return 0;
    default: return !slot->as_vector && !is_wide(slot->size);
    }
}

static int shape_is_right(const struct slot *slot)
{
    const struct place *place = &slot->place;
    if (!accesses_memory(slot->operation))
        return 1;
    if (slot->operation == OP_COPY)
        return copy_is_right(slot);
    if (slot->operation == OP_COPY_ASYNC)
        return (slot->size == 4 || slot->size == 8 || slot->size == 16) && copy_is_right(slot) &&
               place->space == SPACE_SHARED && slot->from.space == SPACE_GLOBAL &&
               place->offset % slot->size == 0 && slot->from.offset % slot->size == 0;
    if (is_wide(slot->size)
            ? slot->operation > OP_WRITE || !is_structure(slot->size)
            : slot->size != 1 && slot->size != 2 && slot->size != 4 && slot->size != 8)
        return 0;
    if (slot->operation >= OP_ADD && slot->operation != OP_LDG && slot->size < 4 &&
        !is_small_ptx(slot))
        return 0;
    if (slot->operation >= OP_TICKET && slot->operation < OP_FENCE && slot->size != 4)
        return 0;
    if (slot->operation == OP_LDG && place->space == SPACE_SHARED)
        return 0;
    return fits(place, slot->size) && (place->offset | place->stride) % alignment(slot->size) == 0;
}

/* 1 if only an access of 2, 4 or 8 bytes, and no volatile one, is a vector's. */
static int vector_is_right(const struct slot *slot)
{
    return !slot->as_vector ||
           (slot->operation <= OP_WRITE && slot->size > 1 && !is_wide(slot->size));
}

int program_is_valid(const struct program *program)
{
    if (program->second >= program->slot_count && program->second)
        return 0;
    for (unsigned i = 0; i < program->slot_count; i++) {
        const struct slot *slot = &program->slots[i];
        if (!shape_is_right(slot) || !order_is_right(slot) || !vector_is_right(slot) ||
            !spelling_is_right(slot) || trusts_freed(program, i))
            return 0;
        switch (slot->operation) {
        case OP_SPIN:
        case OP_SPIN_VOLATILE:
            if (slot->place.modulus != 1 || !spin_ends(program, i))
                return 0;
            break;
        case OP_LOCK:
            if (!lock_ends(program, i))
                return 0;
            break;
        case OP_ARRIVE:
            if (!arrives_alone(program, i))
                return 0;
            break;
        case OP_WAIT:
            if (!wait_ends(program, i))
                return 0;
            break;
        case OP_EXIT:
            if (slot->who.ticket != ANY_TICKET)
                return 0;
            break;
        case OP_BLOCK_BARRIER:
        case OP_WARP_BARRIER:
        case OP_TILE_BARRIER:
        case OP_GRID_BARRIER:
            if (!barrier_opens(program, slot))
                return 0;
            break;
        default: break;
        }
    }
    return 1;
}
