// Integer intrinsics against plain C, bit by bit.
// out: wrong: 0
#include <stdio.h>

typedef unsigned int u32;
typedef unsigned long long u64;

__device__ int wrong;

#define SAME(value, expected)                                                            \
    do {                                                                                 \
        if ((value) != (expected)) {                                                     \
            printf("%s is not %s for %#x %#x\n", #value, #expected, x, y);               \
            wrong++;                                                                     \
        }                                                                                \
    } while (0)

__device__ int bits(u64 x) { int n = 0; for (; x; x &= x - 1) n++; return n; }
__device__ int lowest(u64 x) { for (int i = 0; i < 64; i++) if (x >> i & 1) return i + 1; return 0; }
__device__ int leading(u64 x, int width) { int n = 0; while (n < width && !(x >> (width - 1 - n) & 1)) n++; return n; }
__device__ u64 reversed(u64 x, int width) { u64 r = 0; for (int i = 0; i < width; i++) r |= (x >> i & 1) << (width - 1 - i); return r; }
__device__ u32 permuted(u32 x, u32 y, u32 s)
{
    unsigned char in[8], out[4];
    for (int i = 0; i < 4; i++)
        in[i] = (unsigned char)(x >> 8 * i), in[i + 4] = (unsigned char)(y >> 8 * i);
    for (int i = 0; i < 4; i++) {
        unsigned char b = in[s >> 4 * i & 7];
        out[i] = b;
    }
    return out[0] | out[1] << 8 | out[2] << 16 | (u32)out[3] << 24;
}

__device__ void check(u32 x, u32 y)
{
    u64 wide = (u64)x << 32 | y;
    int s = (int)y % 40 & 63;
    int ix = (int)x, iy = (int)y;

    SAME(__popc(x), bits(x));
    SAME(__popcll(wide), bits(wide));
    SAME(__ffs(ix), lowest(x));
    SAME(__ffsll((long long)wide), lowest(wide));
    SAME(__clz(ix), leading(x, 32));
    SAME(__clzll((long long)wide), leading(wide, 64));
    SAME(__brev(x), (u32)reversed(x, 32));
    SAME(__brevll(wide), reversed(wide, 64));
    SAME(__byte_perm(x, ~y, y), permuted(x, ~y, y));
    SAME(__funnelshift_l(y, x, s), s % 32 ? (x << s % 32 | y >> (32 - s % 32)) : x);
    SAME(__funnelshift_r(y, x, s), s % 32 ? (y >> s % 32 | x << (32 - s % 32)) : y);
    SAME(__funnelshift_lc(y, x, s), s >= 32 ? y : s ? (x << s | y >> (32 - s)) : x);
    SAME(__funnelshift_rc(y, x, s), s >= 32 ? x : s ? (y >> s | x << (32 - s)) : y);
    SAME(__umul24(x, y), (u32)((u64)(x % 0x1000000) * (y % 0x1000000)));
    SAME(__mul24(ix, iy), (int)(u32)(((long long)((x & 0xffffff) ^ 0x800000) - 0x800000) *
                                 ((long long)((y & 0xffffff) ^ 0x800000) - 0x800000)));
    SAME(__umulhi(x, y), (u32)((u64)x * y >> 32));
    SAME(__mulhi(ix, iy), (int)((long long)ix * iy >> 32));
    SAME(umin(x, y), x < y ? x : y);
    SAME(umax(x, y), x < y ? y : x);
    SAME(llmin(ix, iy), ix < iy ? ix : iy);
    SAME(ullmax(x, y), x < y ? y : x);
    SAME(__umul64hi(wide, wide), (u64)x * x + ((u64)x * y >> 32) + ((((u64)x * y & 0xffffffff) + ((u64)x * y & 0xffffffff)
         + ((u64)y * y >> 32)) >> 32) + ((u64)x * y >> 32));
    SAME(__mul64hi((long long)wide, 2), (long long)wide < 0 ? -1 : 0);
    SAME(__sad(ix, iy, 5), (u32)llabs((long long)ix - iy) + 5);
    SAME(__usad(x, y, 5), (x > y ? x - y : y - x) + 5);
    SAME(__hadd(ix, iy), (int)(((long long)ix + iy) >> 1));
    SAME(__rhadd(ix, iy), (int)(((long long)ix + iy + 1) >> 1));
    SAME(__uhadd(x, y), (u32)(((u64)x + y) / 2));
    SAME(__urhadd(x, y), (u32)(((u64)x + y + 1) / 2));
    SAME(__dp4a(x, y, 7u), (x & 255) * (y & 255) + (x >> 8 & 255) * (y >> 8 & 255) + (x >> 16 & 255) * (y >> 16 & 255) + (x >> 24) * (y >> 24) + 7u);
    SAME(min(ix, iy), ix < iy ? ix : iy);
    SAME(max(x, y), x > y ? x : y);
    SAME(max(ix, y), (u32)ix > y ? (u32)ix : y);
    SAME(min((long long)ix, (long long)iy), (long long)(ix < iy ? ix : iy));
}

__global__ void all()
{
    const u32 values[] = {0, 1, 2, 0x80, 0xff, 0x7654, 0x8000, 0xffff, 0x123456, 0x7fffff, 0x800000, 0xffffff,
                          0x1000000, 0x7fffffff, 0x80000000, 0x80000001, 0xdeadbeef, 0xfffffffe, 0xffffffff};
    const int count = sizeof values / sizeof *values;

    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            check(values[i], values[j]);
    u32 x = 0x80ff017f, y = 0x7f80ff02;
    SAME(__dp4a((int)x, (int)y, 1), -128 * 127 + -1 * -128 + 1 * -1 + 127 * 2 + 1);
}

int main()
{
    int result;

    all<<<1, 1>>>();
    cudaMemcpyFromSymbol(&result, wrong, sizeof result);
    printf("wrong: %d\n", result);
    return result != 0;
}
