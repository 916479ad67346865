# clean: all blocks add up the sums, whoever is last
/^    if (!is_last)/,/^        return/d
