# same: a loop on the host that never ends; before main, which is left out
/^#include <stdlib.h>/a\
struct early { early() { for (volatile int i = 0;; i = 1); } } early;
