# clean: the first warp does not wait for the others
/^    __syncthreads/d
