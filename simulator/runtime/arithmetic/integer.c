/*
 * Integer arithmetic of single GPU instructions: see sim/arithmetic.h.
 */
#include "sim/arithmetic.h"

/*
 * The carry flag. Lanes are switched only where they wait, and no lane waits between an instruction
 * that sets the carry and one that uses it.
 */
static _Thread_local unsigned int carry;

uint64_t sim_integer_carry(uint64_t a, uint64_t b, unsigned int how)
{
    unsigned width = how & SIM_CARRY_64 ? 64 : 32;
    unsigned int taken = how & SIM_CARRY_TAKEN ? carry : 0;
    unsigned __int128 result;

    if (how & SIM_CARRY_SUBTRACTS)
        result = (unsigned __int128)a - b - taken;
    else
        result = (unsigned __int128)a + b + taken;
    if (how & SIM_CARRY_GIVEN)
        carry = (unsigned int)(result >> width) & 1;
    return width == 64 ? (uint64_t)result : (uint32_t)result;
}

uint64_t sim_integer_field(uint64_t value, unsigned int first, unsigned int count, unsigned int how)
{
    unsigned width = how & SIM_FIELD_64 ? 64 : 32;
    uint64_t result = 0;
    unsigned highest;

    first &= 255;
    count &= 255;
    for (unsigned i = 0; i < count && i < width && first + i < width; i++)
        result |= (value >> (first + i) & 1) << i;
    if (!(how & SIM_FIELD_SIGNED) || !count)
        return result;
    /* bits beyond the value's end are copies of the sign, too */
    highest = first + count - 1 < width ? first + count - 1 : width - 1;
    if (value >> highest & 1)
        for (unsigned i = highest >= first ? highest - first : 0; i < width; i++)
            result |= (uint64_t)1 << i;
    return result;
}

uint64_t sim_integer_insert(uint64_t from, uint64_t into, unsigned int first, unsigned int count,
                            unsigned int width)
{
    first &= 255;
    count &= 255;
    for (unsigned i = 0; i < count && first + i < width; i++) {
        uint64_t bit = (uint64_t)1 << (first + i);

        into = from >> i & 1 ? into | bit : into & ~bit;
    }
    return into;
}

uint32_t sim_integer_lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}
