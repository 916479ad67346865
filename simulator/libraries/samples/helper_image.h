/*
 * Numbers and images, compared and in files, under the names that NVIDIA's samples use. Images are
 * PGM (one grey value for each point) and PPM (red, green, blue), in their binary forms with values
 * to 255. Written for the simulator; a program's own header comes first.
 */
#ifndef COMMON_HELPER_IMAGE_H_
#define COMMON_HELPER_IMAGE_H_

/* Headers that NVIDIA's brings with it: programs use these without including them. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "helper_string.h"

/* ---- Numbers ------------------------------------------------------------------------------- */

/* true if the wrong numbers are less than that share of all, or none where the share is 0. */
static inline bool sim_few(unsigned int wrong, unsigned int count, float share)
{
    return !wrong || (float)wrong < share * (float)count;
}

/* true if no two numbers differ by more than epsilon, but for a share of threshold of them. */
template <class type, class tolerance>
static inline bool compareData(const type *reference, const type *data, const unsigned int count,
                               const tolerance epsilon, const float threshold)
{
    unsigned int wrong = 0;

    for (unsigned int i = 0; i < count; i++)
        wrong += !(fabs((double)reference[i] - (double)data[i]) <= (double)epsilon);
    return sim_few(wrong, count, threshold);
}

/* The same, but that numbers which differ by less than 0.001 are never different. */
template <class type, class tolerance>
static inline bool compareDataAsFloatThreshold(const type *reference, const type *data,
                                               const unsigned int count, const tolerance epsilon,
                                               const float threshold)
{
    float least = std::max((float)epsilon, 1e-3f);
    unsigned int wrong = 0;

    for (unsigned int i = 0; i < count; i++)
        wrong += !(fabsf((float)reference[i] - (float)data[i]) < least);
    return sim_few(wrong, count, threshold);
}

/* The same, by the root of the squared differences' share of the reference's squares. */
static inline bool sdkCompareL2fe(const float *reference, const float *data,
                                  const unsigned int count, const float epsilon)
{
    double difference = 0, size = 0;

    for (unsigned int i = 0; i < count; i++) {
        difference += ((double)reference[i] - data[i]) * ((double)reference[i] - data[i]);
        size += (double)reference[i] * reference[i];
    }
    return size > 0 && sqrt(difference / size) < (double)epsilon;
}

/* Says on the standard error, where it is asked for, what could not be done. Returns false. */
static inline bool sim_failed(bool verbose, const char *function, const char *what)
{
    if (verbose)
        fprintf(stderr, "%s() : %s.\n", function, what);
    return false;
}

/* Numbers as text, one beside the other; epsilon stands above them in a comment. */
template <class type, class tolerance>
static inline bool sdkWriteFile(const char *name, const type *data, unsigned int count,
                                const tolerance epsilon, bool verbose, bool append = false)
{
    FILE *file = fopen(name, append ? "a" : "w");

    if (!file)
        return sim_failed(verbose, "sdkWriteFile", "Opening file failed");
    fprintf(file, "# %g\n", (double)epsilon);
    for (unsigned int i = 0; i < count; i++)
        fprintf(file, "%.9g ", (double)data[i]);
    return !fclose(file);
}

/* Reads such numbers into *data, which has room for *count, or into room from malloc. */
template <class type>
static inline bool sdkReadFile(const char *name, type **data, unsigned int *count, bool verbose)
{
    FILE *file = fopen(name, "r");
    std::vector<type> numbers;
    double number;
    char rest[256];

    if (!file)
        return sim_failed(verbose, "sdkReadFile", "Opening file failed");
    for (;;) {
        if (fscanf(file, "%lf", &number) == 1)
            numbers.push_back((type)number);
        else if (!fgets(rest, sizeof rest, file)) /* else a comment */
            break;
    }
    fclose(file);
    if (*data && *count != numbers.size())
        return sim_failed(verbose, "sdkReadFile", "The room has another size than the file");
    if (!*data)
        *data = (type *)malloc(numbers.size() * sizeof **data);
    *count = (unsigned int)numbers.size();
    std::copy(numbers.begin(), numbers.end(), *data);
    return true;
}

/* Reads one block of a file's bytes into data[block], which has room for it; *count: how many. */
template <class type>
static inline bool sdkReadFileBlocks(const char *name, type **data, unsigned int *count,
                                     unsigned int block, unsigned int block_size, bool verbose)
{
    FILE *file = fopen(name, "rb");

    if (!file)
        return sim_failed(verbose, "sdkReadFileBlocks", "Opening file failed");
    fseek(file, (long)block * block_size, SEEK_SET);
    *count = (unsigned int)fread(data[block], sizeof **data, block_size / sizeof **data, file);
    fclose(file);
    return true;
}

