# the loops are left to the compiler
/SOLUTION BEGIN: the fours/,/SOLUTION END/{
/#pragma unroll/d
}
