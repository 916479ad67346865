/*
 * Work of two devices, in an order that the streams give, or not: the argument says which.
 */
#include <nccl.h>
#include <thread>

#include "program.h"

#define N 1000

static int *on[2], *copy;      /* on[d]: N numbers on device d; copy: N more on device 1 */
static cudaStream_t stream[2]; /* that do not wait for default streams */
static cudaEvent_t event[2];
static int *pinned;

static void use(int device)
{
    CHECK(cudaSetDevice(device));
}

static void setup()
{
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaMalloc(&on[device], N * sizeof(int)));
        CHECK(cudaMemset(on[device], 0, N * sizeof(int)));
        CHECK(cudaStreamCreateWithFlags(&stream[device], cudaStreamNonBlocking));
        CHECK(cudaEventCreateWithFlags(&event[device], cudaEventDisableTiming));
        CHECK(cudaDeviceEnablePeerAccess(1 - device, 0));
    }
    CHECK(cudaMalloc(&copy, N * sizeof(int)));
    CHECK(cudaMemset(copy, 0, N * sizeof(int)));
    CHECK(cudaMallocHost(&pinned, 2 * N * sizeof(int)));
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaDeviceSynchronize());
    }
}

/* Device 0 writes its numbers. */
static void produce()
{
    use(0);
    fill<<<BLOCKS(N), THREADS, 0, stream[0]>>>(on[0], N, 1);
    CHECK(cudaGetLastError());
}

/* Device 1 reads them: by a copy, or in a kernel. */
static void consume_by_copy()
{
    use(1);
    CHECK(cudaMemcpyPeerAsync(copy, 1, on[0], 0, N * sizeof(int), stream[1]));
}

static void consume()
{
    use(1);
    add<<<BLOCKS(N), THREADS, 0, stream[1]>>>(on[1], on[0], N);
    CHECK(cudaGetLastError());
}

static void wait_on(cudaStream_t waiting, cudaEvent_t recorded, cudaStream_t where)
{
    CHECK(cudaEventRecord(recorded, where));
    CHECK(cudaStreamWaitEvent(waiting, recorded, 0));
}

__global__ void count(int *total)
{
    atomicAdd(total, 1);
}

__global__ void count_everywhere(int *total)
{
    atomicAdd_system(total, 1);
}

__global__ void parent(int *data, int n)
{
    if (threadIdx.x == 0)
        fill<<<BLOCKS(n), THREADS>>>(data, n, 1);
}

/* ---- In order -----------------------------------------------------------------------------------
 */

static void by_event()
{
    produce();
    wait_on(stream[1], event[0], stream[0]);
    consume_by_copy();
    consume();
}

static void by_two_events()
{
    produce();
    wait_on(stream[1], event[0], stream[0]);
    consume();
    wait_on(stream[0], event[1], stream[1]);
    produce();
}

static void by_stream()
{
    produce();
    CHECK(cudaStreamSynchronize(stream[0]));
    consume();
}

static void by_device()
{
    produce();
    CHECK(cudaDeviceSynchronize());
    consume();
}

static void by_event_on_host()
{
    produce();
    CHECK(cudaEventRecord(event[0], stream[0]));
    while (cudaEventQuery(event[0]) == cudaErrorNotReady)
        ;
    consume();
}

static void by_threads()
{
    std::thread first([] {
        produce();
        CHECK(cudaStreamSynchronize(stream[0]));
    });
    first.join();
    std::thread second([] { consume(); });
    second.join();
}

static void default_streams()
{
    use(0);
    fill<<<BLOCKS(N), THREADS>>>(on[0], N, 1);
    CHECK(cudaMemcpyPeer(on[1], 1, on[0], 0, N * sizeof(int)));
    use(1);
    add<<<BLOCKS(N), THREADS>>>(copy, on[1], N);
    use(0);
    CHECK(cudaMemcpy(pinned, copy, N * sizeof(int), cudaMemcpyDeviceToHost));
}

/* A default stream waits for the others of its device, and they for it. */
static void blocking()
{
    cudaStream_t first, second;
    use(0);
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    fill<<<BLOCKS(N), THREADS, 0, first>>>(on[0], N, 1);
    add<<<BLOCKS(N), THREADS>>>(on[0], on[0], N);
    fill<<<BLOCKS(N), THREADS, 0, second>>>(on[0], N, 2);
}

static void readers()
{
    produce();
    CHECK(cudaDeviceSynchronize());
    consume();
    consume_by_copy();
    use(0);
    CHECK(cudaMemcpyAsync(pinned, on[0], N * sizeof(int), cudaMemcpyDeviceToHost, stream[0]));
}

/* Neighbouring words of pinned memory. */
static void parts()
{
    for (int device = 0; device < 2; device++) {
        use(device);
        fill<<<1, 32, 0, stream[device]>>>(pinned + 7 * device, 7, 1);
    }
}

