/*
 * The table of counters and the CSV files.
 */
#include <stdlib.h>
#include <string.h>

#include "base/settings.h"
#include "report/report_parts.h"

const char *shape_text(const struct sim_index *shape, char *text, size_t size)
{
    if (shape->y == 1 && shape->z == 1)
        snprintf(text, size, "%u", shape->x);
    else
        snprintf(text, size, "(%u, %u, %u)", shape->x, shape->y, shape->z);
    return text;
}

/* The value per launch: whole numbers as such. */
static const char *value_text(const struct column *column, const struct totals *totals,
                              uint64_t launches, char *text, size_t size)
{
    double value = column->value(totals);
    if (value < 0)
        return "";
    if (column->is_ratio) {
        snprintf(text, size, "%.2f", value);
        return text;
    }
    double each = value / (double)launches;
    snprintf(text, size, each == (double)(uint64_t)each ? "%.0f" : "%.2f", each);
    return text;
}

const char *report_of_launch(const struct profile *profile)
{
    return profile->interrupted ? "a launch that was interrupted" : "one launch";
}

void report_counters(FILE *stream)
{
    char grid[48], block[48], value[48];
    for (struct kernel *kernel = kernel_first(); kernel; kernel = kernel->next)
        for (struct profile *p = kernel->profiles; p; p = p->next) {
            struct totals totals = totals_of(p);
            fprintf(stream, "\n%s <<<grid %s block %s>>>: counters of %s", kernel->name,
                    shape_text(&p->grid, grid, sizeof grid),
                    shape_text(&p->block, block, sizeof block), report_of_launch(p));
            if (p->launches > 1)
                fprintf(stream, " (mean of %llu)", (unsigned long long)p->launches);
            fprintf(stream, "\n");
            for (unsigned i = 0; i < column_count; i++) {
                const char *text =
                    value_text(&columns[i], &totals, p->launches, value, sizeof value);
                if (*text && strcmp(text, "0"))
                    fprintf(stream, "  %-38s %15s%-2s %s\n", columns[i].text, text, columns[i].unit,
                            columns[i].metric ? columns[i].metric : "");
            }
        }
}

void print_quoted(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}

static void write_header(FILE *stream, const char *first)
{
    fprintf(stream, "%s", first);
    for (unsigned i = 0; i < column_count; i++)
        fprintf(stream, ",%s", columns[i].name);
}

static void write_launch(FILE *stream, const struct kernel *kernel, const struct profile *p)
{
    char text[48];
    print_quoted(stream, kernel->name);
    fprintf(stream, ",");
    print_quoted(stream, shape_text(&p->grid, text, sizeof text));
    fprintf(stream, ",");
    print_quoted(stream, shape_text(&p->block, text, sizeof text));
    fprintf(stream, ",%llu", (unsigned long long)p->launches);
}

static void write_values(FILE *stream, const struct totals *totals, uint64_t launches)
{
    char text[48];
    for (unsigned i = 0; i < column_count; i++)
        fprintf(stream, ",%s", value_text(&columns[i], totals, launches, text, sizeof text));
}

/* Without the clock the files have no columns for it. */
static void write_modelled_header(FILE *stream)
{
    for (unsigned i = 0; settings_clock() && i < modelled_column_count; i++)
        fprintf(stream, ",%s", modelled_columns[i].name);
}

static void write_modelled(FILE *stream, const struct profile *p)
{
    if (p->interrupted) {
        for (unsigned i = 0; settings_clock() && i < modelled_column_count; i++)
            fprintf(stream, ",");
        return;
    }
    for (unsigned i = 0; settings_clock() && i < modelled_column_count; i++)
        fprintf(stream, ",%.*f", modelled_columns[i].decimals, modelled_columns[i].value(p));
}

void report_csv(FILE *stream)
{
    write_header(stream, "kernel,grid,block,launches");
    write_modelled_header(stream);
    fprintf(stream, "\n");
    for (struct kernel *kernel = kernel_first(); kernel; kernel = kernel->next)
        for (struct profile *p = kernel->profiles; p; p = p->next) {
            struct totals totals = totals_of(p);
            write_launch(stream, kernel, p);
            write_values(stream, &totals, p->launches);
            write_modelled(stream, p);
            fprintf(stream, "\n");
        }
}

void report_lines_csv(FILE *stream)
{
    write_header(stream, "kernel,grid,block,launches,file,line");
    fprintf(stream, settings_clock() ? ",modelled_time_share\n" : "\n");
    for (struct kernel *kernel = kernel_first(); kernel; kernel = kernel->next)
        for (struct profile *p = kernel->profiles; p; p = p->next) {
            unsigned count;
            struct line_totals *lines = totals_by_line(p, &count);
            double time = modelled_place_time(&p->modelled);
            for (unsigned i = 0; i < count; i++) {
                write_launch(stream, kernel, p);
                fprintf(stream, ",");
                print_quoted(stream, lines[i].line.file);
                fprintf(stream, ",%d", lines[i].line.number);
                write_values(stream, &lines[i].totals, p->launches);
                if (settings_clock())
                    fprintf(stream, ",%.2f", time > 0 ? 100 * lines[i].time / time : 0);
                fprintf(stream, "\n");
            }
            free(lines);
        }
}
