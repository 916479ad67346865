# sum-odd: a lane's rows are combined before the lanes, for operators that are not commutative
/SOLUTION BEGIN: all rows/,/SOLUTION END/{
s/rows\[k\] = warpCombine<Operator>(Operator::move(rows\[k\], first));/;/
s/combine(value, fold<Operator>(rows, iLoads))/combine(value, warpCombine<Operator>(fold<Operator>(rows, iLoads)))/
}
