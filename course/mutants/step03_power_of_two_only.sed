# sum-odd: the last block counts only if it is full
s/idx < n ?/(blockIdx.x + 1) * blockDim.x <= n ?/
