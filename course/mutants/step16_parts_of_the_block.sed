# sum-blocks: where a tile begins hangs on the size of the block
s/(tile \* iWarps + warp) \*/(tile * (blockDim.x \/ 32 < iWarps ? blockDim.x \/ 32 : iWarps) + warp) */
