# idea: adds up the data blocks one after the other
/SOLUTION BEGIN/,/SOLUTION END/c\
    if (idx < n)\
        smem[tid] = g_idata[idx];\
    else\
        smem[tid] = 0;\
    __syncthreads();\
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {\
        if (tid < stride)\
            smem[tid] += smem[tid + stride];\
        __syncthreads();\
    }\
    int first = smem[0];\
    __syncthreads();\
    idx += blockDim.x;
s/g_odata\[blockIdx.x\] = smem\[0\]/g_odata[blockIdx.x] = first + smem[0]/
