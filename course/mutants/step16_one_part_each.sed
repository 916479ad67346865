# sum-blocks: a block with fewer warps than a tile has parts leaves some out
/SOLUTION BEGIN: each warp/,/SOLUTION END/s/^#pragma unroll 1$//
/SOLUTION BEGIN: each warp/,/SOLUTION END/s/for (unsigned int warp = tid \/ 32; warp < iWarps; warp += warps)/if (unsigned int warp = tid \/ 32; warp < iWarps)/
