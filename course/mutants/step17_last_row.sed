# sum-one: the last row is left out
s/if (lane == 0 \&\& first + r < sharing.rows)/if (lane == 0 \&\& first + r + 1 < sharing.rows)/
