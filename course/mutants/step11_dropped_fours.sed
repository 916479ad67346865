# sum-odd: fours whose partner is missing are left out
/^    } else if (idx < count) {/,/^        sum = a/d
