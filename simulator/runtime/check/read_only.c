/*
 * For each word that a launch loads on the read-only way or writes, the last such load and the last
 * write. Blocks that run side by side share these: each first says what it does, and then looks for
 * the other, so that of two at the same time one at least sees both.
 */
#include "check/read_only.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/instrument.h"
#include "base/run.h"
#include "base/settings.h"
#include "check/describe.h"
#include "memory/memory.h"

#define WORD          4 /* bytes */
#define WORDS_IN_PAGE 1024

/* Who has done it: the look's number, in which bytes of the word, at which site. 0: nobody. */
typedef uint64_t note_t;
#define NOTE_LOOK  32
#define NOTE_BYTES 16
#define BYTES_ALL  0xF0000u

struct page {
    _Atomic note_t loads[WORDS_IN_PAGE], writes[WORDS_IN_PAGE];
};

/* Set by the linker; not there in a program without the section: simcc/read_only.h. */
extern const uint64_t __start_sim_read_only[] __attribute__((weak, visibility("hidden")));
extern const uint64_t __stop_sim_read_only[] __attribute__((weak, visibility("hidden")));

static uint64_t *pcs; /* of all such loads, sorted */
static size_t pc_count;
static struct page *_Atomic *pages; /* of the arena; NULL: nothing was noted there */
static uint32_t look;               /* the number of the running one */

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static int is_read_only(uint64_t pc)
{
    return bsearch(&pc, pcs, pc_count, sizeof *pcs, compare) != NULL;
}

static struct page *page_of(uintptr_t address)
{
    struct page *_Atomic *at = &pages[(address - memory.base) / (WORDS_IN_PAGE * WORD)];
    struct page *page = *at, *own;
    if (page)
        return page;
    own = allocate(sizeof *own);
    if (atomic_compare_exchange_strong(at, &page, own))
        return own;
    free(own); /* another thread was first */
    return page;
}

/* Adds bytes of the word to what was noted of it in this look; the site becomes this one. */
static void note(_Atomic note_t *at, uint32_t bytes, uint16_t site)
{
    note_t before = *at, after;
    do {
        uint32_t noted = before >> NOTE_LOOK == look ? (uint32_t)before & BYTES_ALL : 0;
        if ((noted & bytes) == bytes)
            return;
        after = (note_t)look << NOTE_LOOK | noted | bytes | site;
    } while (!atomic_compare_exchange_weak(at, &before, after));
}

/* The site that was noted in this look for any of the bytes; 0: there is none. */
static uint16_t noted(note_t note, uint32_t bytes)
{
    return note >> NOTE_LOOK == look && ((uint32_t)note & bytes) ? (uint16_t)note : 0;
}

static void access_word(struct worker *worker, const struct access *access, uintptr_t word)
{
    uintptr_t first = access->address > word ? access->address - word : 0;
    uintptr_t end = access->address + access->size - word;
    uint32_t bytes = ((1u << (end < WORD ? end : WORD)) - (1u << first)) << NOTE_BYTES;
    struct page *page = page_of(word);
    size_t at = (word - memory.base) / WORD % WORDS_IN_PAGE;
    int loads = access->kind == ACCESS_READ;
    note(loads ? &page->loads[at] : &page->writes[at], bytes, access->site);
    uint16_t other = noted(loads ? page->writes[at] : page->loads[at], bytes);
    if (other)
        finding_read_only(worker, access, event_pc(site_event(other)));
}

static void request(struct worker *worker, const struct request *request)
{
    uintptr_t pc = event_pc(request->event);
    unsigned attributes = request->attributes;
    int is_atomic = (request->event & EVENT_CLASS) == EVENT_ATOMIC;
    int loads = !is_atomic && !(request->event & EVENT_WRITE);
    if (!request->global || (attributes & ACCESS_LOAD) || (loads && !is_read_only(pc)))
        return;
    struct access access = {.kind = loads       ? ACCESS_READ
                                    : is_atomic ? ACCESS_ATOMIC
                                                : ACCESS_WRITE,
                            .size = 1u << (request->event & EVENT_SIZE),
                            .site = request->site,
                            .pc = pc};
    for (unsigned i = 0; i < request->count; i++) {
        if ((attributes & ACCESS_SWAP) && request->value[i])
            continue; /* it has failed, and stored nothing */
        access.address = request->address[i];
        access.thread = worker->running.warp_number * SIM_WARP_SIZE + request->lane[i];
        for (uintptr_t word = access.address / WORD * WORD; word < access.address + access.size;
             word += WORD)
            access_word(worker, &access, word);
    }
}

static void launch_begins(struct run *run)
{
    (void)run;
    look++;
}

static int block_begins(struct worker *worker)
{
    return worker->launch.checks;
}

void read_only_start(void)
{
    static const struct instrument instrument = {
        .name = "read-only loads",
        .launch_begins = launch_begins,
        .block_begins = block_begins,
        .request = request,
    };
    pc_count = (size_t)(__stop_sim_read_only - __start_sim_read_only);
    if (!pc_count || !settings.checks)
        return;
    pcs = allocate(pc_count * sizeof *pcs);
    for (size_t i = 0; i < pc_count; i++)
        pcs[i] = __start_sim_read_only[i];
    qsort(pcs, pc_count, sizeof *pcs, compare);
    pages = allocate_pages((memory.size / (WORDS_IN_PAGE * WORD) + 1) * sizeof *pages, "");
    instrument_add(&instrument);
}
