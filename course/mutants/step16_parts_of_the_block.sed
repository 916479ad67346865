# sum-blocks: what a warp takes hangs on the size of the block
/SOLUTION BEGIN: each warp/,/SOLUTION END/s/start + warp \* part/start + (warp + blockDim.x \/ 32) % iWarps * part/
