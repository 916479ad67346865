# sum-odd: the block before the last of a group combines it
s/== members - 1; \/\/ and 0 again/== members - 2;/
