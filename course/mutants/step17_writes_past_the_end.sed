# clean: rows behind the last are written
s/if (lane == 0 \&\& first + r < sharing.rows)/if (lane == 0)/
