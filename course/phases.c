#define _GNU_SOURCE /* getline */
#include "phases.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[PHASE_COLUMNS] = {
    [OF_LAUNCH] = "launch",
    [OF_PHASE] = "phase",
    [OF_WARP] = "warp",
    [GLOBAL_LOAD_REQUESTS] = "global_load_requests",
    [GLOBAL_LOAD_LANES] = "global_load_lanes",
    [GLOBAL_LOAD_ROWS] = "global_load_rows",
    [GLOBAL_LOAD_WORDS] = "global_load_words",
    [GLOBAL_LOAD_SECTORS] = "global_load_sectors",
    [GLOBAL_STORE_REQUESTS] = "global_store_requests",
    [GLOBAL_STORE_LANES] = "global_store_lanes",
    [GLOBAL_STORE_ROWS] = "global_store_rows",
    [GLOBAL_STORE_WORDS] = "global_store_words",
    [GLOBAL_STORE_SECTORS] = "global_store_sectors",
    [GLOBAL_ATOMIC_REQUESTS] = "global_atomic_requests",
    [GLOBAL_ATOMIC_LANES] = "global_atomic_lanes",
    [GLOBAL_ATOMIC_ROWS] = "global_atomic_rows",
    [GLOBAL_ATOMIC_WORDS] = "global_atomic_words",
    [GLOBAL_ATOMIC_SECTORS] = "global_atomic_sectors",
    [SHARED_LOAD_REQUESTS] = "shared_load_requests",
    [SHARED_LOAD_LANES] = "shared_load_lanes",
    [SHARED_LOAD_ROWS] = "shared_load_rows",
    [SHARED_LOAD_WORDS] = "shared_load_words",
    [SHARED_LOAD_WAVEFRONTS] = "shared_load_wavefronts",
    [SHARED_STORE_REQUESTS] = "shared_store_requests",
    [SHARED_STORE_LANES] = "shared_store_lanes",
    [SHARED_STORE_ROWS] = "shared_store_rows",
    [SHARED_STORE_WORDS] = "shared_store_words",
    [SHARED_STORE_WAVEFRONTS] = "shared_store_wavefronts",
    [SHARED_ATOMIC_REQUESTS] = "shared_atomic_requests",
    [SHARED_ATOMIC_LANES] = "shared_atomic_lanes",
    [SHARED_ATOMIC_ROWS] = "shared_atomic_rows",
    [SHARED_ATOMIC_WORDS] = "shared_atomic_words",
    [SHARED_ATOMIC_WAVEFRONTS] = "shared_atomic_wavefronts",
    [EXCHANGES] = "exchanges",
    [REPEATS] = "repeats",
    [BLOCK_LOAD_LANES_MOST] = "block_load_lanes_most",
    [MEETINGS] = "meetings",
    [SWAPS] = "swaps",
    [FAILED_SWAPS] = "failed_swaps",
};

enum phase_column phase_column(const char *name)
{
    enum phase_column column = 0;

    while (column < PHASE_COLUMNS && strcmp(names[column], name) != 0)
        column++;
    return column;
}

/* Whether the columns are those above. */
static int is_header(const char *line)
{
    for (enum phase_column column = 0; column < PHASE_COLUMNS; column++) {
        size_t length = strlen(names[column]);

        line = strchr(line, ',');
        if (line == NULL || strncmp(++line, names[column], length) != 0 ||
            strchr(",\n", line[length]) == NULL)
            return 0;
    }
    return 1;
}

/* The numbers behind the kernel's name, which is quoted. There are a million of them: strtoul would
 * take longer. */
static int read_row(const char *line, phase_row row)
{
    const char *at = strrchr(line, '"');

    at = at != NULL ? at + 1 : "";
    for (enum phase_column column = 0; column < PHASE_COLUMNS; column++) {
        if (*at++ != ',')
            return 0;
        for (row[column] = 0; isdigit((unsigned char)*at); at++)
            row[column] = 10 * row[column] + (unsigned)(*at - '0');
    }
    return 1;
}

int read_phases(const char *path, struct phases *phases)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t bytes = 0, room = 0;

    *phases = (struct phases){NULL, 0};
    if (file == NULL)
        return 0;
    int is_read = getline(&line, &bytes, file) > 0 && is_header(line);

    while (is_read && getline(&line, &bytes, file) > 0) {
        if (phases->count == room) {
            room = 2 * room + 500;
            phases->rows = realloc(phases->rows, room * sizeof *phases->rows);
            if (phases->rows == NULL)
                abort();
        }
        is_read = read_row(line, phases->rows[phases->count]);
        phases->count += is_read;
    }
    free(line);
    fclose(file);
    return is_read;
}

/* The first row of that launch, or of one behind it. */
static size_t first_of(const struct phases *phases, unsigned launch)
{
    size_t first = 0, end = phases->count;

    while (first < end) {
        size_t middle = first + (end - first) / 2;

        if (phases->rows[middle][OF_LAUNCH] < launch)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

struct phases phases_of(const struct phases *phases, unsigned launch)
{
    size_t first = first_of(phases, launch), end = first_of(phases, launch + 1);

    return (struct phases){phases->rows + first, end - first};
}
