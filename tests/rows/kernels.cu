/*
 * Each kernel of step 17 at lengths that step 17 would give to another, from addresses that are no
 * multiples of 16 bytes, on plain and extreme values; two launches each with the same tickets.
 * Prints a line for each operator, and what is wrong; its exit status is that of a step.
 *     ./row_kernels            all cases
 *     ./row_kernels 6 2        one of every six, of which this is the third such choice
 */
#define main step17_main
#include "../../step17_rows/reduce.cu"
#undef main

#include "part.h"

enum { NUMBERS = 1 << 11, ROWS_MAX = 130 };
static const size_t lengths[] = {0,   1,   2,   3,    4,    5,    7,    8,    12,   15,   16,  17,
                                 31,  32,  33,  63,   64,   65,   100,  127,  128,  129,  255, 256,
                                 257, 511, 513, 1000, 1023, 1024, 1025, 2049, 4097, 10007};
static unsigned long long cases, wrong;
static struct part part = {1, 0, 0};

/* Launches the shape twice, its numbers from `shift` floats behind a multiple of 16 bytes on.
 */
template <class op>
static void try_shape(const struct shape<op> &shape, size_t shift, enum row_values values)
{
    size_t rows = shape.sharing.rows, columns = shape.sharing.columns, n = rows * columns;

    if (!is_chosen(&part))
        return;
    float *h_idata = make_row_input(n, 1 + (unsigned int)(n + shift), values), *d_idata;
    typename op::result *d_odata;
    typename op::result *h_odata =
        (typename op::result *)allocate(rows * sizeof(typename op::result));
    struct meeting<op> meeting;

    CHECK(cudaMalloc((void **)&d_idata, (n + shift + 1) * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_odata, rows * sizeof *d_odata));
    CHECK(cudaMalloc((void **)&meeting.g_parts, (shape.parts + 1) * sizeof *meeting.g_parts));
    CHECK(cudaMalloc((void **)&meeting.g_tickets, (shape.tickets + 1) * sizeof(unsigned int)));
    CHECK(cudaMemset(meeting.g_tickets, 0, shape.tickets * sizeof(unsigned int)));
    CHECK(cudaMemcpy(d_idata + shift, h_idata, n * sizeof(float), cudaMemcpyHostToDevice));
    for (int launch = 0; launch < 2; launch++) {
        struct task task = {NULL, NULL, rows, columns, h_idata, NULL};

        CHECK(cudaMemset(d_odata, 0xFF, rows * sizeof *d_odata));
        shape.kernel<<<shape.grid, shape.block>>>(d_idata + shift, d_odata, shape.sharing, meeting);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(h_odata, d_odata, rows * sizeof *d_odata, cudaMemcpyDeviceToHost));
        struct row_check check = check_rows<op>(&task, h_odata, shape.additions);
        cases++;
        if (check.right == rows)
            continue;
        wrong++;
        printf("WRONG: %zu rows of %zu columns, shift %zu, launch %d, %s<<<%zu, %u>>>, %s\n", rows,
               columns, shift, launch, shape.name, shape.grid, shape.block, check.first_wrong);
        break;
    }
    CHECK(cudaFree(d_idata));
    CHECK(cudaFree(d_odata));
    CHECK(cudaFree(meeting.g_parts));
    CHECK(cudaFree(meeting.g_tickets));
    free(h_idata);
    free(h_odata);
}

/* Tries a kind of shape, a function from rows and columns, for lengths up to `most`. */
template <class op, class shaping> static void try_lengths(size_t most, shaping shape_of)
{
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0] && lengths[i] <= most; i++) {
        size_t columns = lengths[i];
        size_t rows = 1 + (columns * ROWS_MAX > NUMBERS ? NUMBERS / columns : ROWS_MAX);

        try_shape<op>(shape_of(rows, columns), i % 4, i % 2 ? PLAIN_VALUES : EXTREME_VALUES);
        try_shape<op>(shape_of(1, columns), (i + 1) % 4, i % 2 ? EXTREME_VALUES : PLAIN_VALUES);
    }
}

template <class op> static void try_kernels(const char *name)
{
    for (unsigned int lanes = 1; lanes <= 32; lanes *= 2)
        try_lengths<op>(129, [=](size_t rows, size_t columns) {
            return by_lanes<op, 128, 4>(rows, columns, lanes);
        });
    try_lengths<op>(128, by_warp<op, 1, 4>);
    try_lengths<op>(256, by_warp<op, 2, 1>);
    try_lengths<op>(1024, by_warp<op, 8, 1>);
    for (size_t numbers : {4, 1024, 1 << 20})
        try_lengths<op>(numbers * 300, [=](size_t rows, size_t columns) {
            return by_blocks<op, 256, 4>(rows, columns, numbers);
        });
    printf("%s: %llu cases, %llu wrong\n", name, cases, wrong);
}

int main(int argc, char **argv)
{
    part = part_of(argc, argv);
    try_kernels<RowSum>("sum");
    try_kernels<Softmax>("softmax");
    return wrong == 0 ? EXIT_RIGHT_SUM : EXIT_WRONG_SUM;
}
