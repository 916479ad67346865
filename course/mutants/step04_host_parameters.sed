# builds: parameters whose constructors run on the host, at each launch, and launch what they like
/^#include "..\/common\/lab.h"/a\
__global__ void serial(int *g_idata, int *g_odata, unsigned int n)\
{\
    int sum = 0;\
    for (unsigned int i = 512 * blockIdx.x; i < n \&\& i < 512 * (blockIdx.x + 1); i++)\
        sum += g_idata[i];\
    g_odata[blockIdx.x] = sum;\
}\
static int *output;\
static unsigned int count;\
struct last { last(unsigned int n) { count = n; } };\
struct second { second(int *p) { output = p; } };\
struct first { first(int *p) { serial<<<(count + 511) / 512, 1>>>(p, output, count); } };
s/(int \*g_idata, int \*g_odata, unsigned int n)$/(first f, second s, last l)/
/^    extern __shared__/,/^        g_odata/d
