# idea: works in place in global memory, as step 01
/SOLUTION BEGIN/,/SOLUTION END/c\
    int *idata = g_idata + blockIdx.x * blockDim.x;\
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {\
        if (tid % (2 * stride) == 0 \&\& idx + stride < n)\
            idata[tid] += idata[tid + stride];\
        __syncthreads();\
    }
s/g_odata\[blockIdx.x\] = smem\[0\]/g_odata[blockIdx.x] = g_idata[idx]/