/* Writes these bytes to a file. */
static inline void sdkDumpBin(void *data, unsigned int bytes, const char *name)
{
    FILE *file = fopen(name, "wb");

    printf("sdkDumpBin: <%s>\n", name);
    if (!file || fwrite(data, 1, bytes, file) != bytes)
        sim_failed(true, "sdkDumpBin", "Writing file failed");
    if (file)
        fclose(file);
}

/* Numbers of a file's bytes, as many as *numbers has; false if there are fewer. */
template <class type>
static inline bool sim_read_binary(const char *name, std::vector<type> *numbers)
{
    FILE *file = name ? fopen(name, "rb") : NULL;
    size_t read = file ? fread(numbers->data(), sizeof(type), numbers->size(), file) : 0;

    if (file)
        fclose(file);
    return (file && read == numbers->size()) ||
           sim_failed(true, name ? name : "the reference", "no such file, or too short");
}

/* Compares files of unsigned numbers; the second is looked for as sdkFindFilePath does. */
static inline bool sdkCompareBin2BinUint(const char *name, const char *reference_name,
                                         unsigned int count, const float epsilon,
                                         const float threshold, char *program)
{
    std::vector<unsigned int> data(count), reference(count);

    return sim_read_binary(name, &data) &&
           sim_read_binary(sdkFindFilePath(reference_name, program), &reference) &&
           compareData(reference.data(), data.data(), count, epsilon, threshold);
}

/* The same, of floats, as compareDataAsFloatThreshold compares them. */
static inline bool sdkCompareBin2BinFloat(const char *name, const char *reference_name,
                                          unsigned int count, const float epsilon,
                                          const float threshold, char *program)
{
    std::vector<float> data(count), reference(count);

    return sim_read_binary(name, &data) &&
           sim_read_binary(sdkFindFilePath(reference_name, program), &reference) &&
           compareDataAsFloatThreshold(reference.data(), data.data(), count, epsilon, threshold);
}

/* ---- Images -------------------------------------------------------------------------------- */

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

/* Three bytes for each point, in room from malloc. */
static inline bool sdkLoadPPMub(const char *name, unsigned char **data, unsigned int *width,
                                unsigned int *height)
{
    *data = sim_image_load(name, 3, width, height);
    return *data != NULL;
}

/* Four values for each point, of which the last is 0. */
template <class type>
static inline bool sdkLoadPPM4(const char *name, type **data, unsigned int *width,
                               unsigned int *height)
{
    unsigned char *bytes = sim_image_load(name, 3, width, height);

    if (!bytes)
        return false;
    *data = (type *)malloc((size_t)*width * *height * 4 * sizeof **data);
    for (size_t i = 0; i < (size_t)*width * *height; i++) {
        for (size_t c = 0; c < 3; c++)
            sim_image_value(*data + 4 * i + c, bytes[3 * i + c]);
        (*data)[4 * i + 3] = 0;
    }
    free(bytes);
    return true;
}

static inline bool sdkLoadPPM4ub(const char *name, unsigned char **data, unsigned int *width,
                                 unsigned int *height)
{
    return sdkLoadPPM4(name, data, width, height);
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

/* As bytes, as many for each point as there are channels: 1, or 4 of a PPM. */
static inline unsigned char *sim_image_bytes(const char *name, unsigned int channels,
                                             unsigned int *width, unsigned int *height)
{
    unsigned char *data = NULL;

    if (channels == 1)
        sdkLoadPGM(name, &data, width, height);
    else
        sdkLoadPPM4ub(name, &data, width, height);
    return data;
}

/* true if two images are of one size and differ no more than compareData allows. */
static inline bool sim_compare_images(const char *function, unsigned int channels, const char *name,
                                      const char *reference_name, float epsilon, float threshold,
                                      bool verbose)
{
    unsigned int width, height, reference_width, reference_height;

    if (!name || !reference_name)
        return sim_failed(verbose, function, "No name of a file");
    unsigned char *data = sim_image_bytes(name, channels, &width, &height);
    unsigned char *reference =
        sim_image_bytes(reference_name, channels, &reference_width, &reference_height);
    bool is_one_size = data && reference && width == reference_width && height == reference_height;
    bool same =
        is_one_size && compareData(reference, data, width * height * channels, epsilon, threshold);

    free(data);
    free(reference);
    return same || sim_failed(verbose, function, "The images differ");
}

static inline bool sdkComparePPM(const char *name, const char *reference, const float epsilon,
                                 const float threshold, bool verbose)
{
    return sim_compare_images("sdkComparePPM", 4, name, reference, epsilon, threshold, verbose);
}

static inline bool sdkComparePGM(const char *name, const char *reference, const float epsilon,
                                 const float threshold, bool verbose)
{
    return sim_compare_images("sdkComparePGM", 1, name, reference, epsilon, threshold, verbose);
}

#endif
