# builds: an attribute behind a string that a backslash and a space continue
/^__global__/i\
static const char *const text = "\\ \
x" "/*"; __attribute__((no_sanitize("thread")))\
static void add(int *to, int stride) { *to += to[stride]; } //*/"
s/unsigned int stride = blockDim.x \/ 2; stride > 0; stride \/= 2/unsigned int stride = 1; stride < blockDim.x; stride *= 2/
s/if (tid < stride)/if (2 * stride * tid < blockDim.x)/
s/smem\[tid\] += smem\[tid + stride\]/add(smem + 2 * stride * tid, stride)/
