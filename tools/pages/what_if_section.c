/*
 * Prints what the clock says that a kernel would gain without a cost, beside what kernels gained
 * from which it was really taken away, as Markdown.
 *
 *     what_if_section ABLATIONS.csv FOLDER MODELLED.csv [FOLDER MODELLED.csv]...
 *
 * ABLATIONS.csv names comparisons of `make stepNN why` and the costs that they take away: step,
 * before, after, without, and (as in SIM_WHAT_IF_CSV), looked_at (yes: the model was changed with
 * a look at the comparison). FOLDER has a why.csv (tools/record/why.sh), MODELLED.csv is what
 * tools/record/what_if.sh wrote for that device.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "why_columns.h"

#define DEVICES_MOST 4
#define LEAST_EFFECT 3.0 /* percent of the kernel's time: a smaller effect has no sign to hit */

/* A device: what was measured there, and what its model says. */
struct compared {
    struct why_column measured;
    struct csv modelled;
    double off[2];           /* sums of differences, in points: [1] where the model was looked at */
    unsigned rows[2];        /* how many these are */
    unsigned effects, signs; /* effects that count, and those whose sign is right */
};

static const struct {
    const char *key, *name;
} costs[] = {
    {"divergence", "divergence"},     {"bank_conflicts", "bank conflicts"},
    {"uncoalesced", "all coalesced"}, {"barriers", "barriers"},
    {"load_latency", "latencies"},    {"bandwidth", "limits of bandwidth"},
    {"atomics", "atomics"},           {"block_starts", "blocks that start late"},
};

static const char *cost_name(const char *key)
{
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        if (strcmp(costs[i].key, key) == 0)
            return costs[i].name;
    fprintf(stderr, "what_if_section: there is no cost %s\n", key);
    exit(3);
}

/* A comparison as it stands in why.csv, or the other way round. */
struct found {
    long row;
    const char *before, *after; /* the column's prefixes of its two sides */
};

static struct found find(const struct compared *device, const struct csv *asked, size_t row)
{
    const char *step = csv_text(asked, row, "step");
    const char *before = csv_text(asked, row, "before"), *after = csv_text(asked, row, "after");
    long at = why_row(&device->measured, step, before, after);

    if (at >= 0)
        return (struct found){at, "before", "after"};
    at = why_row(&device->measured, step, after, before);
    if (at < 0) {
        fprintf(stderr, "what_if_section: %s has no comparison %s > %s\n", step, before, after);
        exit(3);
    }
    return (struct found){at, "after", "before"};
}

/* That side's column of the comparison. */
static const char *side(const struct compared *device, struct found found, const char *which,
                        const char *name)
{
    char column[32];

    snprintf(column, sizeof column, "%s_%s", which, name);
    return csv_text(&device->measured.csv, (size_t)found.row, column);
}

static double measured_gain(const struct compared *device, struct found found)
{
    double before = atof(side(device, found, found.before, "ms"));

    return 100 * (before - atof(side(device, found, found.after, "ms"))) / before;
}

/* The names are those of kernels; the last arguments of a template may be left out in the first. */
static int is_kernel(const char *named, const char *kernel)
{
    size_t length = strlen(named);

    return strncmp(named, kernel, length) == 0 && strchr("<>,", kernel[length]) != NULL;
}

static int has_costs(const struct csv *modelled, size_t i, const char *one, const char *other)
{
    const char *first = csv_text(modelled, i, "without"), *second = csv_text(modelled, i, "and");

    return (strcmp(first, one) == 0 && strcmp(second, other) == 0) ||
           (strcmp(first, other) == 0 && strcmp(second, one) == 0);
}

/* The gain that the model says; a launch takes its time in any case. */
static double modelled_gain(const struct compared *device, struct found found,
                            const struct csv *asked, size_t row)
{
    const struct csv *modelled = &device->modelled;

    for (size_t i = 0; i < modelled->count; i++) {
        if (strcmp(csv_text(modelled, i, "step"), csv_text(asked, row, "step")) != 0 ||
            !is_kernel(side(device, found, found.before, "kernel"),
                       csv_text(modelled, i, "kernel")) ||
            atoi(side(device, found, found.before, "grid")) !=
                atoi(csv_text(modelled, i, "grid")) ||
            atoi(side(device, found, found.before, "block")) !=
                atoi(csv_text(modelled, i, "block")) ||
            !has_costs(modelled, i, csv_text(asked, row, "without"), csv_text(asked, row, "and")))
            continue;
        double with = csv_number(modelled, i, "modelled_us");
        double launch = 1000 * csv_number(modelled, i, "launch_ms");
        return 100 * (with - csv_number(modelled, i, "modelled_without_us")) / (with + launch);
    }
    fprintf(stderr, "what_if_section: %s of %s is not modelled without %s\n",
            side(device, found, found.before, "kernel"), csv_text(asked, row, "step"),
            csv_text(asked, row, "without"));
    exit(3);
}

