/*
 * Step 18 on one, two, four ... and all GPUs of this machine, for n = 2^10, 2^11, ... up to -n, as
 * far as the memory of one of them allows: one GPU sums all that several share.
 *
 * One GPU is step 14, without NCCL. Several are timed as in step 18: from when all are there to
 * when all have the total. The all-reduce is timed with them; in the last column all GPUs sum
 * their shares and join nothing. All take turns, in an order that is reversed every round; the
 * median of -r rounds counts.
 *
 * Run it:  make gpus
 */
#include "../common/gpus/gpus.h"
#include "../common/gpus/check_nccl.h"
#include "../step18_many_gpus/share.h"
#include "../step18_many_gpus/sum_on_device.h"
#include "arena.h"

/* A way to sum: on how many GPUs, and whether their sums are joined. */
struct contestant {
    int gpus, is_joined;
    ncclComm_t *communicators; // one for each; NULL if there is only one GPU
    long long *right;          // the sum that each must have in the end
    char name[32];
};

/* Room for 1, 2, 4, ... GPUs as far as an int can count them, all of them, and all not joined. */
enum { CONTESTANTS_MAX = 33 };

static struct arena *arenas; // one for each GPU
static int *numbers;         // which GPUs
static struct contestant contestants[CONTESTANTS_MAX];
static int contestant_count;

/* The sum of the first n numbers of a pool, for any n. */
static long long expected_of(const struct arena *arena, size_t n)
{
    size_t period = (size_t)1 << PATTERN;

    return arena->pattern_sum * (long long)(n / period) + serialSum(arena->h_pattern, n % period);
}

static void add_contestant(int gpus, int is_joined)
{
    struct contestant *contestant = &contestants[contestant_count++];

    *contestant = {gpus, is_joined, NULL, NULL, ""};
    contestant->right = (long long *)allocate(gpus * sizeof(long long));
    snprintf(contestant->name, sizeof contestant->name, "%d GPU%s%s", gpus, gpus > 1 ? "s" : "",
             is_joined ? "" : ", not joined");
    if (gpus == 1)
        return;
    contestant->communicators = (ncclComm_t *)allocate(gpus * sizeof(ncclComm_t));
    CHECK_NCCL(ncclCommInitAll(contestant->communicators, gpus, numbers));
}

/* One all-reduce of the GPUs' totals, behind all that their default streams have to do. */
static void join_totals(const struct contestant *who)
{
    CHECK_NCCL(ncclGroupStart());
    for (int g = 0; g < who->gpus; g++)
        CHECK_NCCL(ncclAllReduce(arenas[g].d_total, arenas[g].d_total, 1, ncclInt64, ncclSum,
                                 who->communicators[g], 0));
    CHECK_NCCL(ncclGroupEnd());
}

/* Works out the sums that its GPUs must have after a sum of n numbers. */
static void expect(const struct contestant *who, size_t n)
{
    long long all = 0;

    for (int g = 0; g < who->gpus; g++)
        all += who->right[g] = expected_of(&arenas[g], share_of(n, g, who->gpus).n);
    for (int g = 0; who->is_joined && g < who->gpus; g++)
        who->right[g] = all;
}

/* The milliseconds of one sum of n numbers; ends the program if it is wrong. */
static double time_contestant(const struct contestant *who, size_t n)
{
    float longest = 0;

    for (int g = 0; g < who->gpus; g++) {
        CHECK(cudaSetDevice(numbers[g]));
        CHECK(cudaMemset(arenas[g].d_total, 0xFF, sizeof(long long)));
        CHECK(cudaDeviceSynchronize());
    }
    for (int g = 0; g < who->gpus; g++) {
        CHECK(cudaSetDevice(numbers[g]));
        cool_cache(&arenas[g].cache);
    }
    if (who->gpus > 1)
        join_totals(who); // all are there
    for (int g = 0; g < who->gpus; g++) {
        size_t share = share_of(n, g, who->gpus).n;
        struct shape shape = choose_shape(share, &arenas[g].device);
        CHECK(cudaSetDevice(numbers[g]));
        CHECK(cudaEventRecord(arenas[g].start));
        shape.kernel<<<shape.grid, shape.block>>>(arenas[g].d_pool, arenas[g].d_total,
                                                  arenas[g].d_meeting, share);
        CHECK(cudaGetLastError());
    }
    if (who->gpus > 1 && who->is_joined)
        join_totals(who);
    for (int g = 0; g < who->gpus; g++) {
        CHECK(cudaSetDevice(numbers[g]));
        CHECK(cudaEventRecord(arenas[g].stop));
    }
    for (int g = 0; g < who->gpus; g++) {
        float milliseconds;
        CHECK(cudaSetDevice(numbers[g]));
        CHECK(cudaEventSynchronize(arenas[g].stop));
        CHECK(cudaEventElapsedTime(&milliseconds, arenas[g].start, arenas[g].stop));
        longest = milliseconds > longest ? milliseconds : longest;
        check_sum(n, total_of(&arenas[g]), who->right[g], who->name);
    }
    return longest;
}

