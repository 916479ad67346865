# sum-odd: the second data block is left out
/SOLUTION BEGIN/,/SOLUTION END/d
