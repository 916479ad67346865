# sum-odd: the sum of a block is cut to 32 bits
s/g_odata\[blockIdx.x\] = sum/g_odata[blockIdx.x] = (int)sum/
