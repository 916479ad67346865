/*
 * Products of matrices: see multiply.h.
 */
#include "cublas/multiply.h"

#include <stdlib.h>

void multiply(const struct product *p)
{
    int is_double = p->type == ELEMENT_DOUBLE;
    size_t rows = 0, size = element_size(p->c_type);
    float *floats = p->alpha != 0 && !is_double ? multiply_float(p, &rows) : NULL;
    double *doubles = p->alpha != 0 && is_double ? multiply_double(p, &rows) : NULL;
    for (size_t column = 0; column < p->n; column++) {
        char *c = (char *)p->c + column * p->ldc * size;
        for (size_t row = 0; row < p->m; row++) {
            double value = p->beta != 0 ? p->beta * element_get(p->c_type, c, row) : 0;
            if (doubles)
                value += p->alpha * doubles[column * rows + row];
            else if (floats)
                value += p->alpha * (double)floats[column * rows + row];
            element_set(p->c_type, c, row, value);
        }
    }
    free(floats);
    free(doubles);
}
