# sum-one: the last round is missing
s/stride > 0/stride > 1/
