# builds: an attribute behind a comment whose end a backslash splits
/^__global__/i\
/* *\\\
/ __attribute__((no_sanitize("thread")))\
static void add(int *to, int stride) { *to += to[stride]; } /* */
s/unsigned int stride = blockDim.x \/ 2; stride > 0; stride \/= 2/unsigned int stride = 1; stride < blockDim.x; stride *= 2/
s/if (tid < stride)/if (2 * stride * tid < blockDim.x)/
s/smem\[tid\] += smem\[tid + stride\]/add(smem + 2 * stride * tid, stride)/
