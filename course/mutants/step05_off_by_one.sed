# clean: one number past the end
s/idx + blockDim.x < n/idx + blockDim.x <= n/
