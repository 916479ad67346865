# clean: the first round does not wait for the numbers
/^    __syncthreads/d
