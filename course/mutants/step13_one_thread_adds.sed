# idea: one thread adds up the sums, and sets the ticket back by a store
s/atomicInc(g_ticket, gridDim.x - 1)/atomicAdd(g_ticket, 1)/
/^    sum = 0;/,/^    sum = blockSum(sum);/c\
    sum = 0;\
    for (unsigned int i = 0; i < gridDim.x \&\& tid == 0; i++)\
        sum += g_odata[i];\
    if (tid == 0)\
        *g_ticket = 0;
