/*
 * Step 16 against CUB for every type and operator, for n = 2^10, 2^12, ... and the odd powers among
 * the small ones, up to -n, as far as the device's memory allows.
 *
 * Timed as in compare.cu: one reduction by itself, on a cold, clean cache; the two take turns, in
 * an order that is reversed every round; the median of -r rounds. Both carry sums, products and
 * moments in the same types. CUB is given lengths of 32 bits, which is its faster way. Its
 * DeviceReduce refuses operators that are not commutative: there step 16 stands alone.
 *
 * Two further contestants take part where there are such: step 14 for ints, and for sums of float
 * and double one whose blocks add to the result in the order in which they finish (from a 0 that
 * is not timed): the cost of the order of step 16.
 *
 * Up to 2^20 elements both are held against the exact answer and its bound; above that against
 * each other.
 *
 * Run it:  make types
 */
#include <math.h>

#include "types_pairs.h"
#include "arena.h" // after step 14, whose storage it holds

static const char *const names[CONTESTANTS] = {"step16", "cub", "step14", "any_order"};

enum { PATTERN_ELEMENTS = 1 << 20, LARGEST = 30, RESULT_BYTES = 256, MEETING_BYTES = 64 << 20 };

/* Fills the pool with the pair's plain elements, the same 2^20 of them again and again. Returns
 * these, to be given back with free(). */
static void *fill_pool(const struct pair *pair)
{
    size_t pattern_bytes = PATTERN_ELEMENTS * pair->element_bytes;
    void *elements = make_elements(pair->operation, pair->type, VALUES_PLAIN, PATTERN_ELEMENTS,
                                   lab.options->seed);
    size_t filled = pattern_bytes < lab.pool_bytes ? pattern_bytes : lab.pool_bytes;

    CHECK(cudaMemcpy(lab.d_pool, elements, filled, cudaMemcpyHostToDevice));
    while (filled < lab.pool_bytes) {
        size_t more = filled < lab.pool_bytes - filled ? filled : lab.pool_bytes - filled;

        CHECK(cudaMemcpy(lab.d_pool + filled, lab.d_pool, more, cudaMemcpyDeviceToDevice));
        filled += more;
    }
    return elements;
}

/* The milliseconds that one reduction takes. */
static double time_one(const struct pair *pair, size_t n, int who)
{
    float milliseconds;

    // a contestant that adds to the result needs a 0 there; else it is poisoned
    CHECK(cudaMemset(lab.d_result, who == ANY_ORDER ? 0 : 0xFF, RESULT_BYTES));
    cool_cache(&lab.device->cache);
    CHECK(cudaEventRecord(lab.start));
    pair->enqueue[who](n);
    CHECK(cudaEventRecord(lab.stop));
    CHECK(cudaEventSynchronize(lab.stop));
    CHECK(cudaEventElapsedTime(&milliseconds, lab.start, lab.stop));
    return milliseconds;
}

/* Whether two answers for more elements than the CPU has looked at are alike. */
static bool are_alike(double a, double b)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-2 * fabs(b);
}

/* Ends the program if an answer is wrong. expected: for few elements, else NULL. */
static void check_answer(const struct pair *pair, size_t n, int who,
                         const struct expected *expected, const struct answer *step16)
{
    struct answer answer = pair->answer[who]();
    bool is_right = expected != NULL
                        ? (who == STEP16 || expected->bound == 0
                               ? is_expected(expected, &answer)
                               : are_alike(answer.real, expected->answer.real))
                        : answer.integer == step16->integer && answer.index == step16->index &&
                              are_alike(answer.real, step16->real) &&
                              are_alike(answer.second, step16->second);

    if (is_right)
        return;
    char text[48], right[48];
    answer_text(pair->operation, pair->type, &answer, text);
    answer_text(pair->operation, pair->type, expected != NULL ? &expected->answer : step16, right);
    fprintf(stderr, "%s: wrong %s of %zu %s: %s, expected %s\n", names[who],
            operation_names[pair->operation], n, element_names[pair->type], text, right);
    exit(EXIT_WRONG_SUM);
}

/* Fills median[who], in milliseconds: 0 for a contestant that takes no part. */
static void hold_contest(const struct pair *pair, size_t n, const void *elements, double *median)
{
    struct expected exact, *expected = NULL;
    struct statistics time[CONTESTANTS];
    struct answer step16 = {};

    if (n <= PATTERN_ELEMENTS) {
        exact = expect(pair->operation, pair->type, elements, n, 100);
        expected = &exact;
    }
    take_turns(
        CONTESTANTS, lab.options->repeat,
        [&](int who, int round) {
            if (pair->enqueue[who] == NULL)
                return 0.0;
            double milliseconds = time_one(pair, n, who);
            if (who == STEP16 && round < 0)
                step16 = pair->answer[who]();
            if (round < 0)
                check_answer(pair, n, who, expected, &step16);
            return milliseconds;
        },
        time);
    for (int who = 0; who < CONTESTANTS; who++)
        median[who] = time[who].median;
}

/* Whether n = 2^exponent is measured: every second power, and all of the small ones. */
static bool is_measured(int exponent)
{
    return exponent % 2 == 0 || exponent <= 14;
}

