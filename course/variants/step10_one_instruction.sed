# one instruction for all five rounds
/SOLUTION BEGIN: five/,/SOLUTION END/c\
    sum = __reduce_add_sync(0xFFFFFFFF, sum);
