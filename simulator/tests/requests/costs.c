/*
 * What random requests cost, with their lanes in stretches, beside what counting each byte and each
 * word says. Prints how many were of one, of several and of too many stretches; each that is
 * counted wrongly is a line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "warp/cost.h"
#include "warp/request.h"

enum { LANES = SIM_WARP_SIZE, BYTES = 1 << 17, SECTOR = 32, BANKS = 32, WORD = 4 };

static unsigned random_below(unsigned end)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % end;
}

/* Some of the lanes, in up to six pieces of equal distances. */
static void make(struct request *request, unsigned size)
{
    static const int distances[] = {0, 0, 1, 1, 1, -1, 2, 3, 8, -8, 12, 32, 33, 64};
    unsigned pieces = 1 + random_below(6) * random_below(2), all = random_below(3);
    uint32_t lanes = all ? UINT32_MAX : random_below(1u << 31) | 1u << random_below(LANES);
    uint64_t address = 0;
    int64_t stride = 0;

    request->lane = request->own_lane;
    request->address = request->own_address;
    request->count = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (lane % ((LANES + pieces - 1) / pieces) == 0) {
            unsigned unit = random_below(8) ? size : 1; /* seldom not aligned */
            stride = (int64_t)unit * distances[random_below(sizeof distances / sizeof *distances)];
            address = BYTES / 2 / unit * unit + random_below(300) * unit;
        }
        if (lanes >> lane & 1) {
            request->own_lane[request->count] = lane;
            request->own_address[request->count++] = address;
        }
        address += (uint64_t)stride;
    }
}

/* The parts of `part` bytes that the request touches. Of sectors: UINT32_MAX if its ranges are not
 * these. */
static unsigned count_parts(const struct request *request, unsigned size, unsigned part)
{
    static unsigned char touched[BYTES];
    unsigned count = 0, in_ranges = 0;

    memset(touched, 0, sizeof touched);
    for (unsigned i = 0; i < request->count; i++)
        for (unsigned k = 0; k < size; k++)
            touched[(request->address[i] + k) / part] = 1;
    for (unsigned i = 0; i < BYTES; i++)
        count += touched[i];
    for (unsigned i = 0; part == SECTOR && i < request->ranges; i++)
        for (uint64_t k = request->range[i].first; k < request->range[i].end; k++, in_ranges++)
            if (touched[k]++ != 1)
                return UINT32_MAX; /* nobody asks for it, or it is in two ranges */
    if (part == SECTOR && in_ranges != count)
        return UINT32_MAX;
    return count;
}

/* For accesses of at most a word: the most words of a bank. */
static unsigned count_wavefronts(const struct request *request)
{
    static unsigned char touched[BYTES / WORD];
    unsigned in_bank[BANKS] = {0}, most = 0;

    memset(touched, 0, sizeof touched);
    for (unsigned i = 0; i < request->count; i++)
        if (!touched[request->address[i] / WORD]++) {
            unsigned *bank = &in_bank[request->address[i] / WORD % BANKS];

            most = ++*bank > most ? *bank : most;
        }
    return most;
}

/* Compares the cost with and without stretches, and with the count of its parts. */
static int check(struct request *request, unsigned log2_size)
{
    unsigned size = 1u << log2_size, sectors, bytes, wavefronts;
    struct request plain = *request;

    cost_of_global(request);
    sectors = request->cost;
    bytes = request->bytes;
    if (sectors != count_parts(request, size, SECTOR) || bytes != count_parts(request, size, 1))
        return 0;
    cost_of_shared(request);
    wavefronts = request->cost;
    if (size <= WORD && wavefronts != count_wavefronts(request))
        return 0;
    plain.stretches = 0;
    cost_of_global(&plain);
    if (plain.cost != sectors || plain.bytes != bytes)
        return 0;
    cost_of_shared(&plain);
    return plain.cost == wavefronts;
}

int main(int argc, char **argv)
{
    static struct request request;
    unsigned one = 0, several = 0, many = 0, wrong = 0;

    for (long i = argc > 1 ? atol(argv[1]) : 0; i > 0; i--) {
        unsigned log2_size = random_below(5);

        make(&request, 1u << log2_size);
        request.event = event_at(PROGRAM_START, log2_size | (random_below(2) ? EVENT_WRITE : 0));
        request_find_stretches(&request);
        one += request.stretches == 1;
        several += request.stretches > 1;
        many += request.stretches == 0;
        if (!check(&request, log2_size) && wrong++ < 10)
            printf("wrong: %u lanes of %u bytes in %u stretches from %#lx on, %ld further each\n",
                   request.count, 1u << log2_size, request.stretches,
                   (unsigned long)request.stretch[0].address, (long)request.stretch[0].stride);
    }
    printf("%u of one stretch, %u of several, %u of too many, %u wrong\n", one, several, many,
           wrong);
    return wrong != 0;
}
