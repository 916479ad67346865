# clean: the last warp as if its lanes ran in step
s/ __syncwarp();//g
