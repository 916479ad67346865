// Shuffles of every type, votes, matches, reductions: a lane's result against what C finds.
// out: wrong: 0
#include <stdio.h>

__device__ int wrong;

#define TRUE(condition)                                                                  \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            printf("line %d lane %d: not %s\n", __LINE__, lane, #condition);             \
            atomicAdd(&wrong, 1);                                                        \
        }                                                                                \
    } while (0)

#define ALL 0xffffffffu

/* value(l) is what lane l holds; every width and many operands. */
template <class T> __device__ T value(int lane) { return (T)(lane * 3 + 1) + (T)(sizeof(T) == 8 ? 5000000000.0 : 0); }

template <class T> __device__ void shuffles(int lane)
{
    T own = value<T>(lane);

    for (int width = 1; width <= 32; width *= 2) {
        int first = lane / width * width;

        for (int a = 0; a < 34; a += 3) {
            TRUE(__shfl_sync(ALL, own, a, width) == value<T>(first + a % width));
            int d = a & 31;     /* as the hardware takes it */
            TRUE(__shfl_up_sync(ALL, own, a, width) == value<T>(lane - d >= first ? lane - d : lane));
            TRUE(__shfl_down_sync(ALL, own, a, width) == value<T>(lane + d < first + width ? lane + d : lane));
        }
        for (int a = 0; a < 34; a++)   /* only lanes of higher segments are out of reach */
            TRUE(__shfl_xor_sync(ALL, own, a, width) ==
                 value<T>((lane ^ (a & 31)) < first + width ? lane ^ (a & 31) : lane));
    }
    TRUE(__shfl_sync(ALL, own, 5) == value<T>(5));
    TRUE(__match_any_sync(ALL, (T)(lane % 3)) == 0x49249249u << lane % 3);
    int equal = -1;
    TRUE(__match_all_sync(ALL, (T)7, &equal) == ALL && equal == 1);
    TRUE(__match_all_sync(ALL, (T)(lane == 9), &equal) == 0 && equal == 0);
}

__global__ void all()
{
    int lane = threadIdx.x % warpSize;
    unsigned odd = 0xaaaaaaaau;

    shuffles<int>(lane);
    shuffles<unsigned>(lane);
    shuffles<long>(lane);
    shuffles<unsigned long>(lane);
    shuffles<long long>(lane);
    shuffles<unsigned long long>(lane);
    shuffles<float>(lane);
    shuffles<double>(lane);

    TRUE(__activemask() == ALL);
    TRUE(__ballot_sync(ALL, lane % 2) == odd);
    TRUE(__ballot_sync(ALL, 256) == ALL);
    TRUE(__any_sync(ALL, lane == 31) == 1 && __any_sync(ALL, 0) == 0);
    TRUE(__all_sync(ALL, 1) == 1 && __all_sync(ALL, lane != 4) == 0);
    TRUE(__uni_sync(ALL, 1) && __uni_sync(ALL, 0) && !__uni_sync(ALL, lane < 3));
    TRUE(__reduce_add_sync(ALL, lane) == 496 && __reduce_add_sync(ALL, 3u) == 96);
    TRUE(__reduce_min_sync(ALL, lane - 5) == -5 && __reduce_max_sync(ALL, lane - 40) == -9);
    TRUE(__reduce_min_sync(ALL, (unsigned)(lane - 5)) == 0 && __reduce_max_sync(ALL, (unsigned)(lane - 5)) == ALL);
    TRUE(__reduce_and_sync(ALL, lane | 64u) == 64 && __reduce_or_sync(ALL, 1u << lane) == ALL);
    TRUE(__reduce_xor_sync(ALL, 1u << lane) == ALL);
    if (lane % 2) {
        TRUE(__ballot_sync(odd, lane < 4) == 0xa);
        TRUE(__reduce_add_sync(odd, 1) == 16);
        TRUE(__shfl_sync(odd, lane, 3) == 3);
        TRUE(__all_sync(odd, lane % 2));
        __syncwarp(odd);
    }
    __syncwarp();
    TRUE(__syncthreads_count(threadIdx.x < 40) == 40);
    TRUE(__syncthreads_and(1) && !__syncthreads_and(threadIdx.x != 63));
    TRUE(__syncthreads_or(threadIdx.x == 63) && !__syncthreads_or(0));
}

int main()
{
    int result;

    all<<<1, 64>>>();
    cudaMemcpyFromSymbol(&result, wrong, sizeof result);
    printf("wrong: %d\n", result);
    return result != 0;
}