static void write_row(const struct pair *pair, size_t n, int exponent, const double *median)
{
    if (lab.csv == NULL)
        return;
    fprintf(lab.csv, "%s,%s,%zu,%d,%zu,%.1f", element_names[pair->type],
            operation_names[pair->operation], n, exponent, pair->element_bytes, lab.device->peak);
    for (int who = 0; who < CONTESTANTS; who++)
        if (median[who] > 0)
            fprintf(lab.csv, ",%.6f", median[who]);
        else
            fprintf(lab.csv, ",");
    if (median[CUB] > 0)
        fprintf(lab.csv, ",%.4f", median[CUB] / median[STEP16]);
    else
        fprintf(lab.csv, ",");
    fprintf(lab.csv, ",%s\n", lab.options->warm ? "warm" : "cold");
}

/* Times the pair for all n, and prints a line: CUB's time over that of step 16. */
static void run_pair(enum element_type type, enum operation operation)
{
    struct pair pair = make_pair_of(type, operation);
    void *elements = fill_pool(&pair);
    double last_rate = 0;

    printf("%-9s %-8s|", element_names[type], operation_names[operation]);
    for (int exponent = SMALLEST; exponent <= LARGEST; exponent++) {
        size_t n = (size_t)1 << exponent;
        double median[CONTESTANTS];

        if (!is_measured(exponent) || n > lab.options->n || n * pair.element_bytes > lab.pool_bytes)
            continue;
        hold_contest(&pair, n, elements, median);
        if (median[CUB] > 0)
            printf(" %5.3f", median[CUB] / median[STEP16]);
        else
            printf("     -");
        write_row(&pair, n, exponent, median);
        last_rate = n * pair.element_bytes / median[STEP16] / 1e6;
    }
    printf(" | %4.0f GB/s\n", last_rate);
    fflush(NULL); // the csv file as well: a run that is cut short keeps its rows
    free(elements);
}

static void print_heading(void)
{
    print_conditions(lab.device, lab.options, lab.csv);
    print_method(lab.device, lab.options);
    printf("CUB %d.%d.%d: its time over that of step 16, above 1 where step 16 is faster; at the "
           "end the rate\nof step 16 for the largest n. n: ",
           CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
    for (int exponent = SMALLEST; exponent <= LARGEST; exponent++)
        if (is_measured(exponent) && (size_t)1 << exponent <= lab.options->n)
            printf(" 2^%d", exponent);
    printf("\n\n");
    if (lab.csv == NULL)
        return;
    fprintf(lab.csv, "type,op,n,exponent,element_bytes,peak_gb_per_second");
    for (int who = 0; who < CONTESTANTS; who++)
        fprintf(lab.csv, ",%s_ms", names[who]);
    fprintf(lab.csv, ",times_cub,cache\n");
}

int main(int argc, char **argv)
{
    struct options options = parse_comparison(argc, argv);
    struct device device = select_device(&options);

    lab.options = &options;
    lab.device = &device;
    lab.csv = open_csv(&options);

    // elements of 16 bytes are the largest
    lab.pool_bytes = (size_t)1 << SMALLEST << 4;
    while (lab.pool_bytes < (size_t)16 << LARGEST && lab.pool_bytes < options.n * 16 &&
           2 * lab.pool_bytes <= room_for_numbers() * sizeof(int) - ((size_t)1 << 30))
        lab.pool_bytes *= 2;
    lab.storage_bytes = (size_t)64 << 20;
    CHECK(cudaMalloc((void **)&lab.d_pool, lab.pool_bytes));
    CHECK(cudaMalloc((void **)&lab.d_storage, lab.storage_bytes));
    CHECK(cudaMalloc((void **)&lab.d_mail, MEETING_BYTES));
    CHECK(cudaMemset(lab.d_mail, 0, MEETING_BYTES));
    CHECK(cudaMalloc((void **)&lab.d_result, RESULT_BYTES));
    CHECK(cudaMalloc((void **)&lab.d_ticket, MEETING_BYTES));
    CHECK(cudaMemset(lab.d_ticket, 0, MEETING_BYTES));
    CHECK(cudaMalloc((void **)&lab.d_meeting, sizeof(struct meeting)));
    CHECK(cudaMemset(lab.d_meeting, 0, sizeof(struct meeting)));
    CHECK(cudaEventCreate(&lab.start));
    CHECK(cudaEventCreate(&lab.stop));

    print_heading();
    for (int operation = 0; operation < OPERATIONS; operation++)
        for (int type = 0; type < ELEMENT_TYPES; type++)
            if (operation_takes((enum operation)operation, (enum element_type)type))
                run_pair((enum element_type)type, (enum operation)operation);

    CHECK(cudaEventDestroy(lab.start));
    CHECK(cudaEventDestroy(lab.stop));
    CHECK(cudaFree(lab.d_pool));
    CHECK(cudaFree(lab.d_storage));
    CHECK(cudaFree(lab.d_mail));
    CHECK(cudaFree(lab.d_result));
    CHECK(cudaFree(lab.d_ticket));
    CHECK(cudaFree(lab.d_meeting));
    close_csv(&options, lab.csv);
    return EXIT_RIGHT_SUM;
}
