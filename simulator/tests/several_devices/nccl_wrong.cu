/*
 * Mistakes with NCCL on two devices: the argument says which. A GPU would hang, or give wrong
 * results without a word.
 */
#include <nccl.h>
#include <thread>

#include "program.h"

#define N 100

static ncclComm_t rank[2];
static cudaStream_t stream[2];
static int *buffer[2], *larger[2]; /* N numbers; 3 * N */

static void setup()
{
    NCCL_CHECK(ncclCommInitAll(rank, 2, NULL));
    for (int d = 0; d < 2; d++) {
        CHECK(cudaSetDevice(d));
        CHECK(cudaStreamCreate(&stream[d]));
        CHECK(cudaMalloc(&buffer[d], N * sizeof(int)));
        CHECK(cudaMalloc(&larger[d], 3 * N * sizeof(int)));
        CHECK(cudaMemsetAsync(buffer[d], 0, N * sizeof(int), stream[d]));
        CHECK(cudaMemsetAsync(larger[d], 0, 3 * N * sizeof(int), stream[d]));
    }
}

static ncclResult_t all_reduce(int d, size_t count = N, ncclDataType_t type = ncclInt,
                               ncclRedOp_t operation = ncclSum)
{
    return ncclAllReduce(buffer[d], buffer[d], count, type, operation, rank[d], stream[d]);
}

/* Both in a group; the result is the group's. */
static ncclResult_t grouped(ncclResult_t (*first)(), ncclResult_t (*second)())
{
    NCCL_CHECK(ncclGroupStart());
    NCCL_CHECK(first());
    if (second)
        NCCL_CHECK(second());
    return ncclGroupEnd();
}

#define GROUPED(first, second) return grouped([] { return first; }, [] { return second; })

static ncclResult_t counts()
{
    GROUPED(all_reduce(0), all_reduce(1, N - 1));
}
static ncclResult_t types()
{
    GROUPED(all_reduce(0), all_reduce(1, N, ncclFloat));
}
static ncclResult_t operators()
{
    GROUPED(all_reduce(0), all_reduce(1, N, ncclInt, ncclMax));
}
static ncclResult_t roots()
{
    GROUPED(ncclBcast(buffer[0], N, ncclInt, 0, rank[0], stream[0]),
            ncclBcast(buffer[1], N, ncclInt, 1, rank[1], stream[1]));
}
static ncclResult_t calls()
{
    GROUPED(all_reduce(0), ncclBcast(buffer[1], N, ncclInt, 0, rank[1], stream[1]));
}

static ncclResult_t order()
{
    NCCL_CHECK(ncclGroupStart());
    NCCL_CHECK(all_reduce(0));
    NCCL_CHECK(ncclBcast(larger[0], N, ncclInt, 0, rank[0], stream[0]));
    NCCL_CHECK(ncclBcast(larger[1], N, ncclInt, 0, rank[1], stream[1]));
    NCCL_CHECK(all_reduce(1));
    return ncclGroupEnd();
}

static ncclResult_t missing()
{
    return grouped([] { return all_reduce(1); }, nullptr);
}
static ncclResult_t no_group()
{
    all_reduce(0);
    return all_reduce(1);
}

static ncclResult_t once_too_often()
{
    NCCL_CHECK(ncclGroupStart());
    NCCL_CHECK(all_reduce(0));
    NCCL_CHECK(all_reduce(1));
    NCCL_CHECK(ncclAllReduce(larger[1], larger[1], N, ncclInt, ncclSum, rank[1], stream[1]));
    return ncclGroupEnd();
}

/* The second is to broadcast what the first has summed. */
static ncclResult_t in_one_group()
{
    NCCL_CHECK(ncclGroupStart());
    for (int d = 0; d < 2; d++) {
        NCCL_CHECK(ncclReduce(buffer[d], larger[d], N, ncclInt, ncclSum, 0, rank[d], stream[d]));
        NCCL_CHECK(ncclBcast(larger[d], N, ncclInt, 0, rank[d], stream[d]));
    }
    return ncclGroupEnd();
}

/* Both send and receive in one buffer. */
static ncclResult_t exchange()
{
    NCCL_CHECK(ncclGroupStart());
    for (int d = 0; d < 2; d++) {
        NCCL_CHECK(ncclSend(buffer[d], N, ncclInt, 1 - d, rank[d], stream[d]));
        NCCL_CHECK(ncclRecv(buffer[d], N, ncclInt, 1 - d, rank[d], stream[d]));
    }
    return ncclGroupEnd();
}

static ncclResult_t send_only()
{
    return ncclSend(buffer[0], N, ncclInt, 1, rank[0], stream[0]);
}

static ncclResult_t send_counts()
{
    GROUPED(ncclSend(buffer[0], N, ncclInt, 1, rank[0], stream[0]),
            ncclRecv(buffer[1], N - 1, ncclInt, 0, rank[1], stream[1]));
}

static ncclResult_t nobody()
{
    return ncclSend(buffer[0], N, ncclInt, 2, rank[0], stream[0]);
}

static ncclResult_t other_device()
{
    GROUPED(all_reduce(0),
            ncclAllReduce(buffer[0], buffer[1], N, ncclInt, ncclSum, rank[1], stream[1]));
}

static ncclResult_t other_stream()
{
    GROUPED(all_reduce(0),
            ncclAllReduce(buffer[1], buffer[1], N, ncclInt, ncclSum, rank[1], stream[0]));
}

static ncclResult_t on_host()
{
    static int host[N];
    GROUPED(all_reduce(0), ncclAllReduce(buffer[1], host, N, ncclInt, ncclSum, rank[1], stream[1]));
}

static ncclResult_t too_small()
{
    GROUPED(all_reduce(0, N + 1), all_reduce(1, N + 1));
}

