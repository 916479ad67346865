#include "view/choice.h"

#include <errno.h>
#include <stdlib.h>

#include "base/settings.h"
#include "view/recorded.h"

#define RANGES_MOST 64
#define ASKED_MOST  64 /* blocks: a page has no room for more */

static struct range {
    uint64_t first, last;
} ranges[RANGES_MOST];
static unsigned range_count;

/*
 * Reads a number at the start of the text, and advances the text behind it. Returns 0 if there is
 * none.
 */
static int take_number(const char **text, uint64_t *number)
{
    char *end;
    if (**text < '0' || **text > '9')
        return 0;
    errno = 0;
    *number = strtoull(*text, &end, 10);
    *text = end;
    return !errno;
}

static int take_range(const char **text, struct range *range)
{
    if (!take_number(text, &range->first))
        return 0;
    range->last = range->first;
    if (**text != '-')
        return 1;
    ++*text;
    return take_number(text, &range->last) && range->last >= range->first;
}

void choice_read(void)
{
    const char *value = getenv("SIM_VIEW_BLOCKS"), *text = value;
    uint64_t asked = 0;
    if (!value || !*value)
        return;
    for (;;) {
        if (range_count == RANGES_MOST || !take_range(&text, &ranges[range_count]))
            break;
        uint64_t more = ranges[range_count].last - ranges[range_count].first;
        range_count++;
        if (more >= ASKED_MOST || (asked += more + 1) > ASKED_MOST)
            break;
        if (!*text)
            return;
        if (*text++ != ',')
            break;
    }
    settings_refuse("SIM_VIEW_BLOCKS", value, "numbers of blocks such as 0,7,12-15, at most 64");
}

static int is_asked(uint64_t block)
{
    for (unsigned i = 0; i < range_count; i++)
        if (block >= ranges[i].first && block <= ranges[i].last)
            return 1;
    return 0;
}

unsigned choice_of(uint64_t block, uint64_t blocks, uint64_t middle)
{
    if (range_count)
        return is_asked(block) ? VIEW_ASKED : 0;
    return (block == 0 ? VIEW_FIRST : 0) | (block == blocks - 1 ? VIEW_LAST : 0) |
           (block == middle ? VIEW_MIDDLE : 0);
}

int choice_is_beyond(uint64_t blocks)
{
    for (unsigned i = 0; i < range_count; i++)
        if (ranges[i].first < blocks)
            return 0;
    return range_count != 0;
}
