# sum-large: the grid moves on by three steps where it has taken four
s/idx += 4 \* stride/idx += 3 * stride/
