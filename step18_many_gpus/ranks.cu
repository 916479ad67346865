/*
 * Step 18 with a process for each GPU
 *
 * One process commands the GPUs of one machine and no others. Here each GPU has a process, a rank
 * of MPI, which may run on any machine. MPI starts the ranks, hands NCCL's id to all of them, and
 * collects what they report; the sums go from GPU to GPU through NCCL as before. This is a new
 * program, to be read from the top: it shares gpu.h with step 18, and the order of run_once.
 *
 * Run it:  make ranks run         (a rank for each GPU that is here; GPUS=2: two ranks)
 */
#include <cuda_runtime.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

#include "../common/gpus/gpus.h"
#include "../common/lab.h"
#include "gpu.h" /* struct gpu: its share of the numbers, and the sum of it */

/*
 * Called when a rank ends. The others would wait forever for one that failed: it ends them all. (If
 * a rank is killed, mpiexec does.)
 */
static void end_ranks(int status, void *)
{
    int is_over;
    MPI_Finalized(&is_over);
    if (is_over)
        return;
    usleep(500000); // time for mpiexec to read the error: it drops lines that it reads later
    fclose(stderr); // and MPI would only say more
    MPI_Abort(MPI_COMM_WORLD, status);
}

/*
 * Waits for an event behind an all-reduce. One that cannot go on, since another machine is out of
 * reach, would keep its event waiting forever: NCCL says so on the host.
 */
static void wait_for(cudaEvent_t event, ncclComm_t communicator)
{
    cudaError_t state;

    while ((state = cudaEventQuery(event)) == cudaErrorNotReady) {
        ncclResult_t all_reduce;
        CHECK_NCCL(ncclCommGetAsyncError(communicator, &all_reduce));
        CHECK_NCCL(all_reduce);
    }
    CHECK(state);
}

/* The processes of MPI, as seen by one of them. */
struct ranks {
    int own, all;          // its number, and how many there are: one for each GPU
    int place, on_machine; // the same among those of its machine, which share its GPUs out
};

static struct ranks start_ranks(int *argc, char ***argv)
{
    struct ranks ranks;
    MPI_Comm machine;

    MPI_Init(argc, argv);
    on_exit(end_ranks, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.own);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.all);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, ranks.own, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &ranks.place);
    MPI_Comm_size(machine, &ranks.on_machine);
    return ranks;
}

/* The options. An error that all would report is reported by the first rank alone. */
static struct options read_options(int argc, char **argv, const struct ranks *ranks)
{
    if (ranks->own > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    struct options options = parse_options(argc, argv, N_MAX);
    count_gpus(&options, ranks->on_machine);
    if (ranks->own == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        keep_silent(&options); // the first speaks for all
    return options;
}

/* The GPUs of all ranks as one, for the report. */
static struct device join_devices(const struct device *own, int ranks)
{
    struct device *devices = (struct device *)allocate(ranks * sizeof(struct device));

    MPI_Allgather(own, sizeof *own, MPI_BYTE, devices, sizeof *own, MPI_BYTE, MPI_COMM_WORLD);
    struct device all = joined_gpus(devices, ranks);
    free(devices);
    return all;
}

/* A communicator for the GPU of each rank: the ranks that have the same id belong together. */
static void connect_gpu(struct gpu *gpu, const struct ranks *ranks)
{
    ncclUniqueId id;

    if (ranks->own == 0)
        CHECK_NCCL(ncclGetUniqueId(&id));
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_NCCL(ncclCommInitRank(&gpu->communicator, ranks->all, id, ranks->own));
}

/* One sum of all the numbers, on a cold, clean cache; returns this GPU's time, in milliseconds. */
static float run_once(const struct gpu *gpu, const struct cache *cache)
{
    float milliseconds;

    renew_memory(gpu);
    cool_cache(cache);

    // all begin when all are there: each waits for the others in a first all-reduce
    join_total(gpu);
    sum_share(gpu);
    join_total(gpu);

    CHECK(cudaEventRecord(gpu->stop));
    wait_for(gpu->stop, gpu->communicator);
    CHECK(cudaEventElapsedTime(&milliseconds, gpu->start, gpu->stop));
    return milliseconds;
}

int main(int argc, char **argv)
{
    struct ranks ranks = start_ranks(&argc, &argv);
    struct options options = read_options(argc, argv, &ranks);

    struct gpu gpu;
    struct device device = select_gpu(&options, ranks.place, ranks.on_machine);
    take_share(&gpu, &device, share_of(options.n, ranks.own, ranks.all));
    struct device all = join_devices(&device, ranks.all);
    options.block = gpu.shape.block; // the shape is ours to choose, the block size too
    connect_gpu(&gpu, &ranks);

    // every rank has all the numbers, and so checks the total by itself
    int *h_idata = make_input(options.n, options.seed);
    long long *totals = (long long *)allocate(ranks.all * sizeof(long long));
    float *milliseconds = (float *)allocate(ranks.all * sizeof(float));
    struct report report = report_start(&options, &all, "reduceSpeedOfLight_14", gpu.shape.grid,
                                        sum_on_cpu(h_idata, options.n));
    allocate_gpu(&gpu, h_idata);

    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        float own_milliseconds = run_once(&gpu, &device.cache);

        report_host_begins(&report); // nothing is left to the host but to fetch the sums
        long long sum;
        CHECK(cudaMemcpy(&sum, gpu.d_total, sizeof(long long), cudaMemcpyDeviceToHost));
        MPI_Allgather(&sum, 1, MPI_LONG_LONG, totals, 1, MPI_LONG_LONG, MPI_COMM_WORLD);
        MPI_Allgather(&own_milliseconds, 1, MPI_FLOAT, milliseconds, 1, MPI_FLOAT, MPI_COMM_WORLD);
        report_run(&report, run, judged_total(totals, ranks.all, report.expected),
                   longest_time(milliseconds, ranks.all));
    }

    free_gpu(&gpu);
    free(h_idata);
    free(milliseconds);
    free(totals);
    int status = report_finish(&report);
    MPI_Finalize();
    return status;
}
