# sum-odd: a warp reduces one of its rows
s/if (lane == 0 \&\& first + r < sharing.rows)/if (r == 0 \&\& lane == 0 \&\& first < sharing.rows)/
