# sum-odd: what a lane had before is forgotten in each round
/SOLUTION BEGIN: all rows/,/SOLUTION END/s/Operator::join(value, \(Operator::move.*\));/\1;/
