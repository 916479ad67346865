/*
 * Turns what Nsight Compute prints into the columns that the simulator writes,
 * so that one table serves both.
 *
 *     ncu_counters --metrics     the metrics to ask ncu for, with commas between
 *     ncu_counters LOG           the counters in the log of ncu --csv --page raw
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

struct column {
    const char *name;   /* ours */
    const char *metric; /* Nsight Compute's */
};

static const struct column columns[] = {
    {"global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    {"global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    {"global_load_efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct"},
    {"global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    {"global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    {"global_store_efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct"},
    {"shared_load_requests", "smsp__sass_inst_executed_op_shared_ld.sum"},
    {"shared_load_wavefronts", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    {"shared_store_requests", "smsp__sass_inst_executed_op_shared_st.sum"},
    {"shared_store_wavefronts", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* The log without the lines that ncu writes about itself, which start with ==. */
static char *clean_copy(const char *path)
{
    static char name[4096];
    char *line = NULL;
    size_t room = 0;
    FILE *from = fopen(path, "r");
    FILE *to;

    snprintf(name, sizeof name, "%s.clean", path);
    to = fopen(name, "w");
    if (from == NULL || to == NULL) {
        fprintf(stderr, "cannot read %s or write %s\n", path, name);
        exit(3);
    }
    while (getline(&line, &room, from) > 0)
        if (strncmp(line, "==", 2) != 0)
            fputs(line, to);
    free(line);
    fclose(from);
    fclose(to);
    return name;
}

static void print_metrics(void)
{
    for (int i = 0; i < COLUMNS; i++)
        printf("%s%s", i > 0 ? "," : "", columns[i].metric);
    printf("\n");
}

static void print_kernel(const struct csv *log, size_t row)
{
    const char *kernel = csv_text(log, row, "Kernel Name");

    /* "name(int *, int *, unsigned int)" or "void name<512>(...)" */
    if (strncmp(kernel, "void ", 5) == 0)
        kernel += 5;
    printf("\"%.*s\"", (int)strcspn(kernel, "("), kernel);
    for (int i = 0; i < COLUMNS; i++) {
        double value = csv_number(log, row, columns[i].metric);

        if (isnan(value))
            printf(",");
        else
            printf(",%.10g", value);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    struct csv log;

    if (argc != 2) {
        fprintf(stderr, "usage: ncu_counters --metrics | LOG\n");
        return 2;
    }
    if (strcmp(argv[1], "--metrics") == 0) {
        print_metrics();
        return 0;
    }
    if (!csv_read(clean_copy(argv[1]), &log)) {
        fprintf(stderr, "ncu_counters: nothing in %s\n", argv[1]);
        return 3;
    }
    printf("kernel");
    for (int i = 0; i < COLUMNS; i++)
        printf(",%s", columns[i].name);
    printf("\n");
    for (size_t row = 1; row < log.count; row++) /* row 0 holds the units */
        print_kernel(&log, row);
    return 0;
}
