/*
 * Many flags, each with a memory order of its own: block 0 hands over a number behind each, but
 * stores one of the flags without a release.
 */
#include <cuda/atomic>

#include "main.h"

#define FLAGS 2500

__global__ void hand_over(const int *data, int *numbers, int *flags, int *total)
{
    if (threadIdx.x)
        return;
    int sum = 0;
    for (int i = 0; i < FLAGS; i++) {
        cuda::atomic_ref<int, cuda::thread_scope_device> flag(flags[i]);
        if (blockIdx.x == 0) {
            numbers[i] = data[i];               /* also: race between blocks */
#ifndef SOUND
            if (i == 70)
                flag.store(1, cuda::memory_order_relaxed);
            else
#endif
                flag.store(1, cuda::memory_order_release);
        } else {
            while (!flag.load(cuda::memory_order_acquire))
                ;
            sum += numbers[i];                  /* finding: race between blocks */
        }
    }
    if (blockIdx.x == 1)
        *total = sum;
}

int main(void)
{
    int *data = device_input(FLAGS), *numbers = device_array(FLAGS), *flags = device_zeros(FLAGS);
    int *total = device_zeros(1);
    hand_over<<<2, 32>>>(data, numbers, flags, total);
    return verdict(sum_on_host(total, 1), true_sum(FLAGS));
}
