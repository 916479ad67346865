# sum-odd: the round of stride 64 is missing
s/stride > 32/stride > 64/
