# one load in a trip
/SOLUTION BEGIN/,/SOLUTION END/c\
    for (; idx < count; idx += stride) {\
        int4 a = fours[idx];\
        sum += (long long)a.x + a.y + a.z + a.w;\
    }
