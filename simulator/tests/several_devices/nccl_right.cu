/*
 * Every call of NCCL with every type and operator, beside what the host computes, for as many
 * ranks as there are devices. Prints how many results were looked at, and those that are wrong.
 */
#include <nccl.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "program.h"

#define RANKS_MOST 16
#define COUNT      37

static int ranks;
static ncclComm_t communicator[RANKS_MOST];
static cudaStream_t stream[RANKS_MOST];
static int looked_at, wrong;

template <class type> struct kind;
#define KIND(type, nccl)                                                                           \
    template <> struct kind<type> {                                                                \
        static const ncclDataType_t id = nccl;                                                     \
    };
KIND(signed char, ncclInt8)
KIND(unsigned char, ncclUint8)
KIND(int, ncclInt32)
KIND(unsigned, ncclUint32)
KIND(long long, ncclInt64)
KIND(unsigned long long, ncclUint64)
KIND(float, ncclFloat32)
KIND(double, ncclFloat64)
KIND(__half, ncclFloat16)
KIND(__nv_bfloat16, ncclBfloat16)

template <class type> static double number(type value)
{
    return (double)value;
}

/* What rank r gives as its element i: small, so that all types hold all sums exactly. */
static int value(int rank, int i)
{
    return (rank * 3 + i * 5) % 4 + (rank == 0);
}

static double expected(ncclRedOp_t operation, int i)
{
    double result = value(0, i);
    for (int rank = 1; rank < ranks; rank++) {
        double next = value(rank, i);
        if (operation == ncclMax)
            result = next > result ? next : result;
        else if (operation == ncclMin)
            result = next < result ? next : result;
        else if (operation == ncclProd)
            result *= next;
        else
            result += next;
    }
    return result;
}

static void look(const char *what, double got, double wanted, int rank, int i)
{
    looked_at++;
    if (got == wanted)
        return;
    wrong++;
    if (wrong < 10)
        printf("%s, rank %d, element %d: %g, not %g\n", what, rank, i, got, wanted);
}

/* Buffers of all ranks: what they send, and where they receive; room for all ranks' elements. */
template <class type> struct buffers {
    type *send[RANKS_MOST], *receive[RANKS_MOST];

    buffers()
    {
        size_t bytes = sizeof(type) * COUNT * ranks;
        type *host = (type *)malloc(bytes);
        for (int rank = 0; rank < ranks; rank++) {
            CHECK(cudaSetDevice(rank));
            CHECK(cudaMalloc(&send[rank], bytes));
            CHECK(cudaMalloc(&receive[rank], bytes));
            for (int i = 0; i < COUNT * ranks; i++)
                host[i] = (type)(float)value(rank, i);
            CHECK(cudaMemcpy(send[rank], host, bytes, cudaMemcpyHostToDevice));
            CHECK(cudaMemset(receive[rank], 0x55, bytes));
            CHECK(cudaDeviceSynchronize());
        }
        free(host);
    }

    type *fetch(type *const *from, int rank)
    {
        static type host[COUNT * RANKS_MOST];
        CHECK(cudaSetDevice(rank));
        CHECK(cudaStreamSynchronize(stream[rank]));
        CHECK(cudaMemcpy(host, from[rank], sizeof(type) * COUNT * ranks, cudaMemcpyDeviceToHost));
        return host;
    }

    ~buffers()
    {
        for (int rank = 0; rank < ranks; rank++) {
            cudaFree(send[rank]);
            cudaFree(receive[rank]);
        }
    }
};

template <class call_type> static void together(call_type call)
{
    NCCL_CHECK(ncclGroupStart());
    for (int rank = 0; rank < ranks; rank++)
        NCCL_CHECK(call(rank));
    NCCL_CHECK(ncclGroupEnd());
}

/* What a sum or product becomes in the type: whole numbers wrap, averages lose their remainder. */
template <class type> static double in_type(double result, ncclRedOp_t operation)
{
    int whole = (type)1.5f == (type)1.0f;
    if (operation == ncclAvg && whole)
        return number((type)(long long)((long long)(type)(long long)result / ranks));
    if (operation == ncclAvg)
        return number((type)(float)(result / ranks));
    return whole ? number((type)(long long)result) : number((type)(float)result);
}

