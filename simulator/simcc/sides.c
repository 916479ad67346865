/*
 * Joins the host's text of a file and the device's: see sides.h.
 */
#include "sides.h"

#include "definitions.h"
#include "syntax.h"
#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* __CUDA_ARCH__, or the names of nv/target that ask for it. */
static int mentions_architecture(const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    int found = 0;

    if (!file)
        return 0;
    while (!found && getline(&line, &size, file) >= 0)
        found = strstr(line, "__CUDA_ARCH__") || strstr(line, "NV_IF_TARGET") ||
                strstr(line, "NV_IF_ELSE_TARGET") || strstr(line, "NV_DISPATCH_TARGET");
    free(line);
    fclose(file);
    return found;
}

int has_two_sides(const char *preprocessed)
{
    char **seen = NULL;
    size_t count = 0;
    int found = 0;

    for (const char *text = preprocessed; text && *text && !found;
         text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL) {
        const char *quote, *end;
        char *path;
        size_t i = 0;

        if (text[0] != '#' || text[1] != ' ' || !isdigit((unsigned char)text[2]))
            continue;
        quote = strpbrk(text, "\"\n");
        end = quote && *quote == '"' ? strpbrk(quote + 1, "\"\n") : NULL;
        if (!end || *end != '"' || quote[1] == '<')
            continue;
        for (const char *flag = end + 1; *flag && *flag != '\n'; flag++)
            i |= *flag == '3'; /* a system header */
        if (i)
            continue;
        path = strndup(quote + 1, (size_t)(end - quote - 1));
        while (i < count && strcmp(seen[i], path))
            i++;
        if (i < count) {
            free(path);
            continue;
        }
        seen = reallocate(seen, (count + 1) * sizeof *seen);
        seen[count++] = path;
        found = mentions_architecture(path);
    }
    for (size_t i = 0; i < count; i++)
        free(seen[i]);
    free(seen);
    return found;
}

/* 1 if both bodies have the same tokens. */
static int same_bodies(const struct source *a, const struct definition *in_a,
                       const struct source *b, const struct definition *in_b)
{
    size_t i = next_token(a, in_a->open), k = next_token(b, in_b->open);

    for (; i < in_a->close && k < in_b->close; i = next_token(a, i), k = next_token(b, k)) {
        const struct token *first = &a->tokens[i], *second = &b->tokens[k];

        if (first->length != second->length || memcmp(first->text, second->text, first->length))
            return 0;
    }
    return i >= in_a->close && k >= in_b->close;
}

/* The host's definition whose body opens at the same place; it is looked for from *from on. */
static const struct definition *same_place(const struct source *device,
                                           const struct definition *wanted,
                                           const struct source *host,
                                           const struct definitions *definitions, size_t *from)
{
    const struct token *open = &device->tokens[wanted->open];

    for (size_t i = *from; i < definitions->count; i++) {
        const struct token *other = &host->tokens[definitions->items[i].open];

        if (other->line == open->line && !strcmp(other->file, open->file)) {
            *from = i + 1;
            return &definitions->items[i];
        }
    }
    return NULL;
}

/* The text between the host's braces, with the lines that it stands in; then back to line of end.
 */
static void add_host_body(struct text *output, const struct source *host,
                          const struct definition *body, const struct token *end)
{
    const struct token *open = &host->tokens[body->open], *close = &host->tokens[body->close];

    text_add_format(output, "\n# %d \"%s\"\n", open->line, open->file);
    text_add(output, open->text + 1, (size_t)(close->text - open->text - 1));
    text_add_format(output, "\n# %d \"%s\"\n", end->line, end->file);
}

void join_sides(const char *device_text, const char *host_text, struct text *output)
{
    struct source device, host;
    struct definitions of_device, of_host;
    const char *done;
    size_t from = 0;

    source_read(&device, strdup(device_text));
    source_read(&host, strdup(host_text));
    of_device = find_definitions(&device);
    of_host = find_definitions(&host);
    done = device.text;
    for (size_t i = 0; i < of_device.count; i++) {
        const struct definition *body = &of_device.items[i];
        const struct token *open = &device.tokens[body->open];
        const struct token *close = &device.tokens[body->close];
        const struct definition *other = same_place(&device, body, &host, &of_host, &from);
        int on_device = contains_word(&device, body->head, body->open, "__device__");
        int on_host = contains_word(&device, body->head, body->open, "__host__") || !on_device;

        if (!other || !on_host || same_bodies(&device, body, &host, other) ||
            contains_word(&device, body->head, body->open, "__global__"))
            continue;
        text_add(output, done, (size_t)(open->text + 1 - done));
        if (on_device) {
            text_add_string(output, contains_word(&device, body->head, body->open, "constexpr")
                                        ? " if (!__builtin_is_constant_evaluated() && "
                                          "::sim_in_kernel()) {"
                                        : " if (::sim_in_kernel()) {");
            text_add(output, open->text + 1, (size_t)(close->text - open->text - 1));
            text_add_string(output, "} else {");
        }
        add_host_body(output, &host, other, close);
        text_add_string(output, on_device ? "}" : "");
        done = close->text;
    }
    text_add_string(output, done);
    free(of_device.items);
    free(of_host.items);
}
