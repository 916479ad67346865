# sum-odd: what a lane had before is forgotten in each round
s/value = Operator::combine(value, of_round);/value = of_round;/
