/*
 * What is not done when the host asks.
 *     not_done CASE
 * event, stream: asks until it is, and prints whether it was not some times; then the error
 * that is remembered. elapsed: asks for the time between events that are not over, and then for that
 * of those that are. worked: the same after work of the host's own that takes longer. once: an event
 * that was never recorded, and one that was waited for. thread: another host thread asks.
 */
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#define N        (1 << 13)
#define LAUNCHES 2000 /* take so long that a busy machine does not matter */

/* One load waits for the other: it takes a device long, and the simulator hardly any time. */
__global__ void wander(int *a)
{
    int at = 0;
    for (int i = 0; i < N; i++)
        at = a[at];
    a[0] = at;
}

static void work(int milliseconds)
{
    auto began = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - began < std::chrono::milliseconds(milliseconds))
        continue;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "once";
    cudaEvent_t start, stop;
    float milliseconds = -1;
    int *a, asked = 0;
    cudaError_t error = cudaSuccess;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMalloc(&a, N * sizeof *a);
    cudaMemset(a, 0, N * sizeof *a);
    cudaDeviceSynchronize();
    cudaEventRecord(start);
    for (int i = 0; i < LAUNCHES; i++) /* few of them are run: they repeat each other */
        wander<<<1, 1>>>(a);
    cudaEventRecord(stop);
    if (!strcmp(what, "event") || !strcmp(what, "stream")) {
        while ((error = *what == 'e' ? cudaEventQuery(stop) : cudaStreamQuery(0)) == cudaErrorNotReady)
            asked++;
        printf("%d, %s, %s\n", asked > 2, cudaGetErrorName(error),
               cudaGetErrorName(cudaGetLastError()));
    } else if (!strcmp(what, "elapsed") || !strcmp(what, "worked")) {
        if (*what == 'w')
            work(700);
        error = cudaEventElapsedTime(&milliseconds, start, stop);
        printf("%s, %d, %s\n", cudaGetErrorName(error), milliseconds >= 0, cudaGetErrorName(cudaGetLastError()));
        cudaEventSynchronize(stop);
        error = cudaEventElapsedTime(&milliseconds, start, stop);
        printf("%s, %d\n", cudaGetErrorName(error), milliseconds > 0);
    } else if (!strcmp(what, "once")) {
        cudaEvent_t never;
        cudaEventCreate(&never);
        printf("%s, ", cudaGetErrorName(cudaEventQuery(never)));
        cudaEventSynchronize(stop);
        printf("%s, %s\n", cudaGetErrorName(cudaEventQuery(stop)), cudaGetErrorName(cudaStreamQuery(0)));
    } else if (!strcmp(what, "thread")) {
        std::thread([&] {
            while ((error = cudaEventQuery(stop)) == cudaErrorNotReady)
                asked++;
        }).join();
        printf("%s\n", cudaGetErrorName(error));
    }
    return cudaDeviceSynchronize();
}
