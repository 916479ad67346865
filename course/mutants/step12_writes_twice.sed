# idea: the output is set to 0 before the sum is there
/SOLUTION END/a\
    if (tid == 0)\
        g_odata[blockIdx.x] = 0;
