# sum-odd: each value is taken for its neighbour's
s/(group \* GROUP + member) \* WORDS(accumulator)/(group * GROUP + (member ^ 1) % members) * WORDS(accumulator)/
