# sum-odd: all warps of a block take the rows of the first
s/threadIdx.x \/ 32) \* iRows;/0) * iRows;/