static void count(struct compared *device, double measured, double modelled, int looked_at)
{
    device->off[looked_at] += fabs(modelled - measured);
    device->rows[looked_at]++;
    if (fabs(measured) <= LEAST_EFFECT)
        return;
    device->effects++;
    device->signs += (measured > 0) == (modelled > 0);
}

/* What is left out, in words. */
static void print_costs(const struct csv *asked, size_t row)
{
    const char *other = csv_text(asked, row, "and");

    printf(" %s%s%s |", cost_name(csv_text(asked, row, "without")), *other ? ", " : "",
           *other ? cost_name(other) : "");
}

static void print_row(const struct csv *asked, size_t row, struct compared *devices,
                      size_t device_count)
{
    const char *step = csv_text(asked, row, "step");
    int looked_at = strcmp(csv_text(asked, row, "looked_at"), "yes") == 0;

    struct found first = find(devices, asked, row);

    printf("| [%.2s](../%s/README.md#take-it-away) | `%s > %s` %s%s |", step + strlen("step"), step,
           csv_text(asked, row, "before"), csv_text(asked, row, "after"),
           csv_text(&devices->measured.csv, (size_t)first.row, "taken_away"),
           strcmp(first.before, "before") == 0 ? "" : ", the other way round");
    print_costs(asked, row);
    printf(" %s |", looked_at ? "yes" : "no");
    for (size_t i = 0; i < device_count; i++) {
        struct found found = find(&devices[i], asked, row);
        double measured = measured_gain(&devices[i], found);
        double modelled = modelled_gain(&devices[i], found, asked, row);

        print_cell(measured, 1, " %");
        print_cell(modelled, 1, " %");
        count(&devices[i], measured, modelled, looked_at);
    }
    printf("\n");
}

static void print_table(const struct csv *asked, struct compared *devices, size_t device_count)
{
    printf("| step | taken away | left out of the model | looked at |");
    for (size_t i = 0; i < device_count; i++)
        printf(" %s | %s modelled |", devices[i].measured.heading, devices[i].measured.heading);
    printf("\n|---|---|---|---|");
    for (size_t i = 0; i < device_count; i++)
        printf("--:|--:|");
    printf("\n");
    for (size_t row = 0; row < asked->count; row++)
        print_row(asked, row, devices, device_count);
}

/* How far off the model is, in points, with dashes where there is no such row. */
static void print_summary(struct compared *devices, size_t device_count)
{
    printf("\n| | mean difference, in points | where a change of the model looked | "
           "where none did | effects over %.0f %% | with the right sign |\n"
           "|---|--:|--:|--:|--:|--:|\n",
           LEAST_EFFECT);
    for (size_t i = 0; i < device_count; i++) {
        const struct compared *device = &devices[i];

        printf("| %s |", device->measured.heading);
        print_cell((device->off[0] + device->off[1]) / (device->rows[0] + device->rows[1]), 1, "");
        print_cell(device->off[1] / device->rows[1], 1, ""); /* NAN of no rows: a dash */
        print_cell(device->off[0] / device->rows[0], 1, "");
        printf(" %u | %u |\n", device->effects, device->signs);
    }
}

/* Reads FOLDER/why.csv and MODELLED.csv; ends the program where it cannot. */
static void read_device_of(struct compared *device, const char *folder, const char *modelled)
{
    struct why_column columns[WHY_COLUMNS_MAX];

    if (add_why_folder(columns, 0, folder) == 0 || !csv_read(modelled, &device->modelled)) {
        fprintf(stderr, "what_if_section: %s/why.csv or %s cannot be read\n", folder, modelled);
        exit(3);
    }
    device->measured = columns[0];
}

int main(int argc, char **argv)
{
    struct compared devices[DEVICES_MOST] = {0};
    struct csv asked;
    size_t count = 0;

    if (argc < 4 || argc % 2 || argc > 2 + 2 * DEVICES_MOST) {
        fprintf(stderr, "usage: what_if_section ABLATIONS.csv FOLDER MODELLED.csv [...]\n");
        return 2;
    }
    for (int i = 2; i < argc; i += 2)
        read_device_of(&devices[count++], argv[i], argv[i + 1]);
    if (!csv_read(argv[1], &asked)) {
        fprintf(stderr, "what_if_section: cannot read %s\n", argv[1]);
        return 3;
    }
    print_table(&asked, devices, count);
    print_summary(devices, count);
    return 0;
}
