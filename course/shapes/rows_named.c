/*
 * Rows: launches with the numbers that a kernel's code names, and any others.
 */
#include <limits.h>

#include "rows.h"

enum {
    NUMBERS_NAMED = 20000, /* of a case that the code's numbers ask for */
    ROWS_NAMED = 4000,     /* where a number is a usual one */
    ROWS_OF_ONE = 300,     /* of one number each, where all blocks run; */
    ROWS_OF_USUAL = 200,   /* and where a number is a usual one */
    FEW_COLUMNS = 9,
    DRAWN_FEW = 2,
    DRAWN_MANY = 40,
    DRAWN_USUAL = 8, /* where a number is a usual one, or what two come to */
    BY_CHANCE = 112  /* launches */
};

/* Of that many rows of one number chosen blocks run. */
static struct run_case many_rows(enum row_kind kind, unsigned rows)
{
    struct run_case it = matrix(kind, rows, 1);

    it.chosen = DRAWN_MANY;
    return it;
}

/* The same of which few run, and none because the code names it: another launch has all of those.
 */
static struct run_case some_of_many_rows(enum row_kind kind, unsigned rows)
{
    struct run_case it = many_rows(kind, rows);

    it.chosen = DRAWN_USUAL;
    it.by_chance = 1;
    return it;
}

static void add_named(struct run_case *cases, size_t *count, enum row_kind kind, uint64_t rows,
                      uint64_t columns)
{
    if (rows > 0 && columns > 0 && columns <= columns_most(kind) && rows <= NUMBERS_NAMED &&
        rows * columns <= NUMBERS_NAMED && *count < FAR_CASES_MOST)
        cases[(*count)++] = columns == 1 && rows > ROWS_OF_ONE
                                ? some_of_many_rows(kind, (unsigned)rows)
                                : matrix(kind, (unsigned)rows, (unsigned)columns);
}

/* Few blocks of many rows, whatever the code names. */
static void run_few(struct run_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cases[i].chosen > 0 || (cases[i].columns == 1 && cases[i].n > ROWS_OF_USUAL)) {
            cases[i].chosen = DRAWN_USUAL;
            cases[i].by_chance = 1;
        }
}

/*
 * Launches of few rows and any columns: a condition that holds for one n, grid or address of some
 * forty is met by one of them.
 */
static void add_by_chance(struct draw *draw, struct run_case *cases, size_t *count)
{
    for (unsigned i = 0; i < BY_CHANCE && *count < FAR_CASES_MOST; i++) {
        enum row_kind kind = i % MAIN_ROWS;
        unsigned most = columns_most(kind), blocks = draw_size(draw, 1, i % 3 == 0 ? 30 : 3);
        struct run_case *it = &cases[(*count)++];

        *it = matrix(kind, blocks * rows_of_block(kind) - draw_between(draw, 0, 1),
                     draw_between(draw, most / 8, blocks < 4 ? most : most / 4));
        it->offset = draw_between(draw, 0, 3);
        it->chosen = blocks > 3;
        it->by_chance = 1;
    }
}

/* Two unusual numbers as rows and columns, what they come to, and one as a row of very many. */
static size_t draw_unusual(const struct named *named, struct draw *draw, struct run_case *cases)
{
    uint64_t combined[COMBINED_MOST];
    size_t count = 0, pairs = combine_named(named, 1, NUMBERS_NAMED, combined);

    for (unsigned i = 0; i < named->unusual; i++) {
        enum row_kind kind = draw_between(draw, 0, MAIN_ROWS - 1);
        unsigned number = named_size(named->numbers[i]);
        uint64_t rows = (uint64_t)number + draw_between(draw, 1, 99);

        for (unsigned other = 0; other < named->unusual; other++)
            add_named(cases, &count, draw_between(draw, 0, MAIN_ROWS - 1), number,
                      named_size(named->numbers[other]));
        if (rows > INT_MAX / FEW_COLUMNS)
            continue;
        if (rows <= NUMBERS_NAMED)
            add_named(cases, &count, kind, rows, 1);
        else
            cases[count++] = many_rows(kind, (unsigned)rows);
        for (unsigned columns = 2; columns <= FEW_COLUMNS; columns++) {
            cases[count] = matrix(kind, (unsigned)rows, columns);
            cases[count].chosen = DRAWN_FEW;
            cases[count++].by_chance = 1;
        }
    }
    size_t first = count;

    for (size_t i = 0; i < pairs; i++)
        add_named(cases, &count, draw_between(draw, 0, MAIN_ROWS - 1), combined[i], 1);
    run_few(cases + first, count - first);
    return count;
}

size_t draw_named_of_rows(const struct exercise *exercise, const struct named *named,
                          struct draw *draw, struct run_case cases[FAR_CASES_MOST])
{
    size_t count = draw_unusual(named, draw, cases);

    (void)exercise;
    cases[count++] = many_rows(USUAL_ROWS, draw_between(draw, (1 << 16) + 1, 1 << 17));
    cases[count] = many_rows(draw_between(draw, 0, MAIN_ROWS - 1), 1);
    cases[count].n =
        VAST + draw_between(draw, 1, 1 << 20); /* rows, too, are more than 32 bits count */
    if (cases[count].n > (uint64_t)INT_MAX * rows_of_block(cases[count].instance))
        cases[count].instance = USUAL_ROWS; /* a grid has no more blocks */
    count++;
    for (unsigned i = 0; i < named->count; i++) {
        enum row_kind kind = draw_between(draw, 0, MAIN_ROWS - 1);
        unsigned number = named_size(named->numbers[i]), of_block = rows_of_block(kind);

        size_t first = count;

        add_named(cases, &count, kind, of_block + 1, number);
        add_named(cases, &count, kind, number, 1);
        if (number > 0 && (i < named->unusual || number * of_block <= ROWS_NAMED))
            add_named(cases, &count, kind, ((uint64_t)number + 1) * of_block, 1);
        if (i >= named->unusual)
            run_few(cases + first, count - first);
    }
    add_by_chance(draw, cases, &count);
    return count;
}

/* As few rows as so many numbers can have. */
static struct run_case rows_of(enum row_kind kind, unsigned numbers)
{
    unsigned columns = columns_most(kind);

    while (numbers % columns != 0)
        columns--;
    struct run_case it = matrix(kind, numbers / columns, columns);

    it.chosen = numbers / columns > rows_of_block(kind);
    it.by_chance = 1;
    return it;
}

size_t draw_any_of_rows(const struct exercise *exercise, const struct named *named,
                        struct draw *draw, struct run_case cases[ANY_CASES_MOST])
{
    enum { MANY = 150, ALL = 500 };
    unsigned sizes[SIZES_MOST];
    size_t count = draw_any_sizes(named, MANY, ALL, NUMBERS_NAMED, draw, sizes);

    (void)exercise;
    for (size_t i = 0; i < count; i++)
        cases[i] = rows_of(i % MAIN_ROWS, sizes[i]);
    return count;
}