/* Fills time[who], in milliseconds. */
static void hold_contest(size_t n, int rounds, struct statistics *time)
{
    for (int who = 0; who < contestant_count; who++)
        expect(&contestants[who], n);
    take_turns(
        contestant_count, rounds,
        [&](int who, int) { return time_contestant(&contestants[who], n); }, time);
}

static void print_row(size_t n, int exponent, const struct statistics *time, FILE *csv)
{
    printf("2^%-2d |", exponent);
    for (int who = 0; who < contestant_count; who++) {
        double speedup = time[0].median / time[who].median;

        printf(" %9.5f  %8.1f  %6.3f |", time[who].median, n * sizeof(int) / time[who].median / 1e6,
               speedup);
        if (csv != NULL)
            fprintf(csv, "\"%s\",%d,%d,%zu,%d,%.6f,%.6f,%.6f,%.4f\n", contestants[who].name,
                    contestants[who].gpus, contestants[who].is_joined, n, exponent,
                    time[who].median, time[who].min, time[who].max, speedup);
    }
    printf("\n");
    fflush(stdout);
}

static void print_heading(const struct options *options, int gpus, FILE *csv)
{
    struct device *devices = (struct device *)allocate(gpus * sizeof(struct device));
    int version;

    for (int g = 0; g < gpus; g++)
        devices[g] = arenas[g].device;
    struct device all = joined_gpus(devices, gpus);
    CHECK_NCCL(ncclGetVersion(&version));
    print_conditions(&all, options, csv);
    print_method(&all, options);
    printf("NCCL %d.%d.%d\n\nn    |", version / 10000, version / 100 % 100, version % 100);
    for (int who = 0; who < contestant_count; who++)
        printf(" %-26s |", contestants[who].name);
    printf("\n     |");
    for (int who = 0; who < contestant_count; who++)
        printf(" %9s  %8s  %6s |", "ms", "GB/s", "faster");
    printf("\n");
    if (csv != NULL)
        fprintf(csv,
                "# NCCL %d.%d.%d\nprogram,gpus,joined,n,exponent,median_ms,min_ms,max_ms,speedup\n",
                version / 10000, version / 100 % 100, version % 100);
    free(devices);
}

int main(int argc, char **argv)
{
    struct options options = parse_comparison(argc, argv);
    int gpus = count_gpus(&options, 0);
    FILE *csv = open_csv(&options);

    arenas = (struct arena *)allocate(gpus * sizeof(struct arena));
    numbers = (int *)allocate(gpus * sizeof(int));
    size_t largest = (size_t)1 << 40;
    for (int g = 0; g < gpus; g++) {
        arenas[g].device = select_gpu(&options, g, gpus);
        while (largest > options.n || largest > room_for_numbers())
            largest /= 2;
    }
    for (int g = 0; g < gpus; g++) {
        struct options own = options;
        struct device device = arenas[g].device;
        numbers[g] = own.device += g;
        CHECK(cudaSetDevice(numbers[g]));
        arenas[g] = make_arena(&own, &device, largest);
    }
    for (int count = 1; count < gpus; count *= 2)
        add_contestant(count, 1);
    add_contestant(gpus, 1);
    if (gpus > 1)
        add_contestant(gpus, 0);

    CHECK(cudaSetDevice(numbers[0]));
    print_heading(&options, gpus, csv);
    for (int exponent = SMALLEST; (size_t)1 << exponent <= largest; exponent++) {
        struct statistics time[CONTESTANTS_MAX];

        hold_contest((size_t)1 << exponent, options.repeat, time);
        print_row((size_t)1 << exponent, exponent, time, csv);
    }

    for (int who = 0; who < contestant_count; who++) {
        for (int g = 0; contestants[who].communicators != NULL && g < contestants[who].gpus; g++)
            CHECK_NCCL(ncclCommDestroy(contestants[who].communicators[g]));
        free(contestants[who].communicators);
        free(contestants[who].right);
    }
    for (int g = 0; g < gpus; g++) {
        CHECK(cudaSetDevice(numbers[g]));
        free_arena(&arenas[g]);
    }
    free(arenas);
    free(numbers);
    close_csv(&options, csv);
    return EXIT_RIGHT_SUM;
}
