# sum-odd: the block with the last ticket but one of a group combines it
s/is_last = ticket == members - 1;/is_last = ticket + 2 == members;/
