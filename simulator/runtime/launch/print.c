/*
 * Collects the output of kernels. Each piece remembers its block and is sorted
 * by it; pieces of one block stay in the order in which they were printed. What was printed before
 * a grid barrier comes before what was printed behind it.
 */
#define _GNU_SOURCE
#include "launch/print.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/run.h"
#include "base/worker.h"

#define PIECES_MOST 1000000 /* more than CUDA's buffer of 1 MiB could hold */

struct piece {
    uint32_t phase;
    uint64_t block;
    uint64_t order;
    char *text;
};

static struct piece *pieces;
static size_t count, room, lost;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The text is the collection's from here on. */
static void keep(const struct worker *worker, char *text)
{
    if (count == PIECES_MOST) {
        lost++;
        free(text);
        return;
    }
    if (count == room) {
        room = room ? 2 * room : 256;
        pieces = allocate_again(pieces, room * sizeof *pieces);
    }
    pieces[count] = (struct piece){worker->run->phase, worker->block.index, count, text};
    count++;
}

/* Whether the format has a %n, which CUDA's printf does not know: it would write to memory, unseen.
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
    if (!worker || !sim_in_kernel()) {
        result = vprintf(format, arguments);
    } else {
        if (has_count(format)) {
            fprintf(stderr, "simulator: printf in a kernel has no %%n: \"%s\"\n", format);
            exit(1);
        }
        char *text;
        result = vasprintf(&text, format, arguments);
        if (result < 0)
            allocate_failed("");
        worker->run->tells = 1;
        pthread_mutex_lock(&lock);
        keep(worker, text);
        pthread_mutex_unlock(&lock);
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
    count = lost = 0;
}
