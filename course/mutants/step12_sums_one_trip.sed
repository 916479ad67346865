# clean: the second kernel does not look how many sums there are
s/^    for (unsigned int i = threadIdx.x; i < count; i += blockDim.x)/    for (unsigned int i = threadIdx.x; i < blockDim.x; i += blockDim.x)/
