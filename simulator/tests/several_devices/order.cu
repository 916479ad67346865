/*
 * Work of several devices and streams that something orders: an event, a stream, the host. Nothing
 * is found.
 */
#include <thread>

#include "order.h"

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

/* Neighbouring bytes of it, which share a word. */
static void bytes()
{
    for (int device = 0; device < 2; device++) {
        use(device);
        write_bytes<<<1, 32, 0, stream[device]>>>((char *)pinned, 3 + 14 * device, 14 + device);
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

static const struct order_case cases[] = {
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
    CASE(bytes),
    CASE(columns),
    CASE(system_atomics),
    CASE(freed),
    CASE(children),
    CASE(pageable),
    CASE(collective_orders),
    CASE(streams_of_a_group),
    CASE(one_after_the_other),
};

int main(int argc, char **argv)
{
    return run_case(argc, argv, cases, sizeof cases / sizeof *cases);
}
