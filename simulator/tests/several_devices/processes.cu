/*
 * One process for each rank, made by fork: processes RANKS COUNT [MISTAKE]. The last rank makes the
 * mistake. Rank 0 waits for the others and ends with the worst status.
 */
#include <nccl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

static int rank;

static int mistake_is(const char *name, int argc, char **argv)
{
    return argc > 3 && !strcmp(argv[3], name) && rank == atoi(argv[1]) - 1;
}

/* The sum of i + r over all ranks r, in place; a ring; all of it gathered. Returns what is wrong.
 */
static int compare(const long long *sums, const long long *gathered, int ranks, int count)
{
    int wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += sums[i] != (long long)ranks * i + ranks * (ranks - 1) / 2;
    for (int r = 0; r < ranks; r++)
        for (int i = 0; i < count; i++)
            wrong += gathered[(size_t)r * count + i] != i + (r + ranks - 1) % ranks;
    return wrong;
}

__global__ void fill_wide(long long *data, int n, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        data[i] = first + i;
}

int main(int argc, char **argv)
{
    int ranks = atoi(argv[1]), count = atoi(argv[2]);
    ncclUniqueId id;
    ncclComm_t communicator;
    cudaStream_t stream;

    NCCL_CHECK(ncclGetUniqueId(&id));
    for (int r = 1; r < ranks && rank == 0; r++)
        if (fork() == 0)
            rank = r;
    if (mistake_is("never_comes", argc, argv))
        exit(0);
    CHECK(cudaSetDevice(mistake_is("device", argc, argv) ? 0 : rank));
    CHECK(cudaStreamCreate(&stream));
    if (mistake_is("number", argc, argv))
        NCCL_CHECK(ncclCommInitRank(&communicator, ranks + 1, id, rank));
    if (mistake_is("twice", argc, argv))
        NCCL_CHECK(ncclCommInitRank(&communicator, ranks, id, 0));
    NCCL_CHECK(ncclCommInitRank(&communicator, ranks, id, rank));

    size_t bytes = sizeof(long long) * count;
    long long *own, *sums, *next, *gathered;
    CHECK(cudaMalloc(&own, bytes));
    CHECK(cudaMalloc(&sums, bytes));
    CHECK(cudaMalloc(&next, bytes));
    CHECK(cudaMalloc(&gathered, bytes * ranks));
    fill_wide<<<BLOCKS(count), THREADS, 0, stream>>>(own, count, rank);

    if (mistake_is("aborts", argc, argv))
        abort();
    if (mistake_is("ends", argc, argv))
        exit(0);
    if (mistake_is("sleeps", argc, argv))
        sleep(8);
    if (rank == 0 && argc > 3 && !strcmp(argv[3], "first_ends"))
        _exit(9);
    NCCL_CHECK(ncclAllReduce(own, sums, mistake_is("count", argc, argv) ? count - 1 : count,
                             ncclInt64, ncclSum, communicator, stream));
    NCCL_CHECK(ncclGroupStart());
    NCCL_CHECK(ncclSend(own, count, ncclInt64, (rank + 1) % ranks, communicator, stream));
    NCCL_CHECK(ncclRecv(next, count, ncclInt64, (rank + ranks - 1) % ranks, communicator, stream));
    NCCL_CHECK(ncclGroupEnd());
    if (mistake_is("destroys", argc, argv)) {
        NCCL_CHECK(ncclCommDestroy(communicator));
        sleep(2);
        exit(0);
    }
    NCCL_CHECK(ncclAllGather(next, gathered, count, ncclInt64, communicator, stream));

    long long *host = (long long *)malloc(bytes), *all = (long long *)malloc(bytes * ranks);
    CHECK(cudaMemcpyAsync(host, sums, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaMemcpyAsync(all, gathered, bytes * ranks, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    int wrong = compare(host, all, ranks, count);
    NCCL_CHECK(ncclCommDestroy(communicator));
    printf("rank %d: %d wrong\n", rank, wrong);
    if (rank > 0)
        return wrong != 0;

    int worst = wrong != 0, status;
    while (wait(&status) > 0) {
        int own_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        worst = own_status > worst ? own_status : worst;
    }
    return worst;
}
