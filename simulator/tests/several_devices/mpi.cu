/*
 * One process for each rank, started by MPI, which hands the id around. With an argument, rank 1
 * ends before the others are done.
 */
#define OMPI_SKIP_MPICXX  1 /* MPI's functions alone, not what C++ had of it once */
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <unistd.h>
#include <nccl.h>

#include "program.h"

#define N 1000

int main(int argc, char **argv)
{
    int rank, ranks, *data, host[N], wrong = 0;
    ncclUniqueId id;
    ncclComm_t communicator;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0)
        NCCL_CHECK(ncclGetUniqueId(&id));
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (cudaSetDevice(rank) != cudaSuccess)
        MPI_Abort(MPI_COMM_WORLD, 3);
    NCCL_CHECK(ncclCommInitRank(&communicator, ranks, id, rank));
    CHECK(cudaMalloc(&data, sizeof host));
    fill<<<BLOCKS(N), THREADS>>>(data, N, rank);
    if (argc > 1 && rank == 1)
        _exit(7);
    if (ncclAllReduce(data, data, N, ncclInt, ncclSum, communicator, 0) != ncclSuccess)
        MPI_Abort(MPI_COMM_WORLD, 3);
    CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += host[i] != ranks * i + ranks * (ranks - 1) / 2;
    printf("rank %d: %d wrong\n", rank, wrong);
    NCCL_CHECK(ncclCommDestroy(communicator));
    MPI_Finalize();
    return wrong != 0;
}
