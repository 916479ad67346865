#include "cool_cache.h"

#ifdef __SIMCC__
#include "exit_status.h"

#include <sim/sim.h>

struct cache open_cache(int device, int stays_warm)
{
    struct cache cache = {};

    (void)device;
    // each of the lab's programs comes here before it launches anything
    sim_findings_end_with(EXIT_WRONG_SUM);
    cache.stays_warm = stays_warm;
    cache.wait_cycles = 1;
    return cache;
}

void cool_cache(const struct cache *cache)
{
    if (cache->stays_warm)
        sim_keep_busy();
    else
        sim_cool_cache(); // and keeps busy once
    for (long long wait = 1; wait < cache->wait_cycles; wait++)
        sim_keep_busy();
}

double empty_launch(const struct cache *cache, int launches)
{
    (void)cache;
    (void)launches;
    return sim_empty_launch() / 1e6;
}
#else
#include "check.h"
#include "memory.h"
#include "statistics.h"

// longer than a host takes to queue a kernel and the events around it
static const double WAIT_SECONDS = 50e-6;

// caches do not drop their oldest lines in strict order: for most of them this is several times
// what they hold
static const size_t SCRATCH_LEAST = 256000000;

enum { LAUNCHES_LEAST = 5, BLOCK = 512, BLOCKS_PER_MULTIPROCESSOR = 4 };

/* Reads everything and writes nothing: all numbers are 0, which the compiler cannot know. */
static __global__ void readScratch(int4 *scratch, size_t count)
{
    int found = 0;

    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        found |= scratch[i].x | scratch[i].y | scratch[i].z | scratch[i].w;
    if (found != 0)
        scratch->x = found;
}

static __global__ void waitForHost(long long cycles)
{
    long long start = clock64();

    while (clock64() - start < cycles)
        ;
}

static __global__ void emptyKernel(void)
{
}

static int attribute(enum cudaDeviceAttr which, int device)
{
    int value = 0;

    CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

struct cache open_cache(int device, int stays_warm)
{
    struct cache cache = {};
    size_t twice = 2 * (size_t)attribute(cudaDevAttrL2CacheSize, device);

    cache.stays_warm = stays_warm;
    cache.reading_blocks =
        BLOCKS_PER_MULTIPROCESSOR * attribute(cudaDevAttrMultiProcessorCount, device);
    cache.scratch_bytes = twice > SCRATCH_LEAST ? twice : SCRATCH_LEAST;
    CHECK(cudaMalloc(&cache.d_scratch, cache.scratch_bytes));
    CHECK(cudaMemset(cache.d_scratch, 0, cache.scratch_bytes));
    // the attribute is in kHz
    cache.wait_cycles = (long long)(WAIT_SECONDS * 1e3 * attribute(cudaDevAttrClockRate, device));
    return cache;
}

static void keep_busy(const struct cache *cache)
{
    waitForHost<<<1, 1>>>(cache->wait_cycles);
    CHECK(cudaGetLastError());
}

void cool_cache(const struct cache *cache)
{
    if (!cache->stays_warm) {
        readScratch<<<cache->reading_blocks, BLOCK>>>((int4 *)cache->d_scratch,
                                                      cache->scratch_bytes / sizeof(int4));
        CHECK(cudaGetLastError());
    }
    keep_busy(cache);
}

double empty_launch(const struct cache *cache, int launches)
{
    if (launches == 0)
        return 0;
    int count = launches > LAUNCHES_LEAST ? launches : LAUNCHES_LEAST;
    double *times = (double *)allocate(count * sizeof(double));
    cudaEvent_t start, stop;
    float milliseconds;

    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    for (int i = -1; i < count; i++) { // -1 warms up
        keep_busy(cache);
        CHECK(cudaEventRecord(start));
        emptyKernel<<<1, 1>>>();
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
        if (i >= 0)
            times[i] = milliseconds;
    }
    double median = statistics_of(times, count).median;
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    free(times);
    return median;
}
#endif
