/*
 * Prints what the comparisons of step 14 with CUB that were recorded come to, in a sentence for
 * each device, as Markdown for README.md.
 *
 *     claims_section FOLDER...
 *
 * Each folder is one that tools/record/record.sh wrote.
 */
#include <math.h>
#include <stdio.h>

#include "recording.h"

/* Of CUB's two ways to sum, the better one's time over that of step 14. */
static double times_cub(const struct csv *compare, size_t row)
{
    return fmin(csv_number(compare, row, "times_cub_int"),
                csv_number(compare, row, "times_cub_64"));
}

static double percent_of_peak(const struct csv *compare, size_t row)
{
    return 100 * csv_number(compare, row, "step14_gb_per_second") /
           csv_number(compare, row, "peak_gb_per_second");
}

static void print_claim(const struct recording *recording, const struct csv *compare, int is_first)
{
    size_t least = 0, most = 0, last = compare->count - 1;

    (void)is_first; // items of one list: nothing stands between them
    for (size_t row = 0; row < compare->count; row++) {
        if (times_cub(compare, row) < times_cub(compare, least))
            least = row;
        if (times_cub(compare, row) > times_cub(compare, most))
            most = row;
    }
    printf("- %s: at every power of two from 2^%s to 2^%s, step 14 is %.3f (2^%s) to %.2f (2^%s)\n"
           "  times as fast as the better of CUB's sums into 32 and into 64 bits; at 2^%s it reads "
           "%.1f %% of the\n  memory's peak.\n",
           recording->device, csv_text(compare, 0, "exponent"), csv_text(compare, last, "exponent"),
           times_cub(compare, least), csv_text(compare, least, "exponent"),
           times_cub(compare, most), csv_text(compare, most, "exponent"),
           csv_text(compare, last, "exponent"), percent_of_peak(compare, last));
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: claims_section FOLDER...\n");
        return 2;
    }
    return print_recorded("compare", argv + 1, read_recording, print_claim);
}
