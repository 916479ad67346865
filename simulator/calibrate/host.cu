/*
 * What a host sees of its device: how long calls take, and copies between their memories. Prints
 * csv: quantity,value,unit. Each is the least of some runs, as other programs may keep the host from
 * its work.
 */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cases.h"

enum { RUNS = 30, SMALL = 1 << 16, LARGE = 1 << 28 };

__global__ void empty(void) {}

/* Spins for a number of cycles. */
__global__ void wait(long long cycles)
{
    long long begin = clock64();
    while (clock64() - begin < cycles)
        continue;
}

static double microseconds(void)
{
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(now).count();
}

static void print(const char *quantity, double value, const char *unit)
{
    printf("%s,%.6g,%s\n", quantity, value, unit);
}

static void time_launches(void)
{
    double launch = 1e9, whole = 1e9;
    for (int run = 0; run < RUNS; run++) {
        double begin = microseconds();
        empty<<<1, 32>>>();
        double launched = microseconds() - begin;
        CHECK(cudaDeviceSynchronize());
        double done = microseconds() - begin;
        launch = launched < launch ? launched : launch;
        whole = done < whole ? done : whole;
    }
    print("launch", launch, "us");
    print("launch_and_wait", whole, "us");
}

/* How long a question takes whose answer is no, on average. */
static void time_queries(int of_stream)
{
    cudaEvent_t event;
    double each = 1e9;
    CHECK(cudaEventCreate(&event));
    for (int run = 0; run < RUNS; run++) {
        wait<<<1, 1>>>(2000000);
        CHECK(cudaEventRecord(event));
        double begin = microseconds();
        long asked = 0;
        while ((of_stream ? cudaStreamQuery(0) : cudaEventQuery(event)) == cudaErrorNotReady)
            asked++;
        double mean = (microseconds() - begin) / (double)asked;
        each = mean < each ? mean : each;
    }
    print(of_stream ? "stream_query" : "event_query", 1e3 * each, "ns");
    CHECK(cudaEventDestroy(event));
}

/* The least time of a copy from or to the device. */
static double copy(void *target, const void *source, size_t bytes, enum cudaMemcpyKind kind)
{
    double least = 1e9;
    for (int run = 0; run < RUNS; run++) {
        double begin = microseconds();
        CHECK(cudaMemcpy(target, source, bytes, kind));
        double took = microseconds() - begin;
        least = took < least ? took : least;
    }
    return least;
}

static void time_copies(const char *memory, char *host, char *device)
{
    static const char *const ways[] = {"to_device", "to_host"};
    char quantity[64];
    for (int way = 0; way < 2; way++) {
        void *target = way ? host : device;
        const void *source = way ? device : host;
        enum cudaMemcpyKind kind = way ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
        snprintf(quantity, sizeof quantity, "%s_%s_small", memory, ways[way]);
        print(quantity, copy(target, source, SMALL, kind), "us");
        snprintf(quantity, sizeof quantity, "%s_%s", memory, ways[way]);
        print(quantity, LARGE / copy(target, source, LARGE, kind) / 1e3, "GB/s");
    }
}

int main(void)
{
    char *device, *pinned, *pageable = (char *)malloc(LARGE);
    CHECK(cudaMalloc(&device, LARGE));
    CHECK(cudaMallocHost(&pinned, LARGE));
    if (!pageable)
        return 3;
    memset(pageable, 1, LARGE);
    memset(pinned, 1, LARGE);
    CHECK(cudaMemset(device, 1, LARGE));
    printf("quantity,value,unit\n");
    time_launches();
    time_queries(0);
    time_queries(1);
    time_copies("pinned", pinned, device);
    time_copies("pageable", pageable, device);
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(pinned));
    free(pageable);
    return 0;
}
