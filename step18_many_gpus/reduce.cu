/*
 * Step 18: many GPUs
 *
 * Step 14 reads as fast as the memory of one GPU can deliver. Another GPU has a memory of its
 * own. Here each GPU sums its share of the numbers with step 14's kernel, as it stands, and NCCL
 * joins the sums: after one all-reduce every GPU has the total. One process commands all GPUs of
 * the machine; ranks.cu is the same with a process for each GPU, which may be on many machines.
 * This is a new program, to be read from the top, after the part of each GPU, gpu.h, and step 14's
 * kernel, sum_on_device.h: ranks.cu has the same two.
 *
 * Run it:  make step18 run        (all GPUs that are here; GPUS=2: two of them)
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/gpus/gpus.h"
#include "../common/lab.h"
#include "gpu.h" /* struct gpu: its share of the numbers, and the sum of it */

/* The GPUs of this process: from number options->device on. */
struct gpus {
    int count;
    struct gpu *of;
    struct device *devices;
    int *numbers; // which GPUs
};

/* Opens them, and gives each its share of n numbers. */
static struct gpus open_gpus(const struct options *options, int count)
{
    struct gpus gpus;

    gpus.count = count;
    gpus.of = (struct gpu *)allocate(count * sizeof(struct gpu));
    gpus.devices = (struct device *)allocate(count * sizeof(struct device));
    gpus.numbers = (int *)allocate(count * sizeof(int));
    for (int g = 0; g < count; g++) {
        gpus.numbers[g] = options->device + g;
        gpus.devices[g] = select_gpu(options, g, count);
        take_share(&gpus.of[g], &gpus.devices[g], share_of(options->n, g, count));
    }
    return gpus;
}

/* A communicator for each GPU, all at once. */
static void connect_gpus(const struct gpus *gpus)
{
    ncclComm_t *communicator_of = (ncclComm_t *)allocate(gpus->count * sizeof(ncclComm_t));

    CHECK_NCCL(ncclCommInitAll(communicator_of, gpus->count, gpus->numbers));
    for (int g = 0; g < gpus->count; g++)
        gpus->of[g].communicator = communicator_of[g];
    free(communicator_of);
}

/* No GPU's part of an all-reduce ends before all have begun: a group begins them all at once. */
static void join_totals(const struct gpus *gpus)
{
    CHECK_NCCL(ncclGroupStart());
    for (int g = 0; g < gpus->count; g++)
        join_total(&gpus->of[g]);
    CHECK_NCCL(ncclGroupEnd());
}

/* One sum of all the numbers, on cold, clean caches; milliseconds[g] is the time of GPU g. */
static void run_once(const struct gpus *gpus, float *milliseconds)
{
    for (int g = 0; g < gpus->count; g++) {
        CHECK(cudaSetDevice(gpus->numbers[g])); // which GPU the next calls are for
        renew_memory(&gpus->of[g]);
    }
    for (int g = 0; g < gpus->count; g++) {
        CHECK(cudaSetDevice(gpus->numbers[g]));
        cool_cache(&gpus->devices[g].cache);
    }

    // all begin when all are there: each waits for the others in a first all-reduce
    join_totals(gpus);
    for (int g = 0; g < gpus->count; g++) {
        CHECK(cudaSetDevice(gpus->numbers[g]));
        sum_share(&gpus->of[g]);
    }
    join_totals(gpus);

    for (int g = 0; g < gpus->count; g++) {
        CHECK(cudaSetDevice(gpus->numbers[g]));
        CHECK(cudaEventRecord(gpus->of[g].stop));
    }
    for (int g = 0; g < gpus->count; g++) {
        const struct gpu *gpu = &gpus->of[g];
        CHECK(cudaSetDevice(gpus->numbers[g]));
        CHECK(cudaEventSynchronize(gpu->stop));
        CHECK(cudaEventElapsedTime(&milliseconds[g], gpu->start, gpu->stop));
    }
}

static void close_gpus(struct gpus *gpus)
{
    for (int g = 0; g < gpus->count; g++) {
        CHECK(cudaSetDevice(gpus->numbers[g]));
        free_gpu(&gpus->of[g]);
    }
    CHECK(cudaSetDevice(gpus->numbers[0]));
    free(gpus->numbers);
    free(gpus->devices);
    free(gpus->of);
}

int main(int argc, char **argv)
{
    unsigned long long wanted = 0;
    const struct own_option own[] = {
        {"--gpus", "how many GPUs, from number -d on (all, if not given)", &wanted, NULL, 1, 1024},
        {},
    };
    const struct command_line allowed = {1 << 24, 1 << 24, N_MAX, 512, BLOCK_MIN, own};
    struct options options = parse_command_line(argc, argv, &allowed);

    struct gpus gpus = open_gpus(&options, count_gpus(&options, (int)wanted));
    struct device device = joined_gpus(gpus.devices, gpus.count);
    unsigned int grid = gpus.of[0].shape.grid;
    options.block = gpus.of[0].shape.block; // the shape is ours to choose, the block size too
    connect_gpus(&gpus);

    int *h_idata = make_input(options.n, options.seed);
    long long *totals = (long long *)allocate(gpus.count * sizeof(long long));
    float *milliseconds = (float *)allocate(gpus.count * sizeof(float));
    struct report report = report_start(&options, &device, "reduceSpeedOfLight_14", grid,
                                        sum_on_cpu(h_idata, options.n));
    for (int g = 0; g < gpus.count; g++) {
        CHECK(cudaSetDevice(gpus.numbers[g]));
        allocate_gpu(&gpus.of[g], h_idata);
    }

    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        run_once(&gpus, milliseconds);

        report_host_begins(&report); // nothing is left to the host but to fetch the sums
        for (int g = 0; g < gpus.count; g++) {
            CHECK(cudaSetDevice(gpus.numbers[g]));
            CHECK(cudaMemcpy(&totals[g], gpus.of[g].d_total, sizeof(long long),
                             cudaMemcpyDeviceToHost));
        }
        report_run(&report, run, judged_total(totals, gpus.count, report.expected),
                   longest_time(milliseconds, gpus.count));
    }

    close_gpus(&gpus);
    free(h_idata);
    free(milliseconds);
    free(totals);
    return report_finish(&report);
}
