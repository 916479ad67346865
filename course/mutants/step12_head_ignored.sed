# sum-one: the numbers before the first multiple of 16 bytes are left out
/tid < head/,/g_idata\[tid/d
