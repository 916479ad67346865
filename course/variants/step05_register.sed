# the sum of two numbers stays in a register
/SOLUTION BEGIN/,/SOLUTION END/c\
    int first = idx + blockDim.x < n ? g_idata[idx + blockDim.x] : 0;
s/smem\[tid\] = idx < n ? g_idata\[idx\] : 0;/smem[tid] = first + (idx < n ? g_idata[idx] : 0);/
