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
 * and double one whose blocks add to the result in whatever order they finish (from a 0 that is
 * not timed): what the order of step 16 costs.
 *
 * Up to 2^20 elements both are held against the exact answer and its bound; above that against
 * each other.
 *
 * Run it:  make types
 */
#include <cub/device/device_reduce.cuh>
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../step16_any_type/meeting.h"
#include "../step16_any_type/setting.h"

// the kernels of steps 16 and 14, as they are
namespace any_type
{
#define main step16_main
#include "../step16_any_type/reduce.cu"
#undef main
} // namespace any_type
#undef N_MAX
#define main step14_main
#include "../step14_speed_of_light/reduce.cu"
#undef main

#include "arena.h"

enum { STEP16, CUB, STEP14, ANY_ORDER, CONTESTANTS };
static const char *const names[CONTESTANTS] = {"step16", "cub", "step14", "any_order"};

enum { PATTERN_ELEMENTS = 1 << 20, LARGEST = 30, RESULT_BYTES = 256, MEETING_BYTES = 64 << 20 };

/* Where everything is: the same memory for all pairs. */
static struct {
    const struct options *options;
    const struct device *device;
    size_t pool_bytes, storage_bytes;
    char *d_pool, *d_storage, *d_result;
    unsigned long long *d_mail;
    unsigned int *d_ticket;
    struct meeting *d_meeting;
    FILE *csv;
    cudaEvent_t start, stop;
} lab;

/* What a pair of type and operator needs: NULL for who does not take part. */
struct pair {
    enum element_type type;
    enum operation operation;
    size_t element_bytes;
    void (*enqueue[CONTESTANTS])(size_t n);
    struct answer (*answer[CONTESTANTS])();
};

// ---- step 16
// --------------------------------------------------------------------------------------

template <typename Operator, typename element> static void enqueue_step16(size_t n)
{
    typedef typename Operator::accumulator accumulator;
    struct any_type::shape<Operator, element> shape = any_type::choose_shape<Operator, element>(n);

    shape.kernel<<<(unsigned int)shape.tiles, 32 * shape.warps>>>(
        (const element *)lab.d_pool, lab.d_mail, lab.d_ticket, (accumulator *)lab.d_result, n,
        shape.rounds, shape.tiles);
    CHECK(cudaGetLastError());
}

