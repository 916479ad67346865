# sum-odd: the last lane writes, which has its own numbers only
s/if (lane == 0 \&\& first + r/if (lane == 31 \&\& first + r/