/* Columns of a matrix in pinned memory. */
static void columns()
{
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaMemcpy2DAsync(pinned + 5 * device, 40, on[device], 20, 20, 10,
                                cudaMemcpyDeviceToHost, stream[device]));
    }
}

static void system_atomics()
{
    int *total;
    use(0);
    CHECK(cudaMallocManaged(&total, sizeof(int)));
    *total = 0;
    for (int device = 0; device < 2; device++) {
        use(device);
        count_everywhere<<<1, 32, 0, stream[device]>>>(total);
    }
}

static void freed()
{
    produce();
    CHECK(cudaFree(on[0]));
    use(1);
    int *again;
    CHECK(cudaMalloc(&again, N * sizeof(int)));
    fill<<<BLOCKS(N), THREADS, 0, stream[1]>>>(again, N, 1);
}

static void children()
{
    use(0);
    parent<<<1, 32, 0, stream[0]>>>(on[0], N);
    fill<<<BLOCKS(N), THREADS, 0, stream[0]>>>(on[0], N, 2);
}

/* A copy to memory that is not pinned returns when it is done. */
static void pageable()
{
    static int host[N];
    produce();
    CHECK(cudaMemcpyAsync(host, on[0], sizeof host, cudaMemcpyDeviceToHost, stream[0]));
    consume();
}

/* What one rank gives has happened before another gets it. */
static void collective_orders()
{
    ncclComm_t ranks[2];
    NCCL_CHECK(ncclCommInitAll(ranks, 2, NULL));
    produce();
    int *sums[2];
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaMalloc(&sums[device], sizeof(int)));
        CHECK(cudaMemsetAsync(sums[device], 0, sizeof(int), stream[device]));
    }
    NCCL_CHECK(ncclGroupStart());
    for (int device = 0; device < 2; device++)
        NCCL_CHECK(ncclAllReduce(sums[device], sums[device], 1, ncclInt, ncclSum, ranks[device],
                                 stream[device]));
    NCCL_CHECK(ncclGroupEnd());
    consume();
}

/* The calls of a group wait for all of their rank's streams, and these for them. */
static void streams_of_a_group()
{
    ncclComm_t ranks[2];
    cudaStream_t other[2];
    int *sums[2];
    NCCL_CHECK(ncclCommInitAll(ranks, 2, NULL));
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaStreamCreateWithFlags(&other[device], cudaStreamNonBlocking));
        CHECK(cudaMalloc(&sums[device], N * sizeof(int)));
        fill<<<BLOCKS(N), THREADS, 0, stream[device]>>>(sums[device], N, 1);
    }
    NCCL_CHECK(ncclGroupStart());
    for (int device = 0; device < 2; device++) {
        NCCL_CHECK(ncclAllReduce(sums[device], sums[device], N, ncclInt, ncclSum, ranks[device],
                                 other[device]));
        NCCL_CHECK(ncclAllReduce(on[device], on[device], N, ncclInt, ncclSum, ranks[device],
                                 stream[device]));
    }
    NCCL_CHECK(ncclGroupEnd());
    use(0);
    add<<<BLOCKS(N), THREADS, 0, stream[0]>>>(on[0], sums[0], N);
    fill<<<BLOCKS(N), THREADS, 0, other[0]>>>(pinned, N, 1);
}

/* The calls of a communicator are done one after the other, whatever their streams. */
static void one_after_the_other()
{
    ncclComm_t ranks[2];
    cudaStream_t other[2];
    NCCL_CHECK(ncclCommInitAll(ranks, 2, NULL));
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaStreamCreateWithFlags(&other[device], cudaStreamNonBlocking));
    }
    for (int turn = 0; turn < 2; turn++) {
        NCCL_CHECK(ncclGroupStart());
        for (int device = 0; device < 2; device++)
            NCCL_CHECK(ncclAllReduce(on[device], on[device], N, ncclInt, ncclSum, ranks[device],
                                     turn ? other[device] : stream[device]));
        NCCL_CHECK(ncclGroupEnd());
    }
}

/* ---- Not in order -------------------------------------------------------------------------------
 */

/* Streams of one device, which only its default stream would order. */
static void two_streams()
{
    cudaStream_t first, second;
    use(0);
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    fill<<<BLOCKS(N), THREADS, 0, first>>>(on[0], N, 1);
    add<<<BLOCKS(N), THREADS, 0, second>>>(on[0], on[0], N);
}

static void copy_too_early()
{
    produce();
    consume_by_copy();
}

static void kernel_too_early()
{
    produce();
    consume();
}

static void overwritten()
{
    use(1);
    CHECK(cudaMemcpyPeerAsync(copy, 1, on[0], 0, N * sizeof(int), stream[1]));
    produce();
}