/* What lies at the start of the result's memory. */
template <typename type> static type result_at(size_t offset)
{
    type value;

    CHECK(cudaMemcpy(&value, lab.d_result + offset, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

template <typename Operator> static struct answer answer_step16()
{
    return Operator::finish(result_at<typename Operator::accumulator>(0));
}

// ---- CUB
// --------------------------------------------------------------------------------------------

/* Operators as CUB wants them: objects that can be called. */
template <typename Operator> struct combining {
    typedef typename Operator::accumulator accumulator;
    __host__ __device__ accumulator operator()(accumulator a, accumulator b) const
    {
        return Operator::combine(a, b);
    }
};
template <typename Operator, typename element> struct lifting {
    __host__ __device__ typename Operator::accumulator operator()(element x) const
    {
        return Operator::lift(x, 0);
    }
};

/* Lifts and combines in CUB: whatever has no function of its own there. */
template <typename Operator, typename element> static void enqueue_cub(size_t n)
{
    CHECK(cub::DeviceReduce::TransformReduce(
        lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool,
        (typename Operator::accumulator *)lab.d_result, (int)n, combining<Operator>(),
        lifting<Operator, element>(), Operator::identity()));
}

/* CUB's own sum. */
template <typename element> static void enqueue_cub_sum(size_t n)
{
    CHECK(cub::DeviceReduce::Sum(lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool,
                                 (typename Sum<element>::accumulator *)lab.d_result, (int)n));
}

/* The same of narrow numbers, which become floats first. */
template <typename element> static void enqueue_cub_narrow_sum(size_t n)
{
    CHECK(cub::DeviceReduce::TransformReduce(
        lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool, (float *)lab.d_result,
        (int)n, ::cuda::std::plus<>(), lifting<Sum<element>, element>(), 0.0f));
}
template <> void enqueue_cub_sum<__half>(size_t n)
{
    enqueue_cub_narrow_sum<__half>(n);
}
template <> void enqueue_cub_sum<__nv_bfloat16>(size_t n)
{
    enqueue_cub_narrow_sum<__nv_bfloat16>(n);
}

template <typename element> static void enqueue_cub_minimum(size_t n)
{
    CHECK(cub::DeviceReduce::Min(lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool,
                                 (element *)lab.d_result, (int)n));
}

template <typename element> static void enqueue_cub_maximum(size_t n)
{
    CHECK(cub::DeviceReduce::Max(lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool,
                                 (element *)lab.d_result, (int)n));
}

enum { INDEX_AT = 16 }; /* where the place of a minimum goes */

template <typename element> static void enqueue_cub_argmin(size_t n)
{
    CHECK(cub::DeviceReduce::ArgMin(lab.d_storage, lab.storage_bytes, (const element *)lab.d_pool,
                                    (element *)lab.d_result, (long long *)(lab.d_result + INDEX_AT),
                                    (long long)n));
}

/* The extreme that CUB found, as a number of the type. */
template <typename element> static struct answer answer_cub_extreme()
{
    return answer_of(carry(result_at<element>(0)));
}

template <typename element> static struct answer answer_cub_argmin()
{
    struct answer answer = answer_of(carry(result_at<element>(0)));

    answer.index = (unsigned long long)result_at<long long>(INDEX_AT);
    return answer;
}

// ---- the two others
// ---------------------------------------------------------------------------------

static void enqueue_step14(size_t n)
{
    struct shape shape = choose_shape(n, lab.device);

    shape.kernel<<<shape.grid, shape.block>>>((const int *)lab.d_pool, (long long *)lab.d_result,
                                              lab.d_meeting, n);
    CHECK(cudaGetLastError());
}

/* Step 16's tiles, but each block adds its sum to *g_sum as soon as it has it. */
template <typename element, unsigned int iWarps, unsigned int iLoads, unsigned int iAlone>
__global__ void __launch_bounds__(iAlone > 0 ? 32 * iWarps : (unsigned int)BLOCK_MAX,
                                  any_type::blocks_at_once<Sum<element>, iLoads>())
    reduceInAnyOrder(const element *g_idata, element *g_sum, size_t n, unsigned int rounds)
{
    __shared__ __align__(16) element smem[32];
    size_t tile_size = (size_t)iWarps * iLoads * rounds * 32 * PACK(element);
    element sum;

    if (iAlone > 0)
        sum = any_type::aloneReduce<Sum<element>, iWarps, iLoads, iAlone>(g_idata, (unsigned int)n,
                                                                          smem);
    else
        sum = any_type::tileReduce<Sum<element>, iWarps, iLoads>(g_idata, blockIdx.x * tile_size, n,
                                                                 rounds, iWarps, smem);
    if (threadIdx.x == 0)
        atomicAdd(g_sum, sum);
}

/* Of step 16's shape: as many warps, loads and rounds. */
template <typename element> static void enqueue_any_order(size_t n)
{
    struct any_type::shape<Sum<element>, element> shape =
        any_type::choose_shape<Sum<element>, element>(n);
    bool is_alone = shape.tiles == 1;
    void (*kernel)(const element *, element *, size_t, unsigned int) =
        is_alone ? reduceInAnyOrder<element, 16, 8, 1> : reduceInAnyOrder<element, 16, 8, 0>;

    if (shape.loads == 4)
        kernel =
            is_alone ? reduceInAnyOrder<element, 16, 4, 1> : reduceInAnyOrder<element, 16, 4, 0>;
    else if (shape.loads == 2)
        kernel =
            is_alone ? reduceInAnyOrder<element, 16, 2, 1> : reduceInAnyOrder<element, 16, 2, 0>;
    else if (shape.loads == 1)
        kernel = reduceInAnyOrder<element, 16, 1, 1>;
    kernel<<<(unsigned int)shape.tiles, 32 * shape.warps>>>(
        (const element *)lab.d_pool, (element *)lab.d_result, n, shape.rounds);
    CHECK(cudaGetLastError());
}

// ---- all pairs
// --------------------------------------------------------------------------------------

template <typename Operator, typename element>
static struct pair pair_of(enum element_type type, enum operation operation,
                           void (*cub)(size_t) = enqueue_cub<Operator, element>,
                           struct answer (*cub_answer)() = answer_step16<Operator>)
{
    return {type,
            operation,
            sizeof(element),
            {enqueue_step16<Operator, element>, cub, NULL, NULL},
            {answer_step16<Operator>, cub_answer, NULL, NULL}};
}

/* The pair of that type's numbers and the operator. */
template <typename element>
static struct pair pair_of_numbers(enum element_type type, enum operation operation)
{
    switch (operation) {
    case OPERATION_MINIMUM:
        return pair_of<Minimum<element>, element>(type, operation, enqueue_cub_minimum<element>,
                                                  answer_cub_extreme<element>);
    case OPERATION_MAXIMUM:
        return pair_of<Maximum<element>, element>(type, operation, enqueue_cub_maximum<element>,
                                                  answer_cub_extreme<element>);
    case OPERATION_ARGMIN:
        return pair_of<ArgMinimum<element>, element>(type, operation, enqueue_cub_argmin<element>,
                                                     answer_cub_argmin<element>);
    case OPERATION_PRODUCT: return pair_of<Product<element>, element>(type, operation);
    case OPERATION_MOMENTS: return pair_of<Moments<element>, element>(type, operation);
    case OPERATION_AND: return pair_of<And<element>, element>(type, operation);
    default: return pair_of<Sum<element>, element>(type, operation, enqueue_cub_sum<element>);
    }
}

/* The pair of that type's maps and their composition. */
template <typename number> static struct pair pair_of_maps(enum element_type type)
{
    return pair_of<Compose<number>, struct map_of<number>>(type, OPERATION_AFFINE, NULL, NULL);
}

static struct pair find_pair(enum element_type type, enum operation operation)
{
    bool is_maps = operation == OPERATION_AFFINE;

    switch (type) {
    case ELEMENT_UNSIGNED:
        return is_maps ? pair_of_maps<unsigned int>(type)
                       : pair_of_numbers<unsigned int>(type, operation);
    case ELEMENT_FLOAT:
        return is_maps ? pair_of_maps<float>(type) : pair_of_numbers<float>(type, operation);
    case ELEMENT_DOUBLE:
        return is_maps ? pair_of_maps<double>(type) : pair_of_numbers<double>(type, operation);
    case ELEMENT_INT64: return pair_of_numbers<long long>(type, operation);
    case ELEMENT_HALF: return pair_of_numbers<__half>(type, operation);
    case ELEMENT_BFLOAT16: return pair_of_numbers<__nv_bfloat16>(type, operation);
    default: return pair_of_numbers<int>(type, operation);
    }
}

/* The pair, with the further contestants that there are for it. */
static struct pair make_pair_of(enum element_type type, enum operation operation)
{
    struct pair pair = find_pair(type, operation);

    if (operation != OPERATION_SUM)
        return pair;
    if (type == ELEMENT_INT) {
        pair.enqueue[STEP14] = enqueue_step14;
        pair.answer[STEP14] = answer_step16<Sum<int>>;
    } else if (type == ELEMENT_FLOAT) {
        pair.enqueue[ANY_ORDER] = enqueue_any_order<float>;
        pair.answer[ANY_ORDER] = answer_step16<Sum<float>>;
    } else if (type == ELEMENT_DOUBLE) {
        pair.enqueue[ANY_ORDER] = enqueue_any_order<double>;
        pair.answer[ANY_ORDER] = answer_step16<Sum<double>>;
    }
    return pair;
}

// ---- a contest
// --------------------------------------------------------------------------------------

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

    // who adds to the result needs a 0 there; else it is poisoned
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

/* Fills median[who], in milliseconds; 0 for who does not take part. */
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
    fflush(NULL); // the csv file as well: a run that is cut short keeps what it has
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