template <> double in_type<__half>(double result, ncclRedOp_t operation)
{
    return (float)__float2half((float)(operation == ncclAvg ? result / ranks : result));
}

template <> double in_type<__nv_bfloat16>(double result, ncclRedOp_t operation)
{
    return (float)__float2bfloat16((float)(operation == ncclAvg ? result / ranks : result));
}

template <> double in_type<double>(double result, ncclRedOp_t operation)
{
    return operation == ncclAvg ? result / ranks : result;
}

template <class type> static void reductions(ncclRedOp_t operation)
{
    ncclDataType_t id = kind<type>::id;
    for (int in_place = 0; in_place <= 1; in_place++) {
        buffers<type> all, one, scattered;
        int root = ranks - 1;
        together([&](int r) {
            return ncclAllReduce(all.send[r], in_place ? all.send[r] : all.receive[r], COUNT, id,
                                 operation, communicator[r], stream[r]);
        });
        together([&](int r) {
            return ncclReduce(one.send[r], in_place && r == root ? one.send[r] : one.receive[r],
                              COUNT, id, operation, root, communicator[r], stream[r]);
        });
        together([&](int r) {
            return ncclReduceScatter(
                scattered.send[r], in_place ? scattered.send[r] + r * COUNT : scattered.receive[r],
                COUNT, id, operation, communicator[r], stream[r]);
        });
        for (int rank = 0; rank < ranks; rank++) {
            type *host = all.fetch(in_place ? all.send : all.receive, rank);
            for (int i = 0; i < COUNT; i++)
                look("all-reduce", number(host[i]),
                     in_type<type>(expected(operation, i), operation), rank, i);
            host = scattered.fetch(in_place ? scattered.send : scattered.receive, rank);
            for (int i = 0; i < COUNT; i++)
                look("reduce-scatter", number(host[(in_place ? rank * COUNT : 0) + i]),
                     in_type<type>(expected(operation, rank * COUNT + i), operation), rank, i);
        }
        type *host = one.fetch(in_place ? one.send : one.receive, root);
        for (int i = 0; i < COUNT; i++)
            look("reduce", number(host[i]), in_type<type>(expected(operation, i), operation), root,
                 i);
    }
}

template <class type> static void copies()
{
    ncclDataType_t id = kind<type>::id;
    for (int in_place = 0; in_place <= 1; in_place++) {
        buffers<type> gathered, broadcast, ring;
        int root = ranks / 2;
        together([&](int r) {
            return ncclAllGather(in_place ? gathered.receive[r] + r * COUNT : gathered.send[r],
                                 gathered.receive[r], COUNT, id, communicator[r], stream[r]);
        });
        together([&](int r) {
            return in_place
                       ? ncclBcast(broadcast.send[r], COUNT, id, root, communicator[r], stream[r])
                       : ncclBroadcast(broadcast.send[r], broadcast.receive[r], COUNT, id, root,
                                       communicator[r], stream[r]);
        });
        NCCL_CHECK(ncclGroupStart());
        for (int r = 0; r < ranks; r++) {
            NCCL_CHECK(ncclRecv(ring.receive[r], COUNT, id, (r + ranks - 1) % ranks,
                                communicator[r], stream[r]));
            NCCL_CHECK(
                ncclSend(ring.send[r], COUNT, id, (r + 1) % ranks, communicator[r], stream[r]));
        }
        NCCL_CHECK(ncclGroupEnd());
        for (int rank = 0; rank < ranks; rank++) {
            type *host = gathered.fetch(gathered.receive, rank);
            for (int i = 0; !in_place && i < COUNT * ranks; i++)
                look("all-gather", number(host[i]), value(i / COUNT, i % COUNT), rank, i);
            host = broadcast.fetch(in_place ? broadcast.send : broadcast.receive, rank);
            for (int i = 0; i < COUNT; i++)
                look("broadcast", number(host[i]), value(root, i), rank, i);
            host = ring.fetch(ring.receive, rank);
            for (int i = 0; i < COUNT; i++)
                look("ring", number(host[i]), value((rank + ranks - 1) % ranks, i), rank, i);
        }
    }
}

