/*
 * Counts requests (sectors of global memory, wavefronts of shared memory) and
 * passes their accesses to the checks.
 */
#include "warp/request.h"

#include "check/access.h"
#include "check/order.h"
#include "check/race.h"
#include "check/target.h"
#include "base/settings.h"
#include "memory/memory.h"
#include "report/phases.h"
#include "base/instrument.h"

#define SECTOR     32  /* bytes */
#define ROW        128 /* bytes: one word of each bank of shared memory */
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

/* Of up to 32 words: does no bank serve more than one, to any number of lanes? */
static int are_without_conflict(const uint64_t *word, unsigned count)
{
    uint64_t kept[BANKS];
    uint32_t asked = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned bank = word[i] % BANKS;
        if (!(asked >> bank & 1))
            kept[bank] = word[i];
        else if (kept[bank] != word[i])
            return 0;
        asked |= 1u << bank;
    }
    return 1;
}

/*
 * Wavefronts that shared memory needs for the accesses of up to 32 words: in
 * one, each bank serves one word, to any number of lanes.
 */
static unsigned wavefronts_of_words(const uint64_t *word, unsigned count)
{
    uint64_t kept[BANKS][SIM_WARP_SIZE];
    unsigned char in_bank[BANKS] = {0};
    unsigned most = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned bank = word[i] % BANKS, k = 0;
        while (k < in_bank[bank] && kept[bank][k] != word[i])
            k++;
        if (k == in_bank[bank]) {
            kept[bank][k] = word[i];
            if (++in_bank[bank] > most)
                most = in_bank[bank];
        }
    }
    return most;
}

/* 8-byte accesses are served by halves of a warp, 16-byte ones by quarters. */
static unsigned wavefronts_of(const uint64_t *address, const unsigned *lane, unsigned count,
                              unsigned size)
{
    unsigned words = size <= BANK_WIDTH ? 1 : size / BANK_WIDTH;
    unsigned lanes_together = SIM_WARP_SIZE / words, wavefronts = 0;
    for (unsigned i = 0; i < count;) {
        uint64_t word[SIM_WARP_SIZE];
        unsigned end = (lane[i] & ~(lanes_together - 1)) + lanes_together, entries = 0;
        for (; i < count && lane[i] < end; i++)
            for (unsigned k = 0; k < words; k++)
                word[entries++] = address[i] / BANK_WIDTH + k;
        wavefronts += are_without_conflict(word, entries) ? 1 : wavefronts_of_words(word, entries);
    }
    return wavefronts;
}

/* How many different rows of 128 bytes the lanes touch, of lanes side by side. */
static unsigned rows_of(const uint64_t *address, unsigned count)
{
    unsigned rows = 0;
    for (unsigned i = 0; i < count; i++)
        rows += i == 0 || address[i] / ROW != address[i - 1] / ROW;
    return rows;
}

static void note_phase(const struct worker *worker, const struct request *request, int global)
{
    enum phase_access access = (request->event & EVENT_CLASS) == EVENT_ATOMIC ? PHASE_ATOMIC
                               : request->event & EVENT_WRITE                 ? PHASE_STORE
                                                                              : PHASE_LOAD;
    unsigned size = 1u << (request->event & EVENT_SIZE);
    phases_request(worker, access, global, request->count,
                   rows_of(request->address, request->count),
                   size <= BANK_WIDTH ? 1 : size / BANK_WIDTH);
}

/* Of a request all of which goes to one kind of memory. */
static void count_request(struct worker *worker, uint16_t site, struct request *request)
{
    struct counts *counts = &worker->counted.by_site[site];
    unsigned size = 1u << (request->event & EVENT_SIZE);
    if (request->global) {
        measure_global(request, size);
        counts->requests++;
        counts->lanes += request->count;
        counts->sectors += request->cost;
        counts->bytes += request->bytes;
    } else {
        request->cost = wavefronts_of(request->address, request->lane, request->count, size);
        counts->shared_requests++;
        counts->shared_lanes += request->count;
        counts->wavefronts += request->cost;
    }
    if (settings.phases_csv)
        note_phase(worker, request, request->global);
    instruments_request(worker, request);
}

/* Lanes of a request, those that go to one of the kinds of memory. */
static void process_part(struct worker *worker, uint16_t site, struct request *part, int global)
{
    part->global = global;
    if (settings.counters)
        count_request(worker, site, part);
    if (worker->launch.checks) {
        target_note(worker, site, part->address, part->count);
        access_request(worker, site, part, global);
    }
}

/* Generic pointers: some lanes go to global memory, some to shared. */
static void process_apart(struct worker *worker, uint16_t site, const struct request *request)
{
    for (int global = 0; global <= 1; global++) {
        struct request part;
        part.event = request->event;
        part.attributes = request->attributes;
        part.count = 0;
        for (unsigned i = 0; i < request->count; i++)
            if (memory_contains(request->address[i]) == global) {
                part.lane[part.count] = request->lane[i];
                part.value[part.count] = request->value[i];
                part.place[part.count] = request->place[i];
                part.address[part.count++] = request->address[i];
            }
        process_part(worker, site, &part, global);
    }
}

/* What has changed since the snapshot. */
static void touch(const struct request *request)
{
    for (unsigned i = 0; i < request->count; i++)
        if (memory_is_a_devices(request->address[i]))
            *memory_touched(request->address[i]) = 1;
}

void request_process(struct worker *worker, struct request *request)
{
    uint16_t site = site_number(request->event);
    unsigned globals = 0;
    for (unsigned i = 0; i < request->count; i++)
        globals += memory_contains(request->address[i]);
    if (request->event & EVENT_WRITE)
        worker->block.progress |= (request->event & EVENT_CLASS) != EVENT_ATOMIC;
    if (globals > 0 &&
        ((request->event & EVENT_WRITE) || (request->event & EVENT_CLASS) == EVENT_ATOMIC))
        touch(request);
    if (globals == request->count || globals == 0)
        process_part(worker, site, request, globals != 0);
    else
        process_apart(worker, site, request);
}
