/*
 * Launches on arrays of some large pages: for large_arrays.t. The argument says which.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vector>

enum { COUNT = 2 << 20, THREADS = 256, BLOCKS = COUNT / THREADS, BYTES = 4 * COUNT };

__global__ void adds(int *to, const int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] += from[i];
}

__global__ void addsAndRaces(int *to, const int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] += from[i];
    if (i % COUNT == COUNT / 2)
        to[0] += 5;
}

__global__ void readsAll(const char *from, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (from[i] == 77)
        atomicAdd(sum, 1);
}

static std::vector<int> numbers(int step)
{
    std::vector<int> all(COUNT);
    for (int i = 0; i < COUNT; i++)
        all[i] = i % 1001 * step;
    return all;
}

static int *on_device(const std::vector<int> &all)
{
    int *array;
    cudaMalloc(&array, BYTES);
    cudaMemcpy(array, all.data(), BYTES, cudaMemcpyHostToDevice);
    return array;
}

/* Prints how many elements are not i % 1001 times that, and for the first: more by that. */
static void compare(const int *array, int times, int more)
{
    std::vector<int> found(COUNT);
    int wrong = 0;
    cudaMemcpy(found.data(), array, BYTES, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++)
        wrong += found[i] != i % 1001 * times + (i ? 0 : more);
    printf("%d wrong\n", wrong);
}

static void run_again()
{
    int *to = on_device(numbers(1)), *from = on_device(numbers(2));
    addsAndRaces<<<BLOCKS, THREADS>>>(to, from);
    compare(to, 3, 5);
}

static void turns()
{
    int *to = on_device(numbers(1)), *from = on_device(numbers(2));
    adds<<<BLOCKS, THREADS>>>(to, from);
    adds<<<BLOCKS, THREADS>>>(to, from);
    cudaMemcpy(from, numbers(7).data(), BYTES, cudaMemcpyHostToDevice);
    adds<<<BLOCKS, THREADS>>>(to, from);
    cudaMemcpy((char *)to + BYTES / 2, numbers(12).data() + COUNT / 2, BYTES / 2,
               cudaMemcpyHostToDevice);
    adds<<<BLOCKS, THREADS>>>(from, to); /* 12 + 7 */
    adds<<<BLOCKS, THREADS>>>(from, to);
    compare(from, 31, 0);
}

static void end(int)
{
    static const char text[] = "a signal\n";
    if (write(1, text, sizeof text - 1) < 0)
        _exit(2);
    _exit(1);
}

static void own_handler()
{
    int *to = on_device(numbers(1)), *from = on_device(numbers(2));
    adds<<<BLOCKS, THREADS>>>(from, to); /* 3 */
    signal(SIGSEGV, end);
    adds<<<BLOCKS, THREADS>>>(to, from);
    compare(to, 4, 0);
}

/* All but the middle, from an address inside a page to one inside another. */
static void partly_written()
{
    static char host[4 << 20], all[4 << 20];
    int *sum;
    char *array;
    cudaMalloc(&array, sizeof host);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    cudaMemcpy(array, host, (1 << 20) + 24, cudaMemcpyHostToDevice);
    cudaMemcpy(array + (1 << 20) + 24 + (3 << 19), host, (3 << 19) - 24, cudaMemcpyHostToDevice);
    cudaMemcpy(all, array, sizeof all, cudaMemcpyDeviceToHost);
    readsAll<<<sizeof host / THREADS, THREADS>>>(array, sum);
    cudaDeviceSynchronize();
}

/* Its middle is read: a part that is no edge of it. */
static void freed()
{
    int *to = on_device(numbers(1)), *from = on_device(numbers(2));
    cudaFree(from);
    adds<<<1, THREADS>>>(to, from + COUNT / 2);
    cudaDeviceSynchronize();
}

/* Bytes of memory that are this process's alone. */
static size_t taken()
{
    char line[256];
    long kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        sscanf(line, "RssAnon: %ld", &kilobytes);
    if (file)
        fclose(file);
    return kilobytes * 1024;
}

/* The arrays are read alone: by a launch whose threads all load the same words. */
__global__ void reads(const int *a, const int *b, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] + b[i] == -1)
        *sum = 1;
}

static void memory()
{
    std::vector<int> some = numbers(1);
    int *sum;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    reads<<<1, THREADS>>>(on_device(std::vector<int>(COUNT)), on_device(std::vector<int>(COUNT)),
                          sum); /* what each program takes */
    size_t before = taken();
    int *a = on_device(some), *b = on_device(some);
    reads<<<BLOCKS, THREADS>>>(a, b, sum);
    cudaDeviceSynchronize();
    printf("%zu for arrays of %d\n", taken() - before, BYTES);
}

int main(int count, char **argument)
{
    static const struct {
        const char *name;
        void (*function)();
    } all[] = {{"run_again", run_again},           {"turns", turns}, {"own_handler", own_handler},
               {"partly_written", partly_written}, {"freed", freed}, {"memory", memory}};
    for (const auto &one : all)
        if (count > 1 && !strcmp(argument[1], one.name))
            one.function();
    return 0;
}
