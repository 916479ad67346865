# idea: the output is set to 0 before the sum is there
/^    long long sum = 0;/a\
    if (tid == 0)\
        g_odata[blockIdx.x] = 0;
