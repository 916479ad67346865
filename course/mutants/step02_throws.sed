# builds: a thread throws, which the GPU cannot
s/^    unsigned int tid = .*/&\n    throw 1;/
