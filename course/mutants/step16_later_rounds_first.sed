# sum-odd: what a lane had before stands behind what comes now, which moments have in their bits
s/value = Operator::combine(value, of_round);/value = Operator::combine(of_round, value);/
