#include "clock/l1_wavefronts.h"

#include "base/trace.h"
#include "memory/memory.h"
#include "warp/cost.h"

#define BANK_WIDTH 4 /* bytes */

/*
 * L1 looks for four lines at a time, one in each bank of its tags. The bank's number has two bits:
 * the parities of these bits of the line's number. They follow from trials of each pair of its
 * lowest 14 bits; large allocations of a GPU begin where those are 0, the simulator's need not.
 */
#define TAG_BANKS 4
static const uint64_t tag_bits[2] = {0x3AB5, 0x15DA};

static unsigned tag_bank(uint64_t line)
{
    return (unsigned)(__builtin_parityll(line & tag_bits[0]) |
                      __builtin_parityll(line & tag_bits[1]) << 1);
}

/* Of these accesses of the request (a mask) those whose lines L1 looks for next. */
static uint32_t looked_for(const struct request *request, uint32_t left)
{
    uint64_t line_of[TAG_BANKS];
    uint32_t now = 0;
    unsigned used = 0;
    for (; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t line = (request->address[i] - memory.base) / TRACE_LINE;
        unsigned bank = tag_bank(line);
        if (!(used >> bank & 1))
            line_of[bank] = line;
        used |= 1u << bank;
        now |= (uint32_t)(line_of[bank] == line) << i;
    }
    return now;
}

/* The data of these accesses: 8 bytes a lane go by halves of a warp, 16 by quarters. */
static unsigned wavefronts_of(const struct request *request, uint32_t accesses, unsigned size)
{
    unsigned words = size <= BANK_WIDTH ? 1 : size / BANK_WIDTH, wavefronts = 0;
    while (accesses) {
        uint64_t word[SIM_WARP_SIZE];
        unsigned part = request->lane[__builtin_ctz(accesses)] * words / SIM_WARP_SIZE, count = 0;
        for (; accesses; accesses &= accesses - 1) {
            unsigned i = (unsigned)__builtin_ctz(accesses);
            if (request->lane[i] * words / SIM_WARP_SIZE != part)
                break;
            for (unsigned k = 0; k < words; k++)
                word[count++] = request->address[i] / BANK_WIDTH + k;
        }
        wavefronts += cost_of_words(word, count);
    }
    return wavefronts;
}

unsigned l1_wavefronts(const struct request *request)
{
    unsigned size = 1u << (request->event & EVENT_SIZE), wavefronts = 0;
    uint32_t left = UINT32_MAX >> (SIM_WARP_SIZE - request->count);
    while (left) {
        uint32_t now = looked_for(request, left);
        wavefronts += wavefronts_of(request, now, size);
        left &= ~now;
    }
    return wavefronts;
}
