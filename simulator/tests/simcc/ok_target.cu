// NV_IF_TARGET and its like: what host and device see of one function.
// out: host 1 2 4 7, device 11 12 14 17
#include <cuda_runtime.h>
#include <nv/target>
#include <stdio.h>

__host__ __device__ void numbers(int *out)
{
    NV_IF_TARGET(NV_IS_HOST, (out[0] = 1; int more = 2; out[1] = more;))
    NV_IF_TARGET(NV_IS_DEVICE, (out[0] = 11;), (out[2] = 4;))
    NV_IF_ELSE_TARGET(NV_PROVIDES_SM_70, (out[1] = 12; out[2] = 13 + (threadIdx.x == 0);), (out[3] = 7;))
    NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_80, (out[3] = 15;),
                       NV_PROVIDES_SM_100, (out[3] = 16;),
                       NV_PROVIDES_SM_60, (out[3] = 17;),
                       NV_IS_DEVICE, (out[3] = 18;))
}

__global__ void ask(int *out)
{
    numbers(out);
}

int main()
{
    int host[4] = {}, device[4], *memory;
    numbers(host);
    cudaMalloc(&memory, sizeof device);
    ask<<<1, 1>>>(memory);
    cudaMemcpy(device, memory, sizeof device, cudaMemcpyDeviceToHost);
    printf("host %d %d %d %d, device %d %d %d %d\n", host[0], host[1], host[2], host[3], device[0],
           device[1], device[2], device[3]);
    return 0;
}
