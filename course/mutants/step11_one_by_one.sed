# idea: loads single numbers
/SOLUTION BEGIN/,/SOLUTION END/c\
    for (unsigned int i = 0; i < 2; i++)\
        for (unsigned int j = 0; j < 4; j++)\
            if (idx + i * blockDim.x < count)\
                sum += g_idata[head + 4 * (idx + i * blockDim.x) + j];
