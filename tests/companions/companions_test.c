/*
 * What the companions' verdicts rest on, by itself: exact sums, error bounds, the
 * comparison (safe against NaN), statistics, and what a result prints. Prints TAP;
 * tests/companions.t builds and runs it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../common/types/exact_sum.h"
#include "../../common/exit_status.h"
#include "../../common/memory.h"
#include "../../common/result.h"
#include "../common/tap.h"

static void test_comparison(void)
{
    struct double_double exact = {100.0, 1e-20}, unknown = {NAN, 0.0};

    OK(is_within(100.0, exact, 0.5) && is_within(100.5, exact, 0.5) && is_within(99.75, exact, 0.5),
       "what lies within the bound is right");
    OK(!is_within(100.75, exact, 0.5) && !is_within(99.25, exact, 0.5), "what lies beyond is not");
    OK(!is_within(NAN, exact, 0.5) && !is_within(-NAN, exact, 0.5), "a sum that is NaN is wrong");
    OK(!is_within(100.0, unknown, 0.5), "so is every sum where the truth is NaN");
    OK(!is_within(100.0, exact, NAN), "and where the bound is NaN");
    OK(!is_within(NAN, unknown, NAN) && !is_within(NAN, exact, INFINITY),
       "NaN is wrong whatever it is held against");
    OK(!is_within(INFINITY, exact, INFINITY) && !is_within(-INFINITY, exact, INFINITY),
       "infinity is wrong, even under a bound that promises nothing");
    OK(is_within(100.0, exact, 1e-20) && !is_within(100.0, exact, 0.5e-20),
       "the low half of the truth counts");
}

static void test_bound(void)
{
    double u = UNIT_ROUNDOFF_DOUBLE;

    OK(1.0 + u == 1.0 && 1.0 + 2 * u > 1.0, "u is the unit roundoff of a double");
    OK(1.0f + (float)UNIT_ROUNDOFF_FLOAT == 1.0f && 1.0f + 2 * (float)UNIT_ROUNDOFF_FLOAT > 1.0f,
       "and of a float");
    OK(error_bound(0, u, 5.0) == 0.0, "no additions, no error");
    OK(fabs(error_bound(10, u, 3.0) / (30 * u) - 1) < 1e-12, "ten additions, ten u of the sum");
    OK(error_bound(0x1p22, UNIT_ROUNDOFF_FLOAT, 1.0) == 0.25 / 0.75, "gamma where it is large");
    OK(isinf(error_bound(0x1p24, UNIT_ROUNDOFF_FLOAT, 1.0)), "nothing is promised from 1 / u on");
}

static void test_sums(void)
{
    enum { N = 1 << 22 };
    double *numbers = allocate(N * sizeof *numbers);
    double cancelling[] = {1.0, 1e100, 1.0, -1e100};

    for (size_t i = 0; i < N; i++)
        numbers[i] = 1.23;
    /* n times the double next to 1.23 takes 75 bits: a product and its error by fma hold it. */
    struct double_double sum = exact_sum(numbers, N - 1);
    double product = 1.23 * (N - 1), rest = fma(1.23, N - 1, -product);

    OK(sum.high == product && fabs(sum.low - rest) <= 0x1p-70 * product,
       "a sum of equal numbers is their product, in all 106 bits");
    OK(fabs(error_of(kahan_sum(numbers, N - 1), sum)) <= 2.001 * UNIT_ROUNDOFF_DOUBLE * product,
       "Kahan's sum is off by 2 u at most");
    OK(fabs(error_of(running_sum(numbers, N - 1), sum)) > 100 * UNIT_ROUNDOFF_DOUBLE * product,
       "a running sum drifts");
    OK(is_within(running_sum(numbers, N - 1), sum,
                 error_bound(N - 2, UNIT_ROUNDOFF_DOUBLE, product)),
       "but stays within its bound");
    sum = exact_sum(cancelling, 4);
    OK(sum.high == 2.0 && sum.low == 0.0 && running_sum(cancelling, 4) == 0.0,
       "what a running sum loses beside 1e100 is in the low half");
    sum = exact_sum(numbers, 1);
    OK(sum.high == 1.23 && sum.low == 0.0, "one number is its own sum");
    numbers[5] = NAN;
    OK(!is_within(1.0, exact_sum(numbers, N), INFINITY), "a NaN in the input is not lost");
    free(numbers);
}

static void test_statistics(void)
{
    double values[] = {2, 4, 4, 4, 5, 5, 7, 9}, same[] = {3, 3, 3};
    struct statistics of_values = statistics_of(values, 8), of_same = statistics_of(same, 3);

    OK(fabs(of_values.mean - 5) < 1e-12 && fabs(of_values.deviation - 2) < 1e-12,
       "mean and standard deviation");
    OK(of_same.mean == 3 && of_same.deviation == 0, "equal values do not deviate");
}

