# sum-one: writes where nothing is
s/^    unsigned int tid = .*/&\n    *(int *)0 = 1;/
