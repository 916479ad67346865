/*
 * What belongs to a device: the current one, memory, variables, streams, events, pools. Prints a
 * line for each question; tests/several_devices.t knows the answers for three devices.
 */
#include <thread>

#include "program.h"

__device__ int variable = 5;
__constant__ int constant[2] = {7, 8};
__managed__ int managed;

__global__ void change(int add)
{
    variable += add;
    managed += add;
}

__global__ void read_constant(int *result)
{
    result[0] = constant[1];
    result[1] = variable;
}

__global__ void touch(int *data)
{
    data[threadIdx.x] += 1;
}

static void say(const char *what, cudaError_t error)
{
    printf("%s: %s\n", what, cudaGetErrorName(error));
    cudaGetLastError();
}

static void current_device()
{
    int device, count;
    CHECK(cudaGetDeviceCount(&count));
    CHECK(cudaGetDevice(&device));
    printf("devices %d, current %d\n", count, device);
    CHECK(cudaSetDevice(2));
    std::thread([] {
        int device;
        CHECK(cudaGetDevice(&device));
        CHECK(cudaSetDevice(1));
        printf("a new thread: %d\n", device);
    }).join();
    CHECK(cudaGetDevice(&device));
    printf("this one: %d\n", device);
    say("device 3", cudaSetDevice(3));
    say("device -1", cudaSetDevice(-1));
    CHECK(cudaGetDevice(&device));
    printf("still %d\n", device);
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 2));
    say("properties of device 3", cudaGetDeviceProperties(&properties, 3));
}

static void variables()
{
    for (int device = 0; device < 3; device++) {
        CHECK(cudaSetDevice(device));
        for (int i = 0; i <= device; i++)
            change<<<1, 1>>>(10);
        CHECK(cudaDeviceSynchronize());
    }
    for (int device = 0; device < 3; device++) {
        int value;
        CHECK(cudaSetDevice(device));
        CHECK(cudaMemcpyFromSymbol(&value, variable, sizeof value));
        printf("variable on device %d: %d\n", device, value);
    }
    printf("managed: %d\n", managed);

    int values[2] = {70, 80}, *result, host[2];
    CHECK(cudaSetDevice(1));
    CHECK(cudaMemcpyToSymbol(constant, values, sizeof values));
    for (int device = 0; device < 3; device++) {
        CHECK(cudaSetDevice(device));
        CHECK(cudaMalloc(&result, sizeof host));
        read_constant<<<1, 1>>>(result);
        CHECK(cudaMemcpy(host, result, sizeof host, cudaMemcpyDeviceToHost));
        printf("kernel on device %d: %d %d\n", device, host[0], host[1]);
    }
    void *address;
    int value;
    CHECK(cudaSetDevice(2));
    CHECK(cudaGetSymbolAddress(&address, variable));
    CHECK(cudaSetDevice(0));
    CHECK(cudaMemcpy(&value, address, sizeof value, cudaMemcpyDeviceToHost));
    printf("by its address: %d\n", value);
}

static void memory()
{
    int *data[3], host = 0;
    size_t left, total;
    cudaPointerAttributes attributes;
    for (int device = 0; device < 3; device++) {
        CHECK(cudaSetDevice(device));
        CHECK(cudaMalloc(&data[device], 40 << 20));
        CHECK(cudaMemset(data[device], device + 1, 4));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemGetInfo(&left, &total));
        CHECK(cudaPointerGetAttributes(&attributes, data[device]));
        printf("device %d: %zu of %zu MiB left, pointer of device %d\n", device, left >> 20,
               total >> 20, attributes.device);
    }
    int *more;
    say("too much", cudaMalloc(&more, 40 << 20));
    CHECK(cudaMemcpyPeer(data[0], 0, data[2], 2, 4));
    CHECK(cudaMemcpy(data[1], data[0], 4, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(&host, data[1], 4, cudaMemcpyDefault));
    printf("through three devices: %08x\n", host);
    say("peer of device 3", cudaMemcpyPeer(data[0], 0, data[2], 3, 4));
    CHECK(cudaSetDevice(0));
    for (int device = 0; device < 3; device++)
        CHECK(cudaFree(data[device]));
    CHECK(cudaMemGetInfo(&left, &total));
    printf("freed: %zu MiB\n", left >> 20);
}

