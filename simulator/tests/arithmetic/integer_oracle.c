/*
 * Integer instructions: carries against sums of 128 bits, fields of bits one by one, lop3 by its
 * table; and skipping ahead in random sequences against stepping.
 */
#include <stdint.h>
#include <string.h>

#include "../lib/tap.h"
#include "sim/arithmetic.h"
#include "sim/random.h"

static uint64_t random_bits(void)
{
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Numbers of 128 bits in pieces of 32 and of 64, added and subtracted with carries. */
static int carries_fit(void)
{
    for (int i = 0; i < 100000; i++) {
        uint64_t mask = i % 2 ? UINT64_MAX : (uint64_t) - (int64_t)(random_bits() & 1);
        unsigned __int128 a = (unsigned __int128)(random_bits() & mask) << 64 | random_bits();
        unsigned __int128 b = (unsigned __int128)random_bits() << 64 | (random_bits() | ~mask);

        for (int subtracts = 0; subtracts < 2; subtracts++) {
            for (int width = 32; width <= 64; width *= 2) {
                unsigned how = (subtracts ? SIM_CARRY_SUBTRACTS : 0) |
                               (width == 64 ? SIM_CARRY_64 : 0) | SIM_CARRY_GIVEN;
                unsigned __int128 result = 0;

                for (int at = 0; at < 128; at += width) {
                    uint64_t x = (uint64_t)(a >> at), y = (uint64_t)(b >> at);

                    if (width == 32) {
                        x = (uint32_t)x;
                        y = (uint32_t)y;
                    }
                    result |=
                        (unsigned __int128)sim_integer_carry(x, y, how | (at ? SIM_CARRY_TAKEN : 0))
                        << at;
                }
                if (result != (subtracts ? a - b : a + b))
                    return 0;
            }
        }
    }
    return 1;
}

static int fields_fit(void)
{
    for (int i = 0; i < 100000; i++) {
        uint32_t value = (uint32_t)random_bits(), into = (uint32_t)random_bits();
        unsigned first = (unsigned)(random_bits() % 40), count = (unsigned)(random_bits() % 40);
        uint32_t field = 0, inserted = into;
        unsigned top = first + count - 1 < 31 ? first + count - 1 : 31;

        for (unsigned bit = 0; bit < 32; bit++) {
            if (bit < count)
                field |= (first + bit < 32 ? value >> (first + bit) & 1 : 0) << bit;
            if (bit >= first && bit < first + count)
                inserted = (inserted & ~(1u << bit)) | (value >> (bit - first) & 1) << bit;
        }
        if (sim_integer_field(value, first, count, 0) != field ||
            sim_integer_insert(value, into, first, count, 32) != inserted)
            return 0;
        if (first < 32 && count > 0) { /* the sign goes on upwards */
            for (unsigned bit = top - first; bit < 32; bit++)
                field = (field & ~(1u << bit)) | (value >> top & 1) << bit;
            if ((uint32_t)sim_integer_field(value, first, count, SIM_FIELD_SIGNED) != field)
                return 0;
        }
    }
    return 1;
}

static int tables_fit(void)
{
    for (unsigned table = 0; table < 256; table++) {
        uint32_t a = (uint32_t)random_bits(), b = (uint32_t)random_bits(),
                 c = (uint32_t)random_bits(), result = sim_integer_lop3(a, b, c, table);

        for (unsigned bit = 0; bit < 32; bit++)
            if ((result >> bit & 1) !=
                (table >> ((a >> bit & 1) << 2 | (b >> bit & 1) << 1 | (c >> bit & 1)) & 1))
                return 0;
    }
    return 1;
}

static int skips_fit(void)
{
    for (uint64_t seed = 0; seed < 5; seed++) {
        uint32_t words[5], sum, skipped[5], first[3], second[3], first_skipped[3],
            second_skipped[3];
        uint64_t steps = 1000 * seed + seed;

        sim_xorwow_seed(words, &sum, seed);
        memcpy(skipped, words, sizeof words);
        sim_mrg_seed(first, second, seed);
        memcpy(first_skipped, first, sizeof first);
        memcpy(second_skipped, second, sizeof second);
        for (uint64_t i = 0; i < steps; i++) {
            sim_xorwow_next(words, &sum);
            sim_mrg_next(first, second);
        }
        sim_random_skip_xorwow(skipped, steps, 0);
        sim_random_skip_mrg(first_skipped, second_skipped, steps, 0);
        if (memcmp(words, skipped, sizeof words) || memcmp(first, first_skipped, sizeof first) ||
            memcmp(second, second_skipped, sizeof second))
            return 0;
        /* 2^70 steps are 8 times 2^67 */
        sim_random_skip_xorwow(words, 1, 70);
        sim_random_skip_xorwow(skipped, 8, 67);
        if (memcmp(words, skipped, sizeof words))
            return 0;
    }
    return 1;
}

int main(void)
{
    OK(carries_fit(), "carries");
    OK(fields_fit(), "fields of bits");
    OK(tables_fit(), "tables of three bits");
    OK(skips_fit(), "skipping ahead is stepping");
    return tap_end();
}