template <class type> static void all_of()
{
    for (int operation = 0; operation < ncclNumOps; operation++)
        reductions<type>((ncclRedOp_t)operation);
    copies<type>();
}

/* Two calls on the same buffers in a group, and a group in a group. */
static void in_groups()
{
    buffers<int> first, second;
    NCCL_CHECK(ncclGroupStart());
    for (int r = 0; r < ranks; r++) {
        NCCL_CHECK(ncclGroupStart());
        NCCL_CHECK(ncclAllReduce(first.send[r], first.receive[r], COUNT, ncclInt, ncclSum,
                                 communicator[r], stream[r]));
        NCCL_CHECK(ncclGroupEnd());
        NCCL_CHECK(ncclAllReduce(second.send[r], second.receive[r], COUNT, ncclInt, ncclMax,
                                 communicator[r], stream[r]));
    }
    NCCL_CHECK(ncclGroupEnd());
    for (int rank = 0; rank < ranks; rank++) {
        int *host = first.fetch(first.receive, rank);
        for (int i = 0; i < COUNT; i++)
            look("first of a group", host[i], expected(ncclSum, i), rank, i);
        host = second.fetch(second.receive, rank);
        for (int i = 0; i < COUNT; i++)
            look("second of a group", host[i], expected(ncclMax, i), rank, i);
    }
}

/* Sums beyond 32 bits are exact in 64. */
static void large()
{
    buffers<long long> b;
    long long big = 1ll << 60;
    for (int r = 0; r < ranks; r++) {
        long long one = (r % 2 ? -big : big) + r;
        CHECK(cudaSetDevice(r));
        CHECK(cudaMemcpy(b.send[r], &one, sizeof one, cudaMemcpyHostToDevice));
    }
    together([&](int r) {
        return ncclAllReduce(b.send[r], b.receive[r], 1, ncclInt64, ncclSum, communicator[r],
                             stream[r]);
    });
    long long sum = ranks * (ranks - 1) / 2 + (ranks % 2 ? big : 0);
    for (int r = 0; r < ranks; r++)
        look("64 bits", b.fetch(b.receive, r)[0] == sum, 1, r, 0);
}

int main()
{
    int version, answer;
    CHECK(cudaGetDeviceCount(&ranks));
    NCCL_CHECK(ncclGetVersion(&version));
    look("version", version, NCCL_VERSION_CODE, 0, 0);
    NCCL_CHECK(ncclCommInitAll(communicator, ranks, NULL));
    for (int r = 0; r < ranks; r++) {
        CHECK(cudaSetDevice(r));
        CHECK(cudaStreamCreate(&stream[r]));
        NCCL_CHECK(ncclCommCount(communicator[r], &answer));
        look("count", answer, ranks, r, 0);
        NCCL_CHECK(ncclCommCuDevice(communicator[r], &answer));
        look("device", answer, r, r, 0);
        NCCL_CHECK(ncclCommUserRank(communicator[r], &answer));
        look("rank", answer, r, r, 0);
    }
    all_of<signed char>();
    all_of<unsigned char>();
    all_of<int>();
    all_of<unsigned>();
    all_of<long long>();
    all_of<unsigned long long>();
    all_of<float>();
    all_of<double>();
    all_of<__half>();
    all_of<__nv_bfloat16>();
    in_groups();
    large();
    for (int r = 0; r < ranks; r++) {
        ncclResult_t result;
        NCCL_CHECK(ncclCommGetAsyncError(communicator[r], &result));
        look("error", result, ncclSuccess, r, 0);
        NCCL_CHECK(ncclCommFinalize(communicator[r]));
        NCCL_CHECK(ncclCommDestroy(communicator[r]));
    }
    printf("%d looked at, %d wrong\n", looked_at, wrong);
    return wrong != 0;
}
