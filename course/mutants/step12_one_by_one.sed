# idea: loads single numbers
/SOLUTION BEGIN/,/SOLUTION END/c\
    for (idx += head; idx < tail; idx += stride)\
        sum += g_idata[idx];
