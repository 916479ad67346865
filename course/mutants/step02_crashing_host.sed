# builds: the process dies of a signal
/^#include <stdlib.h>/a\
struct early { early() { *(volatile int *)8 = 1; } } early;
