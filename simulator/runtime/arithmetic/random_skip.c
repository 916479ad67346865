/*
 * Skipping ahead in random sequences. A step is linear, and a power of its matrix does many steps
 * at once. See sim/random.h.
 */
#include "sim/random.h"

#include <pthread.h>
#include <string.h>

#define POWERS (64 + SIM_MRG_SEQUENCE) /* 2^0 to 2^139 */

/* ---- XORWOW: 160 bits, modulo 2. Row i is what bit i contributes. ---------------------------- */

#define BITS 160
struct bit_matrix {
    uint32_t rows[BITS][5];
};
static struct bit_matrix xorwow[POWERS]; /* by 2^i steps */

static void apply(const struct bit_matrix *matrix, uint32_t words[5])
{
    uint32_t result[5] = {0};

    for (int bit = 0; bit < BITS; bit++)
        if (words[bit / 32] >> bit % 32 & 1)
            for (int i = 0; i < 5; i++)
                result[i] ^= matrix->rows[bit][i];
    memcpy(words, result, sizeof result);
}

/* ---- MRG32k3a: two matrices of 3 by 3, each modulo a number ---------------------------------- */

struct matrix {
    uint32_t at[3][3];
};
static struct matrix mrg[2][POWERS];
static const uint32_t moduli[2] = {SIM_MRG_MODULUS_1, SIM_MRG_MODULUS_2};

static struct matrix product(const struct matrix *a, const struct matrix *b, uint32_t modulus)
{
    struct matrix result;

    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            uint64_t sum = 0;

            for (int k = 0; k < 3; k++)
                sum = (sum + (uint64_t)a->at[i][k] * b->at[k][j] % modulus) % modulus;
            result.at[i][j] = (uint32_t)sum;
        }
    }
    return result;
}

static void apply_modulo(const struct matrix *matrix, uint32_t words[3], uint32_t modulus)
{
    uint32_t result[3];

    for (int i = 0; i < 3; i++) {
        uint64_t sum = 0;

        for (int k = 0; k < 3; k++)
            sum = (sum + (uint64_t)matrix->at[i][k] * words[k] % modulus) % modulus;
        result[i] = (uint32_t)sum;
    }
    memcpy(words, result, sizeof result);
}

/* ---- Powers, made when they are first asked for ---------------------------------------------- */

static void make_powers(void)
{
    mrg[0][0] = (struct matrix){{{0, 1, 0}, {0, 0, 1}, {SIM_MRG_MODULUS_1 - 810728u, 1403580u, 0}}};
    mrg[1][0] = (struct matrix){{{0, 1, 0}, {0, 0, 1}, {SIM_MRG_MODULUS_2 - 1370589u, 0, 527612u}}};
    for (int bit = 0; bit < BITS; bit++) {
        uint32_t unused = 0;

        xorwow[0].rows[bit][bit / 32] = 1u << bit % 32;
        sim_xorwow_next(xorwow[0].rows[bit], &unused);
    }
    for (int power = 1; power < POWERS; power++) {
        xorwow[power] = xorwow[power - 1];
        for (int bit = 0; bit < BITS; bit++)
            apply(&xorwow[power - 1], xorwow[power].rows[bit]);
        for (int i = 0; i < 2; i++)
            mrg[i][power] = product(&mrg[i][power - 1], &mrg[i][power - 1], moduli[i]);
    }
}

static void need_powers(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, make_powers);
}

void sim_random_skip_xorwow(uint32_t words[5], uint64_t count, unsigned int log2)
{
    need_powers();
    for (unsigned power = log2; count; power++, count >>= 1)
        if (count & 1)
            apply(&xorwow[power], words);
}

void sim_random_skip_mrg(uint32_t first[3], uint32_t second[3], uint64_t count, unsigned int log2)
{
    need_powers();
    for (unsigned power = log2; count; power++, count >>= 1) {
        if (!(count & 1))
            continue;
        apply_modulo(&mrg[0][power], first, moduli[0]);
        apply_modulo(&mrg[1][power], second, moduli[1]);
    }
}
