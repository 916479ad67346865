# clean: one pair too many in each round
s/index < blockDim.x/index <= blockDim.x/
