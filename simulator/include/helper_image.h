/*
 * Images in files, under the names that NVIDIA's samples use: PGM (one grey value for each point)
 * and PPM (red, green, blue), in their binary forms with values to 255. Written for the simulator;
 * a program's own header comes first.
 */
#ifndef COMMON_HELPER_IMAGE_H_
#define COMMON_HELPER_IMAGE_H_

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "helper_functions.h"

/* The next number of a heading, behind blanks and comments; -1 without. */
static inline int sim_image_number(FILE *file)
{
    int number = -1, c = getc(file);

    for (; c == '#' || c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = getc(file))
        if (c == '#') /* a comment, to the end of its line */
            while (c != '\n' && c != EOF)
                c = getc(file);
    ungetc(c, file);
    return fscanf(file, "%d", &number) == 1 ? number : -1;
}

/*
 * The bytes of an image with that many channels (1 or 3), or NULL; the caller frees them. A file
 * that is none says so on the standard error.
 */
static inline unsigned char *sim_image_load(const char *name, int channels, unsigned int *width,
                                            unsigned int *height)
{
    FILE *file = fopen(name, "rb");
    unsigned char *data = NULL;
    int columns = 0, rows = 0;

    if (file && getc(file) == 'P' && getc(file) == (channels == 1 ? '5' : '6') &&
        (columns = sim_image_number(file)) > 0 && (rows = sim_image_number(file)) > 0 &&
        sim_image_number(file) == 255) {
        size_t size = (size_t)columns * (size_t)rows * (size_t)channels;

        getc(file); /* the blank behind the heading */
        data = (unsigned char *)malloc(size);
        if (data && fread(data, 1, size, file) != size) {
            free(data);
            data = NULL;
        }
    }
    if (file)
        fclose(file);
    if (!data)
        fprintf(stderr, "%s: no such image, or not a binary %s file\n", name,
                channels == 1 ? "PGM" : "PPM");
    *width = (unsigned int)columns;
    *height = (unsigned int)rows;
    return data;
}

static inline bool sim_image_save(const char *name, int channels, const unsigned char *data,
                                  unsigned int width, unsigned int height)
{
    FILE *file = fopen(name, "wb");
    size_t size = (size_t)width * height * (size_t)channels;
    bool written = file &&
                   fprintf(file, "P%d\n%u %u\n255\n", channels == 1 ? 5 : 6, width, height) > 0 &&
                   fwrite(data, 1, size, file) == size;

    if (file && fclose(file))
        written = false;
    return written;
}

/* Of a byte, or of a number from 0 to 1. */
static inline void sim_image_value(unsigned char *to, unsigned char from)
{
    *to = from;
}
static inline void sim_image_value(float *to, unsigned char from)
{
    *to = (float)from / 255.0f;
}
static inline unsigned char sim_image_byte(unsigned char value)
{
    return value;
}
static inline unsigned char sim_image_byte(float value)
{
    return (unsigned char)(value * 255.0f);
}

/* *data: room for the image, or NULL for room from malloc. */
template <class type>
static inline bool sdkLoadPGM(const char *name, type **data, unsigned int *width,
                              unsigned int *height)
{
    unsigned char *bytes = sim_image_load(name, 1, width, height);

    if (!bytes)
        return false;
    if (!*data)
        *data = (type *)malloc((size_t)*width * *height * sizeof **data);
    for (size_t i = 0; i < (size_t)*width * *height; i++)
        sim_image_value(*data + i, bytes[i]);
    free(bytes);
    return true;
}

template <class type>
static inline bool sdkSavePGM(const char *name, type *data, unsigned int width, unsigned int height)
{
    size_t count = (size_t)width * height;
    unsigned char *bytes = (unsigned char *)malloc(count);

    for (size_t i = 0; i < count; i++)
        bytes[i] = sim_image_byte(data[i]);
    bool written = sim_image_save(name, 1, bytes, width, height);
    free(bytes);
    return written;
}

/* Four bytes for each point, of which the last is 0. */
static inline bool sdkLoadPPM4ub(const char *name, unsigned char **data, unsigned int *width,
                                 unsigned int *height)
{
    unsigned char *bytes = sim_image_load(name, 3, width, height);

    if (!bytes)
        return false;
    *data = (unsigned char *)malloc((size_t)*width * *height * 4);
    for (size_t i = 0; i < (size_t)*width * *height; i++) {
        for (size_t c = 0; c < 3; c++)
            (*data)[4 * i + c] = bytes[3 * i + c];
        (*data)[4 * i + 3] = 0;
    }
    free(bytes);
    return true;
}

static inline bool sdkSavePPM4ub(const char *name, unsigned char *data, unsigned int width,
                                 unsigned int height)
{
    size_t count = (size_t)width * height;
    unsigned char *bytes = (unsigned char *)malloc(count * 3);

    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < 3; c++)
            bytes[3 * i + c] = data[4 * i + c];
    bool written = sim_image_save(name, 3, bytes, width, height);
    free(bytes);
    return written;
}

#endif
