/*
 * A run: the program, the device, the source, and its launches.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device.h"
#include "base/settings.h"
#include "view/launch_selection.h"
#include "view/positions.h"
#include "view/view.h"
#include "view/write.h"

/* Bytes of text for the launches in detail. Two runs and the page itself have less than 3 MB. */
#define BYTES_MOST     ((size_t)1 << 20)
#define ARGUMENTS_MOST 4096 /* bytes of the command line */
#define SHAPES_MOST    500  /* in the list of launches; shown launches are always listed */

static void write_arguments(struct json *json)
{
    char text[ARGUMENTS_MOST + 1];
    FILE *file = fopen("/proc/self/cmdline", "r");
    size_t length = file ? fread(text, 1, ARGUMENTS_MOST, file) : 0;
    if (file)
        fclose(file);
    text[length] = 0;
    json_member(json, "arguments");
    json_begin(json, '[');
    for (size_t i = strlen(text) + 1; i < length; i += strlen(text + i) + 1)
        json_string(json, text + i);
    json_end(json, ']');
}

static void write_device(struct json *json)
{
    json_member(json, "device");
    json_begin(json, '{');
    json_member_string(json, "key", device.key);
    json_member_string(json, "name", device.name);
    json_member_double(json, "peak_bandwidth", device_peak_bandwidth(&device));
    json_member(json, "constants");
    json_begin(json, '{');
    for (const struct device_constant *c = device_constants; c->name; c++)
        json_member_double(json, c->name, *(const double *)((const char *)&device + c->offset));
    json_end(json, '}');
    json_member(json, "units");
    json_begin(json, '{');
    for (const struct device_constant *c = device_constants; c->name; c++)
        json_member_string(json, c->name, c->unit);
    json_end(json, '}');
    json_end(json, '}');
}

/* The index of the launch in detail with that shape, or -1. */
static int shown_as(struct view_launch *const *list, unsigned count, const struct kernel *kernel,
                    const struct profile *profile)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i]->kernel == kernel &&
            !memcmp(&list[i]->grid, &profile->grid, sizeof profile->grid) &&
            !memcmp(&list[i]->block, &profile->block, sizeof profile->block) &&
            list[i]->dynamic_shared == profile->dynamic_shared)
            return (int)i;
    return -1;
}

static void write_entry(struct json *json, const struct kernel *kernel,
                        const struct profile *profile, int shown)
{
    const struct modelled *modelled = &profile->modelled;
    json_begin(json, '{');
    json_member_string(json, "kernel", kernel->name);
    write_shape(json, "grid", &profile->grid);
    write_shape(json, "block", &profile->block);
    json_member_integer(json, "dynamic_shared", (int64_t)profile->dynamic_shared);
    json_member_integer(json, "count", (int64_t)profile->launches);
    json_member(json, "kernel_ns");
    if (modelled->launches)
        json_double(json, modelled->kernel / (double)modelled->launches);
    else
        json_null(json);
    json_member(json, "shown");
    if (shown < 0)
        json_null(json);
    else
        json_integer(json, shown);
    json_end(json, '}');
}

/*
 * All counted shapes, then launches that failed before they were counted. Returns how many shapes
 * are left out.
 */
static unsigned write_launches(struct json *json, struct view_launch *const *list, unsigned count)
{
    unsigned shapes = 0, left_out = 0;
    json_member(json, "launches");
    json_begin(json, '[');
    for (struct kernel *kernel = kernel_first(); kernel; kernel = kernel->next)
        for (struct profile *p = kernel->profiles; p; p = p->next) {
            int shown = shown_as(list, count, kernel, p);
            if (shapes++ < SHAPES_MOST || shown >= 0)
                write_entry(json, kernel, p, shown);
            else
                left_out++;
        }
    for (unsigned i = 0; i < count; i++) {
        const struct profile *p = list[i]->kernel->profiles;
        while (p && shown_as(&list[i], 1, list[i]->kernel, p) < 0)
            p = p->next;
        if (!p)
            write_entry(json, list[i]->kernel, &list[i]->profile, (int)i);
    }
    json_end(json, ']');
    return left_out;
}

void write_run(struct json *json)
{
    unsigned count;
    struct view_launch **list = launch_selection_list(&count);
    struct json shown = {0};
    size_t before = 0;
    positions_prepare(list, count);
    json_begin(&shown, '[');
    for (unsigned i = 0; i < count; i++) {
        size_t left = before < BYTES_MOST ? BYTES_MOST - before : 0;
        write_launch(&shown, list[i], left / (count - i));
        before = shown.length;
    }
    json_end(&shown, ']');
    struct json on_host = {0};
    write_findings(&on_host, NULL, NULL);
    json_begin(json, '{');
    json_member_string(json, "program", program_invocation_short_name);
    write_arguments(json);
    write_device(json);
    json_member(json, "clock");
    json_boolean(json, settings_clock());
    unsigned shapes = write_launches(json, list, count);
    json_member_integer(json, "launches_total", (int64_t)view_launches());
    json_member_value(json, "shown", &shown);
    json_member_value(json, "host_findings", &on_host);
    uint64_t lines = positions_write(json);
    json_member(json, "left_out");
    json_begin(json, '{');
    json_member_integer(json, "launches", (int64_t)(view_launches() - count));
    json_member_integer(json, "shapes", shapes);
    json_member_integer(json, "lines", (int64_t)lines);
    json_end(json, '}');
    json_end(json, '}');
    json_free(&shown);
    json_free(&on_host);
}
