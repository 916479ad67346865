# sum-odd: the ticket counts on in the next launch
s/atomicInc(&g_ticket\[group\], members - 1) == members - 1;/atomicAdd(\&g_ticket[group], 1) == members - 1;/