static ncclResult_t gather_too_small()
{
    GROUPED(ncclAllGather(larger[0], buffer[0], N, ncclInt, rank[0], stream[0]),
            ncclAllGather(larger[1], buffer[1], N, ncclInt, rank[1], stream[1]));
}

static ncclResult_t overlap()
{
    GROUPED(ncclAllReduce(larger[0], larger[0] + 1, N, ncclInt, ncclSum, rank[0], stream[0]),
            ncclAllReduce(larger[1], larger[1] + 1, N, ncclInt, ncclSum, rank[1], stream[1]));
}

/* In place for rank 0, but not for rank 1. */
static ncclResult_t gather_overlap()
{
    GROUPED(ncclAllGather(larger[0], larger[0], N, ncclInt, rank[0], stream[0]),
            ncclAllGather(larger[1], larger[1], N, ncclInt, rank[1], stream[1]));
}

static ncclResult_t freed()
{
    CHECK(cudaFree(buffer[1]));
    GROUPED(all_reduce(0), all_reduce(1));
}

static ncclResult_t null()
{
    GROUPED(all_reduce(0), ncclAllReduce(buffer[1], NULL, N, ncclInt, ncclSum, rank[1], stream[1]));
}

static ncclResult_t unwritten()
{
    CHECK(cudaSetDevice(1));
    CHECK(cudaFree(buffer[1]));
    CHECK(cudaMalloc(&buffer[1], N * sizeof(int)));
    CHECK(cudaMemset(buffer[1], 0, 7 * sizeof(int)));
    GROUPED(all_reduce(0), all_reduce(1));
}

static ncclResult_t destroyed()
{
    NCCL_CHECK(ncclCommDestroy(rank[1]));
    return all_reduce(1);
}

static ncclResult_t one_destroyed()
{
    NCCL_CHECK(ncclCommDestroy(rank[1]));
    return all_reduce(0);
}

static ncclResult_t never_made()
{
    static char nothing[1000];
    return ncclAllReduce(buffer[0], buffer[0], N, ncclInt, ncclSum, (ncclComm_t)nothing, stream[0]);
}

static ncclResult_t end_without_start()
{
    return ncclGroupEnd();
}

static ncclResult_t never_ended()
{
    NCCL_CHECK(ncclGroupStart());
    NCCL_CHECK(all_reduce(0));
    return all_reduce(1);
}

static ncclResult_t too_many()
{
    ncclComm_t three[3];
    return ncclCommInitAll(three, 3, NULL);
}

static ncclResult_t twice()
{
    int devices[] = {1, 1};
    return ncclCommInitAll(rank, 2, devices);
}

static ncclResult_t init_without_group()
{
    ncclUniqueId id;
    NCCL_CHECK(ncclGetUniqueId(&id));
    for (int d = 0; d < 2; d++) {
        CHECK(cudaSetDevice(d));
        ncclResult_t result = ncclCommInitRank(&rank[d], 2, id, d);
        if (result != ncclSuccess)
            return result;
    }
    return ncclSuccess;
}

static ncclResult_t same_rank()
{
    ncclUniqueId id;
    NCCL_CHECK(ncclGetUniqueId(&id));
    NCCL_CHECK(ncclGroupStart());
    for (int d = 0; d < 2; d++)
        NCCL_CHECK(ncclCommInitRank(&rank[d], 2, id, 0));
    return ncclGroupEnd();
}

static ncclResult_t same_device()
{
    ncclUniqueId id;
    NCCL_CHECK(ncclGetUniqueId(&id));
    NCCL_CHECK(ncclGroupStart());
    for (int d = 0; d < 2; d++)
        NCCL_CHECK(ncclCommInitRank(&rank[d], 2, id, d));
    return ncclGroupEnd();
}

static ncclResult_t bad_rank()
{
    ncclUniqueId id;
    NCCL_CHECK(ncclGetUniqueId(&id));
    return ncclCommInitRank(&rank[0], 2, id, 2);
}

/* One thread for each device; that of rank 1 does not call. */
static ncclResult_t thread_missing()
{
    std::thread other([] { CHECK(cudaSetDevice(1)); });
    ncclResult_t result = all_reduce(0);
    other.join();
    return result;
}

static ncclResult_t bad_type()
{
    return all_reduce(0, N, (ncclDataType_t)99);
}
static ncclResult_t bad_operator()
{
    return all_reduce(0, N, ncclInt, (ncclRedOp_t)77);
}

#define CASE(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }
static const struct {
    const char *name;
    ncclResult_t (*run)();
} cases[] = {
    CASE(counts),
    CASE(types),
    CASE(operators),
    CASE(roots),
    CASE(calls),
    CASE(order),
    CASE(missing),
    CASE(no_group),
    CASE(once_too_often),
    CASE(in_one_group),
    CASE(exchange),
    CASE(send_only),
    CASE(send_counts),
    CASE(nobody),
    CASE(other_device),
    CASE(other_stream),
    CASE(on_host),
    CASE(too_small),
    CASE(gather_too_small),
    CASE(overlap),
    CASE(gather_overlap),
    CASE(freed),
    CASE(null),
    CASE(unwritten),
    CASE(destroyed),
    CASE(one_destroyed),
    CASE(never_made),
    CASE(end_without_start),
    CASE(never_ended),
    CASE(too_many),
    CASE(twice),
    CASE(init_without_group),
    CASE(same_rank),
    CASE(same_device),
    CASE(bad_rank),
    CASE(thread_missing),
    CASE(bad_type),
    CASE(bad_operator),
};

int main(int argc, char **argv)
{
    setup();
    for (auto &one : cases)
        if (argc == 2 && !strcmp(one.name, argv[1]))
            printf("%s\n", ncclGetErrorString(one.run()));
    return 0;
}
