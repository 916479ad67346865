# a round that a block does not need has no barrier either
/^    if (blockDim.x >= 1024/,/SOLUTION END/c\
    if (blockDim.x >= 1024) {\
        if (tid < 512)\
            smem[tid] += smem[tid + 512];\
        __syncthreads();\
    }\
    if (blockDim.x >= 512) {\
        if (tid < 256)\
            smem[tid] += smem[tid + 256];\
        __syncthreads();\
    }\
    if (blockDim.x >= 256) {\
        if (tid < 128)\
            smem[tid] += smem[tid + 128];\
        __syncthreads();\
    }\
    if (blockDim.x >= 128) {\
        if (tid < 64)\
            smem[tid] += smem[tid + 64];\
        __syncthreads();\
    }
