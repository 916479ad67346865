/*
 * Launches that the simulator runs a second time, as something may be wrong in them: what they find
 * in memory is what was there before the first time. Prints for each array how many numbers are
 * wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT   (3 * 262144 + 7) /* numbers, a little over 3 MiB */
#define CHANGED 97               /* each of so many */

__device__ int last_block;

enum kind { ZEROS, SAME, ONE_OTHER, OTHER_END, DIFFERENT };
static const char *const names[] = {"zeros", "same", "one other", "other end", "different"};

/*
 * A second time, it would add to what it has added. Its race has the simulator run it again: the
 * first launch, of which there is one for each kind.
 */
template <kind> __global__ void add(int *data)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i * CHANGED < COUNT;
         i += gridDim.x * blockDim.x)
        data[i * CHANGED] += 5;
    if (threadIdx.x == 0)
        last_block = blockIdx.x;
}

__global__ void read_unwritten(int *data)
{
    data[2 * threadIdx.x] = data[2 * threadIdx.x + 1];
    data[2 * threadIdx.x + 1] = 0;
}

static void fill(int *numbers, kind kind)
{
    for (int i = 0; i < COUNT; i++)
        numbers[i] = kind == ZEROS ? 0 : kind == DIFFERENT ? i : 1234567;
    if (kind == ONE_OTHER)
        numbers[300000] = 7;
    if (kind == OTHER_END)
        numbers[COUNT - 1] = 7;
}

template <kind array> static void check(int *before, int *after)
{
    int *data, wrong = 0;

    fill(before, array);
    cudaMalloc(&data, COUNT * sizeof(int));
    cudaMemcpy(data, before, COUNT * sizeof(int), cudaMemcpyHostToDevice);
    add<array><<<8, 64>>>(data);
    cudaMemcpy(after, data, COUNT * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    for (int i = 0; i < COUNT; i++)
        wrong += after[i] != before[i] + (i % CHANGED ? 0 : 5);
    printf("%s: %d wrong\n", names[array], wrong);
}

int main(void)
{
    int *before = (int *)malloc(COUNT * sizeof(int)), *after = (int *)malloc(COUNT * sizeof(int));
    int *unwritten;

    check<ZEROS>(before, after);
    check<SAME>(before, after);
    check<ONE_OTHER>(before, after);
    check<OTHER_END>(before, after);
    check<DIFFERENT>(before, after);
    cudaMalloc(&unwritten, COUNT * sizeof(int));
    read_unwritten<<<1, 32>>>(unwritten);
    cudaMemcpy(after, unwritten, COUNT * sizeof(int), cudaMemcpyDeviceToHost);
    printf("junk: %s\n", after[0] == after[COUNT - 1] ? "as it was" : "changed");
    return 0;
}
