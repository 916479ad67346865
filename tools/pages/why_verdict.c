#include "why_verdict.h"

#include <math.h>
#include <string.h>

/* Ranges of the same kernel's times are under this: a smaller gain is none. In percent. */
static const double NOTHING = 2;

/* A cause is that of a gain if it makes up this part of it; it is not if it makes up the other. */
static const double MOST = 2 / 3.0, LITTLE = 1 / 3.0;

static double saved_ms(const struct why_column *column, long row)
{
    return row < 0 ? NAN
                   : csv_number(&column->csv, (size_t)row, "before_ms") -
                         csv_number(&column->csv, (size_t)row, "after_ms");
}

static int is_measured(const struct why_column *column, long row)
{
    return row >= 0 && strcmp(csv_text(&column->csv, (size_t)row, "times"), "measured") == 0;
}

/* 1 if there is what is expected, 0 if there is not; between them where it is not clear. */
static double is_so(const struct why_column *column, long row,
                    const struct expectation *expectation)
{
    if (expectation->of_before[0] != '\0') {
        long whole =
            why_row(column, expectation->step, expectation->of_before, expectation->of_after);
        double part = saved_ms(column, row) / saved_ms(column, whole);
        double is_the_gain = part > MOST ? 1 : part < LITTLE ? 0 : 0.5;

        return strcmp(expectation->expects, "none") == 0 ? 1 - is_the_gain : is_the_gain;
    }
    double gain = why_gain(column, row);

    if (strcmp(expectation->expects, "none") == 0)
        return fabs(gain) <= NOTHING;
    return strcmp(expectation->expects, "loss") == 0 ? gain < -NOTHING : gain > NOTHING;
}

enum verdict why_verdict(const struct why_column *columns, size_t count,
                         const struct expectation *expectation)
{
    double so = 0;
    size_t measured = 0;

    for (size_t i = 0; i < count && expectation->expects[0] != '\0'; i++) {
        long row = why_row(&columns[i], expectation->step, expectation->before, expectation->after);

        if (!is_measured(&columns[i], row))
            continue;
        measured++;
        so += is_so(&columns[i], row, expectation);
    }
    if (measured == 0)
        return NO_VERDICT;
    return so >= (double)measured ? STANDS : so > 0 ? IN_PART : FALLS;
}
