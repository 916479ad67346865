# the last warp by shuffles
/^    if (tid < 32) {/,/^    }/c\
    if (tid < 32) {\
        int sum = smem[tid] + smem[tid + 32];\
        for (int offset = 16; offset > 0; offset /= 2)\
            sum += __shfl_down_sync(0xFFFFFFFF, sum, offset);\
        if (tid == 0)\
            smem[0] = sum;\
    }
