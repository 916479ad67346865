/*
 * See pairing.h.
 */
#define _GNU_SOURCE
#include "pairing.h"

#include "listing.h"
#include "operations.h"
#include "text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A function's sequences are compared as a whole up to this many pairs of calls: 64 MB. */
#define PAIRS_MOST ((size_t)1 << 24)

/* Numbers of calls, in a row. */
struct row {
    size_t *call;
    size_t count;
};

struct pairing {
    struct listing model, assembly;
    unsigned *label_of;  /* by call of the assembly; 0: it has no partner with a label */
    unsigned char *used; /* by label: it stands in the assembly */
    size_t labels;       /* the greatest */
};

static struct row hooks_of(const struct listing *listing, const struct listed_function *function)
{
    struct row row = {allocate((function->count + 1) * sizeof *row.call), 0};

    for (size_t i = function->first; i < function->first + function->count; i++)
        if (listing->calls[i].kind)
            row.call[row.count++] = i;
    return row;
}

static void join(struct pairing *pairing, size_t model, size_t call)
{
    unsigned label = pairing->model.calls[model].label;

    pairing->label_of[call] = label;
    pairing->used[label] = 1;
}

/* The calls between two hooks that are partners, and the next two: by their names, in order. */
static void join_calls(struct pairing *pairing, size_t model, size_t model_end, size_t call,
                       size_t call_end)
{
    for (; model < model_end; model++)
        for (size_t i = call; i < call_end; i++)
            if (!strcmp(pairing->model.calls[model].name, pairing->assembly.calls[i].name)) {
                join(pairing, model, i);
                call = i + 1;
                break;
            }
}

/* How well two hooks go together; 0: not at all. */
static uint32_t worth(const struct pairing *pairing, size_t model, size_t call)
{
    const struct listed_call *one = &pairing->model.calls[model];
    const struct listed_call *other = &pairing->assembly.calls[call];

    return one->kind != other->kind ? 0 : one->line == other->line ? 3 : 2;
}

/*
 * The longest common subsequence of both rows, by the table of what the rests of both are worth.
 * partner[i]: 1 + the place in others of the partner of hooks.call[i], or 0.
 */
static void align(const struct pairing *pairing, const struct row *hooks, const struct row *others,
                  size_t *partner)
{
    size_t width = others->count + 1;
    uint32_t *rest = allocate((hooks->count + 1) * width * sizeof *rest);

    memset(rest, 0, (hooks->count + 1) * width * sizeof *rest);
    for (size_t i = hooks->count; i-- > 0;)
        for (size_t k = others->count; k-- > 0;) {
            uint32_t both = worth(pairing, hooks->call[i], others->call[k]);
            uint32_t best = rest[(i + 1) * width + k];

            if (rest[i * width + k + 1] > best)
                best = rest[i * width + k + 1];
            if (both && both + rest[(i + 1) * width + k + 1] > best)
                best = both + rest[(i + 1) * width + k + 1];
            rest[i * width + k] = best;
        }
    for (size_t i = 0, k = 0; i < hooks->count && k < others->count;) {
        uint32_t both = worth(pairing, hooks->call[i], others->call[k]);

        if (both && rest[i * width + k] == both + rest[(i + 1) * width + k + 1])
            partner[i++] = ++k;
        else if (rest[i * width + k] == rest[(i + 1) * width + k])
            i++;
        else
            k++;
    }
    free(rest);
}

/* The partners of the hooks: one after another where both rows are of the same kinds. */
static void find_partners(const struct pairing *pairing, const struct row *hooks,
                          const struct row *others, size_t *partner)
{
    size_t alike = 0;

    if (hooks->count == others->count)
        while (alike < hooks->count && worth(pairing, hooks->call[alike], others->call[alike]))
            alike++;
    if (hooks->count == others->count && alike == hooks->count)
        for (size_t i = 0; i < hooks->count; i++)
            partner[i] = i + 1;
    else if ((hooks->count + 1) * (others->count + 1) <= PAIRS_MOST)
        align(pairing, hooks, others, partner);
}

