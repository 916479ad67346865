# idea: each thread walks a piece of its own
/SOLUTION BEGIN/,/SOLUTION END/c\
    size_t piece = (count + stride - 1) / stride;\
    for (size_t i = idx * piece; i < (idx + 1) * piece; i++) {\
        int4 a = fourOrZeros(fours, i, count);\
        sum += (long long)a.x + a.y + a.z + a.w;\
    }
