# sum-large: between groups the block keeps the ticket that it had within its own
s/ticket = drawTicket(g_ticket + groups, group, groups);/;/
