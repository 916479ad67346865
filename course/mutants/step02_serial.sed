# idea: one thread adds up the whole block
/^    for (unsigned int stride/,/^    }/c\
    for (unsigned int i = 1; tid == 0 \&\& idx + i < n \&\& i < blockDim.x; i++)\
        smem[0] += g_idata[idx + i];
