/*
 * Work of several devices and streams that nothing orders: each case is a race between streams.
 */
#include <cuda_fp16.h>

#include "order.h"

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

__global__ void read_bytes(const char *bytes, int first, int count, char *result)
{
    if ((int)threadIdx.x < count)
        *result = bytes[first + threadIdx.x];
}

/* The last byte that one writes is the first that the other reads, neither at a word's edge. */
static void one_byte()
{
    use(0);
    write_bytes<<<1, 32, 0, stream[0]>>>((char *)on[0], 3, 14);
    use(1);
    read_bytes<<<1, 1, 0, stream[1]>>>((const char *)on[0], 16, 1, (char *)on[1]);
}

__global__ void add_halves(__half2 *sums)
{
    atomicAdd(sums, __floats2half2_rn(1, 1));
}

/* An atomic on two halves, and a reader of the second. */
static void second_half()
{
    use(0);
    add_halves<<<1, 32, 0, stream[0]>>>((__half2 *)on[0]);
    use(1);
    read_bytes<<<1, 1, 0, stream[1]>>>((const char *)on[0], 2, 1, (char *)on[1]);
}

/* Reads whole sectors, and then writes one word among them. */
__global__ void note_some(int *data)
{
    if (data[threadIdx.x] > 0 || threadIdx.x == 3)
        atomicExch(data + 3, (int)threadIdx.x);
}

/* Another word of those that are only read is written. */
static void beside_a_write()
{
    use(0);
    note_some<<<1, 32, 0, stream[0]>>>(on[0]);
    use(1);
    write_bytes<<<1, 32, 0, stream[1]>>>((char *)on[0], 80, 4);
}

static const struct order_case cases[] = {
    CASE(two_streams),        CASE(copy_too_early),     CASE(kernel_too_early),
    CASE(overwritten),        CASE(both_write),         CASE(recorded_too_early),
    CASE(other_stream_waits), CASE(never_recorded),     CASE(other_device_waits),
    CASE(not_blocking),       CASE(device_atomics),     CASE(one_way),
    CASE(sends_too_early),    CASE(received_too_early), CASE(reduce_orders_one_way),
    CASE(one_byte),           CASE(second_half),        CASE(beside_a_write),
};

int main(int argc, char **argv)
{
    return run_case(argc, argv, cases, sizeof cases / sizeof *cases);
}