static void pair_function(struct pairing *pairing, const struct listed_function *model,
                          const struct listed_function *function)
{
    struct row hooks = hooks_of(&pairing->model, model);
    struct row others = hooks_of(&pairing->assembly, function);
    size_t *partner = allocate((hooks.count + 1) * sizeof *partner);
    size_t model_from = model->first, from = function->first;

    memset(partner, 0, (hooks.count + 1) * sizeof *partner);
    find_partners(pairing, &hooks, &others, partner);
    for (size_t i = 0; i < hooks.count; i++) {
        if (!partner[i])
            continue;
        join_calls(pairing, model_from, hooks.call[i], from, others.call[partner[i] - 1]);
        join(pairing, hooks.call[i], others.call[partner[i] - 1]);
        model_from = hooks.call[i] + 1;
        from = others.call[partner[i] - 1] + 1;
    }
    join_calls(pairing, model_from, model->first + model->count, from,
               function->first + function->count);
    free(partner);
    free(hooks.call);
    free(others.call);
}

static void pair_all(struct pairing *pairing)
{
    pairing->labels = 0;
    for (size_t i = 0; i < pairing->model.call_count; i++)
        if (pairing->model.calls[i].label > pairing->labels)
            pairing->labels = pairing->model.calls[i].label;
    pairing->used = allocate(pairing->labels + 1);
    memset(pairing->used, 0, pairing->labels + 1);
    pairing->label_of = allocate((pairing->assembly.call_count + 1) * sizeof *pairing->label_of);
    memset(pairing->label_of, 0, (pairing->assembly.call_count + 1) * sizeof *pairing->label_of);
    for (size_t i = 0; i < pairing->assembly.function_count; i++) {
        const struct listed_function *function = &pairing->assembly.functions[i];
        const struct listed_function *model = listing_find(&pairing->model, function->name);

        if (model)
            pair_function(pairing, model, function);
    }
    pairing->used[0] = 0; /* that of calls without a label */
}

/* ---- The output -------------------------------------------------------------------------- */

static void write_code(const struct pairing *pairing, const struct text *assembly,
                       struct text *output)
{
    size_t done = 0;

    for (size_t i = 0; i < pairing->assembly.call_count; i++) {
        size_t behind = pairing->assembly.calls[i].behind;

        if (!pairing->label_of[i])
            continue;
        text_add(output, assembly->data + done, behind - done);
        text_add_format(output, ".Lsim_operations%u:\n", pairing->label_of[i]);
        done = behind;
    }
    text_add(output, assembly->data + done, assembly->length - done);
}

/* Copies the tables: of the blocks that are in the assembly, with the places that are in it. */
static void write_tables(const struct pairing *pairing, const char *tables, const char *end,
                         struct text *output)
{
    static const char block[] = "\t.quad\t.Lsim_operations", place[] = "\t.short\t.Lsim_operations";
    const char *section = NULL; /* of the blocks that follow, until one of them is written */
    size_t section_length = 0;
    int is_wanted = 0;

    for (const char *line = tables, *next; line < end; line = next) {
        next = behind_line(line, end);
        if (begins(line, "\t.section\t")) {
            section = line;
            next = behind_line(next, end); /* .balign */
            section_length = (size_t)(next - line);
            is_wanted = 0;
            continue;
        }
        if (begins(line, block))
            is_wanted = pairing->used[strtoul(line + sizeof block - 1, NULL, 10)];
        if (!is_wanted)
            continue;
        if (section)
            text_add(output, section, section_length);
        section = NULL;
        if (begins(line, place) && !pairing->used[strtoul(line + sizeof place - 1, NULL, 10)])
            text_add_string(output, "\t.short\t0\n");
        else
            text_add(output, line, (size_t)(next - line));
    }
}

void add_operations_of_model(const struct text *model, const struct text *assembly,
                             struct text *output)
{
    static const char section[] = "\t.section\tsim_operations,";
    struct pairing pairing = {0};
    struct text with_tables = {0};
    const char *tables;

    add_operations(model, &with_tables);
    tables = with_tables.length
                 ? memmem(with_tables.data, with_tables.length, section, sizeof section - 1)
                 : NULL;
    listing_read(&pairing.model, &with_tables);
    listing_read(&pairing.assembly, assembly);
    pair_all(&pairing);
    write_code(&pairing, assembly, output);
    if (tables)
        write_tables(&pairing, tables, with_tables.data + with_tables.length, output);
    listing_free(&pairing.model);
    listing_free(&pairing.assembly);
    free(pairing.label_of);
    free(pairing.used);
    free(with_tables.data);
}
