/*
 * Copies to the host of memory that is not all written: see unwritten.h.
 *
 * A gap is a stretch of unwritten bytes. Between the members of a structure there may be padding,
 * which nobody writes; it is shorter than the largest member. So a gap that is shorter than the
 * largest store counts only where it cannot be padding: if all stores were of one size, or if it is
 * the only such gap in more than FEW bytes, as the rest is that a vectorised loop forgets.
 */
#include "cuda_api/unwritten.h"

#include <stdio.h>
#include <string.h>

#include "check/describe.h"
#include "check/written.h"
#include "memory/memory.h"
#include "report/findings.h"

#define FEW         256 /* bytes: more than most structures have */
#define SCALAR_MOST 8   /* bytes: no element is larger but vectors, whose parts count */
#define ROW_UNIT    512 /* bytes: rows of cudaMallocPitch begin at multiples of it */

/* Gaps of one sort in a copy; places in bytes from the allocation's start. */
struct gaps {
    size_t count;
    size_t bytes;
    size_t first, end; /* of the first of them */
    size_t together;   /* the bits of all their starts and lengths */
};

static void add(struct gaps *gaps, size_t start, size_t end)
{
    if (!gaps->count++) {
        gaps->first = start;
        gaps->end = end;
    }
    gaps->bytes += end - start;
    gaps->together |= start | (end - start);
}

/* What a row of cudaMallocPitch has behind its elements. */
static int is_end_of_row(const struct allocation *a, size_t start, size_t end)
{
    return a->call && !strcmp(a->call, "cudaMallocPitch") && end % ROW_UNIT == 0 &&
           end - start < ROW_UNIT;
}

/* Looks for gaps in [from, from + size) of the allocation: shorter ones than `least`, and others.
 */
static void find_gaps(const struct allocation *a, const uint8_t *state, size_t from, size_t size,
                      size_t least, struct gaps *small, struct gaps *large)
{
    for (size_t at = 0; at < size;) {
        const uint8_t *gap = memchr(state + at, STATE_UNWRITTEN, size - at);
        if (!gap)
            return;
        size_t start = (size_t)(gap - state), end = start;
        while (end < size && state[end] == STATE_UNWRITTEN)
            end++;
        if (!is_end_of_row(a, from + start, from + end))
            add(end - start < least ? small : large, from + start, from + end);
        at = end;
    }
}

/* Those gaps that count: of both sorts together, or only the large ones. */
static struct gaps which_count(const struct writer *writer, const struct gaps *small,
                               const struct gaps *large, size_t size)
{
    int is_of_one_size = writer && writer->smallest == writer->largest;
    struct gaps gaps = *large;
    if (gaps.count && small->count > 1 && !is_of_one_size) { /* what begins with padding */
        size_t padding = -gaps.first % writer->largest;
        gaps.first += padding;
        gaps.bytes -= padding;
    }
    if (!small->count || (!is_of_one_size && (small->count > 1 || size < FEW)))
        return gaps;
    if (!gaps.count || small->first < gaps.first) {
        gaps.first = small->first;
        gaps.end = small->end;
    }
    gaps.count += small->count;
    gaps.bytes += small->bytes;
    gaps.together |= small->together;
    return gaps;
}

/* The size of an element: at most that of a store, and such that gaps consist of whole elements. */
static size_t element_size(const struct writer *writer, const struct gaps *gaps)
{
    size_t size = writer ? writer->largest : 1;
    if (size > SCALAR_MOST)
        size = writer->smallest > SCALAR_MOST ? 4 : writer->smallest;
    while (gaps->together & (size - 1))
        size /= 2;
    return size;
}

/* "232 of 1000 elements of 4 bytes", or of bytes; their first: "element 768, byte 3072" */
static void describe(const struct gaps *gaps, size_t element, size_t size, const char *call,
                     const char *location, const char *writer, uintptr_t pc, const char *advice)
{
    if (element == 1)
        note_on_host_advising(FINDING_UNINITIALISED, advice, pc,
                              "%s reads %zu bytes, %zu of which nobody has written: first %s%s",
                              call, size, gaps->bytes, location, writer);
    else
        note_on_host_advising(FINDING_UNINITIALISED, advice, pc,
                              "%s reads %zu elements of %zu bytes, %zu of which nobody has "
                              "written: first element %zu, %s%s",
                              call, size / element, element, gaps->bytes / element,
                              gaps->first / element, location, writer);
}

static int none_written(const uint8_t *state, size_t size)
{
    return *state == STATE_UNWRITTEN && !memcmp(state, state + 1, size - 1);
}

void unwritten_look(const struct allocation *from, const void *source, const uint8_t *state,
                    size_t size, uintptr_t pc, const char *call)
{
    char location[256], by[512];
    uintptr_t start = (uintptr_t)source;
    const struct writer *writer = written_last(from, NULL);
    struct gaps small = {0}, large = {0};
    if (none_written(state, size)) {
        note_on_host_advising(FINDING_UNINITIALISED, memory_advice(MEMORY_ADVICE_COPIED), pc,
                              "%s reads %zu byte%s that nobody has written: %s", call, size,
                              plural(size), name_address(NULL, start, location, sizeof location));
        return;
    }
    size_t offset = start - from->start;
    find_gaps(from, state, offset, size, writer ? writer->largest : 1, &small, &large);
    struct gaps gaps = which_count(writer, &small, &large, size);
    if (!gaps.count)
        return;
    int is_tail = gaps.count == 1 && gaps.end == offset + size;
    name_address(NULL, from->start + gaps.first, location, sizeof location);
    describe(&gaps, element_size(writer, &gaps), size, call, location,
             written_name(writer, by, sizeof by), pc,
             memory_advice(is_tail ? MEMORY_ADVICE_TAIL : MEMORY_ADVICE_GAPS));
}
