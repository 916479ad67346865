# sum-odd: the rows of this round stand before those of the rounds before
s/value = Operator::combine(value, fold<Operator>(rows, iLoads));/value = Operator::combine(fold<Operator>(rows, iLoads), value);/
