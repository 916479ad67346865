/*
 * Step 17's kernel for rows of unequal lengths: rows that end where tiles, warps' shares and blocks
 * do, runs of empty ones, and random ones; from all addresses, in large and in tiny shares, on
 * plain and extreme values; two launches each with the same tickets, which must give the same bits.
 * Prints a line for each operator, and what is wrong; its exit status is that of a step.
 *     ./row_segments           all cases
 *     ./row_segments 6 2       one of every six, of which this is the third such choice
 */
#define main step17_main
#include "../../step17_rows/reduce.cu"
#undef main

#include "../../common/random.h"
#include "part.h"

enum { ROWS_MAX = 4000 };
static unsigned long long cases, turns, wrong;
static struct part part = {1, 0, 0}, every = {1, 0, 0};

/* Rows to be tried, one behind the other. */
struct rows_to_try {
    size_t rows;
    size_t offsets[ROWS_MAX + 1];
};

static void add(struct rows_to_try *all, size_t length, size_t count)
{
    for (; count > 0 && all->rows < ROWS_MAX; count--, all->rows++)
        all->offsets[all->rows + 1] = all->offsets[all->rows] + length;
}

/* Launches twice, the numbers from `shift` floats behind a multiple of 128 bytes on. */
template <class op>
static void try_rows(const struct rows_to_try *all, size_t share, size_t shift,
                     enum row_values values)
{
    size_t rows = all->rows, n = all->offsets[rows], bytes = rows * sizeof(typename op::result);
    size_t grid = divided_up(n + rows, SEGMENTS_WARPS * share);
    float *h_idata = make_row_input(n, 1 + (unsigned int)(n + shift), values), *d_idata;
    size_t *d_offsets;
    typename op::result *d_odata, *h_odata[2];
    struct meeting<op> meeting;
    auto kernel = turns % 2 == 0 ? reduceSegments_17<op, LONG_BLOCKS>
                                 : reduceSegments_17<op, op::short_blocks>;

    CHECK(cudaMalloc((void **)&d_idata, (n + shift + 1) * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_offsets, (rows + 1) * sizeof(size_t)));
    CHECK(cudaMalloc((void **)&d_odata, bytes));
    CHECK(cudaMalloc((void **)&meeting.g_parts, 2 * grid * sizeof *meeting.g_parts));
    CHECK(cudaMalloc((void **)&meeting.g_tickets, grid * sizeof(unsigned int)));
    CHECK(cudaMemset(meeting.g_tickets, 0, grid * sizeof(unsigned int)));
    CHECK(cudaMemcpy(d_idata + shift, h_idata, n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_offsets, all->offsets, (rows + 1) * sizeof(size_t), cudaMemcpyHostToDevice));
    for (int launch = 0; launch < 2; launch++) {
        h_odata[launch] = (typename op::result *)allocate(bytes);
        CHECK(cudaMemset(d_odata, 0xFF, bytes));
        CHECK(cudaMemset(meeting.g_parts, 0xFF, 2 * grid * sizeof *meeting.g_parts));
        kernel<<<grid, SEGMENTS_BLOCK>>>(d_idata + shift, d_offsets, d_odata, rows, n, share,
                                         meeting);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(h_odata[launch], d_odata, bytes, cudaMemcpyDeviceToHost));
    }
    struct task task = {NULL, NULL, rows, 0, h_idata, all->offsets};
    struct row_check check = check_rows<op>(&task, h_odata[0], segments_additions(grid, share));
    bool is_same = memcmp(h_odata[0], h_odata[1], bytes) == 0;
    cases++;
    if (check.right != rows || !is_same) {
        wrong++;
        printf("WRONG: %zu rows of %zu numbers, share %zu, shift %zu: %s\n", rows, n, share, shift,
               is_same ? check.first_wrong : "the second launch gives other bits");
    }
    CHECK(cudaFree(d_idata));
    CHECK(cudaFree(d_offsets));
    CHECK(cudaFree(d_odata));
    CHECK(cudaFree(meeting.g_parts));
    CHECK(cudaFree(meeting.g_tickets));
    free(h_idata);
    free(h_odata[0]);
    free(h_odata[1]);
}

/* Tries the rows in several shares, from several addresses: those cases that are chosen. */
template <class op> static void try_shares(const struct rows_to_try *all, struct part *chosen)
{
    static const size_t shares[] = {4096, TILE + 1, 100, 3, 1};
    size_t places = all->offsets[all->rows] + all->rows;

    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        if (places / shares[i] < 1024) { // tiny shares of many places are many blocks
            if (is_chosen(chosen))
                try_rows<op>(all, shares[i], (turns * 7) % 33,
                             turns % 3 == 1 ? EXTREME_VALUES : PLAIN_VALUES);
            turns++;
        }
}

/* Rows of one length. */
template <class op> static void try_equal(size_t length, size_t rows)
{
    struct rows_to_try all = {};

    add(&all, length, rows);
    try_shares<op>(&all, &part);
}

/* Random rows: about `empty` of 8 are empty, the others have up to `most` numbers. */
template <class op> static void try_random(unsigned int seed, int empty, int most, size_t n)
{
    struct rows_to_try all = {};
    struct random_state random;

    random_start(&random, seed);
    while (all.offsets[all.rows] < n && all.rows < ROWS_MAX) {
        bool is_empty = random_next(&random) % 8 < empty;
        // a run of rows that are like each other, now and then longer than a window
        size_t count = random_next(&random) % 50 == 0 ? WINDOW + 5 : 1;
        add(&all, is_empty ? 0 : 1 + (size_t)random_next(&random) % (size_t)most, count);
    }
    try_shares<op>(&all, &part);
}

template <class op> static void try_all(const char *name)
{
    static const size_t lengths[] = {0,        1,    2,        15,   16,       31,
                                     32,       33,   TILE - 1, TILE, TILE + 1, 511,
                                     2 * TILE, 4095, 4096,     4097, 8 * TILE};
    struct rows_to_try all;

    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        try_equal<op>(lengths[i], 1);
        try_equal<op>(lengths[i], lengths[i] > 33 ? 5 : 300);
    }
    for (unsigned int seed = 1; seed <= 2; seed++) {
        try_random<op>(seed, 2, 8, 2500);
        try_random<op>(seed, 7, 64, 3000);
        try_random<op>(seed, 1, 1000, 9000);
        try_random<op>(seed, 4, 6000, 20000);
    }
    // there is nothing else like these: empty rows before, between, and behind all numbers; many at
    // one place
    all = {};
    add(&all, 0, 700);
    add(&all, 5, 1);
    add(&all, 0, 1000);
    add(&all, 3000, 1);
    add(&all, 0, 1);
    add(&all, 1, 1);
    add(&all, 0, 600);
    try_shares<op>(&all, &every);
    // one long row among short ones
    all = {};
    add(&all, 3, 200);
    add(&all, 20000, 1);
    add(&all, 2, 200);
    try_shares<op>(&all, &every);
    printf("%s: %llu cases, %llu wrong\n", name, cases, wrong);
}

int main(int argc, char **argv)
{
    part = part_of(argc, argv);
    try_all<RowSum>("sum");
    try_all<Softmax>("softmax");
    return wrong == 0 ? EXIT_RIGHT_SUM : EXIT_WRONG_SUM;
}
