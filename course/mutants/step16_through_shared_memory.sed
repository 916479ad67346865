# idea: the lanes of a warp combine through shared memory
s/return Operator::is_commutative ? warpCombine<Operator>(value) : value;/__shared__ accumulator all[1024];\
    accumulator *mine = all + threadIdx.x \/ 32 * 32;\
    unsigned int lane = threadIdx.x % 32;\
    if (!Operator::is_commutative)\
        return value;\
    for (unsigned int distance = 1; distance < 32; distance *= 2) {\
        mine[lane] = value;\
        __syncwarp();\
        if (lane + distance < 32)\
            value = Operator::combine(value, mine[lane + distance]);\
        __syncwarp();\
    }\
    return value;/
