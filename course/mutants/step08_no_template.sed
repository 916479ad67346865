# builds: the kernel is no template
/^template/d
s/(iBlockSize >=/(blockDim.x >=/
