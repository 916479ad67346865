#include "program.h"

int accesses_memory(enum operation operation)
{
    return operation < OP_FENCE || (operation >= OP_LDG && operation <= OP_STORE) ||
           operation == OP_COPY_ASYNC;
}

int is_atomic(enum operation operation)
{
    return operation >= OP_ADD && operation <= OP_LOCK && operation != OP_SPIN_VOLATILE;
}

int may_store(enum operation operation)
{
    return operation == OP_WRITE || operation == OP_VOLATILE_WRITE || operation == OP_COPY ||
           operation == OP_COPY_ASYNC || operation == OP_STORE || is_atomic(operation);
}

int is_wide(unsigned size)
{
    return size > 8 || size == 3;
}

uint64_t cut_to_size(uint64_t value, unsigned size)
{
    if (is_wide(size))
        return (value & 0xFF) * 0x0101010101010101u;
    return value & (UINT64_MAX >> (64 - 8 * size));
}

static int names(const struct slot *slot, unsigned block, unsigned thread)
{
    const struct who *who = &slot->who;
    return (who->block == ANY_BLOCK || (unsigned)who->block == block) && thread >= who->first &&
           thread < who->end && (who->lanes >> thread % WARP_LANES & 1);
}

int same_launch(const struct program *program, unsigned a, unsigned b)
{
    return (a < program->second) == (b < program->second);
}

int slot_names(const struct program *program, const struct slot *slot, unsigned block,
               unsigned thread)
{
    unsigned number = (unsigned)(slot - program->slots);
    for (unsigned i = 0; i < number; i++)
        if (program->slots[i].operation == OP_EXIT && same_launch(program, i, number) &&
            names(&program->slots[i], block, thread))
            return 0;
    return names(slot, block, thread);
}

unsigned place_stride(const struct place *place, unsigned size)
{
    return place->stride ? place->stride : size;
}

unsigned place_end(const struct place *place, unsigned size)
{
    return place->offset + place_stride(place, size) * (place->modulus - 1) + size;
}

unsigned place_offset(const struct place *place, unsigned size, unsigned block, unsigned thread)
{
    unsigned index = (thread + place->shift + block * place->block_step) % place->modulus;
    return place->offset + place_stride(place, size) * index;
}

unsigned slot_offset(const struct slot *slot, unsigned block, unsigned thread)
{
    return place_offset(&slot->place, slot->size, block, thread);
}

uint64_t slot_operand(const struct program *program, const struct slot *slot, unsigned block,
                      unsigned thread)
{
    return slot->constant + (slot->plus_thread ? block * program->threads + thread : 0u);
}

unsigned slot_warp_mask(const struct program *program, const struct slot *slot, unsigned block,
                        unsigned thread)
{
    unsigned first = thread - thread % WARP_LANES, mask = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (first + lane < program->threads && slot_names(program, slot, block, first + lane))
            mask |= 1u << lane;
    return mask;
}

unsigned arriving_threads(const struct program *program, unsigned barrier, unsigned block)
{
    unsigned count = 0;
    for (unsigned i = 0; i < program->slot_count; i++)
        for (unsigned thread = 0; thread < program->threads; thread++)
            count += program->slots[i].operation == OP_ARRIVE &&
                     program->slots[i].barrier == barrier &&
                     slot_names(program, &program->slots[i], block, thread);
    return count;
}

int has_operation(const struct program *program, enum operation operation)
{
    for (unsigned i = 0; i < program->slot_count; i++)
        if (program->slots[i].operation == operation)
            return 1;
    return 0;
}

int uses_barriers(const struct program *program)
{
    return has_operation(program, OP_ARRIVE);
}

int uses_shared(const struct program *program)
{
    if (uses_barriers(program))
        return 1;
    for (unsigned i = 0; i < program->slot_count; i++)
        if (accesses_memory(program->slots[i].operation) &&
            (program->slots[i].place.space == SPACE_SHARED ||
             (program->slots[i].operation == OP_COPY &&
              program->slots[i].from.space == SPACE_SHARED)))
            return 1;
    return 0;
}
