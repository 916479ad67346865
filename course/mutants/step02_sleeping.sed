# sum-one: sleeps for ever
s/^    unsigned int tid = .*/&\n    for (;;)\n        __nanosleep(1000000000);/
