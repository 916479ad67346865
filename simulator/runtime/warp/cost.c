/*
 * The cost of a request: sectors of global memory, wavefronts of shared memory.
 */
#include "warp/cost.h"

#define SECTOR     32 /* bytes */
#define BANKS      32
#define BANK_WIDTH 4 /* bytes */

/* Copies the addresses in ascending order. */
static void sort(uint64_t *sorted, const uint64_t *address, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned k = i;
        for (; k > 0 && sorted[k - 1] > address[i]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = address[i];
    }
}

/* What has been counted of the bytes of a request, from its lowest address on. */
struct measured {
    uint64_t sectors_end, bytes_end; /* first sector and byte not counted yet */
    unsigned sectors, bytes, ranges;
};

/* Counts the bytes [first, end). They begin no earlier than those counted before. */
static inline void count_bytes(struct request *request, struct measured *measured, uint64_t first,
                               uint64_t end)
{
    uint64_t sector = first / SECTOR, sectors_end = (end - 1) / SECTOR + 1;
    if (end > measured->bytes_end) {
        measured->bytes +=
            (unsigned)(end - (first > measured->bytes_end ? first : measured->bytes_end));
        measured->bytes_end = end;
    }
    if (sectors_end > measured->sectors_end) {
        sector = sector > measured->sectors_end ? sector : measured->sectors_end;
        measured->sectors += (unsigned)(sectors_end - sector);
        request->range[measured->ranges++] = (struct sectors){sector, sectors_end};
        measured->sectors_end = sectors_end;
    }
}

/* All lanes at one distance, none at bytes of another one's, and no sector between them left out;
 * or all at one address, as a lane alone is. */
static int measure_near(struct request *request, unsigned size, struct measured *measured)
{
    const struct stretch *stretch = &request->stretch[0];
    uint64_t apart = stretch->stride >> 63 ? 0 - stretch->stride : stretch->stride;
    if (request->stretches != 1 || (apart && apart < size) || apart > SECTOR)
        return 0;
    struct sectors all = {stretch->low / SECTOR, (stretch->high + size - 1) / SECTOR + 1};
    request->range[0] = all;
    measured->ranges = 1;
    measured->sectors = (unsigned)(all.end - all.first);
    measured->bytes = apart ? request->count * size : size;
    return 1;
}

/* Two stretches whose lanes leave out nothing between them count as a range each; 0 where others
 * are. */
static int measure_two(struct request *request, unsigned size, struct measured *measured)
{
    const struct stretch *one = &request->stretch[0], *other = &request->stretch[1];
    if (request->stretches != 2 || !stretch_is_solid(one, size) || !stretch_is_solid(other, size))
        return 0;
    if (other->low < one->low) {
        one = &request->stretch[1];
        other = &request->stretch[0];
    }
    count_bytes(request, measured, one->low, one->high + size);
    count_bytes(request, measured, other->low, other->high + size);
    return 1;
}

/* The same for any number of them. */
static __attribute__((noinline)) int measure_stretches(struct request *request, unsigned size,
                                                       struct measured *measured)
{
    const struct stretch *piece[STRETCHES_MOST];
    unsigned count = request->stretches;
    for (unsigned i = 0; i < count; i++) {
        const struct stretch *stretch = &request->stretch[i];
        unsigned k = i;
        if (!stretch_is_solid(stretch, size))
            return 0;
        for (; k > 0 && piece[k - 1]->low > stretch->low; k--)
            piece[k] = piece[k - 1];
        piece[k] = stretch;
    }
    for (unsigned i = 0; i < count; i++)
        count_bytes(request, measured, piece[i]->low, piece[i]->high + size);
    return count > 0;
}

static __attribute__((noinline)) void measure_lanes(struct request *request, unsigned size,
                                                    struct measured *measured)
{
    const uint64_t *address = request->address;
    unsigned count = request->count;
    uint64_t sorted[SIM_WARP_SIZE];
    for (unsigned i = 1; i < count; i++)
        if (address[i] < address[i - 1]) {
            sort(sorted, address, count);
            address = sorted;
            break;
        }
    for (unsigned i = 0; i < count; i++)
        count_bytes(request, measured, address[i], address[i] + size);
}

/* A lane alone asks for all of its bytes, once. */
static inline void cost_alone(struct request *request, unsigned size)
{
    uint64_t address = request->address[0];
    struct sectors all = {address / SECTOR, (address + size - 1) / SECTOR + 1};
    request->range[0] = all;
    request->ranges = 1;
    request->cost = (unsigned)(all.end - all.first);
    request->bytes = size;
}

void cost_of_global(struct request *request)
{
    unsigned size = 1u << (request->event & EVENT_SIZE);
    if (request->count == 1) {
        cost_alone(request, size);
        return;
    }
    struct measured measured = {0, 0, 0, 0, 0};
    if (!measure_near(request, size, &measured) && !measure_two(request, size, &measured) &&
        !measure_stretches(request, size, &measured))
        measure_lanes(request, size, &measured);
    request->cost = measured.sectors;
    request->bytes = measured.bytes;
    request->ranges = measured.ranges;
}

/* Of up to 128 words, at most 32 of a bank: does no bank serve more than one, to any number of
 * lanes? */
