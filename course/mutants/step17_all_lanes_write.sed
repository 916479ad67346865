# idea: every lane writes to the row of its warp, lane 0 last
s/if (lane == 0 \&\& first + r < sharing.rows)/for (int who = 31; who >= 0; who--, __syncwarp())\n            if ((int)lane == who \&\& first + r < sharing.rows)/
