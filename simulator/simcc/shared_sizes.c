#define _GNU_SOURCE
#include "shared_sizes.h"

#include "assembly.h"
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* A part's share in static shared memory. */
struct knowledge {
    int is_kernel;
    size_t shared; /* bytes, of a __shared__ variable */
    size_t met;    /* the last kernel from which it was reached, and 1 */
};

/* __shared__ variables are the threads' own here; the headers have one of their own, too. */
static int is_shared(const struct part *part)
{
    static const char own[] = "_ZN8cuda_sim";

    return part->section == SECTION_THREAD && strncmp(part->name, own, sizeof own - 1);
}

/* A kernel asks first of all whether it is launched (see kernels.c). */
static int asks_for_launch(const struct statement *statement)
{
    static const char question[] = "sim_is_launched";

    return is_call(statement) && !strncmp(statement->rest, question, sizeof question - 1);
}

/* .size NAME, BYTES of a __shared__ variable */
static void read_size(const struct parts *parts, struct knowledge *known, const char *rest)
{
    size_t length, part;
    const char *name = next_name(&rest, &length);

    part = name ? parts_find(parts, name, length) : NO_PART;
    if (part != NO_PART && is_shared(&parts->parts[part]))
        known[part].shared = strtoul(rest + strspn(rest, ", \t"), NULL, 10);
}

static void read_lines(const struct parts *parts, struct knowledge *known)
{
    struct text room = {0};

    for (size_t i = 0; i < parts->line_count; i++) {
        struct statement statement = read_statement(parts_line(parts, i, &room));

        if (statement.kind == STATEMENT_DIRECTIVE && !strcmp(statement.word, ".size"))
            read_size(parts, known, statement.rest);
        else if (parts->lines[i].part != NO_PART && asks_for_launch(&statement))
            known[parts->lines[i].part].is_kernel = 1;
    }
    free(room.data);
}

/* The bytes that a kernel reaches, not by way of other kernels, which it launches. */
static size_t shared_of(const struct parts *parts, struct knowledge *known, size_t kernel,
                        size_t *waiting)
{
    size_t bytes = 0, count = 0;

    known[kernel].met = kernel + 1;
    waiting[count++] = kernel;
    while (count > 0) {
        size_t at = waiting[--count];
        const struct part *part = &parts->parts[at];

        bytes += known[at].shared;
        for (size_t i = 0; i < part->edge_count; i++) {
            size_t to = parts->edges[part->first_edge + i];

            if (known[to].met == kernel + 1 || known[to].is_kernel)
                continue;
            known[to].met = kernel + 1;
            waiting[count++] = to;
        }
    }
    return bytes;
}

void add_shared_sizes(const struct text *assembly, struct text *output)
{
    struct parts parts;
    struct knowledge *known;
    size_t *waiting;

    if (!memmem(assembly->data, assembly->length, ".tbss", 5) &&
        !memmem(assembly->data, assembly->length, ".tdata", 6))
        return;
    parts_read(&parts, assembly);
    known = allocate((parts.count + 1) * sizeof *known);
    memset(known, 0, (parts.count + 1) * sizeof *known);
    waiting = allocate((parts.count + 1) * sizeof *waiting);
    read_lines(&parts, known);
    text_add_string(output, "\t.section\tsim_shared_sizes,\"a\",@progbits\n\t.balign\t8\n");
    for (size_t i = 0; i < parts.count; i++) {
        size_t bytes = known[i].is_kernel ? shared_of(&parts, known, i, waiting) : 0;

        if (bytes)
            text_add_format(output, "\t.quad\t%s, %zu\n", parts.parts[i].name, bytes);
    }
    free(known);
    free(waiting);
    parts_free(&parts);
}
