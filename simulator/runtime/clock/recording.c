/*
 * The format is that of memory: reader and writer are of one build. A launch is the program's
 * operations, then the launch with its traces.
 */
#include "clock/recording.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/site.h"

#define LAUNCH 0x324B434F4C43u /* "CLOCK2" */
#define EVENT  0x32544E455645u /* "EVENT2" */

struct header {
    uint64_t magic, operations_size, code_start;
    struct clocked_launch launch; /* its pointers mean nothing */
};

extern const char __start_sim_operations[] __attribute__((weak, visibility("hidden")));
extern const char __stop_sim_operations[] __attribute__((weak, visibility("hidden")));

static void write_trace(FILE *file, const struct trace *trace)
{
    fwrite(trace, sizeof *trace, 1, file);
    fwrite(trace->lines, sizeof *trace->lines, trace->line_count, file);
    for (unsigned i = 0; i < trace->warps; i++) {
        fwrite(&trace->warp[i], sizeof trace->warp[i], 1, file);
        fwrite(trace->warp[i].events, sizeof *trace->warp[i].events, trace->warp[i].count, file);
    }
}

static const char *file_name(void)
{
    const char *name = getenv("SIM_CLOCK_RECORDING");
    return name && *name ? name : NULL;
}

int recording_is_wanted(void)
{
    return file_name() != NULL;
}

/* The file to append to, or NULL if none is wanted. */
static FILE *open_file(void)
{
    const char *name = file_name();
    if (!name)
        return NULL;
    FILE *file = fopen(name, "ab");
    if (!file) {
        fprintf(stderr, "simulator: cannot write %s\n", name);
        exit(3);
    }
    return file;
}

static void close_file(FILE *file)
{
    if (!fclose(file))
        return;
    fprintf(stderr, "simulator: cannot write %s\n", getenv("SIM_CLOCK_RECORDING"));
    exit(3);
}

void recording_mark(void)
{
    struct header header = {.magic = EVENT};
    FILE *file = open_file();
    if (!file)
        return;
    fwrite(&header, sizeof header, 1, file);
    close_file(file);
}

void recording_add(const struct clocked_launch *launch)
{
    FILE *file = open_file();
    if (!file)
        return;
    size_t size = (size_t)(__stop_sim_operations - __start_sim_operations);
    struct header header = {LAUNCH, size, PROGRAM_START, *launch};
    fwrite(&header, sizeof header, 1, file);
    fwrite(__start_sim_operations, 1, size, file);
    fwrite(launch->sample.steps, sizeof *launch->sample.steps, launch->sample.buckets, file);
    for (unsigned i = 0; i < launch->sample.count; i++)
        write_trace(file, &launch->sample.trace[i]);
    close_file(file);
}

/* An array of that many elements, read into new memory; NULL if the file ends before. */
static void *read_array(FILE *file, size_t size, size_t count)
{
    void *array = allocate(size * count + 1);
    return fread(array, size, count, file) == count ? array : NULL;
}

static int read_trace(FILE *file, struct trace *trace)
{
    if (fread(trace, sizeof *trace, 1, file) != 1)
        return -1;
    trace->lines = read_array(file, sizeof *trace->lines, trace->line_count);
    trace->warp = allocate(trace->warps * sizeof *trace->warp);
    for (unsigned i = 0; i < trace->warps; i++) {
        struct trace_warp *warp = &trace->warp[i];
        if (fread(warp, sizeof *warp, 1, file) != 1)
            return -1;
        warp->events = read_array(file, sizeof *warp->events, warp->count);
        if (!warp->events)
            return -1;
    }
    return trace->lines ? 0 : -1;
}

int recording_read(FILE *file, struct clocked_launch *launch)
{
    struct header header;
    struct operations_table *table = allocate(sizeof *table);
    if (fread(&header, sizeof header, 1, file) != 1)
        return 0;
    if (header.magic == EVENT)
        return RECORDED_EVENT;
    if (header.magic != LAUNCH)
        return -1;
    *launch = header.launch;
    const char *operations = read_array(file, 1, header.operations_size);
    struct sample *sample = &launch->sample;
    sample->steps = read_array(file, sizeof *sample->steps, sample->buckets);
    sample->trace = allocate(sample->count * sizeof *sample->trace);
    if (!operations || !sample->steps)
        return -1;
    for (unsigned i = 0; i < sample->count; i++)
        if (read_trace(file, &sample->trace[i]))
            return -1;
    operations_sort(table, operations, operations + header.operations_size);
    launch->operations = table;
    launch->view = NULL;
    launch->pc_shift = header.code_start - PROGRAM_START;
    return RECORDED_LAUNCH;
}
