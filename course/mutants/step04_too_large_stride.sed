# clean: the first stride is the whole block
s/stride = blockDim.x \/ 2/stride = blockDim.x/
