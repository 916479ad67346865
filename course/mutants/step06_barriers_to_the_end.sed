# idea: the last warp goes on with barriers for all
s/stride > 32; stride/stride > 0; stride/
/^    \/\/ the last warp/,/^    }/d
