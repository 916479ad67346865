#include "statistics.h"

#include <math.h>
#include <stdlib.h>

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;

    return (a > b) - (a < b);
}

struct statistics statistics_of(double *values, size_t count)
{
    struct statistics result = {0};

    if (count == 0)
        return result;
    qsort(values, count, sizeof *values, by_size);
    result.min = values[0];
    result.max = values[count - 1];
    result.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    for (size_t i = 0; i < count; i++)
        result.mean += values[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        result.deviation += (values[i] - result.mean) * (values[i] - result.mean) / (double)count;
    result.deviation = sqrt(result.deviation);
    return result;
}
