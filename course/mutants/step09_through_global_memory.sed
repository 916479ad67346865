# idea: writes the sum back to global memory
s/^    smem\[tid\] = sum;/    if (idx < n)\n        ((int *)g_idata)[idx] = sum;\n    smem[tid] = idx < n ? g_idata[idx] : 0;/
