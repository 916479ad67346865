/*
 * What the host's clocks tell of a kernel, and of the host's own work.
 *     host_clock CASE
 * gettimeofday, monotonic, realtime, steady, system, high_resolution, processor: milliseconds that a
 * launch took by that clock without waiting for it, with waiting, and by events. work: milliseconds
 * of the host's own work by the program's clock and by the machine's. order: prints how often a
 * clock went back. threads: the same, while another host thread calls the runtime all the time. none: asks for the time before and after the host's own work, after a launch.
 * never: does not ask. thread: a second host thread launches and waits; milliseconds by its clock
 * and by the machine's. nothing: what no clock has.
 */
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <sys/syscall.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

#define N (1 << 20)

__global__ void add(float *a)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        a[i] += 1;
}

static double of(const struct timespec &time)
{
    return 1e3 * time.tv_sec + 1e-6 * time.tv_nsec;
}

static double real_milliseconds()
{
    struct timespec time;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
    return of(time);
}

template <typename clock> static double chrono_milliseconds()
{
    return std::chrono::duration<double, std::milli>(clock::now().time_since_epoch()).count();
}

static double milliseconds(const char *which)
{
    struct timespec time;
    struct timeval of_day;
    struct timezone zone;
    if (!strcmp(which, "steady"))
        return chrono_milliseconds<std::chrono::steady_clock>();
    if (!strcmp(which, "system"))
        return chrono_milliseconds<std::chrono::system_clock>();
    if (!strcmp(which, "high_resolution"))
        return chrono_milliseconds<std::chrono::high_resolution_clock>();
    if (!strcmp(which, "processor"))
        return 1e3 * clock() / CLOCKS_PER_SEC;
    if (!strcmp(which, "gettimeofday")) {
        gettimeofday(&of_day, &zone);
        return 1e3 * of_day.tv_sec + 1e-3 * of_day.tv_usec;
    }
    clock_gettime(!strcmp(which, "realtime")       ? CLOCK_REALTIME
                  : !strcmp(which, "thread_clock") ? CLOCK_THREAD_CPUTIME_ID
                                                   : CLOCK_MONOTONIC,
                  &time);
    return of(time);
}

static void work()
{
    volatile double sum = 0;
    for (int i = 0; i < 50000000; i++)
        sum = sum + i;
}

static void launch(float *a)
{
    add<<<1024, 256>>>(a);
}

static void time_launch(float *a, const char *which)
{
    cudaEvent_t start, stop;
    float by_events;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    double began = milliseconds(which);
    cudaEventRecord(start);
    launch(a);
    cudaEventRecord(stop);
    double launched = milliseconds(which);
    cudaDeviceSynchronize();
    double done = milliseconds(which);
    cudaEventElapsedTime(&by_events, start, stop);
    printf("%.6f %.6f %.6f\n", launched - began, done - began, by_events);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "never";
    float *a;
    cudaMalloc(&a, N * sizeof *a);
    cudaMemset(a, 0, N * sizeof *a);
    cudaDeviceSynchronize();
    if (!strcmp(what, "work") || !strcmp(what, "none")) {
        launch(a);
        cudaDeviceSynchronize();
        double began = milliseconds("steady"), really = real_milliseconds();
        work();
        double took = milliseconds("steady") - began;
        printf("%.6f %.6f\n", took, real_milliseconds() - really);
    } else if (!strcmp(what, "order")) {
        int back = 0;
        double last[3] = {0, 0, 0};
        for (int i = 0; i < 200; i++) {
            if (i % 10 == 0)
                launch(a);
            if (i % 20 == 5)
                cudaDeviceSynchronize();
            const char *clocks[] = {"monotonic", "processor", "thread_clock"};
            for (int k = 0; k < 3; k++) {
                double now = milliseconds(clocks[k]);
                back += now < last[k];
                last[k] = now;
            }
        }
        printf("%d\n", back);
    } else if (!strcmp(what, "threads")) {
        std::atomic<bool> is_over(false);
        std::thread other([&is_over, a] {
            while (!is_over)
                launch(a);
        });
        int back = 0;
        double last[3] = {0, 0, 0};
        for (int i = 0; i < 300000; i++) {
            const char *clocks[] = {"monotonic", "processor", "realtime"};
            for (int k = 0; k < 3; k++) {
                double now = milliseconds(clocks[k]);
                back += now < last[k];
                last[k] = now;
            }
        }
        is_over = true;
        other.join();
        printf("%d\n", back);
    } else if (!strcmp(what, "never")) {
        launch(a);
        puts("not asked");
    } else if (!strcmp(what, "thread")) {
        std::thread([a] {
            double began = milliseconds("monotonic"), really = real_milliseconds();
            launch(a);
            cudaDeviceSynchronize();
            printf("%.6f %.6f\n", milliseconds("monotonic") - began, real_milliseconds() - really);
        }).join();
    } else if (!strcmp(what, "nothing")) {
        struct timespec time = {1, 2};
        int result = clock_gettime((clockid_t)1000, &time);
        printf("%d %ld %ld\n", result, (long)time.tv_sec, time.tv_nsec);
    } else {
        time_launch(a, what);
    }
    return cudaDeviceSynchronize();
}
