# sum-odd: reads beyond the input instead of a 0
s/idx < n ? g_idata\[idx\] : 0/g_idata[idx]/
