# a loop whose bounds the compiler knows
/^    if (iBlockSize >= 1024/,/SOLUTION END/c\
    #pragma unroll\
    for (unsigned int stride = iBlockSize / 2; stride > 32; stride /= 2) {\
        if (tid < stride)\
            smem[tid] += smem[tid + stride];\
        __syncthreads();\
    }