static void peers()
{
    int possible;
    for (int device = 0; device < 2; device++) {
        CHECK(cudaDeviceCanAccessPeer(&possible, device, 1));
        printf("device %d may ask for device 1: %d\n", device, possible);
    }
    CHECK(cudaSetDevice(0));
    say("enabled", cudaDeviceEnablePeerAccess(1, 0));
    say("again", cudaDeviceEnablePeerAccess(1, 0));
    say("itself", cudaDeviceEnablePeerAccess(0, 0));
    say("nobody", cudaDeviceEnablePeerAccess(3, 0));
    say("flags", cudaDeviceEnablePeerAccess(2, 1));
    int *data, host[32];
    CHECK(cudaSetDevice(1));
    CHECK(cudaMalloc(&data, sizeof host));
    CHECK(cudaMemset(data, 0, sizeof host));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaSetDevice(0));
    touch<<<1, 32>>>(data);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    printf("device 0 has written %d\n", host[31]);
    say("disabled", cudaDeviceDisablePeerAccess(1));
    say("twice", cudaDeviceDisablePeerAccess(1));
}

static void streams()
{
    cudaStream_t stream[2];
    cudaEvent_t event[2], later;
    float time;
    for (int device = 0; device < 2; device++) {
        CHECK(cudaSetDevice(device));
        CHECK(cudaStreamCreate(&stream[device]));
        CHECK(cudaEventCreate(&event[device]));
        CHECK(cudaEventRecord(event[device], stream[device]));
    }
    CHECK(cudaSetDevice(0));
    CHECK(cudaEventCreate(&later));
    CHECK(cudaEventRecord(later, stream[0]));
    CHECK(cudaEventSynchronize(later));
    say("times of one device", cudaEventElapsedTime(&time, event[0], later));
    say("times of two", cudaEventElapsedTime(&time, event[0], event[1]));
    say("wait for the other's event", cudaStreamWaitEvent(stream[0], event[1], 0));
    say("synchronise the other's", cudaStreamSynchronize(stream[1]));
    int *data;
    CHECK(cudaMalloc(&data, 128));
    say("copy in the other's stream", cudaMemsetAsync(data, 0, 128, stream[1]));
    CHECK(cudaStreamSynchronize(stream[1]));
}

__global__ void allocate(int *worked)
{
    void *place = malloc(1000);
    *worked = place != nullptr;
    free(place);
}

static void limits()
{
    int *worked, host;
    size_t limit;
    CHECK(cudaSetDevice(1));
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 999));
    for (int device = 0; device < 2; device++) {
        CHECK(cudaSetDevice(device));
        CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
        CHECK(cudaMalloc(&worked, sizeof(int)));
        allocate<<<1, 1>>>(worked);
        CHECK(cudaMemcpy(&host, worked, sizeof(int), cudaMemcpyDeviceToHost));
        printf("heap of device %d: %zu bytes, 1000 fit: %d\n", device, limit, host);
    }
}

static void pools()
{
    cudaMemPool_t pool[2];
    int *data;
    cudaStream_t stream;
    cudaPointerAttributes attributes;
    CHECK(cudaDeviceGetDefaultMemPool(&pool[0], 0));
    CHECK(cudaDeviceGetDefaultMemPool(&pool[1], 1));
    printf("pools differ: %d\n", pool[0] != pool[1]);
    CHECK(cudaSetDevice(1));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaSetDevice(0));
    CHECK(cudaMallocAsync(&data, 100, stream));
    CHECK(cudaPointerGetAttributes(&attributes, data));
    printf("memory of a stream of device 1: device %d\n", attributes.device);
    say("pool of another device", cudaDeviceSetMemPool(0, pool[1]));
}

int main()
{
    current_device();
    variables();
    memory();
    peers();
    streams();
    limits();
    pools();
    return 0;
}
