/*
 * The product of two matrices tile by tile, in the type REAL, whose elements are of the type OWN;
 * to be included once for each, and for vectors of so many BYTES. What a tile needs of A and B is
 * first laid side by side, so that the inner loop reads both in order and its sums stay in
 * registers.
 *
 * Each sum adds the same products in the same order, whatever the vectors: a processor with wider
 * ones gives the same bits. TARGET: the attribute of functions that may use them.
 */
#include "cublas/multiply.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/allocate.h"

typedef REAL vector __attribute__((vector_size(BYTES)));

#define LANES        (sizeof(vector) / sizeof(REAL))
#define TILE_ROWS    (2 * LANES)
#define TILE_COLUMNS 4
#define DEPTH        256 /* of A's columns and B's rows at a time */
#define BLOCK_ROWS   64  /* of A at a time: they stay in a cache with DEPTH columns */

static TARGET size_t round_up(size_t number, size_t unit)
{
    return (number + unit - 1) / unit * unit;
}

static TARGET size_t least(size_t one, size_t other)
{
    return one < other ? one : other;
}

static TARGET REAL value(const struct product *p, const void *matrix, size_t at)
{
    return p->type == OWN ? ((const REAL *)matrix)[at] : (REAL)element_get(p->type, matrix, at);
}

/* Lays rows of op(A) side by side, TILE_ROWS at a time; rows past the end are 0. */
static TARGET void lay_rows(const struct product *p, size_t row, size_t rows, size_t first,
                            size_t depth, REAL *laid)
{
    for (size_t tile = 0; tile < rows; tile += TILE_ROWS)
        for (size_t d = first; d < first + depth; d++)
            for (size_t i = row + tile; i < row + tile + TILE_ROWS; i++)
                *laid++ = i >= p->m
                              ? 0
                              : value(p, p->a, p->transposes_a ? i * p->lda + d : d * p->lda + i);
}

/* The same for all columns of op(B). */
static TARGET void lay_columns(const struct product *p, size_t columns, size_t first, size_t depth,
                               REAL *laid)
{
    for (size_t tile = 0; tile < columns; tile += TILE_COLUMNS)
        for (size_t d = first; d < first + depth; d++)
            for (size_t j = tile; j < tile + TILE_COLUMNS; j++)
                *laid++ = j >= p->n
                              ? 0
                              : value(p, p->b, p->transposes_b ? d * p->ldb + j : j * p->ldb + d);
}

static TARGET void add_column(REAL *sums, const vector *upper, const vector *lower)
{
    for (size_t i = 0; i < LANES; i++) {
        sums[i] += (*upper)[i];
        sums[LANES + i] += (*lower)[i];
    }
}

/* Adds the product of a tile's rows and columns to its sums. rows: from column to column there. */
static TARGET void multiply_tile(const REAL *a, const REAL *b, size_t depth, REAL *sums,
                                 size_t rows)
{
    vector u0 = {0}, l0 = {0}, u1 = {0}, l1 = {0}, u2 = {0}, l2 = {0}, u3 = {0}, l3 = {0};
    for (size_t d = 0; d < depth; d++) {
        vector upper = *(const vector *)a, lower = *(const vector *)(a + LANES);
        u0 += upper * b[0];
        l0 += lower * b[0];
        u1 += upper * b[1];
        l1 += lower * b[1];
        u2 += upper * b[2];
        l2 += lower * b[2];
        u3 += upper * b[3];
        l3 += lower * b[3];
        a += TILE_ROWS;
        b += TILE_COLUMNS;
    }
    add_column(sums, &u0, &l0);
    add_column(sums + rows, &u1, &l1);
    add_column(sums + 2 * rows, &u2, &l2);
    add_column(sums + 3 * rows, &u3, &l3);
}

TARGET REAL *MULTIPLY(const struct product *p, size_t *rows_of_sums)
{
    size_t rows = round_up(p->m, TILE_ROWS), columns = round_up(p->n, TILE_COLUMNS);
    REAL *sums = allocate(rows * columns * sizeof *sums);
    void *room = allocate(BLOCK_ROWS * DEPTH * sizeof(REAL) + BYTES);
    REAL *a = (REAL *)(((uintptr_t)room + BYTES - 1) / BYTES * BYTES);
    REAL *b = allocate(columns * DEPTH * sizeof *b);
    for (size_t first = 0; first < p->k; first += DEPTH) {
        size_t depth = least(DEPTH, p->k - first);
        lay_columns(p, columns, first, depth, b);
        for (size_t row = 0; row < rows; row += BLOCK_ROWS) {
            size_t height = least(BLOCK_ROWS, rows - row);
            lay_rows(p, row, height, first, depth, a);
            for (size_t column = 0; column < columns; column += TILE_COLUMNS)
                for (size_t i = 0; i < height; i += TILE_ROWS)
                    multiply_tile(a + i * depth, b + column * depth, depth,
                                  sums + column * rows + row + i, rows);
        }
    }
    free(room);
    free(b);
    *rows_of_sums = rows;
    return sums;
}
