# same: what a lane had before stands behind what comes now, which is the same where the operator is commutative
s/value = Operator::combine(value, of_round);/value = Operator::combine(of_round, value);/
