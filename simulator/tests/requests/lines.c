/*
 * The lines of memory that the clock traces of random requests, with their lanes in stretches,
 * beside those of the same request lane by lane, and beside a count of its bytes. Each request that
 * is traced wrongly is a line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock/sample.h"
#include "clock/trace.h"
#include "memory/memory.h"
#include "warp/request.h"

enum { LANES = SIM_WARP_SIZE, BYTES = 1 << 16, LINE = 128, SECTOR = 32, WORD = 4 };

static unsigned random_below(unsigned end)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % end;
}

/* One or two pieces of equal distances; lanes are left out in half of the requests. */
static void make(struct request *request, unsigned size)
{
    static const int distances[] = {0, 1, 1, 1, -1, 2, 33};
    uint32_t lanes = random_below(2) ? UINT32_MAX : 1u + random_below(UINT32_MAX / 2);
    unsigned pieces = 1 + random_below(2);
    uint64_t address = 0, stride = 0;

    request->lane = request->own_lane;
    request->address = request->own_address;
    request->lanes = request->count = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (lane % (LANES / pieces) == 0) {
            unsigned unit = random_below(8) ? size : 1; /* seldom not aligned */

            stride = (uint64_t)distances[random_below(sizeof distances / sizeof *distances)] * unit;
            address = memory.base + BYTES / 2 + random_below(300) * unit;
        }
        if (lanes >> lane & 1) {
            request->lanes |= 1u << lane;
            request->own_lane[request->count] = lane;
            request->own_address[request->count++] = address;
        }
        address += stride;
    }
}

/* Traces the request alone. */
static void trace(struct request *request)
{
    static struct worker worker;

    clocked.trace->line_count = clocked.trace->events = clocked.trace->warp->count = 0;
    trace_request(&worker, request);
}

/* What the bytes of one line say of it. */
static struct trace_line counted(const struct request *request, unsigned size, uint32_t number)
{
    struct trace_line line = {.number = number};
    unsigned char touched[LINE] = {0};

    for (unsigned i = 0; i < request->count; i++) {
        uint64_t first = request->address[i] - memory.base;

        line.lanes += first / LINE == number;
        for (unsigned k = 0; k < size; k++)
            if ((first + k) / LINE == number)
                touched[(first + k) % LINE] = 1;
    }
    for (unsigned i = 0; i < LINE; i++)
        if (touched[i]) {
            line.sectors |= 1u << i / SECTOR & 0xF;
            line.words |= 1u << i / WORD;
        }
    for (unsigned i = 0; i < LINE; i++)
        if (!touched[i] && line.sectors >> i / SECTOR & 1)
            line.partial |= 1u << i / SECTOR & 0xF;
    return line;
}

static int check(struct request *request, unsigned size)
{
    struct trace_line lines[2 * LANES];
    size_t count;
    unsigned lanes = 0;

    trace(request);
    count = clocked.trace->line_count;
    memcpy(lines, clocked.trace->lines, count * sizeof *lines);
    for (size_t i = 0; i < count; i++) {
        struct trace_line line = counted(request, size, lines[i].number);

        if (memcmp(&line, &lines[i], sizeof line))
            return 0;
        lanes += line.lanes;
    }
    if (lanes != request->count || clocked.trace->warp->events->lines != count)
        return 0;
    request->stretches = 0;
    trace(request);
    return clocked.trace->line_count == count &&
           !memcmp(lines, clocked.trace->lines, count * sizeof *lines);
}

int main(int argc, char **argv)
{
    static struct trace_warp warp;
    static struct trace traced = {.warps = 1, .warp = &warp, .events_most = 1};
    static struct request request;
    unsigned in_stretches = 0, wrong = 0;

    memory.base = (uintptr_t)1 << 40;
    memory.size = BYTES;
    clocked.trace = &traced;
    for (long i = argc > 1 ? atol(argv[1]) : 0; i > 0; i--) {
        unsigned log2_size = random_below(5);

        make(&request, 1u << log2_size);
        request.event = event_at(PROGRAM_START, log2_size);
        request.global = 1;
        request_find_stretches(&request);
        in_stretches += request.stretches > 0;
        if (!check(&request, 1u << log2_size) && wrong++ < 10)
            printf("wrong: %u lanes of %u bytes from %#lx on, %ld further each\n", request.count,
                   1u << log2_size, (unsigned long)request.stretch[0].address,
                   (long)request.stretch[0].stride);
    }
    printf("%u in stretches, %u wrong\n", in_stretches, wrong);
    return wrong != 0;
}
