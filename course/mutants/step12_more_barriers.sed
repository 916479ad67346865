# idea: a barrier that nobody needs
/SOLUTION END/a\
    __syncthreads();
