#include "symbols.h"

#include <stdlib.h>
#include <string.h>

#include "shapes/shape.h"

static int by_symbol(const void *a, const void *b)
{
    return strcmp(((const struct symbol *)a)->symbol, ((const struct symbol *)b)->symbol);
}

/*
 * Adds the symbol of two lines, "SYMBOL TYPE ..." and "NAME TYPE ...", whose NAME may have blanks:
 * it is what stands before the same end. Returns 0 if they are not of the same symbol.
 */
static int add_symbol(struct symbols *symbols, const char *line, const char *readable)
{
    const char *end = strchr(line, ' ');
    size_t length = strlen(readable), behind = end != NULL ? strlen(end) : 0;

    if (behind < 2 || length < behind || strcmp(readable + length - behind, end) != 0)
        return 0;
    struct symbol *all = realloc(symbols->all, (symbols->count + 1) * sizeof *all);

    if (all == NULL)
        return 0;
    symbols->all = all;
    all[symbols->count++] = (struct symbol){.symbol = strndup(line, (size_t)(end - line)),
                                            .name = strndup(readable, length - behind),
                                            .type = end[1]};
    return 1;
}

int read_symbols(const char *listing, const char *readable, struct symbols *symbols)
{
    FILE *files[2] = {fopen(listing, "r"), fopen(readable, "r")};
    char *lines[2] = {NULL, NULL};
    size_t bytes[2] = {0, 0};
    int is_same = files[0] != NULL && files[1] != NULL;

    *symbols = (struct symbols){0};
    while (is_same && getline(&lines[0], &bytes[0], files[0]) > 0)
        is_same =
            getline(&lines[1], &bytes[1], files[1]) > 0 && add_symbol(symbols, lines[0], lines[1]);
    for (int i = 0; i < 2; i++) {
        free(lines[i]);
        if (files[i] != NULL)
            fclose(files[i]);
    }
    if (symbols->count > 0)
        qsort(symbols->all, symbols->count, sizeof *symbols->all, by_symbol);
    return is_same;
}

void free_symbols(struct symbols *symbols)
{
    for (size_t i = 0; i < symbols->count; i++) {
        free(symbols->all[i].symbol);
        free(symbols->all[i].name);
    }
    free(symbols->all);
}

int find_kernels(const struct exercise *exercise, const struct symbols *symbols,
                 struct kernel_symbols *found)
{
    const struct shape *shape = exercise->shape;
    char as[16];

    found->count = 0;
    for (size_t i = 0; i < symbols->count; i++) {
        const struct symbol *it = &symbols->all[i];

        if (strchr("TWt", it->type) == NULL || found->count == KERNELS_MOST ||
            !shape->is_kernel(exercise->kernel, it->name, as, sizeof as))
            continue;
        snprintf(found->as[found->count], sizeof found->as[0], "course_kernel_%s", as);
        found->symbol[found->count++] = it->symbol;
    }
    return found->count ==
           (int)(shape->drawn_kernels != NULL ? shape->drawn_kernels() : shape->kernels);
}
