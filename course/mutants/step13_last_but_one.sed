# sum-one: the block that draws the last ticket but one takes itself for the last
s/== gridDim.x - 1;/== gridDim.x - 2;/
