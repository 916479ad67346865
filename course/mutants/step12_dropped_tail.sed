# sum-odd: the last one to three numbers are left out
/tid < n - tail/,/g_idata\[tail/d
