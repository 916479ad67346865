# builds: assembly, of which nothing is counted
s/^    unsigned int tid = .*/&\n    asm volatile("nop");/
