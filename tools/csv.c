#include "csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *grown(void *memory, size_t bytes)
{
    memory = realloc(memory, bytes);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(3);
    }
    return memory;
}

/* Cuts the field that starts at *text out of its line; *text moves on to the next, or to NULL. */
static char *cut_field(char **text)
{
    char *from = *text, *field = *text, *to = *text;
    int quoted = *from == '"';

    if (quoted)
        from++;
    while (*from != '\0' && (quoted || *from != ',')) {
        if (quoted && from[0] == '"') {
            if (from[1] != '"') {
                quoted = 0;
                from++;
                continue;
            }
            from++; /* the first of two: the second is the character meant */
        }
        *to++ = *from++;
    }
    *text = *from == ',' ? from + 1 : NULL;
    *to = '\0';
    return field;
}

static size_t cut_line(char *line, char ***fields)
{
    size_t count = 0;

    line[strcspn(line, "\r\n")] = '\0';
    *fields = NULL;
    while (line != NULL) {
        *fields = grown(*fields, (count + 1) * sizeof **fields);
        (*fields)[count++] = cut_field(&line);
    }
    return count;
}

int csv_read(const char *path, struct csv *csv)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;

    memset(csv, 0, sizeof *csv);
    if (file == NULL)
        return 0;
    while (getline(&line, &room, file) > 0) {
        if (line[0] == '#') /* a comment */
            continue;
        char **fields;
        size_t count = cut_line(line, &fields);

        if (csv->names == NULL) {
            csv->names = fields;
            csv->columns = count;
        } else {
            fields = grown(fields, csv->columns * sizeof *fields);
            for (; count < csv->columns; count++)
                fields[count] = "";
            csv->rows = grown(csv->rows, (csv->count + 1) * sizeof *csv->rows);
            csv->rows[csv->count++] = fields;
        }
        line = NULL; /* the fields point into it */
        room = 0;
    }
    fclose(file);
    return csv->names != NULL;
}

const char *csv_text(const struct csv *csv, size_t row, const char *name)
{
    for (size_t i = 0; i < csv->columns && row < csv->count; i++)
        if (strcmp(csv->names[i], name) == 0)
            return csv->rows[row][i];
    return NULL;
}

double csv_number(const struct csv *csv, size_t row, const char *name)
{
    const char *text = csv_text(csv, row, name);
    char digits[64], *end;
    size_t length = 0;

    if (text == NULL || *text == '\0')
        return NAN;
    for (; *text != '\0' && length + 1 < sizeof digits; text++)
        if (*text != ',')
            digits[length++] = *text;
    digits[length] = '\0';
    double value = strtod(digits, &end);
    return *end == '\0' ? value : NAN;
}
