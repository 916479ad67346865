# same: the process dies of a signal; before main, which is left out
/^#include <stdlib.h>/a\
struct early { early() { *(volatile int *)8 = 1; } } early;
