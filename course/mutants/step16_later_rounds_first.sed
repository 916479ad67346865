# sum-odd: what a lane had before stands behind what comes now
/SOLUTION BEGIN: all rows/,/SOLUTION END/s/Operator::join(value, \(Operator::move.*\));/Operator::join(\1, value);/
