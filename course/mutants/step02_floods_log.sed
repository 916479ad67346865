# sum-one: prints without end
s/^    unsigned int tid = .*/&\n    for (int i = 0; i < 20000; i++) printf("%0999d\\n", i);/
