/*
 * Mistakes with several devices that the argument says; tests/several_devices.t knows what is said
 * of them.
 */
#include "program.h"

static int *data[2];
static cudaStream_t stream[2];
static cudaEvent_t event[2];

static void setup()
{
    for (int device = 0; device < 2; device++) {
        CHECK(cudaSetDevice(device));
        CHECK(cudaMalloc(&data[device], 400));
        CHECK(cudaMemset(data[device], 0, 400));
        CHECK(cudaStreamCreate(&stream[device]));
        CHECK(cudaEventCreate(&event[device]));
        CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaSetDevice(0));
}

/* The error, and what either device says afterwards. */
static void after()
{
    printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
    CHECK(cudaSetDevice(1));
    printf(" %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

static void reads()
{
    add<<<1, 100>>>(data[0], data[1], 100);
    after();
}

static void writes()
{
    fill<<<1, 100>>>(data[1], 100, 1);
    after();
}

/* Device 1 may use device 0's memory, but not the other way round. */
static void other_direction()
{
    CHECK(cudaSetDevice(1));
    CHECK(cudaDeviceEnablePeerAccess(0, 0));
    CHECK(cudaSetDevice(0));
    fill<<<1, 100>>>(data[1], 100, 1);
    after();
}

static void launch()
{
    fill<<<1, 100, 0, stream[1]>>>(data[0], 100, 1);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

static void record()
{
    printf("%s\n", cudaGetErrorName(cudaEventRecord(event[0], stream[1])));
}

static void peer_named_wrong()
{
    printf("%s\n", cudaGetErrorName(cudaMemcpyPeer(data[0], 1, data[1], 0, 400)));
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        void (*run)();
    } cases[] = {{"reads", reads},   {"writes", writes}, {"other_direction", other_direction},
                 {"launch", launch}, {"record", record}, {"peer_named_wrong", peer_named_wrong}};
    setup();
    for (auto &one : cases)
        if (argc == 2 && !strcmp(one.name, argv[1]))
            one.run();
    return 0;
}
