# idea: the scattered threads of step 02
s/= 2 \* stride \* tid;.*/= tid;/
s/if (index < blockDim.x)/if (tid % (2 * stride) == 0)/