static void both_write()
{
    produce();
    use(1);
    fill<<<BLOCKS(N), THREADS, 0, stream[1]>>>(on[0], N, 2);
}

static void recorded_too_early()
{
    use(0);
    CHECK(cudaEventRecord(event[0], stream[0]));
    produce();
    CHECK(cudaStreamWaitEvent(stream[1], event[0], 0));
    consume();
}

static void other_stream_waits()
{
    cudaStream_t other;
    use(1);
    CHECK(cudaStreamCreate(&other));
    produce();
    wait_on(other, event[0], stream[0]);
    consume();
}

static void never_recorded()
{
    produce();
    CHECK(cudaStreamWaitEvent(stream[1], event[0], 0));
    consume();
}

static void other_device_waits()
{
    produce();
    use(1);
    CHECK(cudaDeviceSynchronize());
    consume();
}

static void not_blocking()
{
    produce();
    CHECK(cudaMemcpy(pinned, on[0], N * sizeof(int), cudaMemcpyDeviceToHost));
}

static void device_atomics()
{
    int *total;
    use(0);
    CHECK(cudaMallocManaged(&total, sizeof(int)));
    *total = 0;
    for (int device = 0; device < 2; device++) {
        use(device);
        count<<<1, 32, 0, stream[device]>>>(total);
    }
}

static void one_way()
{
    produce();
    wait_on(stream[1], event[0], stream[0]);
    consume();
    produce();
}

static void sends_too_early()
{
    ncclComm_t ranks[2];
    cudaStream_t other;
    NCCL_CHECK(ncclCommInitAll(ranks, 2, NULL));
    produce();
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    NCCL_CHECK(ncclGroupStart());
    NCCL_CHECK(ncclAllReduce(on[0], on[0], N, ncclInt, ncclSum, ranks[0], other));
    NCCL_CHECK(ncclAllReduce(on[1], on[1], N, ncclInt, ncclSum, ranks[1], stream[1]));
    NCCL_CHECK(ncclGroupEnd());
}

static void received_too_early()
{
    ncclComm_t ranks[2];
    cudaStream_t other;
    NCCL_CHECK(ncclCommInitAll(ranks, 2, NULL));
    use(0);
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    NCCL_CHECK(ncclGroupStart());
    for (int device = 0; device < 2; device++)
        NCCL_CHECK(
            ncclBroadcast(on[device], on[device], N, ncclInt, 1, ranks[device], stream[device]));
    NCCL_CHECK(ncclGroupEnd());
    CHECK(cudaMemcpyAsync(pinned, on[0], N * sizeof(int), cudaMemcpyDeviceToHost, other));
}

/* The root of a reduce does not tell the others anything. */
static void reduce_orders_one_way()
{
    ncclComm_t ranks[2];
    int *sums[2];
    NCCL_CHECK(ncclCommInitAll(ranks, 2, NULL));
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaMalloc(&sums[device], sizeof(int)));
        CHECK(cudaMemset(sums[device], 0, sizeof(int)));
        CHECK(cudaDeviceSynchronize());
    }
    produce();
    NCCL_CHECK(ncclGroupStart());
    for (int device = 0; device < 2; device++)
        NCCL_CHECK(ncclReduce(sums[device], sums[device], 1, ncclInt, ncclSum, 0, ranks[device],
                              stream[device]));
    NCCL_CHECK(ncclGroupEnd());
    consume();
}

#define CASE(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }
static const struct {
    const char *name;
    void (*run)();
} cases[] = {
    CASE(by_event),
    CASE(by_two_events),
    CASE(by_stream),
    CASE(by_device),
    CASE(by_event_on_host),
    CASE(by_threads),
    CASE(default_streams),
    CASE(blocking),
    CASE(readers),
    CASE(parts),
    CASE(columns),
    CASE(system_atomics),
    CASE(freed),
    CASE(children),
    CASE(pageable),
    CASE(collective_orders),
    CASE(streams_of_a_group),
    CASE(one_after_the_other),
    CASE(two_streams),
    CASE(copy_too_early),
    CASE(kernel_too_early),
    CASE(overwritten),
    CASE(both_write),
    CASE(recorded_too_early),
    CASE(other_stream_waits),
    CASE(never_recorded),
    CASE(other_device_waits),
    CASE(not_blocking),
    CASE(device_atomics),
    CASE(one_way),
    CASE(sends_too_early),
    CASE(received_too_early),
    CASE(reduce_orders_one_way),
};

int main(int argc, char **argv)
{
    setup();
    for (auto &one : cases)
        if (argc == 2 && !strcmp(one.name, argv[1]))
            one.run();
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaDeviceSynchronize());
    }
    printf("done\n");
    return 0;
}
