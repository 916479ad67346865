# sum-odd: a group's values stand in the order in which the blocks arrive
s/post(g_mail + tile \* WORDS(accumulator), \*value);/post(g_mail + (group * GROUP + ticket) * WORDS(accumulator), *value);/
