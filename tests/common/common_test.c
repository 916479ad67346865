/*
 * The code in common/ by itself: random numbers, CPU references, numbers on the
 * command line, statistics. Prints TAP; tests/common.t builds and runs it.
 */
#include <stdlib.h>

#include "../../common/cpu_sum.h"
#include "../../common/input.h"
#include "../../common/memory.h"
#include "../../common/options.h"
#include "../../common/random.h"
#include "../../common/seconds.h"
#include "../../common/statistics.h"
#include "tap.h"

static void test_random(void)
{
    /* What glibc's manual sequence starts with after srand(1). */
    static const int first[] = {1804289383, 846930886, 1681692777, 1714636915, 1957747793};
    struct random_state state;
    int same = 1;

    random_start(&state, 1);
    for (int i = 0; i < 5; i++)
        same &= random_next(&state) == first[i];
    OK(same, "the first numbers after seed 1 are glibc's");
#ifdef __GLIBC__
    static const unsigned int seeds[] = {0, 1, 2, 12345, 2147483647U, 2147483648U, 4294967295U};

    same = 1;
    for (size_t s = 0; s < sizeof seeds / sizeof seeds[0]; s++) {
        random_start(&state, seeds[s]);
        srand(seeds[s]);
        for (int i = 0; i < 100000; i++)
            same &= random_next(&state) == rand();
    }
    OK(same, "seven seeds give what this system's rand() gives");
#endif

    size_t n = (size_t)1 << 24;
    int *numbers = make_input(n, 1);

    OK(serialSum(numbers, n) == 2139353471LL, "the first 2^24 numbers sum to the slide's figure");
    free(numbers);
}

/* Both references at every length up to most, on numbers that no overflow forgives. */
static int references_agree(size_t most)
{
    int *numbers = allocate(most * sizeof *numbers);
    long long *copy = allocate(most * sizeof *copy);
    int agree = 1;

    for (size_t i = 0; i < most; i++)
        numbers[i] = (int)(2147483647u - 7919u * (unsigned)i % 1000003u) * (i % 5 == 0 ? -1 : 1);
    for (size_t n = 1; n <= most; n++) {
        for (size_t i = 0; i < n; i++)
            copy[i] = numbers[i];
        agree &= recursiveReduce(copy, n) == serialSum(numbers, n);
    }
    free(numbers);
    free(copy);
    return agree;
}

static void test_references(void)
{
    static const int large[] = {2147483647, 2147483647, 2147483647};
    long long three[] = {2147483647, 2147483647, 2147483647};
    int *numbers = make_input(1000003, 3);
    struct cpu_sum sum = sum_on_cpu(numbers, 1000003);

    OK(references_agree(1500), "serialSum and recursiveReduce agree at every n from 1 to 1500");
    OK(serialSum(large, 3) == 6442450941LL, "serialSum adds in 64 bits");
    OK(recursiveReduce(three, 3) == 6442450941LL, "recursiveReduce adds in 64 bits");
    OK(sum.sum == serialSum(numbers, 1000003), "sum_on_cpu returns that sum");
    OK(sum.serial_milliseconds > 0 && sum.recursive_milliseconds > 0, "and times both");
    free(numbers);
}

static int reads_as(const char *text, unsigned long long expected)
{
    unsigned long long value = 0;

    return parse_number(text, &value) && value == expected;
}

static void test_numbers(void)
{
    static const char *const refused[] = {"",
                                          " 1",
                                          "1 ",
                                          "-1",
                                          "+1",
                                          "x",
                                          "1x",
                                          "0x10",
                                          "1e3",
                                          "2^",
                                          "^2",
                                          "2^2^2",
                                          "2^-1",
                                          "2^64",
                                          "1k",
                                          "K",
                                          "1KB",
                                          "18446744073709551616",
                                          "17179869184G",
                                          "2^24M"};
    unsigned long long value;
    int refuses = 1;

    OK(reads_as("0", 0) && reads_as("007", 7) && reads_as("16777216", 1 << 24), "digits");
    OK(reads_as("18446744073709551615", 18446744073709551615ULL), "the largest number there is");
    OK(reads_as("2^24", 1 << 24) && reads_as("2^0", 1) && reads_as("10^3", 1000) &&
           reads_as("2^63", 1ULL << 63),
       "powers");
    OK(reads_as("1K", 1024) && reads_as("16M", 1 << 24) && reads_as("4G", 1ULL << 32), "units");
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (parse_number(refused[i], &value)) {
            printf("# \"%s\" was read as %llu\n", refused[i], value);
            refuses = 0;
        }
    OK(refuses, "everything else is refused");
}

static void test_statistics(void)
{
    double odd[] = {5, 1, 3}, even[] = {4, 1, 3, 2}, one[] = {7};
    struct statistics of_odd = statistics_of(odd, 3), of_even = statistics_of(even, 4);
    struct statistics of_one = statistics_of(one, 1), of_none = statistics_of(one, 0);

    OK(of_odd.median == 3 && of_odd.min == 1 && of_odd.max == 5, "an odd number of values");
    OK(of_even.median == 2.5 && of_even.min == 1 && of_even.max == 4, "an even number of values");
    OK(of_one.median == 7 && of_one.min == 7 && of_one.max == 7, "one value");
    OK(of_none.median == 0 && of_none.min == 0 && of_none.max == 0, "no value");
}

static void test_clock(void)
{
    double before = seconds(), after = before;

    for (int i = 0; i < 1000 && after >= before; i++)
        after = seconds();
    OK(after >= before && after - before < 10, "seconds() runs forwards, in seconds");
}

int main(void)
{
    test_random();
    test_references();
    test_numbers();
    test_statistics();
    test_clock();
    return tap_end();
}
