# idea: the last block adds up the numbers, not the blocks' sums
/^    for (unsigned int i = tid; i < gridDim.x/,/g_odata\[i\]/c\
    for (size_t i = tid; i < n; i += blockDim.x)\
        sum += g_idata[i];
