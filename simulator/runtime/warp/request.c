/*
 * The cost of a request: sectors of global memory, wavefronts of shared memory. Passes it on to the
 * instruments.
 */
#include "warp/request.h"

#include "memory/memory.h"
#include "base/instrument.h"

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

/*
 * Finds the sectors that a request touches and the different bytes that it asks
 * for, each once however many lanes ask for it: ncu's efficiency is their ratio.
 */
static void measure_global(struct request *request, unsigned size)
{
    const uint64_t *address = request->address;
    unsigned count = request->count, sectors = 0, bytes = 0, ranges = 0;
    uint64_t sorted[SIM_WARP_SIZE];
    uint64_t sectors_end = 0, bytes_end = 0; /* first sector and byte not counted yet */
    for (unsigned i = 1; i < count; i++)
        if (address[i] < address[i - 1]) {
            sort(sorted, address, count);
            address = sorted;
            break;
        }
    for (unsigned i = 0; i < count; i++) {
        uint64_t first = address[i], end = first + size;
        if (end > bytes_end)
            bytes += (unsigned)(end - (first > bytes_end ? first : bytes_end));
        bytes_end = end;
        first /= SECTOR;
        end = (end - 1) / SECTOR + 1;
        if (end > sectors_end) {
            first = first > sectors_end ? first : sectors_end;
            sectors += (unsigned)(end - first);
            request->range[ranges++] = (struct sectors){first, end};
        }
        sectors_end = end;
    }
    request->cost = sectors;
    request->bytes = bytes;
    request->ranges = ranges;
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
static unsigned wavefronts_of_words(const uint64_t *word, unsigned count)
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
 * How many lanes are served together. Stores of 8 bytes go by halves of a warp, of 16 by quarters.
 * Loads of either go by halves, and all lanes together where neighbours, or each second ones, have
 * the same address: counted with ncu for 48 patterns, tests/runtime/packed_loads.csv.
 */
static unsigned lanes_together(const uint64_t *address, const unsigned *lane, unsigned count,
                               unsigned words, int is_load)
{
    if (words == 1)
        return SIM_WARP_SIZE;
    if (!is_load)
        return SIM_WARP_SIZE / words;
    return are_pairs(address, lane, count, 1) || are_pairs(address, lane, count, 2)
               ? SIM_WARP_SIZE
               : SIM_WARP_SIZE / 2;
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
        wavefronts += are_without_conflict(word, entries) ? 1 : wavefronts_of_words(word, entries);
    }
    return wavefronts;
}

/* Lanes of a request, those that go to one of the kinds of memory. */
static void process_part(struct worker *worker, struct request *part, int global)
{
    unsigned size = 1u << (part->event & EVENT_SIZE);
    part->global = global;
    if (worker->hooks->wants_cost) {
        if (global)
            measure_global(part, size);
        else
            part->cost = wavefronts_of(part->address, part->lane, part->count, size,
                                       (part->event & (EVENT_CLASS | EVENT_WRITE)) == EVENT_ACCESS);
    }
    instruments_request(worker, part);
}

/* Generic pointers: some lanes go to global memory, some to shared. */
static void process_apart(struct worker *worker, const struct request *request)
{
    for (int global = 0; global <= 1; global++) {
        struct request part;
        part.event = request->event;
        part.site = request->site;
        part.place = request->place;
        part.attributes = request->attributes;
        part.count = 0;
        for (unsigned i = 0; i < request->count; i++)
            if (memory_contains(request->address[i]) == global) {
                part.lane[part.count] = request->lane[i];
                part.value[part.count] = request->value[i];
                part.address[part.count++] = request->address[i];
            }
        process_part(worker, &part, global);
    }
}

/* Marks the request's memory as changed since the snapshot. */
static void touch(const struct request *request)
{
    for (unsigned i = 0; i < request->count; i++)
        if (memory_is_a_devices(request->address[i]))
            *memory_touched(request->address[i]) = 1;
}

void request_process(struct worker *worker, struct request *request)
{
    unsigned globals = 0;
    request->site = site_number(request->event);
    for (unsigned i = 0; i < request->count; i++)
        globals += memory_contains(request->address[i]);
    if (request->event & EVENT_WRITE)
        worker->block.progress |= (request->event & EVENT_CLASS) != EVENT_ATOMIC;
    if (globals > 0 &&
        ((request->event & EVENT_WRITE) || (request->event & EVENT_CLASS) == EVENT_ATOMIC))
        touch(request);
    if (globals == request->count || globals == 0)
        process_part(worker, request, globals != 0);
    else
        process_apart(worker, request);
}
