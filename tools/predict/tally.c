#include "tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

void tally_add(const char *path, const char *step, int number, double said, double is, int is_right)
{
    FILE *file = fopen(path, "a");

    if (file == NULL) {
        fprintf(stderr, "predict: cannot write %s\n", path);
        exit(3);
    }
    if (ftell(file) == 0)
        fprintf(file, "step,number,said,is,right\n");
    fprintf(file, "%s,%d,%.9g,%.9g,%d\n", step, number, said, is, is_right);
    fclose(file);
}

static int is_same(const struct csv *csv, size_t a, size_t b, const char *column)
{
    const char *one = csv_text(csv, a, column), *other = csv_text(csv, b, column);

    return one != NULL && other != NULL && strcmp(one, other) == 0;
}

/* Is there an earlier row of the same step, and of the same number where that is asked for? */
static int is_repeated(const struct csv *csv, size_t row, int of_number)
{
    for (size_t before = 0; before < row; before++)
        if (is_same(csv, before, row, "step") &&
            (!of_number || is_same(csv, before, row, "number")))
            return 1;
    return 0;
}

void tally_print(const char *path)
{
    struct csv csv;
    int answers = 0, right = 0, steps = 0;

    if (!csv_read(path, &csv))
        return;
    for (size_t row = 0; row < csv.count; row++) {
        steps += !is_repeated(&csv, row, 0);
        if (is_repeated(&csv, row, 1))
            continue;
        answers++;
        right += csv_number(&csv, row, "right") == 1;
    }
    printf(" First answers so far: %d of %d right, in %d step%s (%s).", right, answers, steps,
           steps == 1 ? "" : "s", path);
}
