/*
 * Collects the output of kernels. Each piece remembers its block and is sorted
 * by it. Pieces printed before a grid barrier come before those printed after it.
 *
 * A lane runs ahead of the others of its warp, so pieces come too early. On a GPU the lanes
 * at one printf execute it together: pieces of one block are in the order in which the merger
 * meets them. Those that it has not met when the launch stops come last, in the order in which
 * they were printed; so do all where nothing is recorded.
 */
#define _GNU_SOURCE
#include "warp/print.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/run.h"
#include "base/worker.h"
#include "report/findings.h"
#include "warp/record.h"

#define PIECES_MOST 1000000 /* more than CUDA's buffer of 1 MiB could hold */
#define NOT_MERGED  UINT64_MAX

struct piece {
    uint32_t phase;
    uint64_t block;
    uint64_t position; /* among those that have been merged, from 1 on; NOT_MERGED */
    uint64_t order;    /* in which they were printed */
    char *text;
};

static struct piece *pieces;
static size_t count, room, merged, lost;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Takes over the text; returns 0 if there is no room for it. */
static int add_piece(const struct worker *worker, char *text)
{
    if (count == PIECES_MOST) {
        lost++;
        free(text);
        return 0;
    }
    if (count == room) {
        room = room ? 2 * room : 256;
        pieces = allocate_again(pieces, room * sizeof *pieces);
    }
    pieces[count] =
        (struct piece){worker->run->phase, worker->block.index, NOT_MERGED, count, text};
    count++;
    return 1;
}

/* The lock is free while the lane waits for room in its recording: others of its warp print then.
 */
static void print(const struct worker *worker, char *text, uintptr_t pc)
{
    pthread_mutex_lock(&lock);
    size_t number = count;
    int is_added = add_piece(worker, text);
    pthread_mutex_unlock(&lock);
    if (is_added)
        record_special(EVENT_PRINT, 0, number, pc);
}

void print_merged(size_t number)
{
    pthread_mutex_lock(&lock);
    pieces[number].position = ++merged;
    pthread_mutex_unlock(&lock);
}

/* 1 if the format has a %n. CUDA's printf does not know it; here it would write to memory unseen.
 */
static int has_count(const char *format)
{
    while ((format = strchr(format, '%')) != NULL) {
        format++;
        format += strspn(format, "-+ #0123456789.*hlLqjzt");
        if (*format == 'n')
            return 1;
        format += *format != '\0';
    }
    return 0;
}

int sim_printf(const char *format, ...)
{
    struct worker *worker = this_worker;
    va_list arguments;
    va_start(arguments, format);
    int result;
    if (!worker || !worker->run) {
        result = vprintf(format, arguments);
    } else {
        if (has_count(format)) {
            fprintf(stderr, "simulator: printf in a kernel has no %%n: \"%s\"\n", format);
            exit(findings_status());
        }
        char *text;
        result = vasprintf(&text, format, arguments);
        if (result < 0)
            allocate_failed("");
        worker->run->tells = 1;
        print(worker, text, CALLER);
    }
    va_end(arguments);
    return result;
}

static int compare(const void *left, const void *right)
{
    const struct piece *a = left, *b = right;
    if (a->phase != b->phase)
        return a->phase < b->phase ? -1 : 1;
    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    if (a->position != b->position)
        return a->position < b->position ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

void print_flush(void)
{
    if (!count)
        return;
    qsort(pieces, count, sizeof *pieces, compare);
    for (size_t i = 0; i < count; i++)
        fputs(pieces[i].text, stdout);
    if (lost)
        fprintf(stderr, "simulator: %zu more calls of printf are not shown\n", lost);
    print_discard();
}

void print_discard(void)
{
    for (size_t i = 0; i < count; i++)
        free(pieces[i].text);
    count = merged = lost = 0;
}
