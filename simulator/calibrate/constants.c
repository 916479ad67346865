/*
 * Prints the constants of all modelled devices as a table for docs/clock_model.md.
 */
#include <stdio.h>

#include "base/device.h"

static double value_of(const struct device *of, const struct device_constant *constant)
{
    return *(const double *)((const char *)of + constant->offset);
}

int main(void)
{
    printf("| constant | unit | what it is |");
    for (const struct device *const *d = devices; *d; d++)
        printf(" %s |", (*d)->key);
    printf("\n|---|---|---|");
    for (const struct device *const *d = devices; *d; d++)
        printf("--:|");
    printf("\n");
    for (const struct device_constant *c = device_constants; c->name; c++) {
        printf("| `%s` | %s | %s |", c->name, c->unit, c->what);
        for (const struct device *const *d = devices; *d; d++)
            printf(" %.4g |", value_of(*d, c));
        printf("\n");
    }
    return 0;
}
