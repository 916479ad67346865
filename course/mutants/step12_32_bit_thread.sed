# sum-odd: a thread adds up in 32 bits
/SOLUTION BEGIN/i\
    int few = 0;
/SOLUTION BEGIN/,/SOLUTION END/s/sum += (long long)/few += /
/SOLUTION END/a\
    sum += few;
