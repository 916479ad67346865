# clean: a barrier that not all threads reach
s/smem\[tid\] += smem\[tid + 64\];/{ smem[tid] += smem[tid + 64]; __syncthreads(); }/
