// What the host writes to managed and pinned memory without a word is written: single bytes,
// structures with padding, a part of an array, what a call or a copy brings.
// out: bytes 7 8
// out: structures 30 3
// out: copied 5 6
// out: again 9 10
// out: odd 3
// out: filled 42
// out: registered 11
// err: simulator: note: uninitialised read: ok_host_writes.cu:101
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct alignas(32) padded {
    char first;
    double last;
};
struct particle {
    float x, y, z, vx, vy, vz;
    double energy[2];
    int id;
};

__global__ void add(int *to, const signed char *bytes) { to[threadIdx.x] += bytes[threadIdx.x]; }
__global__ void move(padded *to, const padded *from, particle *p, const particle *q)
{
    to[threadIdx.x] = from[threadIdx.x];
    p[threadIdx.x] = q[threadIdx.x];
}
__global__ void increase(int *p) { p[threadIdx.x]++; }
__global__ void sum(const unsigned char *p, int n, int *to)
{
    for (int i = 0; i < n; i++)
        *to += p[i];
}

template <class T> static T *managed(size_t count)
{
    T *pointer;
    cudaMallocManaged(&pointer, count * sizeof(T));
    return pointer;
}

int main()
{
    int *numbers = managed<int>(2), *device;
    signed char *bytes = managed<signed char>(2);
    numbers[0] = numbers[1] = 5;
    bytes[0] = 2;
    bytes[1] = 3;
    cudaMemPrefetchAsync(numbers, 8, {cudaMemLocationTypeDevice, 0}, 0, 0);
    cudaStreamAttachMemAsync(0, numbers, 0, cudaMemAttachGlobal);
    add<<<1, 2>>>(numbers, bytes);
    cudaDeviceSynchronize();
    printf("bytes %d %d\n", numbers[0], numbers[1]);

    padded *from = managed<padded>(10), *to = managed<padded>(10);
    particle *particles = managed<particle>(10), *others = managed<particle>(10);
    for (int i = 0; i < 10; i++) {
        from[i].last = 30;
        particles[i].id = 3;
    }
    move<<<1, 10>>>(to, from, others, particles);
    cudaDeviceSynchronize();
    printf("structures %g %d\n", to[9].last, others[9].id);

    int *pinned;
    cudaHostAlloc((void **)&pinned, 1000, cudaHostAllocMapped);
    cudaMalloc(&device, 1000);
    pinned[100] = 4;
    pinned[101] = 5;
    cudaMemcpy(device, pinned + 100, 8, cudaMemcpyHostToDevice);
    increase<<<1, 2>>>(device);
    cudaMemcpy(pinned, device, 1000, cudaMemcpyDeviceToHost);
    printf("copied %d %d\n", pinned[0], pinned[1]);
    for (int i = 0; i < 250; i++) /* what nobody had written on the device, either */
        pinned[i] = 8 + i;
    increase<<<1, 250>>>(pinned);
    cudaMemcpy(device, pinned, 1000, cudaMemcpyHostToDevice);
    increase<<<1, 250>>>(device);
    cudaDeviceSynchronize();
    printf("again %d %d\n", pinned[0], pinned[1]);

    unsigned char *odd = managed<unsigned char>(3);
    int *total = managed<int>(1);
    *total = 0;
    memset(odd, 1, 3);
    sum<<<1, 1>>>(odd, 3, total);
    cudaDeviceSynchronize();
    printf("odd %d\n", *total);
    *total = 0;
    cudaMemset(odd, 14, 3);
    sum<<<1, 1>>>(odd, 3, total);
    cudaDeviceSynchronize();
    printf("filled %d\n", *total);

    int *host = (int *)malloc(1000);
    cudaMalloc(&device, 1000);
    cudaHostRegister(host, 1000, 0);
    cudaMemcpy(host, device, 1000, cudaMemcpyDeviceToHost);
    host[9] = 10;
    increase<<<1, 10>>>(host);
    cudaDeviceSynchronize();
    printf("registered %d\n", host[9]);
    cudaHostUnregister(host);
    free(host);
    return 0;
}
