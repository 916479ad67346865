# sum-one: a kernel that does nothing
/SOLUTION BEGIN/,/g_odata\[blockIdx/d
