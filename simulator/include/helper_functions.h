/* The parts of NVIDIA's sample helpers that are about the host: options and timers. */
#ifndef COMMON_HELPER_FUNCTIONS_H_
#define COMMON_HELPER_FUNCTIONS_H_

/* What NVIDIA's brings with it: programs name these without including them. */
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
#include "helper_timer.h"

/* 1 if no two numbers differ by more than epsilon, but for a share of threshold of them. */
template <class type>
static inline bool compareData(const type *reference, const type *data, const unsigned int count,
                               const type epsilon, const float threshold = 0.0f)
{
    unsigned int wrong = 0;

    for (unsigned int i = 0; i < count; i++)
        wrong += !(fabs((double)reference[i] - (double)data[i]) <= (double)epsilon);
    return (float)wrong <= threshold * (float)count;
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

/* Numbers as text, one beside the other; epsilon stands above them in a comment. */
template <class type, class tolerance>
static inline bool sdkWriteFile(const char *name, const type *data, unsigned int count,
                                const tolerance epsilon, bool verbose, bool append = false)
{
    FILE *file = fopen(name, append ? "a" : "w");

    if (!file) {
        if (verbose)
            fprintf(stderr, "sdkWriteFile() : Opening file failed.\n");
        return false;
    }
    fprintf(file, "# %g\n", (double)epsilon);
    for (unsigned int i = 0; i < count; i++)
        fprintf(file, "%.9g ", (double)data[i]);
    return !fclose(file);
}

/* Reads such numbers into room from malloc. */
template <class type>
static inline bool sdkReadFile(const char *name, type **data, unsigned int *count, bool verbose)
{
    FILE *file = fopen(name, "r");
    double number;
    char rest[256];

    if (!file) {
        if (verbose)
            fprintf(stderr, "sdkReadFile() : Opening file failed.\n");
        return false;
    }
    *data = NULL;
    for (*count = 0;;) {
        if (fscanf(file, "%lf", &number) == 1) {
            *data = (type *)realloc(*data, (*count + 1) * sizeof **data);
            (*data)[(*count)++] = (type)number;
        } else if (!fgets(rest, sizeof rest, file)) { /* else a comment */
            break;
        }
    }
    fclose(file);
    return true;
}

#endif
