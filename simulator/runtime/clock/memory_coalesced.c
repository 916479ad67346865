/*
 * What if all accesses were coalesced? A request's words of 4 bytes would stand side by side, and
 * no sector would have others. A word that a multiprocessor needs is then fetched once, as before,
 * as long as L1 keeps its line.
 */
#include "clock/memory_parts.h"

#define WORDS_IN_SECTOR (SECTOR / WORD)
#define SECTORS_IN_LINE (TRACE_LINE / SECTOR)

static const struct trace_line *nth_line(const struct requester *requester,
                                         const struct trace_event *event, unsigned i)
{
    return &requester->trace->lines[event->first_line + i];
}

/* A mask of sectors as one of words. */
static uint32_t words_of(unsigned sectors)
{
    uint32_t words = 0;
    for (unsigned s = 0; s < SECTORS_IN_LINE; s++)
        if (sectors >> s & 1)
            words |= 0xFFu << s * WORDS_IN_SECTOR;
    return words;
}

/* The sectors of which the mask has all words. */
static uint8_t whole_sectors(uint32_t words)
{
    uint8_t sectors = 0;
    for (unsigned s = 0; s < SECTORS_IN_LINE; s++)
        if ((words >> s * WORDS_IN_SECTOR & 0xFF) == 0xFF)
            sectors |= (uint8_t)(1u << s);
    return sectors;
}

static unsigned divided(unsigned words, unsigned by)
{
    return (words + by - 1) / by;
}

static unsigned words_asked(const struct requester *requester, const struct trace_event *event)
{
    unsigned words = 0;
    for (unsigned i = 0; i < event->lines; i++)
        words += (unsigned)__builtin_popcount(nth_line(requester, event, i)->words);
    return words;
}

unsigned memory_lines_coalesced(const struct requester *requester, const struct trace_event *event)
{
    return divided(words_asked(requester, event), TRACE_LINE / WORD);
}

int memory_is_uncoalesced(const struct requester *requester, const struct trace_event *event)
{
    unsigned sectors = 0, words = words_asked(requester, event);
    for (unsigned i = 0; i < event->lines; i++)
        sectors += (unsigned)__builtin_popcount(nth_line(requester, event, i)->sectors);
    return event->lines > divided(words, TRACE_LINE / WORD) ||
           sectors > divided(words, WORDS_IN_SECTOR);
}

/* The words of the line that L1 does not have. */
static uint32_t beyond_l1(struct memory_system *system, const struct trace_line *line, uint64_t key,
                          double now, struct answer *answer)
{
    struct cached_line *cached = line_cache_find(&system->l1, key);
    struct cached_line *packed = line_list_at(&system->packed_l1, key);
    if (!cached)
        packed->used = 0;
    uint32_t missing = line->words & ~packed->used & ~(cached ? words_of(cached->sectors) : 0);
    double arrives = now + system->device->l1_latency;
    if (missing != line->words)
        memory_keep_latest(answer, cached->ready > arrives ? cached->ready : arrives, 0, TIME_L1,
                           cached->ready > arrives ? TIME_LOADS : TIME_L1);
    return missing;
}

/* Of these words of the line, those that L2 does not have; it gets them. */
static uint32_t beyond_l2(struct memory_system *system, const struct trace_line *line, uint64_t key,
                          uint32_t words)
{
    struct cached_line *seen = line_list_at(&system->seen, key);
    uint32_t known = words_of(seen->sectors | line->in_l2);
    struct cached_line *packed = line_list_at(&system->packed_l2, key);
    uint32_t missing = words & ~known & ~packed->used;
    packed->used |= words;
    seen->sectors |= whole_sectors(packed->used);
    return missing;
}

static void keep_in_l1(struct memory_system *system, uint64_t key, uint32_t words, double ready)
{
    struct cached_line *cached = line_cache_add(&system->l1, key);
    struct cached_line *packed = line_list_at(&system->packed_l1, key);
    packed->used |= words;
    cached->sectors |= whole_sectors(packed->used);
    if (ready > cached->ready)
        cached->ready = ready;
}

/* Gets the words from L2, of these some from memory. Returns the time at which they arrive. */
static double fetch_words(struct memory_system *system, unsigned words, unsigned from_memory,
                          int is_load, double now, struct answer *answer)
{
    unsigned lines = divided(words, TRACE_LINE / WORD);
    double ready = now;
    double bytes = (double)from_memory / WORDS_IN_SECTOR * system->extra_per_sector +
                   (is_load ? from_memory * WORD : 0);
    for (unsigned i = 0; i < lines; i++) {
        unsigned here = words - i * (TRACE_LINE / WORD);
        here = here < TRACE_LINE / WORD ? here : TRACE_LINE / WORD;
        struct beyond beyond = {divided(here, WORDS_IN_SECTOR),
                                from_memory > 0,
                                0,
                                bytes / lines,
                                (double)here / (TRACE_LINE / WORD),
                                0,
                                0};
        ready = memory_fetch(system, &beyond, is_load, now, answer);
    }
    return ready;
}

void memory_coalesced(struct memory_system *system, const struct requester *requester,
                      const struct trace_event *event, int past_l1, double now,
                      struct answer *answer)
{
    int is_load = !(event->event & EVENT_WRITE);
    unsigned words = 0, from_memory = 0;
    for (unsigned i = 0; i < event->lines; i++) {
        const struct trace_line *line = nth_line(requester, event, i);
        uint64_t key = memory_key(requester, line);
        uint32_t missing =
            is_load && !past_l1 ? beyond_l1(system, line, key, now, answer) : line->words;
        words += (unsigned)__builtin_popcount(missing);
        from_memory += (unsigned)__builtin_popcount(beyond_l2(system, line, key, missing));
    }
    if (!words)
        return;
    double ready = fetch_words(system, words, from_memory, is_load, now, answer);
    for (unsigned i = 0; is_load && !past_l1 && i < event->lines; i++) {
        const struct trace_line *line = nth_line(requester, event, i);
        keep_in_l1(system, memory_key(requester, line), line->words, ready);
    }
}
