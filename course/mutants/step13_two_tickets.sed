# idea: asks the counter what it holds by an atomic operation of its own
s/^        is_last = /        atomicAdd(g_ticket, 0);\
&/
