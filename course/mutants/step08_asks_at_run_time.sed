# idea: the template parameter is not used
s/(iBlockSize >=/(blockDim.x >=/
