/*
 * Adds up counts.
 */
#include "report/totals.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

static void add_traffic(struct traffic *global, struct traffic *shared, const struct counts *counts)
{
    global->requests += counts->requests;
    global->lanes += counts->lanes;
    global->sectors += counts->sectors;
    global->bytes += counts->bytes;
    shared->requests += counts->shared_requests;
    shared->lanes += counts->shared_lanes;
    shared->wavefronts += counts->wavefronts;
}

/* Adds a site's counts to the totals. */
static void totals_add(struct totals *totals, event_t event, const struct counts *counts)
{
    struct traffic ignored = {0};
    switch (event & EVENT_CLASS) {
    case EVENT_ACCESS:
        if (event & EVENT_WRITE)
            add_traffic(&totals->global_store, &totals->shared_store, counts);
        else
            add_traffic(&totals->global_load, &totals->shared_load, counts);
        break;
    case EVENT_LOCAL:
        add_traffic(event & EVENT_WRITE ? &totals->local_store : &totals->local_load, &ignored,
                    counts);
        break;
    case EVENT_ATOMIC: add_traffic(&totals->global_atomic, &totals->shared_atomic, counts); break;
    case EVENT_BRANCH: totals->diverged += counts->diverged; break;
    case EVENT_BARRIER: totals->block_barriers += counts->requests; break;
    case EVENT_WARP_BARRIER: totals->warp_barriers += counts->requests; break;
    case EVENT_EXCHANGE: totals->exchanges += counts->requests; break;
    }
}

struct totals totals_of(const struct profile *profile)
{
    struct totals totals = {0};
    for (unsigned site = 1; site <= profile->sites; site++)
        totals_add(&totals, site_event((uint16_t)site), &profile->counts[site]);
    return totals;
}

static int compare(const void *left, const void *right)
{
    const struct line_totals *a = left, *b = right;
    int files = strcmp(a->line.file, b->line.file);
    return files ? files : (a->line.number > b->line.number) - (a->line.number < b->line.number);
}

static int is_zero(const struct counts *counts)
{
    static const struct counts zero;
    return !memcmp(counts, &zero, sizeof zero);
}

/* A branch's pc lies within its instruction; all others are return addresses. */
uintptr_t site_pc(event_t event)
{
    return event_pc(event) + ((event & EVENT_CLASS) == EVENT_BRANCH);
}

/*
 * A branch may have no line of its own, nor a basic block's start; clang gives none to an access
 * that it made of two.
 */
struct line line_of_site(event_t event)
{
    return line_near(site_pc(event));
}

/* The entry of a line among the first *count; made if there is none. */
static struct line_totals *entry_of(struct line_totals *lines, unsigned *count, struct line line)
{
    struct line_totals entry = {.line = line};
    unsigned i = 0;
    while (i < *count && compare(&lines[i], &entry))
        i++;
    if (i == *count)
        lines[(*count)++] = entry;
    return &lines[i];
}

struct line_totals *totals_by_line(const struct profile *profile, unsigned *count)
{
    const struct modelled *modelled = &profile->modelled;
    unsigned most = profile->sites + modelled->place_count;
    uintptr_t *pcs = allocate((most + 1) * sizeof *pcs), *places = pcs + profile->sites + 1;
    struct line_totals *lines = allocate((most + 1) * sizeof *lines);
    for (unsigned site = 1; site <= profile->sites; site++)
        pcs[site] = site_pc(site_event((uint16_t)site));
    for (unsigned i = 0; i < modelled->place_count; i++)
        places[i] = site_pc(modelled->places[i].place);
    lines_prepare(pcs + 1, most);
    *count = 0;
    for (unsigned site = 1; site <= profile->sites; site++) {
        event_t event = site_event((uint16_t)site);
        if (is_zero(&profile->counts[site]))
            continue;
        struct line_totals *line = entry_of(lines, count, line_of_site(event));
        totals_add(&line->totals, event, &profile->counts[site]);
    }
    for (unsigned i = 0; i < modelled->place_count; i++)
        entry_of(lines, count, line_of_site(modelled->places[i].place))->time +=
            modelled->places[i].time;
    free(pcs);
    qsort(lines, *count, sizeof *lines, compare);
    return lines;
}

double efficiency(const struct traffic *traffic)
{
    return traffic->sectors ? 100.0 * (double)traffic->bytes / (32.0 * (double)traffic->sectors)
                            : -1;
}

double conflict_degree(const struct traffic *traffic)
{
    return traffic->requests ? (double)traffic->wavefronts / (double)traffic->requests : -1;
}

double lanes_per_request(const struct traffic *traffic)
{
    return traffic->requests ? (double)traffic->lanes / (double)traffic->requests : -1;
}
