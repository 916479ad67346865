# builds: a loop on the host that never ends
/^#include <stdlib.h>/a\
struct early { early() { for (volatile int i = 0;; i = 1); } } early;
