# sum-odd: the ticket counts on in the next launch
s/drawTicket(g_ticket, tile, tiles)/atomicAdd(\&g_ticket[tile \/ GROUP], 1u)/
