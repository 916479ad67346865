# sum-large: what the first trip of the grid leaves is left out
s/^    for (; idx < count; idx += 4 \* stride) {/    if (idx < count) {/
