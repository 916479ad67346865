# idea: one of the questions is left to run time
s/iBlockSize >= 128/blockDim.x >= 128/
