/*
 * A phase of a kernel: see phase_loop.h.
 */
#include "phase_loop.h"

#include "jam.h"
#include "visible.h"

#include <stdlib.h>

/* Opens the loop over the block's threads. */
static void begin_loop(struct phases *it, size_t from, size_t earlier)
{
    text_add_string(&it->code,
                    " { unsigned int sim_t = 0;"
                    " for (unsigned int sim_z = 0; sim_z < blockDim.z; sim_z++)"
                    " for (unsigned int sim_y = 0; sim_y < blockDim.y; sim_y++)"
                    " for (unsigned int sim_x = 0; sim_x < blockDim.x; sim_x++, sim_t++) {");
    if (!it->no_jam)
        add_jam(it, from, earlier);
    if (it->has_barriers && it->has_returns)
        text_add_string(&it->code, " if (sim_gone[sim_t]) continue;");
    text_add_string(&it->code, " *sim_number = sim_t;"
                               " const ::uint3 threadIdx = {sim_x, sim_y, sim_z}; {");
}

/* The variables of the phase's own that later statements name are kept: as arrays, before it. */
static void keep_variables(struct phases *it, size_t from, size_t end)
{
    for (size_t v = 0; v < it->own.count; v++) {
        struct variable *own = &it->own.list[v];
        const struct token *name = &it->source->tokens[own->name];

        if (!is_named(it, name, from, end))
            continue;
        if (!own->type) {
            it->is_impossible = 1;
            return;
        }
        text_add_format(&it->code, " %s sim_kept_%.*s[1024];", own->type, (int)name->length,
                        name->text);
        add_variable(&it->kept, own->name, own->type);
        own->type = NULL;
    }
}

/* Copies the kept variables [first, end) that the phase names to their arrays, or from there. */
static void copy_kept(struct phases *it, size_t first, size_t end, size_t phase_end, int back)
{
    for (size_t v = first; v < end; v++) {
        const struct token *name = &it->source->tokens[it->kept.list[v].name];

        if (!is_named(it, name, it->phase_first, phase_end))
            continue;
        if (!back)
            text_add_format(&it->code, " auto %.*s = sim_kept_%.*s[sim_t];", (int)name->length,
                            name->text, (int)name->length, name->text);
        else if (is_changed_by_kernel(it, it->kept.list[v].name) ||
                 it->kept.list[v].name >= it->phase_first)
            text_add_format(&it->code, " sim_kept_%.*s[sim_t] = %.*s;", (int)name->length,
                            name->text, (int)name->length, name->text);
    }
}

/* Parameters that the kernel changes are each thread's own. */
static void copy_parameters(struct phases *it)
{
    struct list parameters = read_list(it->source, it->kernel->open, it->kernel->close);

    for (size_t i = 0; i < parameters.count; i++) {
        struct element e = parameters.elements[i];
        size_t name = declared_name(it->source, e.first, e.end);

        if (name == NOWHERE || !is_changed_by_kernel(it, name))
            continue;
        it->is_impossible |= it->has_barriers;
        text_add_format(&it->code, " auto %.*s = sim_given_%zu;",
                        (int)it->source->tokens[name].length, it->source->tokens[name].text, i);
    }
    free(parameters.elements);
}

void end_phase(struct phases *it, size_t from, size_t end)
{
    size_t before = it->kept.count, named_end = it->named_end ? it->named_end : from;

    if (it->phase.length) {
        keep_variables(it, from, end);
        begin_loop(it, from, before);
        copy_parameters(it);
        copy_kept(it, 0, before, named_end, 0);
        text_add_string(&it->code, it->phase.data);
        copy_kept(it, 0, it->kept.count, named_end, 1);
        text_add_format(&it->code, " } sim_end_%u: ; } }", it->ends++);
        it->phase.length = 0;
    }
    it->statement_count = 0;
    it->no_jam = 0;
    drop_variables(&it->own, 0);
    it->phase_first = from;
}
