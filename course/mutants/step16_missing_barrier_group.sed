# clean: the first warp does not wait for what the others have collected
/SOLUTION BEGIN: post/,/SOLUTION END/s/^        __syncthreads();$//