/* What result_finish prints of two runs on the device, and what it returns. */
static int printed_of(const struct device *device, const char *csv, const char *second,
                      int is_right, double milliseconds, char *text, size_t room)
{
    struct options options = {
        .program = "test", .n = 1000000, .block = 64, .repeat = 1, .csv = csv};
    struct result result = result_start(&options, device, "kernel", 7, sizeof(int));
    FILE *file = tmpfile();
    int stdout_kept = dup(1);

    fflush(stdout);
    if (file == NULL || dup2(fileno(file), 1) < 0)
        exit(EXIT_CUDA_FAILURE);
    result_run(&result, 0, "12", "12", 1, 0.5);
    result_run(&result, 1, second, "12", is_right, milliseconds);
    int status = result_finish(&result);
    fflush(stdout);
    dup2(stdout_kept, 1);
    close(stdout_kept);
    rewind(file);
    text[fread(text, 1, room - 1, file)] = '\0';
    fclose(file);
    return status;
}

/* The same on a device that is not simulated. */
static int printed(const char *second, int is_right, double milliseconds, char *text, size_t room)
{
    struct device device = {.name = "device", .multiprocessors = 1, .peak = 100.0};

    return printed_of(&device, NULL, second, is_right, milliseconds, text, room);
}

/* What result_finish prints where there was only a run 0, of half a millisecond. */
static void print_warm_up(const struct device *device, char *text, size_t room)
{
    struct options options = {.program = "test", .n = 1000000, .block = 64, .repeat = 0};
    struct result result = result_start(&options, device, "kernel", 7, sizeof(int));

    result_run(&result, 0, "12", "12", 1, 0.5);
    snprintf(text, room, "%zu %.1f", result.timed_runs, result_time(&result).median);
    result_finish(&result);
}

static void test_marks(void)
{
    struct device device = {.name = "device", .multiprocessors = 1, .peak = 100.0},
                  simulated = {
                      .name = "device", .multiprocessors = 1, .peak = 100.0, .is_simulated = 1};
    char text[1000];

    printed_of(&device, NULL, "12", 1, 0.1, text, sizeof text);
    OK(strstr(text, ", 0.1000 ms (min 0.1000, max 0.1000, 1 runs, cold cache), ") &&
           !strstr(text, "modelled"),
       "a measured time has no mark");
    printed_of(&simulated, NULL, "12", 1, 0.1, text, sizeof text);
    OK(strstr(text, ">>>, modelled 0.1000 ms (cold cache), 40.0 GB/s = 40.0 % of peak: right\n") !=
           NULL,
       "a modelled one has");
    printed_of(&simulated, NULL, "12", 1, 0.0, text, sizeof text);
    OK(strstr(text, "<<<7, 64>>>: right\n") != NULL, "a time that is not there has none");
    printed_of(&device, "-", "12", 1, 0.1, text, sizeof text);
    OK(strstr(text, ",runs,times,cache,launch_ms,median_ms,") &&
           strstr(text, ",right,1,measured,cold,0.000000,0.100000,"),
       "csv: a measured time");
    printed_of(&simulated, "-", "12", 1, 0.1, text, sizeof text);
    OK(strstr(text, ",right,1,modelled,cold,0.000000,0.100000,") != NULL, "csv: a modelled time");
    printed_of(&simulated, "-", "12", 1, 0.0, text, sizeof text);
    OK(strstr(text, ",right,1,,cold,0.000000,0.000000,") != NULL, "csv: no time");
    print_warm_up(&device, text, sizeof text);
    OK(strcmp(text, "0 0.0") == 0, "run 0 is a warm-up");
    print_warm_up(&simulated, text, sizeof text);
    OK(strcmp(text, "1 0.5") == 0, "and the only run of a device that has nothing to warm up");
}

static void test_result(void)
{
    char text[1000];
    int status = printed("12", 1, 0.1, text, sizeof text);

    OK(status == EXIT_RIGHT_SUM && strstr(text, ": right\n") && strstr(text, "40.0 GB/s = 40.0 %"),
       "a right sum gets its rate");
    status = printed("12", 1, 0.0, text, sizeof text);
    OK(status == EXIT_RIGHT_SUM && strstr(text, ": right\n") && !strstr(text, "GB/s"),
       "no rate without a time");
    status = printed("12", 1, NAN, text, sizeof text);
    OK(status == EXIT_RIGHT_SUM && !strstr(text, "GB/s"), "nor with a time that is NaN");
    status = printed("13", 0, 0.1, text, sizeof text);
    OK(status == EXIT_WRONG_SUM && !strstr(text, "GB/s") && !strstr(text, "right") &&
           strstr(text, "GPU: sum 13, kernel<<<7, 64>>>: WRONG in 1 of 2 runs, expected 12\n"),
       "a wrong run is counted and shown, without a rate");

    struct options options = {.program = "test", .n = 1, .block = 64, .repeat = 0, .csv = "-"};
    struct device device = {.name = "device", .multiprocessors = 1};
    struct result never_run = result_start(&options, &device, "kernel", 1, sizeof(int));

    printf("# row of csv: ");
    OK(result_finish(&never_run) == EXIT_WRONG_SUM, "a kernel that never ran is not right");
}

int main(void)
{
    test_comparison();
    test_bound();
    test_sums();
    test_statistics();
    test_marks();
    test_result();
    return tap_end();
}
