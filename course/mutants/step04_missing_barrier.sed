# clean: rounds without a barrier
/^        __syncthreads/d
