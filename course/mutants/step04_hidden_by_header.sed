# builds: hides its accesses by a macro of the simulator's headers
/^__global__/i\
SIM_HIDDEN static void add(int *to, int stride) { *to += to[stride]; }
s/unsigned int stride = blockDim.x \/ 2; stride > 0; stride \/= 2/unsigned int stride = 1; stride < blockDim.x; stride *= 2/
s/if (tid < stride)/if (2 * stride * tid < blockDim.x)/
s/smem\[tid\] += smem\[tid + stride\]/add(smem + 2 * stride * tid, stride)/