static int are_without_conflict(const uint64_t *word, unsigned count)
{
    uint64_t served[BANKS];
    uint32_t asked = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned bank = word[i] % BANKS;
        if (!(asked >> bank & 1))
            served[bank] = word[i];
        else if (served[bank] != word[i])
            return 0;
        asked |= 1u << bank;
    }
    return 1;
}

/*
 * Wavefronts that shared memory needs for the accesses of up to 128 words: in
 * one, each bank serves one word, to any number of lanes.
 */
unsigned cost_of_words(const uint64_t *word, unsigned count)
{
    uint64_t served[BANKS][SIM_WARP_SIZE];
    unsigned char in_bank[BANKS] = {0};
    unsigned most = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned bank = word[i] % BANKS, k = 0;
        while (k < in_bank[bank] && served[bank][k] != word[i])
            k++;
        if (k == in_bank[bank]) {
            served[bank][k] = word[i];
            if (++in_bank[bank] > most)
                most = in_bank[bank];
        }
    }
    return most;
}

/* 1 if each two active lanes whose numbers differ by that one bit have the same address. */
static int are_pairs(const uint64_t *address, const unsigned *lane, unsigned count, unsigned bit)
{
    uint64_t of_lane[SIM_WARP_SIZE];
    uint32_t active = 0;
    for (unsigned i = 0; i < count; i++) {
        of_lane[lane[i]] = address[i];
        active |= 1u << lane[i];
    }
    for (unsigned i = 0; i < count; i++)
        if (active >> (lane[i] ^ bit) & 1 && of_lane[lane[i] ^ bit] != address[i])
            return 0;
    return 1;
}

/*
 * How many lanes are served together: accesses of 8 bytes go by halves of a warp, of 16 by
 * quarters. Loads go by twice as many lanes where neighbours, or each second ones, have the same
 * address. Counted with ncu for 48 patterns (tests/runtime/packed_loads.csv) and 400 drawn ones.
 */
static unsigned lanes_together(const uint64_t *address, const unsigned *lane, unsigned count,
                               unsigned words, int is_load)
{
    if (words == 1)
        return SIM_WARP_SIZE;
    unsigned together = SIM_WARP_SIZE / words;
    if (is_load && (are_pairs(address, lane, count, 1) || are_pairs(address, lane, count, 2)))
        together *= 2;
    return together;
}

/*
 * Wavefronts of lanes at equal distances, of at most a word each; 0 where their words do not repeat
 * from bank to bank.
 */
static unsigned wavefronts_of_stretch(const struct stretch *stretch, unsigned size)
{
    if (size > BANK_WIDTH)
        return 0;
    if (stretch_is_solid(stretch, BANK_WIDTH))
        return 1;
    if (stretch->stride % BANK_WIDTH)
        return 0;
    uint64_t words = stretch->stride / BANK_WIDTH;
    unsigned skipped =
        (unsigned)(words & -words) % BANKS; /* one bank of this many is asked; 0: of all */
    unsigned banks = skipped ? BANKS / skipped : 1;
    return (stretch->count + banks - 1) / banks;
}

/*
 * 1 if all words of the stretches, each with those in between, have banks of their own, or are
 * those of another stretch: rows of a tile. 0 where they are to be looked at one by one.
 */
static int stretches_have_own_banks(const struct request *request, unsigned size)
{
    uint32_t asked = 0;
    unsigned i = 0;
    for (; size <= BANK_WIDTH && i < request->stretches; i++) {
        uint64_t first = request->stretch[i].low / BANK_WIDTH;
        uint64_t last = request->stretch[i].high / BANK_WIDTH;
        unsigned shift = first % BANKS, same = 0;
        if (last - first >= BANKS)
            return 0;
        while (same < i && (request->stretch[same].low / BANK_WIDTH != first ||
                            request->stretch[same].high / BANK_WIDTH != last))
            same++;
        if (same < i)
            continue;
        uint32_t banks = UINT32_MAX >> (BANKS - 1 - (last - first));
        banks = banks << shift | banks >> (-shift % BANKS);
        if (asked & banks)
            return 0;
        asked |= banks;
    }
    return i > 0;
}

/* Wavefronts of the active lanes' accesses to shared memory. */
static unsigned wavefronts_of(const uint64_t *address, const unsigned *lane, unsigned count,
                              unsigned size, int is_load)
{
    unsigned words = size <= BANK_WIDTH ? 1 : size / BANK_WIDTH, wavefronts = 0;
    unsigned together = lanes_together(address, lane, count, words, is_load);
    for (unsigned i = 0; i < count;) {
        uint64_t word[4 * SIM_WARP_SIZE];
        unsigned end = (lane[i] & ~(together - 1)) + together, entries = 0;
        for (; i < count && lane[i] < end; i++)
            for (unsigned k = 0; k < words; k++)
                word[entries++] = address[i] / BANK_WIDTH + k;
        wavefronts += are_without_conflict(word, entries) ? 1 : cost_of_words(word, entries);
    }
    return wavefronts;
}

void cost_of_shared(struct request *request)
{
    unsigned size = 1u << (request->event & EVENT_SIZE);
    unsigned wavefronts = request->stretches == 1
                              ? wavefronts_of_stretch(request->stretch, size)
                              : (unsigned)stretches_have_own_banks(request, size);
    if (!wavefronts)
        wavefronts = wavefronts_of(request->address, request->lane, request->count, size,
                                   (request->event & (EVENT_CLASS | EVENT_WRITE)) == EVENT_ACCESS);
    request->cost = wavefronts;
}
