#include "view/positions.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "report/totals.h"
#include "view/modelled_launch.h"

#define DISTANCES     ((size_t)1 << 24) /* of a pc from the program's start: see event_t */
#define LINES_AROUND  60     /* of a file that is too long: kept before and after each named line */
#define BYTES_MOST    300000 /* of all files together */
#define BYTES_OF_LINE 400    /* of a line at most: longer ones are generated code */

static struct line *positions;
static unsigned position_count = 1; /* 0 is the unknown position */
/* 1 + the position of each distance, 0 if it was not asked for: of branches and blocks; others */
static uint32_t *known[2];

static int is_near(event_t event)
{
    unsigned class = event & EVENT_CLASS;
    return class == EVENT_BRANCH || class == EVENT_BLOCK;
}

static uint32_t *entry(event_t event)
{
    int near = is_near(event);
    if (!known[near])
        known[near] = allocate_pages(DISTANCES * sizeof **known, " for the view");
    return &known[near][event >> 8];
}

unsigned position_of_line(struct line line)
{
    if (!line.number)
        return 0;
    for (unsigned i = 1; i < position_count; i++)
        if (positions[i].number == line.number && !strcmp(positions[i].file, line.file))
            return i;
    positions = allocate_again(positions, (position_count + 1) * sizeof *positions);
    positions[position_count] = line;
    return position_count++;
}

unsigned position_of(event_t event)
{
    uint32_t *position = entry(event);
    if (!*position)
        *position = position_of_line(line_of_site(event)) + 1;
    return *position - 1;
}

unsigned position_of_pc(uintptr_t pc)
{
    return pc ? position_of_line(line_of(pc)) : 0;
}

/* ---- Looking up many at once ------------------------------------------------------------- */

static uintptr_t *wanted;
static size_t wanted_count, wanted_room;

static void want_pc(uintptr_t pc)
{
    if (!pc)
        return;
    if (wanted_count == wanted_room) {
        wanted_room = wanted_room ? 2 * wanted_room : 256;
        wanted = allocate_again(wanted, wanted_room * sizeof *wanted);
    }
    wanted[wanted_count++] = pc;
}

/* Collects each event once. seen: a byte for each distance. */
static void want(event_t event, uint8_t *seen)
{
    uint8_t bit = is_near(event) ? 1 : 2;
    if (seen[event >> 8] & bit)
        return;
    seen[event >> 8] |= bit;
    want_pc(site_pc(event));
}

static void want_launch(const struct view_launch *launch, uint8_t *seen)
{
    for (unsigned b = 0; b < launch->block_count; b++)
        for (unsigned w = 0; w < launch->blocks[b]->warps; w++) {
            const struct view_warp *warp = &launch->blocks[b]->warp[w];
            for (size_t i = 0; i < warp->count; i++)
                want(warp->steps[i].event, seen);
        }
    for (unsigned i = 0; i < launch->array_count; i++)
        want_pc(launch->arrays[i].pc);
    for (unsigned i = 0; i < launch->finding_count; i++) {
        const struct view_finding *finding = &launch->findings[i];
        want_pc(finding->finding.pc);
        want_pc(finding->finding.other_pc);
        for (unsigned k = 0; k < finding->count; k++)
            want_pc(finding->access[k].pc);
    }
    for (size_t i = 0; launch->model && i < launch->model->span_count; i++)
        want(launch->model->spans[i].doing.event, seen);
}

void positions_prepare(struct view_launch *const *launches, unsigned count)
{
    uint8_t *seen = allocate(DISTANCES);
    for (unsigned i = 0; i < count; i++)
        want_launch(launches[i], seen);
    lines_prepare(wanted, wanted_count);
    free(seen);
    free(wanted);
    wanted = NULL;
    wanted_count = wanted_room = 0;
}

/* ---- Writing ----------------------------------------------------------------------------- */

struct file {
    const char *name;
    int first, last; /* lines with a position */
};

static int file_of(const struct file *files, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(files[i].name, name))
            return i;
    return -1;
}

/* The readable files of all positions. Returns their number. */
static int list_files(struct file *files)
{
    int count = 0;
    for (unsigned i = 1; i < position_count; i++) {
        int number = positions[i].number, file = file_of(files, count, positions[i].file);
        if (file < 0 && file_lines(positions[i].file))
            files[file = count++] = (struct file){positions[i].file, number, number};
        if (file < 0)
            continue;
        if (number < files[file].first)
            files[file].first = number;
        if (number > files[file].last)
            files[file].last = number;
    }
    return count;
}

static void write_line(struct json *json, const char *line)
{
    char text[BYTES_OF_LINE + 1];
    strncpy(text, line, BYTES_OF_LINE);
    text[BYTES_OF_LINE] = 0;
    json_string(json, text);
}

static size_t bytes_of(const struct file *file)
{
    size_t bytes = 0;
    for (int number = 1; number <= file_lines(file->name); number++)
        bytes += strlen(file_line(file->name, number)) + 1;
    return bytes;
}

/*
 * Writes a file: whole if there is room, else the named lines and some around them, as far as there
 * is room. Returns how many lines are left out.
 */
static uint64_t write_file(struct json *json, const struct file *file, size_t most)
{
    size_t before = json->length;
    int all = file_lines(file->name), first = 1, last = all, number;
    if (bytes_of(file) > most) {
        first = file->first > LINES_AROUND ? file->first - LINES_AROUND : 1;
        last = file->last + LINES_AROUND < all ? file->last + LINES_AROUND : all;
    }
    json_begin(json, '{');
    json_member_string(json, "name", file->name);
    json_member(json, "of_simulator");
    json_boolean(json, lines_are_of_headers(file->name));
    json_member_integer(json, "first", first);
    json_member(json, "lines");
    json_begin(json, '[');
    for (number = first; number <= last && json->length - before < most; number++)
        write_line(json, file_line(file->name, number));
    json_end(json, ']');
    json_end(json, '}');
    return (uint64_t)(all - (number - first));
}

uint64_t positions_write(struct json *json)
{
    struct file *files = allocate(position_count * sizeof *files);
    int count = list_files(files);
    uint64_t left_out = 0;
    json_member(json, "files");
    json_begin(json, '[');
    size_t end = json->length + BYTES_MOST;
    for (int i = 0; i < count; i++)
        left_out += write_file(json, &files[i], json->length < end ? end - json->length : 0);
    json_end(json, ']');
    json_member(json, "positions");
    json_begin(json, '[');
    for (unsigned i = 0; i < position_count; i++) {
        json_begin(json, '[');
        json_integer(json, i ? file_of(files, count, positions[i].file) : -1);
        json_integer(json, i ? positions[i].number : 0);
        json_end(json, ']');
    }
    json_end(json, ']');
    free(files);
    return left_out;
}
