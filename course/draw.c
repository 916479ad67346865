#include "draw.h"

struct draw draw_begin(unsigned seed, const char *purpose)
{
    struct draw draw = {0x9E3779B97F4A7C15u ^ seed};

    for (; *purpose != '\0'; purpose++)
        draw.state = (draw.state ^ (unsigned char)*purpose) * 0xD1342543DE82EF95u;
    return draw;
}

/* 32 bits; neighbouring states have nothing in common afterwards. */
static uint32_t next(struct draw *draw)
{
    uint64_t x = draw->state += 0x9E3779B97F4A7C15u;

    x = (x ^ x >> 32) * 0xDA942042E4DD58B5u;
    x = (x ^ x >> 29) * 0x9FB21C651E98DF25u;
    return (uint32_t)(x >> 32);
}

unsigned draw_between(struct draw *draw, unsigned least, unsigned most)
{
    uint64_t count = (uint64_t)most - least + 1;

    return least + (unsigned)(next(draw) * count >> 32);
}

/* The number of bits of a number. */
static unsigned bits_of(unsigned number)
{
    unsigned bits = 0;

    for (; number > 0; number /= 2)
        bits++;
    return bits;
}

unsigned draw_size(struct draw *draw, unsigned least, unsigned most)
{
    unsigned bits = draw_between(draw, bits_of(least), bits_of(most));
    unsigned first = 1u << (bits - 1), last = first + (first - 1);

    return draw_between(draw, first > least ? first : least, last < most ? last : most);
}

unsigned offset_of_block(unsigned base, unsigned block)
{
    return (base + bits_of(block)) % 4;
}

unsigned draw_bits(struct draw *draw, unsigned bits, unsigned width)
{
    unsigned number = 0;

    for (unsigned set = 0; set < bits && set < width;) {
        unsigned bit = 1u << draw_between(draw, 0, width - 1);

        set += (number & bit) == 0;
        number |= bit;
    }
    return number;
}

void draw_blocks(struct draw *draw, unsigned blocks[BLOCK_SIZES])
{
    for (unsigned i = 0; i < BLOCK_SIZES; i++)
        blocks[i] = 64u << i;
    for (unsigned i = BLOCK_SIZES - 1; i > 0; i--) {
        unsigned other = draw_between(draw, 0, i), kept = blocks[i];

        blocks[i] = blocks[other];
        blocks[other] = kept;
    }
}
