# sum-odd: what does not fill both data blocks is dropped
s/if (idx + blockDim.x < n)/if ((blockIdx.x + 1) * 2 * blockDim.x <= n)/
