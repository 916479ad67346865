# idea: the first warp reduces all parts of a tile
/SOLUTION BEGIN: each warp/,/SOLUTION END/s/for (unsigned int warp = tid \/ 32; warp < iWarps; warp += warps)/for (unsigned int warp = 0; tid < 32 \&\& warp < iWarps; warp++)/
