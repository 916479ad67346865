#include "clock/chain.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/device.h"

#define WORD          4 /* bytes */
#define WORDS_IN_LINE (TRACE_LINE / WORD)

/* 1 if the event accesses one address of global memory, that is not another's by chance. */
static int has_one_address(const struct trace *trace, const struct trace_event *event)
{
    unsigned class = event->event & EVENT_CLASS, words = (1u << (event->event & EVENT_SIZE)) / WORD;
    if ((class != EVENT_ACCESS && class != EVENT_ATOMIC) || event->lines != 1)
        return 0;
    return (unsigned)__builtin_popcount(trace->lines[event->first_line].words) <=
           (words > 1 ? words : 1);
}

/* The event's address, in words. */
static int64_t word_at(const struct trace *trace, const struct trace_event *event)
{
    const struct trace_line *line = &trace->lines[event->first_line];
    return (int64_t)line->number * WORDS_IN_LINE + __builtin_ctz(line->words | 1u << 31);
}

/* 1 if the event may poll: it goes past L1, or nobody would see what others store. */
static int may_poll(const struct trace *trace, const struct trace_event *event)
{
    unsigned class = event->event & EVENT_CLASS;
    int is_load = class == EVENT_ACCESS && !(event->event & EVENT_WRITE);
    return (class == EVENT_ATOMIC || (is_load && event->attributes & TRACE_VOLATILE)) &&
           has_one_address(trace, event);
}

static int may_tell(const struct trace *trace, const struct trace_event *event)
{
    return event->event & EVENT_WRITE && has_one_address(trace, event);
}

/* Two blocks of the sample, in which a warp stands at the same place. */
struct pair {
    const struct trace *first, *second;
    unsigned warp;
    int64_t blocks; /* between them */
    int64_t all;    /* blocks of the launch */
};

/* The words by which the address differs from one block to the next; 0: none, or it is unknown. */
static int64_t stride_of(const struct pair *pair, const struct trace_event *event)
{
    const struct trace_warp *warp = &pair->second->warp[pair->warp];
    for (size_t i = 0; i < warp->count; i++) {
        const struct trace_event *other = &warp->events[i];
        if (other->event != event->event || !has_one_address(pair->second, other))
            continue;
        int64_t words = word_at(pair->second, other) - word_at(pair->first, event);
        return words % pair->blocks == 0 ? words / pair->blocks : 0;
    }
    return 0;
}

/*
 * The links for each block, if a warp that polls at `i` tells at `k`. Where it has told before it
 * polls, others need not wait for what it sees.
 */
static double links_of(const struct pair *pair, size_t i, size_t k)
{
    const struct trace_warp *warp = &pair->first->warp[pair->warp];
    const struct trace_event *awaits = &warp->events[i], *tells = &warp->events[k];
    int64_t stride = stride_of(pair, awaits), told = word_at(pair->first, tells);
    int64_t distance = told - word_at(pair->first, awaits);
    if (!stride || !distance || stride_of(pair, tells) != stride)
        return 0;
    if ((stride % distance != 0 && distance % stride != 0) || distance / stride >= pair->all ||
        -distance / stride >= pair->all)
        return 0; /* not another block's word, nor another warp's */
    for (size_t before = 0; before < i; before++)
        if (may_tell(pair->first, &warp->events[before]) &&
            word_at(pair->first, &warp->events[before]) == told)
            return 0;
    double links = fabs((double)stride / (double)distance);
    return links <= pair->first->warps ? links : 0;
}

static int find_in_warp(const struct pair *pair, struct chain *chain)
{
    const struct trace_warp *warp = &pair->first->warp[pair->warp];
    for (size_t i = 0; i < warp->count; i++) {
        if (!may_poll(pair->first, &warp->events[i]))
            continue;
        for (size_t k = i + 1; k < warp->count; k++) {
            double links = may_tell(pair->first, &warp->events[k]) &&
                                   warp->events[k].event != warp->events[i].event
                               ? links_of(pair, i, k)
                               : 0;
            if (links <= chain->links)
                continue;
            chain->awaits = warp->events[i].event;
            chain->tells = warp->events[k].event;
            chain->links = links;
        }
        return chain->links > 0; /* the first poll of a warp tells enough */
    }
    return 0;
}

struct chain chain_find(const struct sample *sample)
{
    struct chain chain = {.begins = DBL_MAX};
    if (sample->count < 3)
        return chain;
    struct pair pair = {.first = &sample->trace[sample->count - 2],
                        .second = &sample->trace[sample->count - 1],
                        .all = (int64_t)sample->blocks};
    pair.blocks = (int64_t)pair.second->block - (int64_t)pair.first->block;
    while (pair.blocks && pair.warp < pair.first->warps && !find_in_warp(&pair, &chain))
        pair.warp++;
    return chain;
}

int chain_note(struct chain *chain, const struct trace_event *event, double sent, double ready,
               double *seen)
{
    if (chain->links <= 0)
        return 0;
    if (event->event == chain->awaits) {
        chain->begins = fmin(chain->begins, sent);
        *seen = ready;
        return 1;
    }
    if (event->event == chain->tells && *seen > 0) {
        chain->passed += sent - *seen;
        chain->warps++;
        *seen = 0;
    }
    return 0;
}

double chain_time(const struct chain *chain, const struct device *device, uint64_t blocks)
{
    if (!chain->warps)
        return 0;
    /* From a store to the load that sees it: to L2 and back. */
    double link = chain->passed / chain->warps + device->l2_latency;
    return chain->begins + link * chain->links * (double)blocks;
}
