# idea: still the loop of step 06
/^    if (blockDim.x >= 1024/,/^    \/\/ SOLUTION END/c\
    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {\
        if (tid < stride)\
            smem[tid] += smem[tid + stride];\
        __syncthreads();\
    }
