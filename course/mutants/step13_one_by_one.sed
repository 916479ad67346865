# idea: loads single numbers
/^    for (; idx < count/,/^    }/c\
    for (idx += head; idx < tail; idx += stride)\
        sum += g_idata[idx];
