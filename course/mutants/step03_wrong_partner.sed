# sum-odd: always adds the neighbour, however far the partner is
s/smem\[index + stride\]/smem[index + 1]/
