#include "program.h"

int accesses_memory(enum operation operation)
{
    return operation < OP_FENCE;
}

int is_atomic(enum operation operation)
{
    return operation >= OP_ADD && operation <= OP_LOCK && operation != OP_SPIN_VOLATILE;
}

int may_store(enum operation operation)
{
    return operation == OP_WRITE || operation == OP_VOLATILE_WRITE || is_atomic(operation);
}

int slot_names(const struct slot *slot, unsigned block, unsigned thread)
{
    const struct who *who = &slot->who;
    return (who->block == ANY_BLOCK || (unsigned)who->block == block) && thread >= who->first &&
           thread < who->end && (who->lanes >> thread % WARP_LANES & 1);
}

unsigned slot_offset(const struct slot *slot, unsigned block, unsigned thread)
{
    const struct place *place = &slot->place;
    unsigned index = (thread + place->shift + block * place->block_step) % place->modulus;
    return place->offset + slot->size * index;
}

uint64_t slot_operand(const struct program *program, const struct slot *slot, unsigned block,
                      unsigned thread)
{
    return slot->constant + (slot->plus_thread ? block * program->threads + thread : 0u);
}

unsigned slot_warp_mask(const struct program *program, const struct slot *slot, unsigned thread)
{
    unsigned first = thread - thread % WARP_LANES, mask = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (first + lane < program->threads && first + lane >= slot->who.first &&
            first + lane < slot->who.end)
            mask |= slot->who.lanes & 1u << lane;
    return mask;
}

int uses_shared(const struct program *program)
{
    for (unsigned i = 0; i < program->slot_count; i++)
        if (accesses_memory(program->slots[i].operation) &&
            program->slots[i].place.space == SPACE_SHARED)
            return 1;
    return 0;
}
