# idea: the distant pairs of step 03
s/unsigned int stride = blockDim.x \/ 2; stride > 0; stride \/= 2/unsigned int stride = 1; stride < blockDim.x; stride *= 2/
s/if (tid < stride)/if (2 * stride * tid < blockDim.x)/
s/smem\[tid\] += smem\[tid + stride\]/smem[2 * stride * tid] += smem[2 * stride * tid + stride]/
