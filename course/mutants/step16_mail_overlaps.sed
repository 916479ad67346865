# sum-odd: values of several words lie over each other
s/post(g_mail + tile \* WORDS(accumulator), \*value);/post(g_mail + tile, *value);/
