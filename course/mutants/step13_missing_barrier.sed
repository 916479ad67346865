# clean: the others do not wait to hear whether theirs is the last block
/^    __syncthreads(); \/\/ all know/d
