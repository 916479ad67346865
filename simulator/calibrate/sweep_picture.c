/*
 * Draws times over the bytes that a kernel reads, 1 KB to 1 GB, as SVG for docs/clock_model.md.
 *
 *     sweep_picture FOLDER L2_MIB
 *
 * The folder has sweep_modelled.csv, the sweep on the simulator; sweep.csv, the same on a GPU, if
 * it was measured; and clock.csv, of which two steps are drawn. Both axes are logarithmic. Lines
 * are modelled, dots are measured. L2_MIB: the size of L2, which is marked.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock_times.h"

enum { WIDTH = 600, HEIGHT = 500, LEFT = 80, RIGHT = 24, TOP = 128, BOTTOM = 72 };
#define BYTES_LEAST 10.0 /* log2 */
#define BYTES_MOST  30.0
#define TIME_LEAST  0.0 /* log10, of microseconds */
#define TIME_MOST   4.0
#define BLOCK       512 /* of the steps */

struct series {
    const char *name, *colour;
    const char *of_sweep; /* the case, or NULL: a step */
    int step;
};

static const struct series all[] = {
    {"step 01, cold cache", "#8a5a00", NULL, 1},
    {"step 12, cold cache", "#2c6e31", NULL, 12},
    {"few blocks, second time", "#1b5a94", "grid_stride", 0},
    {"many blocks, second time", "#5b3a8c", "by_threads", 0},
};
#define SERIES (sizeof all / sizeof *all)

static double x_of(double bytes)
{
    double part = (log2(bytes) - BYTES_LEAST) / (BYTES_MOST - BYTES_LEAST);
    return LEFT + part * (WIDTH - LEFT - RIGHT);
}

static double y_of(double milliseconds)
{
    double part = (log10(1000 * milliseconds) - TIME_LEAST) / (TIME_MOST - TIME_LEAST);
    return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
}

static void print_text(double x, double y, const char *anchor, const char *text)
{
    printf("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#1a1a1a\">%s</text>\n", x, y,
           anchor, text);
}

static void print_line(double x, double y, double x_end, double y_end, const char *more)
{
    printf("<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#4a4a4a\" fill=\"none\"%s/>\n", x, y, x_end,
           y_end, more);
}

static void print_axes(double l2)
{
    static const char *const bytes[] = {"1 KB", "32 KB", "1 MB", "32 MB", "1 GB"};
    static const char *const times[] = {"1 µs", "10 µs", "100 µs", "1 ms", "10 ms"};
    for (int i = 0; i < 5; i++) {
        double x = x_of(ldexp(1024, 5 * i)), y = y_of(pow(10, i - 3));
        print_line(x, y_of(.001), x, y_of(.001) + 6, "");
        print_line(LEFT, y, WIDTH - RIGHT, y, i ? " stroke-opacity=\".25\"" : "");
        print_text(x, y_of(.001) + 27, i == 4 ? "end" : "middle", bytes[i]);
        print_text(LEFT - 8, y + 6, "end", times[i]);
    }
    print_line(x_of(l2), y_of(10), x_of(l2), y_of(.001), " stroke-dasharray=\"4 4\"");
    print_text(x_of(l2) - 6, y_of(10) + 18, "end", "L2");
    print_text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", "bytes read, logarithmic");
}

/* ---- Curves ------------------------------------------------------------------------------ */

struct point {
    double bytes, milliseconds;
};

struct curve {
    struct point point[1000];
    size_t count;
};

static void add(struct curve *curve, double bytes, double milliseconds)
{
    if (curve->count < sizeof curve->point / sizeof *curve->point)
        curve->point[curve->count++] = (struct point){bytes, milliseconds};
}

/* The rows of a sweep's file with that case; none if there is no file. */
static void read_sweep(const char *folder, const char *name, const char *of_sweep,
                       struct curve *curve)
{
    FILE *file = open_recorded(folder, name);
    char line[512], found[128];
    double bytes, milliseconds;

    curve->count = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "sweep,%127[^,],%*f,%*f,%*f,%lf,%lf", found, &bytes, &milliseconds) == 3 &&
            strcmp(found, of_sweep) == 0)
            add(curve, bytes, milliseconds);
    if (file != NULL)
        fclose(file);
}

static int compare_bytes(const void *left, const void *right)
{
    double a = ((const struct point *)left)->bytes, b = ((const struct point *)right)->bytes;
    return (a > b) - (a < b);
}

static void read_step(const struct clock_times *times, int step, int measured, struct curve *curve)
{
    curve->count = 0;
    for (size_t i = 0; i < times->count; i++) {
        const struct clock_time *time = &times->time[i];
        if (time->step == step && time->block == BLOCK)
            add(curve, 4 * time->n, measured ? time->measured : time->modelled);
    }
    qsort(curve->point, curve->count, sizeof *curve->point, compare_bytes);
}

static void draw(const struct series *series, const struct curve *modelled,
                 const struct curve *measured)
{
    printf("<path stroke=\"%s\" stroke-width=\"2.5\" fill=\"none\" d=\"", series->colour);
    for (size_t i = 0; i < modelled->count; i++)
        printf("%c%.1f %.1f", i ? 'L' : 'M', x_of(modelled->point[i].bytes),
               y_of(modelled->point[i].milliseconds));
    printf("\"/>\n");
    for (size_t i = 0; i < measured->count; i++)
        printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" stroke=\"%s\" stroke-width=\"1.5\" "
               "fill=\"#ffffff\"/>\n",
               x_of(measured->point[i].bytes), y_of(measured->point[i].milliseconds),
               series->colour);
}

static void draw_series(const char *folder, const struct clock_times *times, size_t i)
{
    static struct curve modelled, measured;
    const struct series *series = &all[i];
    double x = i % 2 ? WIDTH / 2.0 + 16 : 16, y = 66 + 26 * (double)(i / 2);

    if (series->of_sweep) {
        read_sweep(folder, "sweep_modelled.csv", series->of_sweep, &modelled);
        read_sweep(folder, "sweep.csv", series->of_sweep, &measured);
    } else {
        read_step(times, series->step, 0, &modelled);
        read_step(times, series->step, 1, &measured);
    }
    draw(series, &modelled, &measured);
    printf("<path d=\"M%.1f %.1fh26\" stroke=\"%s\" stroke-width=\"2.5\" fill=\"none\"/>\n", x,
           y - 6, series->colour);
    print_text(x + 34, y, "start", series->name);
}

int main(int argc, char **argv)
{
    struct clock_times times;

    if (argc != 3 || !(atof(argv[2]) > 0)) {
        fprintf(stderr, "usage: sweep_picture FOLDER L2_MIB\n");
        return 2;
    }
    if (!clock_times_read(argv[1], CLOCK_NOW, &times)) {
        fprintf(stderr, "sweep_picture: %s has no times\n", argv[1]);
        return 3;
    }
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
           "font-family=\"Helvetica,Arial,sans-serif\" font-size=\"18\">\n",
           WIDTH, HEIGHT);
    printf("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, HEIGHT);
    print_text(WIDTH / 2.0, 26, "middle", "Time of a launch: lines modelled, dots measured");
    print_axes(atof(argv[2]) * 1024 * 1024);
    for (size_t i = 0; i < SERIES; i++)
        draw_series(argv[1], &times, i);
    printf("</svg>\n");
    return 0;
}
